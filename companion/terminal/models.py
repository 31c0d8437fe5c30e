"""``models list`` and ``models fetch NAME``: speech models that may be had besides the one that travels along."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from companion.errors import BadInput
from companion.facts import Value, fact
from companion.terminal.command_line import language_of, speaking
from companion.terminal.options import Lang
from companion.words import say


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True)
    group.command("list")(listed)
    group.command("fetch")(fetched)
    app.add_typer(group, name="models")


def listed(lang: Lang = None) -> None:
    """What recognises speech here, and what could be fetched."""
    from companion.senses.speech.model_download import KNOWN, model_folder, models_folder, place_of

    language = language_of(lang)
    used = model_folder()
    in_use = fact("models.in-use")
    print(say("models.pocketsphinx", language, used=None if used else in_use))
    for archive in KNOWN.values():
        where = place_of(archive, models_folder())
        absent = fact("models.absent", megabytes=round(archive.size / 1e6))
        state = fact("models.in", folder=str(where)) if where.is_dir() else absent
        said: dict[str, Value] = {"name": archive.name, "state": state, "licence": archive.licence}
        print(say("models.one", language, used=in_use if used == where else None, **said))
    if used is not None and used.parent != models_folder():
        print(say("models.configured", language, folder=str(used)))


def fetched(name: Annotated[str, typer.Argument(help="usage.models-fetch.name")], lang: Lang = None) -> None:
    """Fetch a model from its maker: the only time that companion goes online, and only when you ask."""
    from companion.senses.speech.model_download import KNOWN, fetch, models_folder
    from companion.senses.speech.vosk_recogniser import check_folder

    language = language_of(lang)
    with speaking(language):
        archive = KNOWN.get(name)
        if archive is None:
            raise BadInput("models.unknown", name=name, known=list(KNOWN))
        said: dict[str, Value] = {
            "name": archive.name,
            "size": archive.size,
            "url": archive.url,
            "licence": archive.licence,
        }
        print(say("models.fetching", language, **said))
        where = fetch(archive, models_folder(), _progress)
        if sys.stderr.isatty():
            print(file=sys.stderr)
        check_folder(where)
        print(say("models.ready", language, folder=str(where)))


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{100 * done // total:3d} %", end="", file=sys.stderr, flush=True)
