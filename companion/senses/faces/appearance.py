"""What networks see on the faces that are followed: mouths, and whole faces from brows to mouth.

A mouth that is shut and showed nothing is not looked at again on every frame, nor a face oftener than muscles move.
A face that a network is in doubt about is looked at again mirrored.
Each network runs on one thread, about half a millisecond a mouth and a millisecond a face; making one raises
DeviceUnavailable for a file that is missing, cut short or changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

import numpy as np

from companion.errors import DeviceUnavailable
from companion.facts import Fact, fact
from companion.senses import onnx
from companion.senses.faces.features import FaceFrame, FaceScores, MouthScores, log_odds
from companion.senses.faces.geometry import Floats, Image, as_rgb, face_crop, mouth_crop
from companion.senses.faces.seat import FaceSeat, SeatFit
from companion.senses.faces.second_look import SecondLook, SecondScores
from companion.senses.faces.settings import FaceSettings


def doubtful(scores: Sequence[float | None], sure: float) -> bool:
    """Return whether one of the scores (0..1; None counts for none) is further than ``sure`` from both ends."""
    return any(score is not None and sure < score < 1 - sure for score in scores)


def mirror_crop(crop: Image) -> Image:
    """Return the crop (h, w) or (h, w, 3) with left and right exchanged."""
    return np.ascontiguousarray(crop[:, ::-1])


def face_mean(plain: FaceScores, mirror: FaceScores) -> FaceScores:
    """Return what a face and its mirrored picture say together.

    How sour it is the first says: the mean loses as many sour faces as it saves false ones.
    """
    return FaceScores(
        sour=plain.sour,
        wide=_mean(plain.wide, mirror.wide),
        closed=_mean(plain.closed, mirror.closed),
        laughing=_mean(plain.laughing, mirror.laughing),
        frown=_mean(plain.frown, mirror.frown),
        lower=_mean(plain.lower, mirror.lower),
    )


def _mean(one: float | None, other: float | None) -> float | None:
    """Return the mean of log odds as a probability; None where one is unknown."""
    return None if one is None or other is None else 1 / (1 + exp(-(log_odds(one) + log_odds(other)) / 2))


MouthModel: TypeAlias = Callable[[list[Image]], list[MouthScores]]
FaceModel: TypeAlias = Callable[[list[Image]], list[FaceScores]]
SecondModel: TypeAlias = Callable[[Image, Floats], SecondScores]
M = TypeVar("M", MouthModel, FaceModel, SecondModel)


class Appearance:
    """The networks over the seats of a frame, and the second look at one of them.

    ``trouble``: what could not be loaded; the rest is judged without it. ``failure``: the first one's error.
    """

    def __init__(
        self,
        settings: FaceSettings,
        mouth_model: MouthModel | Literal["shipped"] | None,
        face_model: FaceModel | Literal["shipped"] | None,
        second_model: SecondModel | Literal["shipped"] | None,
    ) -> None:
        self._seats = settings.seats
        self.trouble: list[Fact] = []
        self.failure: DeviceUnavailable | None = None
        self._mouth = self._load_model(mouth_model, MouthClassifier, "face.no-mouth")
        self._face = self._load_model(face_model, ExpressionClassifier, "face.no-expression")
        self._second = self._load_model(second_model, SecondLook, "face.no-second-look")

    def _load_model(self, model: M | Literal["shipped"] | None, make: Callable[[], M], code: str) -> M | None:
        if model != "shipped":
            return model
        try:
            return make()
        except DeviceUnavailable as error:
            self.trouble.append(fact(code, why=error.fact))
            self.failure = self.failure or error
            return None

    def look(self, bgr: Image, seats: Sequence[FaceSeat]) -> None:
        """Add to each seat's frame what the networks see of it on a picture (h, w, 3), BGR."""
        if self._mouth is not None:
            self._mouths(bgr, _tracked_faces(seats), self._mouth)
        if self._face is not None:
            self._faces(bgr, _tracked_faces(seats), self._face)

    def look_again(self, bgr: Image, seat: FaceSeat) -> SecondScores | None:
        """Return a second opinion on a seat's face; None where there is no network for it."""
        return None if self._second is None or seat.fit is None else self._second(bgr, seat.fit.points)

    def _mouths(self, bgr: Image, faces: Sequence[_TrackedFace], model: MouthModel) -> None:
        looked = []
        for seat, frame, fit in faces:
            if seat.glance is not None and (seat.fit_time < frame.t or seat.shut(frame)):
                seat.frame = replace(frame, mouth=seat.glance.mouth)
            else:
                looked.append((seat, frame, fit))
        if looked:
            scored = model([as_rgb(mouth_crop(bgr, fit.points)) for _, _, fit in looked])
            for (seat, frame, _), scores in zip(looked, scored, strict=True):
                seat.frame = seat.glance = replace(frame, mouth=self._legible_scores(frame, scores))

    def _legible_scores(self, frame: FaceFrame, scores: MouthScores) -> MouthScores:
        """Return what a mouth of this size can tell: on a small one nobody sees whether teeth show."""
        if frame.size >= self._seats["teeth_smallest"]:
            return scores
        return replace(scores, teeth=None, upper_teeth=None, lower_teeth=None)

    def _faces(self, bgr: Image, faces: Sequence[_TrackedFace], model: FaceModel) -> None:
        looked = []
        now = self._due(faces)
        for seat, frame, fit in faces:
            if seat.looked is not None and seat.number not in now:
                seat.frame = replace(frame, face=seat.looked.face)
            else:
                looked.append((seat, frame, fit))
        if looked:
            for (seat, frame, _), scores in zip(looked, self._face_scores(bgr, looked, model), strict=True):
                seat.frame = seat.looked = replace(frame, face=scores)

    def _face_scores(self, bgr: Image, looked: Sequence[_TrackedFace], model: FaceModel) -> list[FaceScores]:
        """Return what the model says of each face, of its mirrored picture too where it is in doubt."""
        import cv2

        whole = [face_crop(bgr, fit.points, fit.pose.unit) for _, _, fit in looked]
        crops = [np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8) for crop in whole]
        told = model(crops)
        again = [k for k, s in enumerate(told) if doubtful((s.wide, s.laughing), self._seats["views_face"])]
        mirrors = model([mirror_crop(crops[k]) for k in again]) if again else []
        for k, mirror in zip(again, mirrors, strict=True):
            told[k] = face_mean(told[k], mirror)
        return told

    def _due(self, faces: Sequence[_TrackedFace]) -> set[int]:
        """Numbers of a few seats that were not looked at for so long that muscles may have moved, longest ago first."""
        last = {
            seat.number: (frame.t, -1.0 if seat.looked is None else seat.looked.t)
            for seat, frame, _ in faces
            if seat.looked is None or seat.looked.t < seat.fit_time
        }
        due = [number for number, (t, at) in last.items() if at == -1.0 or not 0 <= t - at < self._seats["look_s"]]
        due.sort(key=lambda number: last[number][1])
        return set(due[: int(self._seats["looks_most"])])


_TrackedFace: TypeAlias = tuple[FaceSeat, FaceFrame, SeatFit]


def _tracked_faces(seats: Sequence[FaceSeat]) -> list[_TrackedFace]:
    return [(s, s.frame, s.fit) for s in seats if s.frame is not None and s.fit is not None]


if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MOUTH_MODEL, MOUTH_SIDE_PX = "models/mouth_classifier/model.onnx", 64
EXPRESSION_MODEL, EXPRESSION_SIDE_PX = "models/expression_classifier/model.onnx", 96
USED_ANSWERS = (0, 1, 2, 3, 4, 8)  # of its nine answers: those of FaceScores


class MouthClassifier:
    """Scores of tongue, teeth and lips."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, MOUTH_MODEL, "mouth", takes="crops")
        onnx.check_model("mouth", lambda: self([np.zeros((MOUTH_SIDE_PX, MOUTH_SIDE_PX, 3), np.uint8)]))

    def __call__(self, crops: list[Image]) -> list[MouthScores]:
        """Return the scores of each mouth, in the order of ``crops``.

        A crop is (64, 64, 3) RGB uint8, cut out by ``geometry.mouth_crop``.
        """
        return [MouthScores(*row) for row in _rows(self._session, crops, (6, 2))]


class ExpressionClassifier:
    """Scores of the whole face, from brows to mouth."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, EXPRESSION_MODEL, "expression", takes="crops")
        onnx.check_model("expression", lambda: self([np.zeros((EXPRESSION_SIDE_PX, EXPRESSION_SIDE_PX), np.uint8)]))

    def __call__(self, crops: list[Image]) -> list[FaceScores]:
        """Crops (96, 96) grey uint8, cut by ``geometry.face_crop``; one FaceScores a crop.

        How like a grin it looks and how far the lids are apart nobody asks.
        """
        return [FaceScores(*(row[k] for k in USED_ANSWERS)) for row in _rows(self._session, crops, (6, 2, 1))]


def _rows(session: InferenceSession, crops: list[Image], widths: tuple[int, ...]) -> list[tuple[float, ...]]:
    """Return the network's outputs, of these ``widths``, side by side for each crop.

    Raises ValueError for other outputs.
    """
    if not crops:
        return []
    answers = session.run(None, {"crops": np.stack(crops).astype(np.float32)})
    if tuple(answer.shape[1] for answer in answers) != widths:
        raise ValueError("a network of other outputs")
    return [tuple(row) for row in np.concatenate(answers, axis=1).tolist()]
