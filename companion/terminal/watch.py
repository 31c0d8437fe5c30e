"""``watch SOURCE...``: print every signal that a camera, clip or microphone shows, without a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.errors import BadInput
from companion.terminal.command_line import language_of
from companion.terminal.options import Cameras, Lang
from companion.words import say

if TYPE_CHECKING:
    from companion.senses.faces.settings import FaceProfile
    from companion.sitting.camera_stations import CameraStation
    from companion.sitting.sitting import Sitting
    from companion.sources.picture_source import Frame


def watch(
    sources: Annotated[list[str] | None, typer.Argument(help="usage.watch.sources")] = None,
    camera: Cameras = None,
    mic: Annotated[str | None, typer.Option("--mic", help="usage.watch.mic")] = None,
    signal_set: Annotated[str, typer.Option("--set", help="usage.watch.signal-set")] = "",
    json_lines: Annotated[bool, typer.Option("--json", help="usage.all.json-lines")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="usage.watch.explain")] = False,
    realtime: Annotated[bool, typer.Option(help="usage.all.realtime")] = False,
    player: Annotated[str, typer.Option(help="usage.watch.player")] = "",
    picture: Annotated[Path | None, typer.Option(help="usage.watch.picture")] = None,
    lang: Lang = None,
) -> None:
    """Print every signal that cameras, clips or a microphone show, as it happens. Ctrl-C stops."""
    from companion.clock import MonotonicClock
    from companion.people.profile_lookup import noises_of
    from companion.practice.drills import EARS_SENSE, EYES_SENSE, letters, of_sets
    from companion.rules.face_off.data import WILD_SIGNAL
    from companion.sitting.event_stream import run
    from companion.sitting.followers.face_naming import NumberedPictures
    from companion.sitting.sitting import Sitting
    from companion.sitting.typed_sources import open_watched
    from companion.terminal.printer import SignalPrinter

    language, looked_at = language_of(lang), [*(sources or []), *(camera or [])]
    if picture is not None and picture.suffix.casefold() != ".png":
        raise BadInput("faces.no-picture-name", path=str(picture))
    if not looked_at and mic is None:
        raise BadInput("watch.nothing")
    sets = letters(signal_set or "mixed")
    faces, sounds = of_sets(sets, (EYES_SENSE,)), (*of_sets(sets, (EARS_SENSE,)), WILD_SIGNAL)
    profile = _profile(player) if player else None
    only = frozenset((*faces, *(sounds if mic is not None else ()))) if signal_set else None
    several = len(looked_at) + bool(mic) > 1
    printer = SignalPrinter(language, only, json_lines, explain, several)
    sitting = Sitting(None, MonotonicClock(), observers=[printer])
    faces_seen = NumberedPictures(sitting, picture)
    printer.number = faces_seen.number
    sitting.followers.append(faces_seen)
    explained = lambda look: print(say(look.told, language), file=sys.stderr)  # noqa: E731 (called ten times per second of sound)
    try:
        open_watched(
            sitting,
            looked_at,
            mic,
            sounds,
            noises_of(None) if mic is not None else (),
            realtime=realtime,
            look=explained if explain else None,
        )
        if profile is not None:
            _sit_first(sitting, profile)
        run(sitting)
    finally:
        sitting.close(wait=3.0)


def _sit_first(sitting: Sitting, profile: FaceProfile) -> None:
    """Assign this profile's player to the first face that is seen, while no face has a player."""
    from companion.sitting.camera_stations import FaceStation

    def look(station: CameraStation, frame: Frame) -> None:
        if isinstance(station, FaceStation) and all(s.player is None for s in station.sense.seats):
            for seat in station.sense.seats[:1]:
                seat.assign_player(profile.player, profile)

    for worker in sitting.crew.eyes():
        if isinstance(worker.station, FaceStation):
            worker.station.looks.append(look)


def _profile(player: str) -> FaceProfile:
    from companion.people.profile_lookup import face_of

    profile = face_of(player)
    if profile is None:
        raise BadInput("people.no-face", name=player)
    return profile
