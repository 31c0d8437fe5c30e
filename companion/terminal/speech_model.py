"""``speech-model check FOLDER``: load a Vosk model and count which of companion's words it knows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.facts import fact
from companion.terminal.command_line import language_of
from companion.terminal.options import Lang
from companion.words import say


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True)
    group.command("check")(check)
    group.callback()(_group)
    app.add_typer(group, name="speech-model")


def _group() -> None:
    """Check a model for answers by voice."""


def check(
    folder: Annotated[Path, typer.Argument(help="usage.speech-model.folder")],
    lang: Lang = None,
) -> None:
    """Load a Vosk model and say which words of this language's answers and commands it knows."""
    from companion.private import expand_user
    from companion.senses.speech.vosk_model import VoskModel
    from companion.words.messages import about
    from companion.words.spoken_words import all_words

    language = language_of(lang)
    place = expand_user(str(folder))
    model = VoskModel(place)
    try:
        words = all_words(language)
        lacking = model.unknown_words(words)
    finally:
        model.close()
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file()) / 1e6
    known = len(words) - len(lacking)
    told = fact(
        "vosk.knows", folder=str(place), known=known, all=len(words), language=about(language).name, megabytes=size
    )
    typer.echo(say(told, language))
    if lacking:
        typer.echo(say(fact("vosk.lacks", words=lacking), language))
    typer.echo(f"export COMPANION_SPEECH_MODEL={place}")
    raise typer.Exit(0 if known else 1)
