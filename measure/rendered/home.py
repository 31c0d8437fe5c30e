"""Photos as a family takes them: dice of a drawer on a table or carpet, by a phone's lens, from 10 to 55 cm.

The other renders are harder than life on purpose, so that the networks learn; these say what a household would meet.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from models.training.dice import light, photo, scene, table, things
from models.training.dice.camera import Camera, look
from models.training.dice.cv import F32, U8, Rng, cv2
from models.training.dice.die import Die

EDGES = (12, 14, 15, 16, 16, 16, 16, 18, 19)
"""Millimetres of a die's edge, as often as they are sold."""
LEAST = 22.0
"""Pixels of a die: from farther away nobody photographs dice that are to be read."""


def draw(rng: Rng, size: int) -> tuple[Camera, float]:
    """Return a phone over the table, 32 to 88 degrees above it, and the pixels of a die."""
    while True:
        zoom = 1.0 if rng.random() < 0.6 else math.exp(rng.uniform(0, 0.9))
        focal = zoom * size / 2 / math.tan(math.radians(rng.uniform(60, 75)) / 2)
        distance = math.exp(rng.uniform(math.log(100), math.log(550))) / EDGES[int(rng.integers(len(EDGES)))]
        degrees = min(88.0, rng.normal(58, 14))
        if focal / distance >= LEAST and degrees > 32:
            break
    roll = rng.normal(0, 0.12) if degrees < 75 else rng.uniform(-math.pi, math.pi)
    x, y = size / 2 + rng.normal(0, 0.04 * size, 2)
    camera = look(math.radians(degrees), rng.uniform(0, 2 * math.pi), roll, distance, focal, (float(x), float(y)))
    return camera, focal / distance


PATTERNED = 0.6
"""Share of the tables with a pattern or relief."""


def tabled(rng: Rng, top: F32, camera: Camera, size: int, pixels: float) -> F32:
    """Return what the camera sees of a table top (size, size, 3); one in twenty has something else lying about."""
    texel = float(np.clip(pixels * rng.uniform(0.8, 1.3), 14, 90))
    top = things.litter(rng, top, 0 if rng.random() < 0.95 else int(rng.integers(1, 4)), texel)
    matrix = camera.plane_matrix(texel, table.SIZE)
    return np.asarray(
        cv2.warpPerspective(top, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
        np.float32,
    )


def thrown(rng: Rng, camera: Camera, size: int, count: int, cosy: float) -> list[Die]:
    """Dice in the middle half of the picture or so, most of them plain, of which ``cosy`` lie on soft ground."""
    share = rng.uniform(0.5, 0.9)
    off = (1 - share) / 2 * size
    inner = replace(camera, centre=(camera.centre[0] - off, camera.centre[1] - off))
    plain = 1.0 if rng.random() < 0.85 else 0.0
    return scene.place_dice(rng, inner, int(share * size), count, flat=True, plain=plain, cosy=cosy)


def lit(rng: Rng, camera: Camera) -> light.Light:
    """Return a room's light, now and then the phone's own."""
    return light.flash(rng, camera) if rng.random() < 0.08 else light.draw(rng)


def shot(rng: Rng, image: F32, camera: Camera, *, focused: bool = False) -> U8:
    """Return a phone's picture of the view: a touch of blur, exposure, coarse colour, sharpening, a good JPEG.

    ``focused``: the view has its depth of field already.
    """
    if not focused and rng.random() < 0.25:
        image = photo.depth_of_field(rng, image, camera)
    size = len(image)
    im = cv2.GaussianBlur(image, (0, 0), math.exp(rng.uniform(math.log(0.35), math.log(1.6))))
    im = np.clip(im, 0, 255) / np.float32(255)
    y, x = np.mgrid[:size, :size].astype(np.float32) / size - 0.5
    slope = rng.normal(0, 0.15, 2).astype(np.float32)
    gain = math.exp(rng.normal(-0.05, 0.2)) * (1 + rng.normal(0, 0.05, 3))
    im = im * (np.clip(1 + slope[0] * x + slope[1] * y, 0.5, 1.5)[..., None] * gain.astype(np.float32))
    im = np.power(np.clip(im, 0, 1.2), np.float32(rng.uniform(0.75, 1.2)))
    if rng.random() < 0.8:
        im = photo.coarse_colour(rng, im, 60.0)
    im = im + rng.standard_normal(im.shape, np.float32) * np.float32(rng.uniform(0, 0.02))
    if rng.random() < 0.6:
        im = im + np.float32(rng.uniform(0.2, 0.9)) * (im - cv2.GaussianBlur(im, (0, 0), rng.uniform(0.7, 1.5)))
    out = (np.clip(im, 0, 1) * 255).astype(np.uint8)
    return photo.jpeg(out, int(rng.integers(60, 95)))
