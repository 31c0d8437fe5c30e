"""Mouth crops for training: `render_mouth_batch(seed, n, size)` gives pictures and exact labels."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from . import degrade
from .camera import Affine, Camera, mouth_crop
from .figure import CLOTH, HAND, Figure, Model, hand_parts
from .hands import sample_hand
from .identity import Identity
from .labels import Labels, measure
from .light import Light, develop, sample_light
from .mouth_people import mouth_person, recoloured
from .mouth_poses import CATEGORIES, SHARES, sample_pose
from .part import MARK
from .pose import Pose
from .render import Drawn, draw
from .shade import shade

U8 = npt.NDArray[np.uint8]
NUMBERS = (
    "tongue_past", "tongue_over", "tongue_lip", "tongue_in", "tip_past", "tongue_side",
    "teeth_up", "teeth_low", "teeth_faint", "opening", "mouth_px",
)  # fmt: skip
SEEN = ("covered", "level", "contrast")
POSES_A_PERSON, LOOKS = 6, 2  # poses of a person; each is seen in so many colours and lights
HAND_SHARE, THING_SHARE = 0.09, 0.10  # how often a hand, or a cup, microphone, food ..., comes to the mouth
DRAWN = (60, 104)  # smallest and largest side that is drawn; the camera's own resolution comes after


@dataclass(frozen=True)
class Crop:
    """image (size, size, 3) RGB uint8; labels at the drawn size; what covers the mouth 0..1; brightness there, its

    mean and deviation 0..1.
    """

    image: U8
    labels: Labels
    covered: float
    level: float
    contrast: float


@dataclass(frozen=True)
class Shot:
    """A posed mouth as the rasteriser saw it, before colours, light and the camera: `side` is the drawn size."""

    model: Model
    pose: Pose
    camera: Camera
    affine: Affine
    drawn: Drawn
    side: int
    native: float


def _shot(rng: np.random.Generator, figure: Figure) -> Shot:
    """A pose of the person, perhaps with a hand, drawn as a tracker would crop it."""
    pose = sample_pose(rng, str(rng.choice(CATEGORIES, p=SHARES)), figure.identity.tongue_build)
    native = float(np.exp(rng.uniform(np.log(30), np.log(DRAWN[1]))))
    side = int(np.clip(1.35 * native, *DRAWN))
    model = figure.pose(pose)
    corners = model.marks[[MARK["lip_corner_r"], MARK["lip_corner_l"]]]
    target = corners.mean(0)
    if rng.random() < HAND_SHARE:
        place = sample_hand(rng, target, float(np.linalg.norm(corners[1] - corners[0])))
        model = replace(model, parts=[*model.parts, *hand_parts(place)])
    distance = float(rng.uniform(3.5, 11))
    camera = Camera(distance, 100.0, (float(target[0]), float(target[1]), float(target[2])), (0.0, 0.0))
    screen = camera.project(model.marks)[:, :2]
    affine = mouth_crop(
        screen[[MARK["lip_corner_r"], MARK["lip_corner_l"]]],
        screen[[MARK["eye_r_outer"], MARK["eye_l_outer"]]],
        side,
        rng,
    )
    return Shot(model, pose, camera, affine, draw(model, camera, side, side, affine), side, native)


def _photo(shot: Shot, who: Identity, size: int, rng: np.random.Generator) -> Crop:
    """The shot in the colours of `who`, in some light, as some camera takes it."""
    drawn, model, camera = shot.drawn, shot.model, shot.camera
    light = sample_light(rng)
    scale = shot.affine.scale * camera.focal / camera.distance
    depth = float(rng.uniform(0.1, 0.4) if rng.random() < 0.7 else rng.uniform(0.3, 1.0)) * (
        0.6 + 1.2 * min(model.gap, 0.5)
    )
    linear = shade(drawn, model, who, light, scale, depth)
    marks = shot.affine.apply(camera.project(model.marks))[:, :2]
    image, hidden = _photograph(drawn, marks, _expose(linear, drawn, light, rng), rng)
    labels = measure(drawn, model, shot.pose, camera, shot.affine, hidden=hidden)
    native = max(28, int(shot.native * rng.uniform(0.75, 1.0)))
    shown = _to_size(image, native, size, rng)
    middle = shown[size // 5 : size * 3 // 5, size // 5 : size * 4 // 5].astype(np.float32).mean(2) / 255
    return Crop(shown, labels, _covered(hidden, marks), float(middle.mean()), float(middle.std()))


def _expose(
    linear: npt.NDArray[np.float32], drawn: Drawn, light: Light, rng: np.random.Generator
) -> npt.NDArray[np.float32]:
    """Auto-exposure of a crop (most cameras meter the face), then the camera's response over a background."""
    lit = linear[drawn.rows[::5], drawn.cols[::5], 1]
    level = float(np.partition(lit, k := int(len(lit) * rng.uniform(0.75, 0.97)))[k]) if len(lit) else 1.0
    if rng.random() < 0.7:
        wanted = rng.uniform(0.25, 0.85) if rng.random() < 0.88 else rng.uniform(0.03, 0.2)
        light = replace(light, gain=wanted / (level + 1e-4))
    shown = develop(linear, light)
    h, w = drawn.material.shape
    return np.where((drawn.material >= 0)[..., None], shown, degrade.background(rng, h, w)).astype(np.float32)


def _photograph(
    drawn: Drawn, marks: npt.NDArray[np.float32], image: npt.NDArray[np.float32], rng: np.random.Generator
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Things in front of the mouth, frame borders and the look of the camera: the picture and what hides the face."""
    hidden = (drawn.material == HAND) | (drawn.material == CLOTH)
    left, right = marks[MARK["lip_corner_l"]], marks[MARK["lip_corner_r"]]
    middle, width = (left + right) / 2, float(np.linalg.norm(left - right))
    if rng.random() < THING_SHARE:
        skin = image[drawn.rows, drawn.cols].reshape(-1, 3)
        colour = np.median(skin, 0) if len(skin) else np.full(3, 0.5)
        image, cover = degrade.put_in_front(image, colour, (float(middle[0]), float(middle[1])), width, rng)
        hidden |= cover > 0.5
    image = degrade.look(image, rng)
    if rng.random() < 0.08:
        edge = int(rng.uniform(0.62, 0.98) * len(image))
        image[edge:] = image[edge - 1 : edge] if rng.random() < 0.5 else 0
        hidden[edge:] = True
    if rng.random() < 0.05:
        edge = int(rng.uniform(0.03, 0.25) * len(image))
        image[:, :edge] = image[:, edge : edge + 1] if rng.random() < 0.5 else 0
        hidden[:, :edge] = True
    return image, hidden


def _covered(hidden: npt.NDArray[np.bool_], marks: npt.NDArray[np.float32]) -> float:
    """Share of the box around the mouth that is hidden."""
    left, right = marks[MARK["lip_corner_l"]], marks[MARK["lip_corner_r"]]
    middle, half = (left + right) / 2, max(2, int(0.5 * np.linalg.norm(left - right)))
    x, y = int(middle[0]), int(middle[1])
    box = hidden[max(0, y - half // 2) : max(1, y + half), max(0, x - half) : max(1, x + half)]
    return float(box.mean()) if box.size else 1.0


def _to_size(image: npt.NDArray[np.float32], native: int, size: int, rng: np.random.Generator) -> U8:
    """The resolution the camera had, its blur and noise, then the wanted size."""
    if native < len(image):
        image = np.asarray(cv2.resize(image, (native, native), interpolation=cv2.INTER_AREA), np.float32)
    out = degrade.sensor(degrade.blur(image, rng, native / 64), rng)
    way = cv2.INTER_CUBIC if native < size and rng.random() < 0.4 else cv2.INTER_LINEAR  # as companion cuts its crops
    return np.ascontiguousarray(cv2.resize(out, (size, size), interpolation=way), np.uint8)


def render_mouth_batch(seed: int, n: int, size: int = 64) -> tuple[U8, dict[str, npt.NDArray[np.generic]]]:
    """n crops (n, size, size, 3) RGB uint8 and labels by name, each (n,) float32.

    Labels: NUMBERS (see labels.Labels; areas in mouth widths squared), `covered` (share of the mouth that something
    hides), `level` and `contrast` (brightness there). Crop i is the same for any n > i.
    """
    images = np.empty((n, size, size, 3), np.uint8)
    rows: dict[str, list[float]] = {k: [] for k in (*NUMBERS, *SEEN)}
    figure: Figure | None = None
    shot: Shot | None = None
    each = POSES_A_PERSON * LOOKS
    for i in range(n):
        person = (seed * 1_000_003 + i // each) % (2**31)
        if figure is None or figure.identity.seed != person:
            figure = Figure(mouth_person(person), crop=True)
        number = person * 16 + i % each // LOOKS
        if shot is None or i % LOOKS == 0:
            rng = np.random.default_rng([number, 3])
            shot, who = _shot(rng, figure), figure.identity
        else:
            who = recoloured(figure.identity, number * LOOKS + i % LOOKS)
        crop = _photo(shot, who, size, rng)
        images[i] = crop.image
        for k in NUMBERS:
            rows[k].append(getattr(crop.labels, k))
        for k in SEEN:
            rows[k].append(getattr(crop, k))
    return images, {k: np.array(v, np.float32) for k, v in rows.items()}
