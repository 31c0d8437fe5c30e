"""Frames of a camera as glances at players; looks on in the camera's thread while a warm-up is on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from companion.people.warmup.observations import FaceObservation
from companion.senses.faces.identity import BONES
from companion.senses.faces.seat import FaceSeat
from companion.sitting.camera_station import CameraStation
from companion.sitting.camera_stations import FaceStation
from companion.sources.picture_source import Frame

EVERY = 0.06  # seconds between two glances


class FaceObserver:
    """A look of the crew. ``wanted`` says whether anybody asks; ``tell`` gets each player's glance."""

    def __init__(self, wanted: Callable[[], bool], tell: Callable[[FaceObservation], None]) -> None:
        self._wanted, self._tell = wanted, tell
        self._last: dict[int, float] = {}

    def __call__(self, station: CameraStation, frame: Frame) -> tuple[()]:
        if not isinstance(station, FaceStation) or not self._wanted():
            return ()
        if 0 <= frame.t - self._last.get(id(station), -1.0) < EVERY:
            return ()
        self._last[id(station)] = frame.t
        seats = [s for s in station.sense.seats if s.fit is not None]
        seated = {s.player: s for s in seats if s.player is not None}
        behind = float(frame.image[::16, ::16].mean()) if frame.image.size else 255.0
        for player in station.places.players:
            seat = seated.get(player)
            known = FaceObservation(frame.t, faces=len(seats))
            if seat is not None:
                known = glance(seat, frame.t, behind, len(seats))
            crowd = len(station.places.players) == 1 and len(seats) > 1
            self._tell(replace(known, player=player, crowd=crowd))
        return ()


def glance(seat: FaceSeat, t: float, behind: float, faces: int) -> FaceObservation:
    """What a seat says of its player's face on a frame."""
    judge, long = seat.judge, seat.shape.long
    if seat.frame is None:
        return FaceObservation(t, faces=faces)
    return FaceObservation(
        t, seat.frame, seat.light, behind, faces, beliefs=dict(judge.neutral.beliefs),
        scores={name: score.value for name, score in judge.scores.items()},
        on={name: state.hold.on for name, state in judge.states.items()}, shown=frozenset(judge.shown),
        bones=() if long is None or np.isnan(long[:BONES]).any() else tuple(float(v) for v in long[:BONES]),
    )  # fmt: skip
