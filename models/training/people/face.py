"""One whole face: identity, pose, camera and light to a picture with exact labels."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from . import labels as lab
from .camera import Camera, portrait
from .figure import Figure
from .hands import HandPlace
from .light import ROOM, Light, develop
from .mesh import F32
from .pose import Pose
from .render import draw
from .shade import shade

U8 = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Face:
    """image (h, w, 3) RGB uint8, alpha (h, w) float 0..1 of the person, and the labels."""

    image: U8
    alpha: F32
    labels: lab.Labels


def render_face(
    figure: Figure, pose: Pose, size: int | tuple[int, int] = 480, camera: Camera | None = None,
    light: Light = ROOM, background: F32 | None = None, oversample: float = 1.5,
    hand: HandPlace | None = None,
) -> Face:  # fmt: skip
    """Draw a person. size is the square's side or (height, width); background (h, w, 3) is display colour 0..1.

    hand: one held up in front of the face.
    """
    h, w = (size, size) if isinstance(size, int) else size
    camera = camera or portrait(min(h, w))
    k = oversample
    big = Camera(
        camera.distance, camera.focal * k, camera.target, (camera.centre[0] * k, camera.centre[1] * k), camera.spin
    )
    model = figure.pose(pose, hand)
    drawn = draw(model, big, round(h * k), round(w * k))
    scale = big.focal / (big.distance - 1.2)
    linear = shade(drawn, model, figure.identity, light, scale, 0.16 + 0.35 * model.gap)
    cover = (drawn.material >= 0).astype(np.float32)
    alpha = np.asarray(cv2.resize(cover, (w, h), interpolation=cv2.INTER_AREA), np.float32)
    shown = cv2.resize(develop(linear, light), (w, h), interpolation=cv2.INTER_AREA)
    if background is None:
        background = np.full((h, w, 3), (0.62, 0.64, 0.66), np.float32)
    shown = shown + background * (1 - alpha[..., None])
    image = (np.clip(shown, 0, 1) * 255 + 0.5).astype(np.uint8)
    return Face(image, alpha, lab.measure(drawn, model, pose, camera, None, k))
