"""What mouth and expression crops have in common: a posed face, drawn as a tracker would crop it and photographed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from models.training.people.camera import Light, develop
from models.training.people.identity import recoloured
from models.training.people.worn import sample_hand

from . import degrade
from .camera import Affine, Camera
from .figure import Figure, Model, hand_parts
from .identity import Identity
from .mesh import F32, MARK
from .pose import Pose
from .render import Drawn, draw

U8 = npt.NDArray[np.uint8]
Rng = np.random.Generator
Crops = tuple[U8, dict[str, npt.NDArray[np.generic]]]
"""Pictures (n, size, size, 3) RGB, and labels by name, each (n,) float32."""


@dataclass(frozen=True)
class Shot:
    """A posed face as the rasteriser saw it, before colours, light and the camera (``native``: its pixels across)."""

    model: Model
    pose: Pose
    camera: Camera
    affine: Affine
    drawn: Drawn
    native: float
    category: int

    @property
    def scale(self) -> float:
        """Pixels of the crop for a decimetre."""
        return self.affine.scale * self.camera.focal / self.camera.distance


def shoot(
    rng: Rng, figure: Figure, pose: Pose, native: float, side: int, ends: tuple[str, str],
    hands: tuple[float, float, float], crop: Callable[[F32, float], Affine], category: int = 0,
) -> Shot:  # fmt: skip
    """The person in a pose, perhaps with a hand, drawn ``side`` pixels wide.

    The camera is aimed between two marks, the ``ends``. hands: how often one comes, how far below that place
    (decimetres), how near in the ends' distance. crop: from the marks on the screen (m, 2) and that distance there.
    """
    model = figure.pose(pose)
    pair = model.marks[[MARK[name] for name in ends]]
    target, unit = pair.mean(0), float(np.linalg.norm(pair[1] - pair[0]))
    often, below, near = hands
    if rng.random() < often:
        place = sample_hand(rng, target - np.array([0, below, 0], np.float32), unit * near)
        model = replace(model, parts=[*model.parts, *hand_parts(place)])
    distance = float(rng.uniform(3.5, 11))
    camera = Camera(distance, 100.0, (float(target[0]), float(target[1]), float(target[2])), (0.0, 0.0))
    affine = crop(camera.project(model.marks)[:, :2], unit * 100.0 / distance)
    return Shot(model, pose, camera, affine, draw(model, camera, side, side, affine), native, category)


def exposed(rng: Rng, linear: F32, drawn: Drawn, light: Light, metered: float) -> F32:
    """The camera's response over a background; a share of ``metered`` by auto-exposure on the face, as most do."""
    lit = linear[drawn.rows[::5], drawn.cols[::5], 1]
    level = float(np.quantile(lit, rng.uniform(0.75, 0.97))) if len(lit) else 1.0
    if rng.random() < metered:
        wanted = rng.uniform(0.25, 0.85) if rng.random() < 0.88 else rng.uniform(0.03, 0.2)
        light = replace(light, gain=wanted / (level + 1e-4))
    shown, seen = develop(linear, light), (drawn.material >= 0)[..., None]
    return np.where(seen, shown, degrade.background(rng, *drawn.material.shape)).astype(np.float32)


def sensed(rng: Rng, image: F32, native: int, size: int, cubic: float = 0.0) -> U8:
    """The resolution the camera had, its blur and noise, then the wanted size; a share of ``cubic`` is enlarged so."""
    if native < len(image):
        image = np.asarray(cv2.resize(image, (native, native), interpolation=cv2.INTER_AREA), np.float32)
    out = degrade.sensor(degrade.blur(image, rng, native / size), rng)
    way = cv2.INTER_CUBIC if cubic and native < size and rng.random() < cubic else cv2.INTER_LINEAR
    return np.ascontiguousarray(cv2.resize(out, (size, size), interpolation=way), np.uint8)


def crops(
    n: int, first: int, stream: int, poses: int, looks: int, figure_of: Callable[[int], Figure],
    shot_of: Callable[[Rng, Figure], Shot], photo_of: Callable[[Rng, Shot, Identity], tuple[U8, dict[str, float]]],
) -> Crops:  # fmt: skip
    """n crops of people from ``first`` on: so many ``poses`` of each, each in so many colours and lights (``looks``).

    Crop i is the same for any n > i. ``stream`` keeps the draws of one kind of crops from another's.
    """
    images, rows = [], []
    for i in range(n):
        person = (first + i // (poses * looks)) % (2**31)
        if i % (poses * looks) == 0:
            figure = figure_of(person)
        number = person * 16 + i % (poses * looks) // looks
        if i % looks == 0:
            rng = np.random.default_rng([number, stream])
            shot, who = shot_of(rng, figure), figure.identity
        else:
            who = recoloured(figure.identity, number * looks + i % looks)
        image, row = photo_of(rng, shot, who)
        images.append(image)
        rows.append(row)
    return np.stack(images), {k: np.array([row[k] for row in rows], np.float32) for k in rows[0]}
