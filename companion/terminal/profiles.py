"""``profiles``: what is kept of players, shown, exported and deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.errors import BadInput, StorageError
from companion.practice.store import Store, default_path

_app = typer.Typer(help="What is kept of players: list, export, delete.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.add_typer(_app, name="profiles")


@_app.command("list")
def show() -> None:
    """Everybody whose face, sounds or practice are kept, and what of them."""
    from companion.config import settings
    from companion.senses.faces import profile as faces
    from companion.senses.sounds import profile as sounds

    folder = settings().profiles
    files = [*faces.names(folder), *(sorted(folder.glob("*.sounds.npz")) if folder.is_dir() else [])]
    practised = _practised()
    for name in practised:
        typer.echo(f"{name}: practice (companion practise report --player {name})")
    if not files and not practised:
        typer.echo(f"nobody is enrolled (in {folder}): companion enrol NAME")
    for path in files:
        try:
            if path.name.endswith(".npz"):
                heard = sounds.load(path)
                typer.echo(f"{heard.player}: sounds ({', '.join(heard.signals) or 'none'})")
            else:
                seen = faces.load(path)
                typer.echo(f"{seen.player}: face (calm{''.join(f', {n}' for n in seen.signals)})")
        except StorageError as error:
            typer.echo(str(error), err=True)


@_app.command("export")
def export(
    name: Annotated[str, typer.Argument(help="The player.")],
    out: Annotated[Path | None, typer.Argument(help="File to write; without it, the screen.")] = None,
) -> None:
    """A player's face profile as JSON, as it is kept."""
    from companion.config import settings
    from companion.senses.faces.profile import as_text, find

    profile = find(name, settings().profiles)
    if profile is None:
        raise BadInput(f"{name} has no face profile: companion profiles list shows who has")
    if out is None:
        typer.echo(as_text(profile), nl=False)
        return
    try:
        out.write_text(as_text(profile), encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{out} cannot be written ({error.strerror or 'unknown reason'})") from None


@_app.command("delete")
def delete(name: Annotated[str, typer.Argument(help="The player.")]) -> None:
    """Delete all that is kept of a player: face, sounds and practice."""
    from companion.config import settings
    from companion.senses.faces.profile import file_of
    from companion.senses.sounds.profile import file_of as sounds_of

    folder = settings().profiles
    gone = [path for path in (file_of(folder, name), sounds_of(folder, name)) if path.exists()]
    practised = next((p for p in _practised() if p.casefold() == name.strip().casefold()), None)
    if not gone and practised is None:
        raise BadInput(f"nothing is kept of {name}: companion profiles list shows who is enrolled")
    for path in gone:
        try:
            path.unlink()
        except OSError as error:
            raise StorageError(f"{path} cannot be deleted ({error.strerror or 'unknown reason'})") from None
        typer.echo(f"deleted {path.name}")
    if practised is not None:
        with Store() as store:
            typer.echo(f"deleted {store.delete(practised)} practice attempts")


def _practised() -> list[str]:
    """Everybody who has practised; no database is made where none is."""
    if not default_path().exists():
        return []
    with Store() as store:
        return store.players()
