"""A command line that cannot be read, as one sentence in the reader's language."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from typer._click import exceptions as click

from companion.errors import BadInput
from companion.facts import Fact, fact


def unreadable(error: click.UsageError) -> BadInput:
    """What is wrong with a command line, as an error of ours: what it is, and what is near to it."""
    context: Any = error.ctx
    return BadInput(
        "command-line.see", what=_what(error, context), path=context.command_path if context else "companion"
    )


def _what(error: click.UsageError, context: Any) -> Fact:
    if isinstance(error, click.NoSuchOption):
        return _unknown("option", error.option_name, error.possibilities or ())
    if isinstance(error, click.MissingParameter):
        return fact("command-line.missing", what=_name(error.param))
    if isinstance(error, click.BadParameter):
        return fact("command-line.bad-value", option=_name(error.param))
    if isinstance(error, click.BadOptionUsage):
        return fact("command-line.no-value", option=error.option_name)
    known = getattr(context.command, "commands", None) if context else None
    if known is not None and (named := re.search(r"'(.+?)'", error.message)):
        return _unknown("command", named[1], get_close_matches(named[1], list(known)))
    return fact("command-line.no-command" if known is not None else "command-line.too-many")


def _unknown(kind: str, name: str, near: Any) -> Fact:
    name = "".join(sign if sign.isprintable() else "?" for sign in name)
    code = f"command-line.unknown-{kind}"
    return fact(f"{code}-near", name=name, near=tuple(near)) if near else fact(code, name=name)


def _name(param: Any) -> str:
    """As it is typed: the option's longest name, the argument's in capitals."""
    return max(param.opts, key=len) if param.param_type_name == "option" else str(param.name).upper()
