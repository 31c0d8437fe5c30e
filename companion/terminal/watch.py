"""``watch SOURCE...``: every signal as it happens."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from companion.errors import BadInput

if TYPE_CHECKING:
    from companion.senses.faces.profile import Profile


def register(app: typer.Typer) -> None:
    app.command("watch")(watch)


def watch(
    sources: Annotated[
        list[str] | None, typer.Argument(help="Camera number or name, clip, picture or address; several allowed.")
    ] = None,
    mic: Annotated[
        str | None, typer.Option("--mic", help="Microphone number or name, default, or a WAV, FLAC or OGG file.")
    ] = None,
    signal_set: Annotated[str, typer.Option("--set", help="Only this set's signals: A, B, C or D.")] = "",
    json_lines: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say what every signal was decided on.")] = False,
    realtime: Annotated[bool, typer.Option(help="Play clips at their own speed.")] = False,
    player: Annotated[str, typer.Option(help="Who sits there: their enrolled face is used from the start.")] = "",
) -> None:
    """Print every signal that cameras, clips or a microphone show, as it happens. Ctrl-C stops."""
    from companion.senses.faces.watching import SETS, Printer, run

    wanted = signal_set.upper()
    if wanted and wanted not in SETS:
        raise BadInput(f"there is no signal set {signal_set!r}: give A, B, C or D")
    if not sources and mic is None:
        raise BadInput("nothing to watch: give a camera or clip, or --mic default")
    profile = _profile(player) if player else None
    only = SETS.get(wanted)
    if only is not None and mic is not None:
        from companion.senses.sounds.watching import sounds_of

        only = only | frozenset(sounds_of(wanted))
    several = len(sources or []) + (mic is not None) > 1
    printer = Printer(sys.stdout, json_lines=json_lines, explain=explain, only=only, several=several)
    if mic is None:
        run(sources or [], printer, realtime=realtime, profile=profile)
        return
    from companion.senses.sounds.watching import run_beside

    pictures = (lambda: run(sources, printer, realtime=realtime, profile=profile)) if sources else None
    tell = (lambda line: print(line, file=sys.stderr)) if explain else None
    run_beside(pictures, mic, printer, signal_set=wanted, explain=tell, realtime=realtime)


def _profile(player: str) -> Profile:
    from companion.config import settings
    from companion.senses.faces.profile import find

    profile = find(player, settings().profiles)
    if profile is None:
        raise BadInput(f"{player} has no face profile: run companion enrol {player} first")
    return profile
