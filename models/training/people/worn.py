"""What people wear, and hands in front of a face: real shapes, so that labels of what is visible stay exact."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from models.training.people.camera import turns
from models.training.people.identity import Identity
from models.training.people.masks import Masks, smooth
from models.training.people.mesh import F32, I32, Part, Subdivision, attributes, grid_tris
from models.training.people.raster import normals


def _rim(above: F32) -> F32:
    """Return what cuts (n, 3) a cloth off at the height from where ``above`` is positive."""
    half = np.full(len(above), 0.5)
    return np.stack([0.5 + above * 4.0, half, half], 1).astype(np.float32)


def clothes(identity: Identity, masks: Masks, skin: F32, tris: I32, material: int) -> list[Part]:
    """Return a shirt: the skin below a neckline, moved outward."""
    rest = masks.rest
    front = smooth(rest[:, 2], 0.0, 0.8)
    dip = (0.14 + identity.neckline) * (identity.collar < 0.1) * front * smooth(np.abs(rest[:, 0]), 0.75, 0.0)
    line = 5.86 + identity.collar - dip + 0.06 * (1 - front)
    above = (line - rest[:, 1]).astype(np.float32)
    keep = (above > -0.2)[tris].any(1)
    if not keep.any():
        return []
    n = normals(skin, tris)
    points = skin + n * (0.035 + 0.15 * min(0.6, identity.collar) + 0.03 * smooth(above, 0, 0.3))[:, None]
    own = attributes(rest, above)
    return [Part(material, points.astype(np.float32), tris[keep], own, cut=_rim(above), cull=False)]


def tube(path: F32, radius: float, around: int = 6, closed: bool = True) -> tuple[F32, I32]:
    """Return a tube along a path (n, 3): points and tris."""
    n = len(path)
    tangent = np.roll(path, -1, 0) - np.roll(path, 1, 0) if closed else np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True) + 1e-9
    ref = np.where(np.abs(tangent[:, 2:3]) < 0.9, [[0, 0, 1.0]], [[0, 1.0, 0]])
    a = np.cross(tangent, ref)
    a /= np.linalg.norm(a, axis=1, keepdims=True) + 1e-9
    b = np.cross(tangent, a)
    t = np.linspace(0, 2 * np.pi, around, endpoint=False)
    ring = path[:, None] + radius * (a[:, None] * np.cos(t)[None, :, None] + b[:, None] * np.sin(t)[None, :, None])
    tris = grid_tris(n + closed, around, closed=True, inward=True) % (n * around)
    return ring.reshape(-1, 3).astype(np.float32), tris


def glasses(identity: Identity, balls: list[tuple[F32, float]], frame: int, lens: int) -> list[Part]:
    """Two rims, a bridge and two temples, placed by the eyes."""
    if identity.glasses == "none":
        return []
    rng = np.random.default_rng([identity.seed, 5])
    radius = {"thin": 0.010, "thick": 0.028, "sun": 0.022}[identity.glasses]
    wide, tall, square = rng.uniform(0.24, 0.29), rng.uniform(0.17, 0.25), rng.uniform(1.6, 4.5)
    front = max(float(c[2] + r) for c, r in balls) + 0.20
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    c, s = np.cos(t), np.sin(t)
    outline = np.stack(
        [wide * np.sign(c) * np.abs(c) ** (2 / square), tall * np.sign(s) * np.abs(s) ** (2 / square)], 1
    )
    middle = (balls[0][0] + balls[1][0]) / 2
    parts = []

    def add(path: F32, closed: bool, r: float = radius) -> None:
        points, tris = tube(path, r, closed=closed)
        parts.append(Part(frame, points, tris, attributes(points), cull=False))

    inner = []
    for sign, (centre, _) in zip((1, -1), balls, strict=False):
        x = middle[0] + (centre[0] - middle[0]) * 1.06 + outline[:, 0]
        rim = np.stack([x, centre[1] - 0.02 + outline[:, 1], front - 0.18 * (x - middle[0]) ** 2], 1)
        add(rim, True)
        inner.append(rim[np.argmin(rim[:, 0] * sign)])
        outer = rim[np.argmax(rim[:, 0] * sign)] + [0, 0.06, 0]
        ear = np.array([middle[0] + sign * 0.78, centre[1] - 0.02, 0.25])
        u = np.linspace(0, 1, 12)[:, None]
        bow = outer + (ear - outer) * u
        bow[:, 0] += sign * 0.10 * np.sin(np.pi * np.minimum(1, u[:, 0] * 1.2)) ** 0.5 * (1 - u[:, 0])
        add(bow, False)
        if identity.glasses == "sun":
            points = np.concatenate([rim.mean(0, keepdims=True), rim]).astype(np.float32)
            k = np.arange(40)
            tris = np.stack([np.zeros(40, int), 1 + k, 1 + (k + 1) % 40], 1).astype(np.int32)
            parts.append(Part(lens, points, tris, attributes(points), cull=False))
    u = np.linspace(0, 1, 8)[:, None]
    bridge = inner[0] + (inner[1] - inner[0]) * u + np.array([0, 0.05, 0.03]) * np.sin(np.pi * u)
    add(bridge, False)
    return parts


def hat(identity: Identity, masks: Masks, skin: F32, tris: I32, material: int) -> list[Part]:
    """Return a cap with a peak, or a beanie: the scalp moved outward, cut at its rim."""
    if identity.hat == "none":
        return []
    rest = masks.rest
    line = 7.86 - 0.28 * smooth(rest[:, 2], 1.2, -0.6)
    if identity.hat == "beanie":
        line = 7.80 - 0.75 * smooth(rest[:, 2], 1.0, 0.0)
    above = (rest[:, 1] - line).astype(np.float32)
    keep = (above > -0.2)[tris].any(1)
    n = normals(skin, tris)
    points = skin + n * (0.10 + 0.08 * smooth(above, 0.1, 0.5))[:, None]
    points[:, 1] += 0.10 * smooth(above, 0.2, 0.6)
    own = attributes(rest, above)
    parts = [Part(material, points.astype(np.float32), tris[keep], own, cut=_rim(above), cull=False)]
    if identity.hat == "cap":
        turn, out = np.meshgrid(np.linspace(-1.15, 1.15, 24), np.linspace(0, 1, 8))
        rim = skin[(np.abs(above) < 0.06) & (rest[:, 2] > 0.9)]
        ahead, height = float(rim[:, 2].max()) + 0.10, float(rim[:, 1].mean()) - 0.02
        half = float(np.abs(skin[(rest[:, 1] > 7.6) & (rest[:, 1] < 7.9), 0]).max()) + 0.10
        x = half * np.sin(turn) * (1 - 0.12 * out)
        z = 0.35 + (ahead - 0.35) * np.cos(turn) + 0.62 * out * np.cos(turn * 0.9)
        y = height + 0.06 * np.cos(turn) - 0.10 * out - 0.05 * (turn**2) * out
        brim = np.stack([x, y, z], -1).reshape(-1, 3).astype(np.float32)
        parts.append(Part(material, brim, grid_tris(8, 24), attributes(brim, 1.0), cull=False))
    return parts


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
    """Return a tube that carries on from the wrist: points and triangles in the world."""
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
    """Return a hand near a mouth at `mouth` (3,) of a given width: on lips, chin, cheek, or just held up."""
    shapes, _ = load_hand()
    pose = str(rng.choice(list(shapes)))
    grip = str(rng.choice(["tip", "palm", "knuckle"], p=[0.6, 0.15, 0.25]))
    angle = rng.uniform(0, 2 * np.pi)
    reach = width * (rng.uniform(0.1, 1.0) if rng.random() < 0.55 else rng.uniform(0.8, 1.6))
    at = mouth + np.array([reach * np.cos(angle), reach * np.sin(angle), rng.uniform(0.02, 0.5)])
    up = float(rng.normal(0, 45)) if rng.random() < 0.75 else float(rng.uniform(-180, 180))
    return HandPlace(
        pose,
        (float(at[0]), float(at[1]), float(at[2])),
        up,
        float(rng.normal(0, 20)),
        float(rng.normal(0, 45)),
        bool(rng.random() < 0.5),
        grip,
        float(rng.uniform(0.8, 1.05)),
    )
