"""Shared by the face tests: synthetic landmarks (FaceMesh on rendered people), performances, and rendered pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.senses.faces.features import FaceFrame, Measures, measure
from companion.senses.faces.geometry import pose_of
from companion.senses.faces.identity import BONE_COUNT, look_of
from companion.senses.faces.seat import SeatFit, fit_of

HERE = Path(__file__).parent / "faces_data"
_PEOPLE = np.load(HERE / "people.npz")
PEOPLE: dict[tuple[int, str], np.ndarray] = {
    (int(s), str(n)): p.astype(float)
    for s, n, p in zip(_PEOPLE["seed"], _PEOPLE["label"], _PEOPLE["points"], strict=True)
}
SEEDS = sorted({seed for seed, _ in PEOPLE})


def frame(seed: int, label: str, t: float = 0.0) -> FaceFrame:
    """Return a rendered person's face on one frame."""
    points = PEOPLE[seed, label]
    pose = pose_of(points)
    yaw, pitch, roll = (float(np.degrees(a)) for a in (pose.yaw, pose.pitch, pose.roll))
    return FaceFrame(t, measure(points, pose), yaw, pitch, roll, 0.0, pose.unit)


COLOURS = np.random.default_rng(5).integers(20, 236, (len(SEEDS), 3, 3))


def fit(seed: int, x: float = 0.0, y: float = 0.0, scale: float = 1.0, label: str = "neutral") -> SeatFit:
    """Return a person's mesh with the eyes' middle at (x, y); forehead, hair and clothes in colours of their own."""
    points = PEOPLE[seed, label] * scale
    middle = (points[33] + points[263]) / 2
    points = points + np.array([x - middle[0], y - middle[1], 0.0])
    shown = np.zeros((460, 360, 3), np.uint8)
    near = PEOPLE[seed, label]
    top, chin = int(near[151, 1]), int(near[152, 1])
    for band, colour in zip((slice(0, top - 12), slice(top - 12, chin), slice(chin, 460)), (1, 0, 2), strict=True):
        shown[band] = COLOURS[SEEDS.index(seed), colour]
    plain = fit_of(points, pose_of(points), 1.0)
    look = look_of(shown, near, pose_of(near))
    assert plain.shape is not None
    return replace(plain, shape=np.append(plain.shape[:BONE_COUNT], look))


def plays() -> list[tuple[list[FaceFrame], list[tuple[str, float, float]]]]:
    """Return rendered performances: their frames and cues (label, start, end)."""
    data = np.load(HERE / "plays.npz")
    fps = float(data["fps"])
    out = []
    for name in sorted(k for k in data.files if k.startswith("rows_")):
        frames: list[FaceFrame] = []
        for k, row in enumerate(data[name].astype(float)):
            n = row.size - 4
            yaw, pitch, roll, unit = row[n : n + 4]
            speed = 0.0
            if frames:
                b = frames[-1]
                speed = fps * max(abs(yaw - b.yaw), abs(pitch - b.pitch), abs(roll - b.roll))
            frames.append(FaceFrame(k / fps, Measures(*row[:n]), yaw, pitch, roll, speed, unit))
        cues = [(str(a), float(b), float(c)) for a, b, c in data["cues_" + name[5:]]]
        out.append((frames, cues))
    return out


def picture(seed: int, label: str = "neutral") -> np.ndarray:
    """Return a rendered person (360, 360, 3) BGR."""
    image = cv2.imread(str(HERE / f"{seed}_{label}.jpg"))
    assert image is not None
    return image


def scene(*people: tuple[int, float, float], size: tuple[int, int] = (540, 960), label: str = "neutral") -> np.ndarray:
    """Return a frame with people: seed and upper left corner (x, y) of each; later ones are in front."""
    canvas = np.full((*size, 3), 128, np.uint8)
    for seed, x, y in people:
        part = picture(seed, label)[60:300, 90:270]
        x0, y0 = round(x), round(y)
        h, w = part.shape[:2]
        a, b = max(0, x0), min(size[1], x0 + w)
        c, d = max(0, y0), min(size[0], y0 + h)
        if a < b and c < d:
            canvas[c:d, a:b] = part[c - y0 : d - y0, a - x0 : b - x0]
    return canvas
