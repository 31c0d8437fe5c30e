"""The command line itself: the language of its output, the text of ``--help``, renamed options and usage errors.

In the source, an option's ``help`` is a message code: ``usage.COMMAND.NAME``, or ``usage.all.NAME`` if several commands
have the option. A command's help is ``usage.command.COMMAND``. The codes are replaced by text when a command line is
parsed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from typing import Any, Final

from typer._click import Command, Context, HelpFormatter
from typer._click.exceptions import (
    BadOptionUsage,
    BadParameter,
    MissingParameter,
    NoArgsIsHelpError,
    NoSuchOption,
    UsageError,
)
from typer.core import TyperGroup

from companion.errors import BadInput, CompanionError
from companion.facts import Fact, fact
from companion.words import Language, languages
from companion.words.messages import FALLBACK_LANGUAGE, Messages, messages, parse_language


def language_of(lang: str | None, environment: Mapping[str, str] | None = None) -> Language:
    """Return the language of output: that of ``--lang``, of COMPANION_LANG, of the system's locale, or else English.

    Args:
        lang: Value of ``--lang``; None if it was not typed.
        environment: Environment variables; None for this process's.

    Raises:
        BadInput: ``lang`` is no supported language.
    """
    if lang is not None:
        if lang.casefold() not in languages():
            raise BadInput("options.no-language", given=lang, languages=languages())
        return lang.casefold()
    known = os.environ if environment is None else environment
    named = next((known[k] for k in ("COMPANION_LANG", "LC_ALL", "LC_MESSAGES", "LANG") if known.get(k)), "")
    return parse_language(named) or FALLBACK_LANGUAGE


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Add ``language`` to each CompanionError that leaves the block, so that it is printed in this language."""
    try:
        yield
    except CompanionError as error:
        error.language = language
        raise


def asked_in(arguments: Sequence[str]) -> Language:
    """Return the language of a command line that is not parsed yet, for its help and errors.

    An unsupported language is ignored here; it is reported when the command line is parsed.
    """
    lang = None
    for k, word in enumerate(arguments):
        if word == "--":
            break
        if word == "--lang":
            lang = next(iter(arguments[k + 1 : k + 2]), None)
        elif word.startswith("--lang="):
            lang = word.removeprefix("--lang=")
    try:
        return language_of(lang)
    except BadInput:
        return language_of(None)


def put_into_words(context: Any, language: Language, asked: Sequence[str] | None = None, *path: str) -> None:
    """Replace the message codes in the help of a command and of its subcommands by text.

    Args:
        context: The command's context.
        language: Language of the text.
        asked: Arguments of the command line; subcommands that they do not name get only a one-line summary. None gives
            all of them their full text.
        *path: Names of the commands that lead to this one.
    """
    known = messages(language)
    command = context.command  # of typer or of click
    command.help = known.text(f"usage.command.{'-'.join(path) or 'companion'}") or command.help
    command.format_help = partial(_help, command, known)
    if path and asked is not None and path[-1] not in asked:
        return
    for param in command.params:
        param.help = known.text(f"usage.frame.{param.name}") or known.text(param.help or "") or param.help
    if (own := command.get_help_option(context)) is not None:
        own.help = known.text("usage.frame.help")
    for name, below in getattr(command, "commands", {}).items():
        put_into_words(type(context)(below, parent=context, info_name=name), language, asked, *path, name)


def _help(command: Command, messages: Messages, context: Context, page: HelpFormatter) -> None:
    """Write the page of ``--help``: usage, description, then arguments, options and commands."""
    usage = f"{messages.text('usage.frame.usage')} "
    page.write_usage(context.command_path, " ".join(command.collect_usage_pieces(context)), usage)
    command.format_help_text(context, page)
    parts: dict[str, list[tuple[str, str]]] = {"arguments": [], "options": [], "commands": []}
    for param in command.get_params(context):
        if (row := param.get_help_record(context)) is not None:
            told = row[1].replace("[default:", f"[{messages.text('usage.frame.default')}")
            told = told.replace("[required]", f"[{messages.text('usage.frame.required')}]")
            parts[f"{param.param_type_name}s"].append((row[0], told))
    for name, below in getattr(command, "commands", {}).items():
        parts["commands"].append((name, (below.help or "").partition("\n\n")[0]))
    for part, rows in parts.items():
        if rows:
            with page.section(messages.text(f"usage.frame.{part}") or part):
                page.write_dl(rows)


RENAMED_OPTIONS: Final = {"--de": ("--lang", "de"), "--en": ("--lang", "en")}


def replace_old_names(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with renamed options under their new names; arguments after ``--`` are unchanged."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return [new for old in arguments[:end] for new in RENAMED_OPTIONS.get(old, (old,))] + list(arguments[end:])


class OldOptionCommands(TyperGroup):
    """The command ``companion`` itself: it accepts old names of options, and prints help in the user's language."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the arguments, after replacing old names of options and putting the help into words."""
        today = replace_old_names(args)
        language = ctx.meta["language"] = asked_in(today)
        put_into_words(ctx, language, today)
        with speaking(language), _read():
            return super().parse_args(ctx, today)

    def invoke(self, ctx: Context) -> object:
        """Run the command.

        Raises:
            BadInput: A subcommand was used wrongly.
        """
        with speaking(ctx.meta["language"]), _read():
            return super().invoke(ctx)


@contextmanager
def _read() -> Iterator[None]:
    """Replace usage errors in the block by BadInput, with similar names as suggestions."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except UsageError as error:
        path = error.ctx.command_path if error.ctx else "companion"
        raise BadInput("command-line.see", what=_unreadable(error), path=path) from None


def _unreadable(error: UsageError) -> Fact:
    if isinstance(error, NoSuchOption):
        return _unknown_name_fact("option", error.option_name, error.possibilities or ())
    if isinstance(error, BadParameter):
        option = str(error.param.name if error.param else "").replace("_", "-")
        return fact(f"command-line.{'missing' if isinstance(error, MissingParameter) else 'bad-value'}", name=option)
    if isinstance(error, BadOptionUsage):
        return fact("command-line.no-value", option=error.option_name)
    known = getattr(error.ctx.command, "commands", None) if error.ctx else None
    if known is not None and (named := re.search(r"'(.+?)'", error.message)):
        return _unknown_name_fact("command", named[1], get_close_matches(named[1], list(known)))
    return fact("command-line.no-command" if known is not None else "command-line.too-many")


def _unknown_name_fact(kind: str, name: str, near: Sequence[str]) -> Fact:
    name = "".join(sign if sign.isprintable() else "?" for sign in name)
    code = f"command-line.unknown-{kind}"
    return fact(f"{code}-near", name=name, near=tuple(near)) if near else fact(code, name=name)
