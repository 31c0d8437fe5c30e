"""Cameras and microphones as they are typed, into a sitting's crew."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.sitting.sitting import Sitting

if TYPE_CHECKING:
    from companion.senses.sounds.sound_features import NoiseProfile


def split(camera: str, players: Sequence[str]) -> tuple[str, list[str]]:
    """``0=Ann,Ben`` is camera 0 with these two; without names the camera sees everybody."""
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
    profiles: Sequence[NoiseProfile] | None = None,
    realtime: bool = False,
    setup: Path | None = None,
) -> None:
    """Cameras and microphones as they are typed, into the sitting's crew, each opened at once.

    ``profiles``: the players' taught noises; None takes those that are kept on this machine. ``setup``: a dice
    calibration. Raises BadInput or DeviceUnavailable for what cannot be opened, after closing the others.
    """
    from companion.people.profile_lookup import noises_of
    from companion.senses.dice import tray
    from companion.sources import open_source
    from companion.sources.audio_files import open_audio

    players = sitting.match.players if sitting.match is not None else ()
    sees, clock = sitting.needs.sees, sitting.clock
    parts = [split(camera, players) for camera in cameras]
    if sees == "dice" and len(cameras) > 1:
        raise BadInput("dice.one-camera")
    if sees != "dice" and setup is not None:
        raise BadInput("dice.setup-elsewhere")
    seated = [name for _, names in parts for name in names]
    if len(cameras) > 1 and len(seated) != len(set(seated)):
        (one, _), (two, _) = parts[:2]
        rest = ",".join(players[1:])
        raise BadInput("camera.whose", example=f"--camera {one}={players[0]} --camera {two}={rest}")
    given = None if setup is None else tray.given(setup)
    taught = noises_of(players) if profiles is None and mics else profiles or ()
    try:
        for k, (spec, names) in enumerate(parts):
            sitting.crew.eye(
                f"camera {k}",
                lambda told, s=spec: open_source(s, realtime=realtime, clock=clock, on_status=told),  # type: ignore[misc]
                names, workers=2 if len(cameras) == 1 else 1, setup=given, restarts=True,
            )  # fmt: skip
        for k, spec in enumerate(mics):
            sitting.crew.ear(
                f"microphone {k}",
                lambda told, s=spec: open_audio(s, realtime=realtime, clock=clock, on_status=told),  # type: ignore[misc]
                taught, restarts=True,
            )  # fmt: skip
    except BaseException:
        sitting.crew.close()
        raise
