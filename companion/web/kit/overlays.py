"""What the senses found in a frame, drawn over it by the pages; and the newest picture of this machine's own camera."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from companion.facts import JSON
from companion.senses.dice.seen_die import SeenDie
from companion.senses.faces.seat import FaceSeat
from companion.sitting.camera_station import CameraStation
from companion.sitting.camera_stations import FaceStation
from companion.sources.picture_source import Image
from companion.sources.pixels import encoded

WIDEST: Final = 960  # pixels of the picture that pages get


class Overlays:
    """Pictures are made only while somebody waits for one. ``post`` runs a function on the server's thread."""

    def __init__(self, post: Callable[[Callable[[], None]], None]) -> None:
        self._post = post
        self.wanted = False
        self.viewers: set[asyncio.Event] = set()
        self.latest: tuple[dict[str, JSON], bytes] | None = None

    def show(self, overlay: dict[str, JSON], image: Image) -> None:
        """A frame was judged; in the camera's thread."""
        if self.wanted:
            self.wanted = False
            jpeg = encoded(image, WIDEST, 75)
            self._post(lambda: self._given(overlay, jpeg))

    def _given(self, overlay: dict[str, JSON], jpeg: bytes) -> None:
        self.latest = (overlay, jpeg)
        for viewer in self.viewers:
            viewer.set()


def overlay_of(station: CameraStation, image: Image, active: Mapping[str, int]) -> dict[str, JSON]:
    """What a station sees now. ``active``: the signals whose bars are shown."""
    h, w = image.shape[:2]
    if isinstance(station, FaceStation):
        return {"kind": "faces", "seats": [seat_overlay(s, active, w, h) for s in station.sense.seats]}
    view = station.view
    dice = [] if view is None else [die_overlay(d, w, h) for d in view.dice]
    return {"kind": "dice", "dice": dice, "settled": bool(view and view.settled)}


def die_overlay(die: SeenDie, w: int, h: int) -> dict[str, JSON]:
    """Middle and size 0..1 of the picture, and the value read so far."""
    places = {"x": die.x / w, "y": die.y / h, "w": die.size / w, "h": die.size / h}
    return {**{name: round(float(share), 4) for name, share in places.items()}, "value": die.value}


def seat_overlay(seat: FaceSeat, active: Mapping[str, int], w: int, h: int) -> dict[str, JSON]:
    """Place 0..1 of the picture, name, state, what is shown, and each active signal's score against its threshold."""
    out: dict[str, JSON] = {"seat": seat.number, "name": seat.player, "state": seat.state, "box": None, "bars": []}
    if seat.fit is not None:
        points = seat.fit.points
        x0, y0, x1, y1 = points[:, 0].min(), points[:, 1].min(), points[:, 0].max(), points[:, 1].max()
        out["box"] = [round(float(v), 4) for v in (x0 / w, y0 / h, (x1 - x0) / w, (y1 - y0) / h)]
    states = seat.judge.states
    out["shown"] = [name for name, state in states.items() if state.shown and (not active or name in active)]
    for name, state in states.items():
        score = seat.judge.scores.get(name)
        if name in active and score is not None and np.isfinite(score.value):
            out["bars"].append([name, round(score.value, 3), state.hold.on])
    return out
