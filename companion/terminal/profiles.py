"""``profiles``: what is kept of players, shown, exported, imported and deleted."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from companion import private
from companion.errors import BadInput, StorageError, system_says
from companion.facts import Fact, fact
from companion.people.person import Person, folded
from companion.people.store import People
from companion.terminal.options import Lang
from companion.terminal.speaking import language_of, speaking
from companion.words import Language, say

_app = typer.Typer(no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(_app, name="profiles")


@_app.command("list")
def show(lang: Lang = None) -> None:
    """Everybody whose face, sounds, voice or practice are kept, and what of them."""
    language = language_of(lang)
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
    name: Annotated[str, typer.Argument(help="usage.profiles.name")],
    out: Annotated[Path | None, typer.Argument(help="usage.profiles-export.out")] = None,
    lang: Lang = None,
) -> None:
    """Everything that is kept of a player as one JSON text: numbers, no picture and no sound."""
    with speaking(language_of(lang)):
        data = _told(name)
        if out is None:
            typer.echo(data.decode(), nl=False)
            return
        try:
            private.write(out, data)
        except OSError as error:
            raise StorageError("people.not-written", path=str(out), why=system_says(error)) from None


@_app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="usage.profiles-import.file")],
    instead: Annotated[bool, typer.Option("--instead", help="usage.profiles-import.instead")] = False,
    lang: Lang = None,
) -> None:
    """Keep what was exported."""
    language = language_of(lang)
    with speaking(language):
        try:
            data = file.read_bytes()
        except OSError as error:
            raise BadInput("people.unreadable", path=str(file), why=system_says(error)) from None
        typer.echo(say("people.imported", language, name=_people().import_(data, instead=instead)))


@_app.command("delete")
def delete(
    name: Annotated[str, typer.Argument(help="usage.profiles.name")],
    games: Annotated[bool, typer.Option("--games/--keep-games", help="usage.profiles-delete.games")] = True,
    lang: Lang = None,
) -> None:
    """Delete all that is kept of a player: face, sounds, voice, practice, and the games that name the player."""
    language = language_of(lang)
    with speaking(language):
        _delete(name, games, language)


def _delete(name: str, games: bool, language: Language) -> None:
    from companion.config import settings
    from companion.referee import kept
    from companion.web.kit.door import Door

    home, nothing = settings(), None
    played = _games(name)
    try:
        gone, attempts = _people().delete(name)
    except BadInput as error:
        gone, attempts, nothing = [], 0, error
    for file in gone:
        typer.echo(say("people.deleted", language, file=file))
    if attempts:
        typer.echo(say("people.deleted-practice", language, n=attempts))
    for path in played:
        if games:
            kept.discard(path)
        typer.echo(say("people.deleted-game" if games else "people.kept-game", language, name=name, file=path.name))
    current = home.games / kept.CURRENT
    if games and current.is_file() and current.read_text("utf-8", "replace").strip() in {path.name for path in played}:
        current.unlink()
    joined = home.data_folder / "table" / "joined.json"
    if joined.is_file():
        Door(keep=joined).forget_all(lambda known: folded(known) == folded(name))
    if nothing is not None and not played:
        raise nothing


def _games(name: str) -> list[Path]:
    """The kept games in which the player sat."""
    from companion.config import settings
    from companion.referee.keeper import RESCUED, elsewhere
    from companion.referee.kept import games_of

    wanted = folded(name)
    found = games_of(settings().games, lambda known: bool(known.strip()) and folded(known) == wanted)
    for place in elsewhere():  # where games were taken to when their own disk was full
        kept = games_of(place, lambda known: bool(known.strip()) and folded(known) == wanted, f"*{RESCUED}.sqlite")
        found += [path for path in kept if path not in found]
    return found


def _told(name: str) -> bytes:
    """Everything about a player as one JSON text. Raises BadInput where nothing is kept."""
    import json

    from companion.people import files
    from companion.referee import kept

    games = [kept.told(path) for path in _games(name)]
    try:
        person = json.loads(_people().export(name))
    except BadInput:
        if not games:
            raise
        person = {"name": name}
    return files.json_bytes({**person, "games": games})


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
