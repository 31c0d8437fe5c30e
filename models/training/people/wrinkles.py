"""Lines that come and go with an expression: where they lie on the rest face, and how deep a pose makes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .masks import EYE, smooth
from .mesh import F32
from .pose import Pose


@dataclass(frozen=True)
class Folds:
    """Depth 0..1 of each group of lines: beside the mouth, brow raised, brows drawn together, eyes, nose, chin."""

    mouth: float = 0.0
    raised: float = 0.0
    frown: float = 0.0
    eyes: float = 0.0
    nose: float = 0.0


def folds(pose: Pose, age: float) -> Folds:
    """Depths for a pose; age (0..1) is how lined the face is at rest."""
    smile = 0.5 * (pose.smile_l + pose.smile_r)
    squint = 0.5 * (pose.squint_l + pose.squint_r)
    return Folds(
        mouth=_share(0.35 * age + 0.55 * smile + 0.35 * pose.upper_up + 0.5 * pose.nose_wrinkle + 0.3 * pose.cheek_up),
        raised=_share(0.35 * age + 0.5 * max(0.0, pose.brow_inner) + 0.5 * max(0.0, pose.brow_outer)),
        frown=_share(0.25 * age + 0.8 * pose.brow_down),
        eyes=_share(0.3 * age + 0.6 * squint + 0.3 * smile + 0.3 * pose.cheek_up),
        nose=_share(pose.nose_wrinkle),
    )


def _share(value: float) -> float:
    return float(min(1.0, max(0.0, value)))


def dents(depth: Folds, rest: F32) -> tuple[F32, F32, F32]:
    """Shade (m,) 0..1 of the lines at rest points (m, 3), and the tilt of the skin across them in x and y."""
    x, y = np.abs(rest[:, 0]), rest[:, 1]
    sign = np.sign(rest[:, 0])
    shade, tilt_x, tilt_y = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    front = smooth(rest[:, 2], 0.9, 1.2)
    if depth.mouth > 0:
        fall = np.clip((6.93 - y) / 0.46, 0, 1)
        across = (x - (0.155 + 0.27 * fall**0.85)) / (0.016 + 0.014 * fall)
        line = np.exp(-(across**2)) * smooth(y, 6.46, 6.60) * smooth(y, 6.95, 6.88) * front * depth.mouth
        shade += 0.8 * line
        tilt_x += 0.8 * sign * across * line
    if float(y.max(initial=0.0)) > 7.1:
        if depth.raised > 0:
            band = smooth(y, 7.56, 7.66) * smooth(y, 8.0, 7.88) * smooth(x, 0.56, 0.35) * depth.raised
            wave = y * 52 + 2.0 * np.cos(rest[:, 0] * 4)
            shade += 0.35 * band * np.clip(np.sin(wave), 0, 1) ** 3
            tilt_y += 0.16 * band * np.cos(wave)
        if depth.frown > 0:
            across = (x - 0.048) / 0.014
            line = np.exp(-(across**2)) * smooth(y, 7.34, 7.42) * smooth(y, 7.62, 7.52) * depth.frown
            shade += 0.7 * line
            tilt_x += 0.6 * sign * across * line
        if depth.eyes > 0:
            dx, dy = x - EYE[0] - 0.10, y - EYE[1]
            ray = np.sin(np.arctan2(dy, dx) * 16)
            away = np.hypot(dx, dy)
            band = smooth(dx, 0.02, 0.08) * smooth(away, 0.09, 0.12) * smooth(away, 0.27, 0.18) * depth.eyes
            shade += 0.35 * band * np.clip(ray, 0, 1) ** 2
            tilt_y += 0.14 * band * ray
        if depth.nose > 0:
            band = smooth(x, 0.13, 0.07) * smooth(y, 7.08, 7.15) * smooth(y, 7.36, 7.28) * depth.nose
            wave = y * 95 + 12 * x
            shade += 0.3 * band * np.clip(np.sin(wave), 0, 1) ** 2
            tilt_y += 0.15 * band * np.cos(wave)
    return np.clip(shade, 0, 1).astype(np.float32), tilt_x.astype(np.float32), tilt_y.astype(np.float32)
