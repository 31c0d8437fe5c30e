"""Read what is typed for a sitting: cameras, microphones, and script lines with or without a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import BadInput
from companion.people.profile_lookup import noises_of
from companion.referee.desk import SenseNeeds
from companion.senses.dice import tray
from companion.senses.sounds.hints import SoundLook
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.sitting import Sitting
from companion.words.typed_words import canonical


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One command of a script.

    Attributes:
        at: Its time in seconds; None for now, or with files for when they have ended.
        text: The command.
    """

    at: float | None
    text: str


def read_line(text: str) -> ScriptLine | None:
    """Read one script line ("@12.5 trade Ann Ben 3" or without a time); None for a blank line or a comment (#).

    Raises:
        BadInput: The time cannot be read, or no command follows it.
    """
    text = text.strip()
    if not text or text.startswith("#"):
        return None
    if not text.startswith("@"):
        return ScriptLine(None, text)
    head, _, rest = text[1:].partition(" ")
    try:
        at = float(head)
    except ValueError:
        at = math.nan
    if not math.isfinite(at) or at < 0 or not rest.strip():
        raise BadInput("script.no-time", text=text)
    return ScriptLine(at, rest.strip())


def read_lines(lines: Iterable[str]) -> tuple[list[ScriptLine], list[ScriptLine]]:
    """Return the commands with a time, sorted by it, and those without.

    Raises:
        BadInput: A line cannot be read.
    """
    read = [line for text in lines if (line := read_line(text)) is not None]
    timed = sorted((x for x in read if x.at is not None), key=lambda x: x.at or 0.0)
    return timed, [x for x in read if x.at is None]


def script_lines(stream: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a script up to ``quit`` or ``exit``."""
    for text in stream:
        word = canonical(text).strip().casefold()
        if word in ("quit", "exit"):
            return
        yield text


def split(camera: str, players: Sequence[str]) -> tuple[str, list[str]]:
    """Split a camera's text into source and players: ``0=Ann,Ben`` is camera 0 over Ann and Ben.

    Without names of known players the camera sees everybody.
    """
    spec, mark, names = camera.rpartition("=")
    wanted = [n.strip().casefold() for n in names.split(",")]
    known = {p.casefold(): p for p in players}
    if mark and all(n in known for n in wanted):
        return spec, [known[n] for n in wanted]
    return camera, list(players)


def open_crew(
    sitting: Sitting,
    cameras: Sequence[str],
    mics: Sequence[str] = (),
    *,
    realtime: bool = False,
    setup: Path | None = None,
) -> None:
    """Open cameras and microphones as they are typed, in the sitting's crew; on an error close all of them.

    Args:
        sitting: The sitting.
        cameras: Cameras, as in ``split``.
        mics: Microphones or sound files.
        realtime: Play files at their own speed.
        setup: File of a dice calibration.

    Raises:
        BadInput: The cameras do not fit each other or the game.
        DeviceUnavailable: A source cannot be opened.
    """
    players = sitting.match.players if sitting.match is not None else ()
    parts = _parts(cameras, players, sitting.crew.needs.sees == "dice", setup)
    given = None if setup is None else tray.load_named_tray(setup)
    taught = noises_of(players) if mics else ()
    try:
        for k, (spec, names) in enumerate(parts):
            workers = 2 if len(parts) == 1 else 1
            sitting.crew.eye(f"camera {k}", spec, names, realtime=realtime, workers=workers, setup=given)
        for k, spec in enumerate(mics):
            sitting.crew.ear(f"microphone {k}", spec, taught, realtime=realtime)
    except BaseException:
        sitting.crew.close()
        raise


def _parts(
    cameras: Sequence[str], players: Sequence[str], dice: bool, setup: Path | None
) -> list[tuple[str, list[str]]]:
    """Return each camera with the players whom it sees.

    Raises:
        BadInput: There are several cameras over dice or over the same players, or a calibration without dice.
    """
    if dice and len(cameras) > 1:
        raise BadInput("dice.one-camera")
    if setup is not None and not dice:
        raise BadInput("dice.setup-elsewhere")
    parts = [split(camera, players) for camera in cameras]
    seated = [name for _, names in parts for name in names]
    if len(cameras) > 1 and len(seated) != len(set(seated)):
        (one, _), (two, _) = parts[:2]
        rest = ",".join(players[1:])
        raise BadInput("camera.whose", example=f"--camera {one}={players[0]} --camera {two}={rest}")
    return parts


def open_watched(
    sitting: Sitting,
    sources: Sequence[str],
    microphone: str | None,
    noises: Iterable[str],
    taught: Sequence[NoiseProfile] = (),
    *,
    realtime: bool = False,
    look: Callable[[SoundLook], None] | None = None,
) -> None:
    """Open cameras and a microphone in a sitting without a match, to watch faces and hear noises.

    Args:
        sitting: The sitting.
        sources: Cameras or clips.
        microphone: Microphone or sound file; None for none.
        noises: Noises to recognise.
        taught: The players' enrolled noises.
        realtime: Play files at their own speed.
        look: Called with a report on each tenth of a second of sound.

    Raises:
        BadInput: Something that was given is no source.
        DeviceUnavailable: A source cannot be opened.
    """
    sitting.crew.need(SenseNeeds(sees="faces", hears=microphone is not None, signals=dict.fromkeys(noises, 0)))
    for k, spec in enumerate(sources):
        sitting.crew.eye(f"camera {k}", spec, (), realtime=realtime, workers=2 if len(sources) == 1 else 1)
    if microphone is not None:
        watched = (lambda station: station.sense.watchers.append(look)) if look is not None else (lambda station: None)
        sitting.crew.ear("microphone", microphone, taught, realtime=realtime, join=watched)
