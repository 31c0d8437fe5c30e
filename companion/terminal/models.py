"""``models list`` and ``models fetch NAME``: speech models that may be had besides the one that travels along."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from companion.errors import BadInput


def register(app: typer.Typer) -> None:
    group = typer.Typer(help="Speech models: which are here; fetch one on request.", no_args_is_help=True)
    group.command("list")(listed)
    group.command("fetch")(fetched)
    app.add_typer(group, name="models")


def listed() -> None:
    """What recognises speech here, and what could be fetched."""
    from companion.senses.speech.choosing import model_folder, models_folder
    from companion.senses.speech.fetching import KNOWN, place_of

    used = model_folder()
    print(f"pocketsphinx   travels with companion{'' if used else '; in use'}")
    for archive in KNOWN.values():
        where = place_of(archive, models_folder())
        state = f"in {where}" if where.is_dir() else f"not here, {archive.size / 1e6:.0f} MB to fetch"
        print(f"{archive.name}  {state}; {archive.licence}{'; in use' if used == where else ''}")
    if used is not None and used.parent != models_folder():
        print(f"configured     {used}; in use")


def fetched(name: Annotated[str, typer.Argument(help="A model of companion models list.")]) -> None:
    """Fetch a model from its maker: the only time that companion goes online, and only when you ask."""
    from companion.senses.speech.choosing import models_folder
    from companion.senses.speech.fetching import KNOWN, fetch
    from companion.senses.speech.vosk import check_folder

    archive = KNOWN.get(name)
    if archive is None:
        raise BadInput(f"there is no model {name!r} to fetch: {', '.join(KNOWN)}")
    print(f"{archive.name}: {archive.size:,} bytes from {archive.url}\nLicence: {archive.licence}")
    where = fetch(archive, models_folder(), _progress)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    check_folder(where)
    print(f"ready in {where}")


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{100 * done // total:3d} %", end="", file=sys.stderr, flush=True)
