"""What mouth and expression crops have in common: a posed face, drawn as a tracker would crop it and photographed.

Cameras, codecs and tables do this to a picture: blur, noise, compression, colour, things in front.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.training.people.camera import Affine, Camera, Light, develop
from models.training.people.figure import Figure, Model, hand_parts
from models.training.people.identity import Identity, recoloured
from models.training.people.mesh import F32, MARK
from models.training.people.pose import Pose
from models.training.people.raster import cloud, grain
from models.training.people.render import Drawn, draw
from models.training.people.worn import sample_hand

U8 = npt.NDArray[np.uint8]
ONE = (1.0,)


def background(rng: np.random.Generator, height: int, width: int) -> F32:
    """Walls, blurred rooms, plain colour: display values (h, w, 3)."""

    def tint() -> F32:
        grey = rng.uniform(0.02, 0.95)
        return np.clip(grey + rng.normal(0, 0.3, 3) * rng.beta(1, 3) * (0.2 + grey), 0.01, 1).astype(np.float32)

    colour = tint()
    if rng.random() < 0.35:
        return np.full((height, width, 3), colour, np.float32)
    y, x = rng.integers(0, 400, 2)
    zoom = int(np.exp(rng.uniform(np.log(6), np.log(80))))
    field = cv2.resize(cloud()[y : y + zoom, x : x + zoom], (width, height), interpolation=cv2.INTER_CUBIC)
    k = np.clip(0.5 + 0.4 * field, 0, 1)[..., None]
    return (colour * (1 - k) + tint() * k).astype(np.float32)


def look(image: F32, rng: np.random.Generator) -> F32:
    """Saturation, contrast, brightness, a warm, cold or green cast; now and then monochrome or tinted."""
    grey = (image @ np.full((3, 1), 1 / 3, np.float32)).astype(np.float32)
    pick = rng.random()
    if pick < 0.08:
        image = np.repeat(grey, 3, axis=2)
        if rng.random() < 0.35:
            image = image * np.array([1.0, rng.uniform(0.82, 0.97), rng.uniform(0.6, 0.9)], np.float32)
    else:
        image = grey + (image - grey) * rng.uniform(0.6, 1.4)
        warm, green = rng.normal(0, 0.16) * (rng.random() < 0.5), rng.normal(0, 0.08) * (rng.random() < 0.3)
        image = image * np.exp([warm, green, -warm]).astype(np.float32)
    return np.clip((image - 0.5) * rng.uniform(0.8, 1.25) + 0.5 + rng.normal(0, 0.035), 0, 1).astype(np.float32)


def put_in_front(
    image: F32, skin: F32, mouth: tuple[float, float], unit: float, rng: np.random.Generator
) -> tuple[F32, F32]:
    """Return a hand, cup, microphone, fork or fruit near the mouth: the picture and its cover (h, w) 0..1.

    mouth is its pixel, unit its width in pixels, skin the display colour of the person.
    """
    h, w = image.shape[:2]
    cover = np.zeros((h, w), np.float32)
    kinds = ["fingers", "palm", "cup", "microphone", "fork", "food", "stick"]
    kind = str(rng.choice(kinds, p=[0.10, 0.06, 0.20, 0.22, 0.10, 0.20, 0.12]))
    a = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(a), np.sin(a)])
    near = rng.uniform(0.0, 0.9) if kind in ("cup", "food", "microphone") else rng.uniform(0.25, 1.1)
    at = np.array(mouth) + away * unit * near
    colour = skin * np.exp(rng.normal(0, 0.15)) if kind in ("fingers", "palm") else rng.uniform(0.02, 0.95, 3)

    def line(p: npt.NDArray[np.float64], q: npt.NDArray[np.float64], thick: float) -> None:
        cv2.line(cover, (int(p[0]), int(p[1])), (int(q[0]), int(q[1])), ONE, max(1, int(thick)), cv2.LINE_AA)

    out_to = at + away * unit * 3 + rng.normal(0, unit, 2)
    if kind == "fingers":
        across = np.array([-away[1], away[0]])
        for i in range(int(rng.integers(1, 5))):
            tip = at + across * unit * 0.30 * i + away * unit * rng.uniform(-0.1, 0.15)
            line(tip, tip + (out_to - at) + across * unit * 0.1 * i, unit * rng.uniform(0.24, 0.30))
    elif kind == "palm":
        size = (int(unit * rng.uniform(0.5, 1.0)), int(unit * rng.uniform(0.35, 0.7)))
        cv2.ellipse(cover, (int(at[0]), int(at[1])), size, np.rad2deg(a), 0, 360, ONE, -1, cv2.LINE_AA)
        line(at, out_to, unit * 0.8)
    elif kind == "cup":
        top = np.array([mouth[0] + rng.normal(0, 0.15 * unit), mouth[1] + rng.uniform(-0.15, 0.35) * unit])
        r, tall = unit * rng.uniform(0.4, 0.9), unit * rng.uniform(1.0, 2.0)
        cv2.ellipse(cover, (int(top[0]), int(top[1])), (int(r), int(r * 0.25)), 0, 0, 360, ONE, -1, cv2.LINE_AA)
        body = np.array([[-r, 0], [r, 0], [r * 0.85, tall], [-r * 0.85, tall]]) + top
        cv2.fillConvexPoly(cover, body.astype(np.int32), ONE, cv2.LINE_AA)
    elif kind == "microphone":
        below = np.array([mouth[0] + rng.normal(0, 0.2 * unit), mouth[1] + rng.uniform(0.3, 0.8) * unit])
        r = unit * rng.uniform(0.3, 0.5)
        colour = rng.uniform(0.02, 0.45) * np.ones(3)
        cv2.circle(cover, (int(below[0]), int(below[1])), int(r), ONE, -1, cv2.LINE_AA)
        line(below, below + np.array([rng.normal(0, 0.8), 3.0]) * unit, r * 1.1)
    elif kind == "food":
        size = (int(unit * rng.uniform(0.12, 0.4)), int(unit * rng.uniform(0.1, 0.3)))
        cv2.ellipse(cover, (int(at[0]), int(at[1])), size, np.rad2deg(a), 0, 360, ONE, -1, cv2.LINE_AA)
        colour = np.array([rng.uniform(0.4, 1.0), rng.uniform(0.05, 0.6), rng.uniform(0.02, 0.4)])
    else:
        line(at, out_to, unit * (rng.uniform(0.04, 0.10) if kind == "stick" else 0.08))
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), max(0.6, unit * 0.012)), np.float32)
    shade = cv2.GaussianBlur(cover, (0, 0), unit * 0.10)
    zoom = int(rng.integers(10, 60))
    rough = cv2.resize(grain()[:zoom, :zoom], (w, h), interpolation=cv2.INTER_LINEAR)
    body = np.asarray(colour, np.float32) * (0.45 + 0.6 * shade[..., None]) * (1 + 0.06 * rough[..., None])
    drop = max(1, int(unit * 0.06))
    dark = 1 - 0.35 * np.roll(shade, drop, 0)[..., None] * (1 - cover[..., None])
    mixed = image * dark * (1 - cover[..., None]) + body * cover[..., None]
    return np.clip(mixed, 0, 1).astype(np.float32), cover


def blur(image: F32, rng: np.random.Generator, unit: float) -> F32:
    """Out of focus or in motion; unit is pixels for one strong blur."""
    if rng.random() < 0.5:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.25, 1.3) * unit), np.float32)
    if rng.random() < 0.12:
        kernel = np.zeros((9, 9), np.float32)
        a, reach = rng.uniform(0, np.pi), min(4.0, rng.uniform(1.5, 4.0) * unit)
        dx, dy = reach * np.cos(a), reach * np.sin(a)
        cv2.line(kernel, (round(4 - dx), round(4 - dy)), (round(4 + dx), round(4 + dy)), ONE)
        image = np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    return image


def sensor(image: F32, rng: np.random.Generator) -> U8:
    """Sharpening, noise (finer and colour-blotched), 8 bits, JPEG or a video codec's blocks. RGB in and out."""
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(image, (0, 0), 1.0)
        image = image + rng.uniform(0.3, 1.3) * (image - soft)
    if rng.random() < 0.5:
        strength = float(np.exp(rng.uniform(np.log(0.0015), np.log(0.04))))
        noise = rng.standard_normal(image.shape).astype(np.float32)
        if rng.random() < 0.4:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 2.0
        image = image + strength * noise
    out = (np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.uniform(25, 95))
        packed = cv2.imencode(".jpg", out[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        unpacked: Any = cv2.imdecode(packed, 1)
        out = np.asarray(unpacked[..., ::-1], np.uint8)
    return np.ascontiguousarray(out)


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
    rng: Rng,
    figure: Figure,
    pose: Pose,
    native: float,
    side: int,
    ends: tuple[str, str],
    hands: tuple[float, float, float],
    crop: Callable[[F32, float], Affine],
    category: int = 0,
) -> Shot:
    """Return the person in a pose, perhaps with a hand, drawn ``side`` pixels wide.

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
    """Return the camera's response over a background; a share of ``metered`` by auto-exposure on the face."""
    lit = linear[drawn.rows[::5], drawn.cols[::5], 1]
    level = float(np.quantile(lit, rng.uniform(0.75, 0.97))) if len(lit) else 1.0
    if rng.random() < metered:
        wanted = rng.uniform(0.25, 0.85) if rng.random() < 0.88 else rng.uniform(0.03, 0.2)
        light = replace(light, gain=wanted / (level + 1e-4))
    shown, seen = develop(linear, light), (drawn.material >= 0)[..., None]
    return np.where(seen, shown, background(rng, *drawn.material.shape)).astype(np.float32)


def sensed(rng: Rng, image: F32, native: int, size: int, cubic: float = 0.0) -> U8:
    """Return the picture with the camera's resolution, blur and noise, at the wanted size; some of it by ``cubic``."""
    if native < len(image):
        image = np.asarray(cv2.resize(image, (native, native), interpolation=cv2.INTER_AREA), np.float32)
    out = sensor(blur(image, rng, native / size), rng)
    way = cv2.INTER_CUBIC if cubic and native < size and rng.random() < cubic else cv2.INTER_LINEAR
    return np.ascontiguousarray(cv2.resize(out, (size, size), interpolation=way), np.uint8)


def crops(
    n: int,
    first: int,
    stream: int,
    poses: int,
    looks: int,
    figure_of: Callable[[int], Figure],
    shot_of: Callable[[Rng, Figure], Shot],
    photo_of: Callable[[Rng, Shot, Identity], tuple[U8, dict[str, float]]],
) -> Crops:
    """Return n crops of people from ``first`` on: ``poses`` of each, each in as many colours and lights as ``looks``.

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
