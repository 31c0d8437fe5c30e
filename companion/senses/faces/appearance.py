"""What networks see on the faces that are followed: mouths, and whole faces from brows to mouth.

A mouth that is shut and showed nothing is not looked at again on every frame, nor a face oftener than muscles move.
What a network is in doubt about is looked at again from more views (``views.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np

from companion.errors import DeviceUnavailable
from companion.facts import Fact, fact
from companion.senses.faces import expression, mouth
from companion.senses.faces.features import FaceFrame, FaceScores, MouthScores
from companion.senses.faces.geometry import face_crop, mouth_crop
from companion.senses.faces.graph import Image
from companion.senses.faces.seat import Seat
from companion.senses.faces.settings import Settings
from companion.senses.faces.views import doubtful, face_mean, mirrored, more_mouths, mouth_mean, posed

MouthModel: TypeAlias = Callable[[list[Image]], list[MouthScores]]
FaceModel: TypeAlias = Callable[[list[Image]], list[FaceScores]]


class Appearance:
    """Both networks over the seats of a frame.

    ``trouble``: what could not be loaded; the rest is judged without it. ``failure``: the first one's error.
    """

    def __init__(
        self,
        settings: Settings,
        mouth_model: MouthModel | Literal["shipped"] | None,
        face_model: FaceModel | Literal["shipped"] | None,
    ) -> None:
        self._seats = settings.seats
        self.trouble: list[Fact] = []
        self.failure: DeviceUnavailable | None = None
        self._mouth: MouthModel | None = None if mouth_model == "shipped" else mouth_model
        self._face: FaceModel | None = None if face_model == "shipped" else face_model
        try:
            if mouth_model == "shipped":
                self._mouth = mouth.shipped()
        except DeviceUnavailable as error:
            self._missing(fact("face.no-mouth", why=error.fact), error)
        try:
            if face_model == "shipped":
                self._face = expression.shipped()
        except DeviceUnavailable as error:
            self._missing(fact("face.no-expression", why=error.fact), error)

    def _missing(self, trouble: Fact, error: DeviceUnavailable) -> None:
        self.trouble.append(trouble)
        self.failure = self.failure or error

    def look(self, rgb: Image, seats: Sequence[Seat]) -> None:
        """Add to each seat's frame what the networks see of it."""
        self._mouths(rgb, [s for s in seats if s.frame is not None and s.fit is not None])
        self._faces(rgb, [s for s in seats if s.frame is not None and s.fit is not None])

    def _mouths(self, rgb: Image, seats: Sequence[Seat]) -> None:
        if self._mouth is None:
            return
        looked = []
        for seat in seats:
            assert seat.frame is not None
            assert seat.fit is not None
            if seat.glance is not None and seat.shut(seat.frame):
                seat.frame = replace(seat.frame, mouth=seat.glance.mouth)
            else:
                looked.append((seat, seat.frame, mouth_crop(rgb, seat.fit.points)))
        if not looked:
            return
        seen = self._mouth([crop for _, _, crop in looked])
        told = [posed(scores, self._steep(frame)) for (_, frame, _), scores in zip(looked, seen, strict=True)]
        again = [k for k, scores in enumerate(told) if doubtful((scores.tongue_out,), self._seats["views_mouth"])]
        views = [more_mouths(rgb, seat.fit.points, crop) for seat, _, crop in (looked[k] for k in again) if seat.fit]
        more = iter(self._mouth([view for each in views for view in each]) if again else ())
        for k, each in zip(again, views, strict=True):
            steep = self._steep(looked[k][1])
            told[k] = mouth_mean([told[k], *(posed(next(more), steep) for _ in each)])
        for (seat, frame, _), scores in zip(looked, told, strict=True):
            seat.frame = seat.glance = replace(frame, mouth=self._told(frame, scores))

    def _steep(self, frame: FaceFrame) -> float:
        """How much of the tongue is told by the network that learned from heads turned further, 0..1."""
        n = self._seats
        below = (-frame.pitch - n["steep_below"]) / n["steep_over"]
        aside = (abs(frame.yaw) - n["steep_aside"]) / n["steep_over"]
        return min(max(below, aside, 0.0), 1.0)

    def _told(self, frame: FaceFrame, seen: MouthScores) -> MouthScores:
        """What a mouth of this size can tell: on a small one nobody sees whether teeth show, so nothing is said."""
        if frame.size >= self._seats["teeth_smallest"]:
            return seen
        return replace(seen, teeth=None, upper_teeth=None, lower_teeth=None)

    def _faces(self, rgb: Image, seats: Sequence[Seat]) -> None:
        if self._face is None:
            return
        import cv2

        due = [s for s in seats if self._due(s)]
        due.sort(key=lambda s: -1.0 if s.looked is None else s.looked.t)
        most = int(self._seats["looks_most"])
        now = {s.number for k, s in enumerate(due) if k < most or s.looked is None}
        looked = []
        for seat in seats:
            assert seat.frame is not None
            assert seat.fit is not None
            if seat.looked is not None and seat.number not in now:
                seat.frame = replace(seat.frame, face=seat.looked.face)
            else:
                crop = face_crop(rgb, seat.fit.points, seat.fit.pose.unit)
                looked.append((seat, seat.frame, np.asarray(cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY), np.uint8)))
        if not looked:
            return
        told = self._face([crop for _, _, crop in looked])
        again = [k for k, seen in enumerate(told) if doubtful((seen.wide, seen.laughing), self._seats["views_face"])]
        mirrors = self._face([mirrored(looked[k][2]) for k in again]) if again else []
        for k, mirror in zip(again, mirrors, strict=True):
            told[k] = face_mean(told[k], mirror)
        for (seat, frame, _), seen in zip(looked, told, strict=True):
            seat.frame = seat.looked = replace(frame, face=seen)

    def _due(self, seat: Seat) -> bool:
        """Whether the face was not looked at for so long that muscles may have moved."""
        assert seat.frame is not None
        ago = seat.frame.t - seat.looked.t if seat.looked is not None else -1.0
        return not 0 <= ago < self._seats["look_s"]
