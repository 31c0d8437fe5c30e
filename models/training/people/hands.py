"""Hands in front of a face: real shapes, so that labels of what is visible stay exact."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from .camera import turns
from .mesh import F32, I32, grid_tris
from .subdivide import Subdivision

HAND = Path(__file__).with_name("hand.npz")
STEP = 1.0 / 8192


@dataclass(frozen=True)
class HandPlace:
    """Which finger pose, where the reference point lies (world, decimetres), and how the hand is turned.

    spin: where the fingers point on screen, degrees from up, clockwise; lift: tips towards the camera; twist: about
    the fingers; left: the person's left hand; grip: which point is `at`: "tip" (index finger), "palm" or "knuckle".
    """

    pose: str
    at: tuple[float, float, float]
    spin: float = 0.0
    lift: float = 0.0
    twist: float = 0.0
    left: bool = True
    grip: str = "tip"
    size: float = 1.0


@cache
def load_hand() -> tuple[dict[str, F32], I32]:
    """Points (n, 3) of each finger pose, subdivided, and triangles. Raises FileNotFoundError without the pack."""
    if not HAND.is_file():
        raise FileNotFoundError(f"{HAND} is missing")
    with np.load(HAND) as stored:
        faces, names, points = stored["faces"].astype(np.int64), stored["names"], stored["points"]
    sub = Subdivision(faces, points.shape[1])
    fine = sub.apply(points.astype(np.float32) * np.float32(STEP))
    return {str(n): np.ascontiguousarray(p) for n, p in zip(names, fine, strict=True)}, sub.tris


def hand_mesh(place: HandPlace) -> tuple[F32, I32, F32]:
    """Points (n, 3) in the world, triangles, and the points in the hand's own frame (for its texture)."""
    shapes, tris = load_hand()
    own = shapes[place.pose]
    points = own.copy()
    if place.grip == "tip":
        points -= own[np.argmax(own[:, 1] + 0.15 * own[:, 0])] - np.array([0, 0.08, 0], np.float32)
    elif place.grip == "palm":
        points += np.array([0, 0.25, 0.12], np.float32)
    points *= place.size
    if not place.left:
        points[:, 0] *= -1
        tris = np.ascontiguousarray(tris[:, [0, 2, 1]])
    points[:, 0] *= -1  # seen from the camera the back of a left hand has its thumb to the right
    tris = np.ascontiguousarray(tris[:, [0, 2, 1]])
    ry, rx, rz = turns(place.twist, place.lift, -place.spin)
    world = points @ (rz @ rx @ ry).T + np.array(place.at)
    return world.astype(np.float32), tris, own


def sleeve(points: F32, own: F32) -> tuple[F32, I32]:
    """A tube that carries on from the wrist: points and triangles in the world."""
    wrist = (own[:, 1] < -1.05) & (own[:, 1] > -1.2)
    end = own[:, 1] < -1.3
    start, below = points[wrist].mean(0), points[end].mean(0)
    along = (below - start) / (np.linalg.norm(below - start) + 1e-6)
    radius = 1.2 * float(np.linalg.norm(points[wrist] - start, axis=1).mean())
    path = start + along * np.linspace(0.0, 4.0, 10)[:, None]
    side = np.cross(along, [0.3, 0.2, 1.0])
    side /= np.linalg.norm(side)
    other = np.cross(along, side)
    t = np.linspace(0, 2 * np.pi, 18, endpoint=False)
    wide = radius * np.linspace(1.0, 1.5, 10)[:, None, None]
    ring = path[:, None] + wide * (side * np.cos(t)[:, None] + other * np.sin(t)[:, None])[None]
    return ring.reshape(-1, 3).astype(np.float32), grid_tris(10, 18, closed=True)


def sample_hand(rng: np.random.Generator, mouth: F32, width: float) -> HandPlace:
    """A hand near a mouth at `mouth` (3,) of a given width: on the lips, the chin, the cheek, or just held up."""
    shapes, _ = load_hand()
    pose = str(rng.choice(list(shapes)))
    grip = str(rng.choice(["tip", "palm", "knuckle"], p=[0.6, 0.15, 0.25]))
    angle = rng.uniform(0, 2 * np.pi)
    reach = width * (rng.uniform(0.1, 1.0) if rng.random() < 0.55 else rng.uniform(0.8, 1.6))
    at = mouth + np.array([reach * np.cos(angle), reach * np.sin(angle), rng.uniform(0.02, 0.5)])
    up = float(rng.normal(0, 45)) if rng.random() < 0.75 else float(rng.uniform(-180, 180))
    return HandPlace(
        pose, (float(at[0]), float(at[1]), float(at[2])), up, float(rng.normal(0, 20)), float(rng.normal(0, 45)),
        bool(rng.random() < 0.5), grip, float(rng.uniform(0.8, 1.05)),
    )  # fmt: skip
