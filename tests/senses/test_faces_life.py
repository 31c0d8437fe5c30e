"""A picture that never moves is no player: it gets neither seat nor signal. People who sit calmly are seated all the
same, within seconds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion import events
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.life_signs import change_of_shape
from companion.sitting.camera_stations import FaceStation
from companion.sitting.mouths import Mouths
from companion.sources import open_source
from tests.senses.faces_help import SHARED

Image = npt.NDArray[np.uint8]
POSTER = SHARED / "bugs" / "poster.mp4"
PEOPLE = sorted(p for p in (SHARED / "faces" / "clips").glob("*.m*") if p.suffix in (".mp4", ".mpg"))


def watch(path: Path, players: list[str]) -> tuple[FaceStation, list[events.Event]]:
    """A sitting's face station after a clip, and what it said."""
    with open_source(str(path)) as source:
        station = FaceStation(source, players, Mouths(), workers=1)
        found: list[events.Event] = []
        for frame in source.frames():
            found += station.feed(frame).events
        found += station.finish().events
    station.close()
    return station, found


def places(station: FaceStation) -> dict[str, float]:
    """Where each player sits, 0 (left) to 1 (right)."""
    seats = [s for s in station.sense.seats if s.player is not None and s.last is not None]
    return {s.player or "": s.last.pose.x for s in seats if s.last is not None}


def test_a_still_between_two_people_gets_no_seat_and_no_signal() -> None:
    station, found = watch(POSTER, ["Ann", "Ben"])
    signals = [e for e in found if isinstance(e, events.Signal)]
    assert {e.name for e in signals} == {"grin", "eyes_mouth_wide"}
    assert len(station.sense.seats) == 2
    assert [s.number for s in station.sense.seats] == [1, 2]
    at = places(station)
    assert at["Ann"] < at["Ben"]
    assert any(isinstance(e, events.Source) and e.detail and e.detail.code == "face.motionless" for e in found)
