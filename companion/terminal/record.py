"""``record`` and ``recordings``: record pictures and sound of a sitting for a bug report.

No other command stores pictures or sound.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from companion.config import settings
from companion.errors import BadInput
from companion.sitting import recording
from companion.terminal.command_line import asked_in, language_of
from companion.terminal.options import Lang
from companion.words import say

RECORDABLE_COMMANDS: tuple[str, ...] = ("table", "referee", "watch", "practise")
_recordings_app = typer.Typer(no_args_is_help=True)


def register(app: typer.Typer) -> None:
    app.command("record", context_settings={"allow_interspersed_args": False})(record)
    app.add_typer(_recordings_app, name="recordings")


def home() -> Path:
    return settings().data_folder / "recordings"


def record(
    context: typer.Context,
    command: Annotated[list[str] | None, typer.Argument(help="usage.record.command")] = None,
) -> None:
    """Keep pictures and sound of a sitting for a bug report: companion record table --camera 0.

    Every page and this terminal show it while it lasts. A recording is deleted after seven days, or now with: companion
    recordings delete.
    """
    wanted = command or []
    if not wanted or wanted[0] not in RECORDABLE_COMMANDS:
        raise BadInput("recording.what", commands=list(RECORDABLE_COMMANDS))
    run, language = partial(context.find_root().command.main, standalone_mode=False), asked_in(wanted)
    if not {"-h", "--help"}.isdisjoint(wanted):  # of that command; nothing is recorded
        run(wanted, "companion")
        return
    recording.expire(home(), time.time())
    recording.current = recorder = recording.Recorder(home())
    typer.echo(say("recording.begins", language, folder=str(recorder.folder), told=recorder.status()), err=True)
    try:
        run(wanted, "companion")
    finally:
        recording.current = None
        recorder.close()
        typer.echo(say("recording.ended", language, folder=str(recorder.folder)), err=True)


@_recordings_app.command("list")
def show(lang: Lang = None) -> None:
    """List the recordings, and the day until which each is kept."""
    from datetime import datetime

    language = language_of(lang)
    recording.expire(home(), time.time())
    found = recording.list_recordings(home())
    for name, _, until, size in found:
        day = datetime.fromtimestamp(until)
        typer.echo(say("recording.kept", language, name=name, until=f"{day:%Y-%m-%d}", megabytes=size / (1 << 20)))
    if not found:
        typer.echo(say("recording.none", language))


@_recordings_app.command("delete")
def delete(
    name: Annotated[str | None, typer.Argument(help="usage.recordings-delete.name")] = None,
    lang: Lang = None,
) -> None:
    """Delete all recordings, or one."""
    language = language_of(lang)
    for gone in recording.delete(home(), name):
        typer.echo(say("recording.deleted", language, name=gone))
