"""Run the mouth, expression and second-opinion networks on the tracked faces.

To save time, a mouth that stays shut is not classified on every frame, and a face is scored only as often as muscles
can move. If the expression network is in doubt about a face, it also scores the mirrored face. Each network runs on one
thread, for about half a millisecond a mouth and a millisecond a face. Loading a network raises DeviceUnavailable if its
file is missing, cut short or changed.
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
from companion.senses.hysteresis import TIME_TOLERANCE_S


def doubtful(scores: Sequence[float | None], sure: float) -> bool:
    """Return True if one of the scores lies between ``sure`` and ``1 - sure``; None is skipped."""
    return any(score is not None and sure < score < 1 - sure for score in scores)


def mirror_crop(crop: Image) -> Image:
    """Return the crop (h, w) or (h, w, 3) with left and right exchanged."""
    return np.ascontiguousarray(crop[:, ::-1])


def face_mean(plain: FaceScores, mirror: FaceScores) -> FaceScores:
    """Return the mean scores of a face and its mirrored picture, taken as log-odds.

    ``sour`` is taken from the plain picture: the mean would lose as many sour faces as it saves false ones.
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
    """Return the mean of two probabilities, taken as log-odds; None if one of them is None."""
    return None if one is None or other is None else 1 / (1 + exp(-(log_odds(one) + log_odds(other)) / 2))


MouthModel: TypeAlias = Callable[[list[Image]], list[MouthScores]]
FaceModel: TypeAlias = Callable[[list[Image]], list[FaceScores]]
SecondModel: TypeAlias = Callable[[Image, Floats], SecondScores]
M = TypeVar("M", MouthModel, FaceModel, SecondModel)


class Appearance:
    """The networks that score the faces of all seats on a frame.

    For each network, "shipped" loads the program's own one; None leaves its scores out.

    Attributes:
        trouble: Facts on networks that could not be loaded; scoring goes on without them.
        failure: Error of the first such network; None if all are loaded.
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
        """Add the scores of the mouth and expression networks to the frame of each seat.

        Args:
            bgr: The picture, (h, w, 3) BGR.
            seats: The seats; those without a face on this frame are skipped.
        """
        if self._mouth is not None:
            self._mouths(bgr, _tracked_faces(seats), self._mouth)
        if self._face is not None:
            self._faces(bgr, _tracked_faces(seats), self._face)

    def look_again(self, bgr: Image, seat: FaceSeat) -> SecondScores | None:
        """Return a second opinion on a seat's face; None if its network is not loaded or the face is not seen."""
        return None if self._second is None or seat.fit is None else self._second(bgr, seat.fit.points)

    def _mouths(self, bgr: Image, faces: Sequence[_TrackedFace], model: MouthModel) -> None:
        looked = []
        for seat, frame, fit in faces:
            if seat.last_mouth_frame is not None and (seat.fit_time < frame.t or seat.is_mouth_still_shut(frame)):
                seat.frame = replace(frame, mouth=seat.last_mouth_frame.mouth)
            else:
                looked.append((seat, frame, fit))
        if looked:
            scored = model([as_rgb(mouth_crop(bgr, fit.points)) for _, _, fit in looked])
            for (seat, frame, _), scores in zip(looked, scored, strict=True):
                seat.frame = seat.last_mouth_frame = replace(frame, mouth=self._legible_scores(frame, scores))

    def _legible_scores(self, frame: FaceFrame, scores: MouthScores) -> MouthScores:
        """Return the scores; those of teeth are None if the face is too small to show teeth."""
        if frame.size >= self._seats["teeth_smallest"]:
            return scores
        return replace(scores, teeth=None, upper_teeth=None, lower_teeth=None)

    def _faces(self, bgr: Image, faces: Sequence[_TrackedFace], model: FaceModel) -> None:
        looked = []
        now = self._due(faces)
        for seat, frame, fit in faces:
            if seat.last_expression_frame is not None and seat.number not in now:
                seat.frame = replace(frame, face=seat.last_expression_frame.face)
            else:
                looked.append((seat, frame, fit))
        if looked:
            for (seat, frame, _), scores in zip(looked, self._face_scores(bgr, looked, model), strict=True):
                seat.frame = seat.last_expression_frame = replace(frame, face=scores)

    def _face_scores(self, bgr: Image, looked: Sequence[_TrackedFace], model: FaceModel) -> list[FaceScores]:
        """Return the expression scores of each face, averaged with its mirrored picture where they are in doubt."""
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
        """Return the numbers of the seats whose face is to be scored now.

        A face is due if it was never scored, or if it moved and its last score is at least ``look_s`` seconds old. At
        most ``looks_most`` seats are returned, those scored longest ago.
        """
        last = {
            seat.number: (frame.t, -1.0 if seat.last_expression_frame is None else seat.last_expression_frame.t)
            for seat, frame, _ in faces
            if seat.last_expression_frame is None or seat.last_expression_frame.t < seat.fit_time
        }
        interval = self._seats["look_s"] - TIME_TOLERANCE_S
        due = [number for number, (t, at) in last.items() if at == -1.0 or not 0 <= t - at < interval]
        due.sort(key=lambda number: last[number][1])
        return set(due[: int(self._seats["looks_most"])])


_TrackedFace: TypeAlias = tuple[FaceSeat, FaceFrame, SeatFit]


def _tracked_faces(seats: Sequence[FaceSeat]) -> list[_TrackedFace]:
    return [(s, s.frame, s.fit) for s in seats if s.frame is not None and s.fit is not None]


if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MOUTH_MODEL, MOUTH_SIDE_PX = "models/mouth_classifier/model.onnx", 64
EXPRESSION_MODEL, EXPRESSION_SIDE_PX = "models/expression_classifier/model.onnx", 96
USED_ANSWERS = (0, 1, 2, 3, 4, 8)  # indices of the network's nine outputs that are the fields of FaceScores


class MouthClassifier:
    """The network that scores tongue, teeth and lips."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, MOUTH_MODEL, "mouth", takes="crops")
        onnx.check_model("mouth", lambda: self([np.zeros((MOUTH_SIDE_PX, MOUTH_SIDE_PX, 3), np.uint8)]))

    def __call__(self, crops: list[Image]) -> list[MouthScores]:
        """Return the scores of each mouth, in the order of ``crops``.

        A crop is (64, 64, 3) RGB uint8, cut out by ``geometry.mouth_crop``.
        """
        return [MouthScores(*row) for row in _rows(self._session, crops, (6, 2))]


class ExpressionClassifier:
    """The network that scores the whole face, from brows to mouth."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, EXPRESSION_MODEL, "expression", takes="crops")
        onnx.check_model("expression", lambda: self([np.zeros((EXPRESSION_SIDE_PX, EXPRESSION_SIDE_PX), np.uint8)]))

    def __call__(self, crops: list[Image]) -> list[FaceScores]:
        """Return the scores of each face, in the order of ``crops``.

        A crop is (96, 96) grey uint8, cut out by ``geometry.face_crop``. The network also scores a grin and the
        distance between the lids, which are left out.
        """
        return [FaceScores(*(row[k] for k in USED_ANSWERS)) for row in _rows(self._session, crops, (6, 2, 1))]


def _rows(session: InferenceSession, crops: list[Image], widths: tuple[int, ...]) -> list[tuple[float, ...]]:
    """Return all outputs of the network for each crop, side by side.

    Raises:
        ValueError: The widths of the network's outputs are not ``widths``.
    """
    if not crops:
        return []
    answers = session.run(None, {"crops": np.stack(crops).astype(np.float32)})
    if tuple(answer.shape[1] for answer in answers) != widths:
        raise ValueError("a network of other outputs")
    return [tuple(row) for row in np.concatenate(answers, axis=1).tolist()]
