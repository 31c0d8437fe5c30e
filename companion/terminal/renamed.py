"""Option names of the version before: still taken, no longer shown in the help; gone with the next version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from typer.core import TyperGroup

from companion.terminal.usage import asked_in, put_into_words

RENAMED: Final = {"--de": ("--lang", "de"), "--en": ("--lang", "en")}


def renamed(arguments: Sequence[str]) -> list[str]:
    """The arguments of a command line with today's names; what comes after ``--`` is nobody's option."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return [new for old in arguments[:end] for new in RENAMED.get(old, (old,))] + list(arguments[end:])


class Commands(TyperGroup):
    """The command line, which also takes the old names, and explains itself in the reader's language."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As every group, after renaming."""
        today = renamed(args)
        put_into_words(ctx, asked_in(today))
        return super().parse_args(ctx, today)
