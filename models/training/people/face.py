"""One whole face: identity, pose, camera and light to a picture with exact labels."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from models.training.people import figure as fig
from models.training.people.camera import ROOM, Affine, Camera, Light, develop, portrait
from models.training.people.figure import Figure, Model
from models.training.people.mesh import F32, MARK
from models.training.people.pose import Pose
from models.training.people.render import Drawn, draw, shade

SEEN = 0.30  # teeth count where at least this share of the light reaches them
FAINT = 0.08  # between the two nobody could be sure of them


@dataclass(frozen=True)
class Labels:
    """Areas are visible pixels in units of the mouth's width squared (as drawn); lengths in mouth widths.

    teeth_faint: teeth in the dark of the mouth.
    tongue_past: tongue beyond the lower lip's front; tongue_over: tongue that covers lips or skin; tongue_lip:
    tongue on the lip; tongue_in: behind it. tip_past: how far the tip reaches beyond the lip's front (negative inside),
    `opening` between the inner lips.
    """

    tongue_past: float
    tongue_over: float
    tongue_lip: float
    tongue_in: float
    tip_past: float
    tongue_side: float
    teeth_up: float
    teeth_low: float
    teeth_faint: float
    opening: float
    eye_l: float
    eye_r: float
    mouth_px: float


def measure(
    drawn: Drawn,
    model: Model,
    pose: Pose,
    camera: Camera,
    affine: Affine | None,
    oversample: float = 1.0,
    hidden: npt.NDArray[np.bool_] | None = None,
) -> Labels:
    """Count what is visible. `camera` gives the marks' pixels; `oversample` is the drawn size over it.

    hidden (h, w): pixels that something put in front afterwards covers.
    """
    screen = camera.project(model.marks)
    if affine is not None:
        screen = affine.apply(screen)
    left, right = screen[MARK["lip_corner_l"], :2], screen[MARK["lip_corner_r"], :2]
    mouth = float(np.linalg.norm(left - right))
    unit = (mouth * oversample) ** 2 + 1e-6
    kinds = drawn.material[drawn.rows, drawn.cols]
    if hidden is not None:
        kinds = np.where(hidden[drawn.rows, drawn.cols], -1, kinds)
    tongue = kinds == fig.TONGUE
    past = drawn.attributes[:, 6]
    lip = model.tongue.lip
    front = (model.marks[MARK["lip_low_in"]][2] + model.marks[MARK["lip_up_in"]][2]) / 2
    light = np.exp(-np.clip(front - 0.02 - drawn.world[:, 2], 0, 2) / (0.25 + 0.5 * model.gap))
    lit, faint = light > SEEN, (light > FAINT) & (light <= SEEN)
    world = np.linalg.norm(model.marks[MARK["lip_corner_l"]] - model.marks[MARK["lip_corner_r"]]) + 1e-6

    teeth = (kinds == fig.TOOTH_UP) | (kinds == fig.TOOTH_LOW)

    def area(which: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> float:
        return float(which.sum()) / unit

    def eye(side: str) -> float:
        up, low = model.marks[MARK[f"eye_{side}_up"]], model.marks[MARK[f"eye_{side}_low"]]
        wide = np.linalg.norm(model.marks[MARK[f"eye_{side}_outer"]] - model.marks[MARK[f"eye_{side}_inner"]])
        return float(np.linalg.norm(up - low) / (wide + 1e-6))

    return Labels(
        tongue_past=area(tongue & (past > lip)),
        tongue_over=area(tongue & drawn.over[drawn.rows, drawn.cols]),
        tongue_lip=area(tongue & (past > 0) & (past <= lip)),
        tongue_in=area(tongue & (past <= 0)),
        tip_past=float((model.tongue.tip_past - lip) / world),
        tongue_side=pose.tongue_side,
        teeth_up=area((kinds == fig.TOOTH_UP) & lit),
        teeth_low=area((kinds == fig.TOOTH_LOW) & lit),
        teeth_faint=area(teeth & faint),
        opening=float(model.gap / world),
        eye_l=eye("l"),
        eye_r=eye("r"),
        mouth_px=mouth,
    )


U8 = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Face:
    """image (h, w, 3) RGB uint8, and the labels."""

    image: U8
    labels: Labels


def render_face(
    figure: Figure,
    pose: Pose,
    size: int | tuple[int, int] = 480,
    camera: Camera | None = None,
    light: Light = ROOM,
    background: F32 | None = None,
    oversample: float = 1.5,
) -> Face:
    """Draw a person. size is the square's side or (height, width); background (h, w, 3) is display colour 0..1."""
    h, w = (size, size) if isinstance(size, int) else size
    camera = camera or portrait(min(h, w))
    k = oversample
    big = replace(camera, focal=camera.focal * k, centre=(camera.centre[0] * k, camera.centre[1] * k))
    model = figure.pose(pose)
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
    return Face(image, measure(drawn, model, pose, camera, None, k))
