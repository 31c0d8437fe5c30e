"""Rendered dice that lie flat or lean, each with the direction that its upper face looks in."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from models.synth.dice import hand, light, photo, table, things
from models.synth.dice.camera import Camera, turn
from models.synth.dice.cv import cv2
from models.synth.dice.die import up_face
from models.synth.dice.scene import Die, Ids, Rng, draw_camera, paint, place_dice

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
SIZE = 128
MOST = 8
COLUMNS = 9
"""Of a die's row: box (left, top, right, bottom; pixels), normal (right, down, away), lean (degrees), usable."""
_CORNERS = np.array([[a, b, c] for a in (-0.4, 0.4) for b in (-0.4, 0.4) for c in (-0.4, 0.4)])


def draw(rng: Rng) -> tuple[NDArray[np.uint8], F32]:
    """A picture (SIZE, SIZE, 3), RGB, and its dice (MOST, COLUMNS), filled up with zeros."""
    pixels = math.exp(rng.uniform(math.log(17), math.log(46)))
    camera, _ = draw_camera(rng, SIZE, pixels)
    texel = float(np.clip(pixels * rng.uniform(0.8, 1.3), 14, 90))
    texture = things.litter(rng, table.surface(rng), 0 if rng.random() < 0.6 else int(rng.integers(1, 5)), texel)
    matrix = camera.plane_matrix(texel, table.SIZE)
    image = cv2.warpPerspective(texture, matrix, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)
    dice = place_dice(rng, camera, SIZE, 2 + int(min(rng.poisson(2.5), MOST - 2)), flat=True)
    share = 0.0 if rng.random() < 0.3 else rng.uniform(0.2, 0.9)
    for die in dice:
        if rng.random() < share:
            lean(rng, die)
    ids, _, _ = paint(image, camera, dice, light.draw(rng), pixels)
    if rng.random() < 0.05:
        ids[hand.reach(rng, image, pixels)] = -1
    if rng.random() < 0.15:
        image *= light.sun_patch(rng, SIZE)[..., None]
    rows = np.zeros((MOST, COLUMNS), np.float32)
    for k, die in enumerate(dice):
        rows[k] = _row(camera, die, ids, k)
    return photo.develop(rng, image, pixels), rows


def lean(rng: Rng, die: Die) -> None:
    """Tip a flat die by 8 to 50 degrees: about one of its edges, or about any level axis."""
    about_edge = rng.random() < 0.5
    way = die.yaw + math.pi / 2 * int(rng.integers(4)) if about_edge else rng.uniform(0, 2 * math.pi)
    tip = turn(2, way) @ turn(0, math.radians(rng.uniform(8, 50))) @ turn(2, -way)
    die.turn = tip @ die.turn
    die.place[2] = 0.5 * die.edge * float(np.abs(die.turn[2]).sum()) + (rng.random() < 0.3) * rng.uniform(0, 0.25)


def _row(camera: Camera, die: Die, ids: Ids, me: int) -> F32:
    seen = np.nonzero(ids == me)
    if len(seen[0]) < 20:
        return np.zeros(COLUMNS, np.float32)
    axis, sign, up = up_face(die.turn)
    box = (seen[1].min(), seen[0].min(), seen[1].max() + 1, seen[0].max() + 1)
    corners, _ = camera.project(die.place + die.edge * _CORNERS @ die.turn.T)
    whole = float(cv2.contourArea(cv2.convexHull(corners.astype(np.float32))))
    cut = box[0] <= 0 or box[1] <= 0 or box[2] >= SIZE or box[3] >= SIZE
    usable = not cut and len(seen[0]) > 0.75 * whole
    normal = along_sight(camera, die.place, die.turn[:, axis] * sign)
    return np.array([*box, *normal, math.degrees(math.acos(min(1.0, up))), usable], np.float32)


def along_sight(camera: Camera, place: F64, way: F64) -> F64:
    """A world direction as seen from the camera towards ``place``: right, down and away along the line of sight."""
    sight = camera.axes @ (place - camera.place)
    sight = sight / np.linalg.norm(sight)
    right = np.array([1.0, 0, 0]) - sight[0] * sight
    right = right / np.linalg.norm(right)
    return np.asarray(np.stack([right, np.cross(sight, right), sight]) @ (camera.axes @ way))
