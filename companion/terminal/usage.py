"""What ``--help`` says: codes until the command line is read, then words in the reader's language.

An option's ``help`` is a code, ``usage.COMMAND.NAME`` or ``usage.all.NAME`` where several commands have it; what a
command does is ``usage.command.COMMAND``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import BadInput
from companion.terminal.speaking import language_of
from companion.words import Language, words


def asked_in(arguments: Sequence[str]) -> Language:
    """The language of a command line that is not read yet. One that is none is refused when it is."""
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


def put_into_words(context: Any, language: Language) -> None:
    """Replace the codes of the context's command and of all below it."""
    _command(context, (), words(language))


def _command(context: Any, path: tuple[str, ...], known: Mapping[str, str]) -> None:
    command = context.command
    command.help = known.get(f"usage.command.{'-'.join(path) or 'companion'}", command.help)
    command.rich_help_panel = known["usage.frame.commands"]
    for param in command.params:
        param.help = known.get(f"usage.frame.{param.name}", known.get(param.help, param.help))
        param.rich_help_panel = known[f"usage.frame.{param.param_type_name}s"]
    if (own := command.get_help_option(context)) is not None:
        own.help, own.rich_help_panel = known["usage.frame.help"], known["usage.frame.options"]
    for name, below in getattr(command, "commands", {}).items():
        _command(type(context)(below, parent=context, info_name=name), (*path, name), known)
