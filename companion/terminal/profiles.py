"""``profiles``: what is kept of players, shown, exported, imported and deleted."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from companion.errors import BadInput, StorageError, system_says
from companion.facts import Fact, fact
from companion.people.store import People, Person
from companion.terminal.options import German
from companion.terminal.speaking import language_of, speaking
from companion.words import Language, say

_app = typer.Typer(help="What is kept of players: list, export, import, delete.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(_app, name="profiles")


@_app.command("list")
def show(german: German = None) -> None:
    """Everybody whose face, sounds, voice or practice are kept, and what of them."""
    language = language_of(german)
    with speaking(language):
        _show(language)


def _show(language: Language) -> None:
    people = _people()
    known = people.all()
    for person in known:
        for line in _lines(person):
            typer.echo(say(line, language))
    if not known:
        typer.echo(say("people.nobody", language, folder=str(people.folder)))
    for trouble in [*people.troubles, *(t for person in known for t in person.troubles)]:
        typer.echo(say(trouble, language), err=True)


@_app.command("export")
def export(
    name: Annotated[str, typer.Argument(help="The player.")],
    out: Annotated[Path | None, typer.Argument(help="File to write; without it, the screen.")] = None,
    german: German = None,
) -> None:
    """Everything that is kept of a player as one JSON text: numbers, no picture and no sound."""
    with speaking(language_of(german)):
        data = _people().export(name)
        if out is None:
            typer.echo(data.decode(), nl=False)
            return
        try:
            out.write_bytes(data)
        except OSError as error:
            raise StorageError("people.not-written", path=str(out), why=system_says(error)) from None


@_app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A file that export wrote, here or on another machine.")],
    instead: Annotated[bool, typer.Option("--instead", help="In place of what is kept of that player.")] = False,
    german: German = None,
) -> None:
    """Keep what was exported."""
    language = language_of(german)
    with speaking(language):
        try:
            data = file.read_bytes()
        except OSError as error:
            raise BadInput("people.unreadable", path=str(file), why=system_says(error)) from None
        typer.echo(say("people.imported", language, name=_people().import_(data, instead=instead)))


@_app.command("delete")
def delete(name: Annotated[str, typer.Argument(help="The player.")], german: German = None) -> None:
    """Delete all that is kept of a player: face, sounds, voice and practice."""
    language = language_of(german)
    with speaking(language):
        gone, attempts = _people().delete(name)
        for file in gone:
            typer.echo(say("people.deleted", language, file=file))
        if attempts:
            typer.echo(say("people.deleted-practice", language, n=attempts))


def _people() -> People:
    from companion.practice.kept import PracticeKept

    return People(practised=PracticeKept())


def _lines(person: Person) -> list[Fact]:
    """A line for each thing that is kept."""
    found: list[Fact] = []
    if person.face is not None:
        found.append(
            fact("people.face", name=person.name, signals=[fact("people.calm"), *_signals(person.face.signals)])
        )
    if person.sounds is not None:
        signals = _signals(person.sounds.signals)
        found.append(fact("people.sounds", name=person.name, signals=signals or fact("people.no-sounds")))
    if person.voice:
        found.append(fact("people.voice", name=person.name))
    if person.practised:
        found.append(fact("people.practice", name=person.name, n=person.practised))
    return found


def _signals(names: Iterable[str]) -> list[Fact]:
    return [fact("people.signal", signal=name) for name in names]
