"""``profiles``: list, export, import and delete what is kept about players."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion import private
from companion.errors import BadInput, CompanionError, StorageError, storing, system_says
from companion.facts import Fact, fact
from companion.terminal.command_line import language_of
from companion.terminal.options import Lang
from companion.words import Language, say

if TYPE_CHECKING:
    from companion.people.person import Person
    from companion.people.store import People

_app = typer.Typer(no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(_app, name="profiles")


@_app.command("list")
def show(lang: Lang = None) -> None:
    """List everybody whose face, sounds or practice are kept, and which of them."""
    language, people = language_of(lang), _people()
    known = people.all()
    for person in known:
        for line in _lines(person):
            typer.echo(say(line, language))
    if not known:
        typer.echo(say("people.nobody", language, folder=str(people.folder)))
    for trouble in dict.fromkeys([*people.troubles, *(t for person in known for t in person.troubles)]):
        typer.echo(say(trouble, language), err=True)


@_app.command("export")
def export(
    name: Annotated[str, typer.Argument(help="usage.profiles.name")],
    out: Annotated[Path | None, typer.Argument(help="usage.profiles-export.out")] = None,
    lang: Lang = None,
) -> None:
    """Write everything that is kept of a player as JSON: numbers, no picture and no sound.

    What cannot be read is reported and left out; the exit code is then 4.
    """
    language = language_of(lang)
    data, troubles = _export_player(name)
    if out is None:
        typer.echo(data.decode(), nl=False)
    else:
        with storing("people.not-written", path=str(out)):
            private.write(out, data)
    for trouble in troubles[1:]:
        typer.echo(say(trouble, language), err=True)
    if troubles:  # all else is written; the exit code says that something is missing
        raise StorageError(troubles[0])


@_app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="usage.profiles-import.file")],
    instead: Annotated[bool, typer.Option("--instead", help="usage.profiles-import.instead")] = False,
    lang: Lang = None,
) -> None:
    """Import a player's data from an exported file."""
    from companion.people import player_export

    language = language_of(lang)
    try:
        with file.open("rb") as opened:
            data = opened.read(player_export.MAX_EXPORT_BYTES + 1)
    except OSError as error:
        raise BadInput("people.unreadable", path=str(file), why=system_says(error)) from None
    typer.echo(say("people.imported", language, name=_people().import_(data, instead=instead)))


@_app.command("delete")
def delete(
    name: Annotated[str, typer.Argument(help="usage.profiles.name")],
    games: Annotated[bool, typer.Option("--games/--keep-games", help="usage.profiles-delete.games")] = True,
    lang: Lang = None,
) -> None:
    """Delete all that is kept of a player: face, sounds, practice, and the games that name the player."""
    from companion.referee import kept_games

    language = language_of(lang)
    played = _games(name)
    troubles = _delete_person(name, language, is_known=bool(played))
    for path in played:
        try:
            if games:
                kept_games.discard(path)
            typer.echo(say("people.deleted-game" if games else "people.kept-game", language, name=name, file=path.name))
        except StorageError as error:
            troubles.append(error)
    try:
        if entries := _tournament_entries(name):
            where = str(_tournament_file())
            typer.echo(say("people.in-tournament", language, name=name, n=len(entries), path=where))
            troubles = [error for error in troubles if isinstance(error, StorageError)]  # the player is known
    except StorageError as error:
        troubles.insert(0, error)
    _forget_at_table(name, {path.name for path in played} if games else set())
    for trouble in troubles[1:]:
        typer.echo(trouble.message_in(language), err=True)
    if troubles:  # after all else is gone
        raise troubles[0]


def _delete_person(name: str, language: Language, *, is_known: bool) -> list[CompanionError]:
    """Delete a player's face, sounds and practice, print what was deleted, and return the errors.

    Args:
        name: The player's name.
        language: Language of the output.
        is_known: True if a stored game names the player; then it is no error if nothing else is stored.
    """
    try:
        files, attempts = _people().delete(name)
    except (BadInput, StorageError) as error:
        return [error] if not is_known or isinstance(error, StorageError) else []
    for file in files:
        typer.echo(say("people.deleted", language, file=file))
    if attempts:
        typer.echo(say("people.deleted-practice", language, n=attempts))
    return []


def _tournament_file() -> Path:
    """Return the path of the tournament in the hall's default database."""
    from companion.club.hall.personal_entries import TOURNAMENT_FILE
    from companion.config import settings

    return settings().data_folder / "tournament" / TOURNAMENT_FILE


def _tournament_entries(name: str) -> list[dict[str, Any]]:
    """Return the entries of the hall's tournament that name the player.

    Raises:
        StorageError: The tournament cannot be read.
    """
    from companion.club.hall.personal_entries import entries_naming

    return entries_naming(_tournament_file(), name)


def _forget_at_table(name: str, deleted: set[str]) -> None:
    """Delete what the table's page has stored about a player.

    It is the player's phone, partial files of interrupted writes, and which game to resume if its log was deleted.

    Args:
        name: The player's name.
        deleted: Names of the deleted logs.
    """
    from companion.config import settings
    from companion.people.person import player_key
    from companion.referee.kept_games import CURRENT_GAME_FILE
    from companion.web.kit.door import Door

    home = settings()
    current = home.games / CURRENT_GAME_FILE
    if deleted and current.is_file() and Path(current.read_text("utf-8", "replace").strip()).name in deleted:
        current.unlink()
    joined = home.data_folder / "table" / "joined.json"
    if joined.is_file():
        Door(keep=joined).forget_all(lambda joined_name: player_key(joined_name) == player_key(name))
    for part in home.data_folder.glob("*/.*.part"):
        with suppress(OSError):
            private.remove(part)


def _games(name: str) -> list[Path]:
    """Return the paths of the stored games in which the player took part, and of rescue copies of such games."""
    from companion.config import settings
    from companion.people.person import player_key
    from companion.referee.kept_games import games_of
    from companion.referee.rescue_copies import copies, search_folders

    games = settings().games
    with storing("people.unreadable", path=str(games)):
        logs = dict.fromkeys([*sorted(games.glob("*.sqlite")), *copies(places=[games, *search_folders()])])
    player_key(name)  # raises BadInput for an empty name
    return games_of(logs, name)


def _export_player(name: str) -> tuple[bytes, list[Fact]]:
    """Return everything about a player as JSON text, and the reasons why something could not be read.

    Raises:
        BadInput: Nothing is stored.
    """
    import json

    from companion.people import profile_files
    from companion.referee import kept_games

    games, troubles, played = [], list[Fact](), _games(name)
    for path in played:
        try:
            games.append(kept_games.export_game(path))
        except StorageError as error:
            troubles.append(error.fact)
    entries = list[dict[str, Any]]()
    try:
        entries = _tournament_entries(name)
    except StorageError as error:
        troubles.append(error.fact)
    people = _people()
    try:
        person = json.loads(people.export(name))
    except BadInput:
        if not (played or entries or troubles):
            raise
        person = {"name": name}
    found = people.find(name)
    return profile_files.json_bytes({**person, "games": games, "tournament": entries}), [
        *(found.troubles if found else ()),
        *troubles,
    ]


def _people() -> People:
    from companion.people.store import People
    from companion.practice.personal_data import PracticePersonalData

    return People(practised=PracticePersonalData())


def _lines(person: Person) -> list[Fact]:
    """Return one fact for each thing that is stored of a player."""
    found: list[Fact] = []
    if person.face is not None:
        found.append(
            fact("people.face", name=person.name, signals=[fact("people.calm"), *_signals(person.face.signals)])
        )
    if person.sounds is not None:
        signals = _signals(person.sounds.signals)
        found.append(fact("people.sounds", name=person.name, signals=signals or fact("people.no-sounds")))
    if person.practised:
        found.append(fact("people.practice", name=person.name, n=person.practised))
    return found


def _signals(names: Iterable[str]) -> list[Fact]:
    return [fact("people.signal", signal=name) for name in names]
