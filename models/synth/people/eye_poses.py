"""Random eyes, brows and noses for training: what people do with the upper half of a face, with the hard cases.

What a sour face is mistaken for is drawn often: squints into the sun, frowns, low brows, laughing and shut eyes.
"""

from __future__ import annotations

import numpy as np

from .pose import Pose

CATEGORIES = (
    "neutral", "look_down", "shut", "sleepy", "squint", "frown", "laugh", "smile", "wide", "stare", "brows", "sour",
    "wink", "disgust", "sad",
)  # fmt: skip
SHARES = (0.11, 0.04, 0.07, 0.04, 0.10, 0.07, 0.11, 0.04, 0.10, 0.04, 0.06, 0.14, 0.03, 0.03, 0.02)


def sample_eye_pose(rng: np.random.Generator, category: str) -> Pose:
    """A pose of a category; the head turns up to 62 degrees, and a third of the cameras look up from a table."""

    def u(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    def maybe(share: float, low: float, high: float) -> float:
        return u(low, high) if rng.random() < share else 0.0

    def pair(name: str, value: float, spread: float = 0.1) -> dict[str, float]:
        d = float(rng.normal(0, spread))
        return {name + "_l": value * (1 + d), name + "_r": value * (1 - d)}

    def lids(**values: float) -> dict[str, float]:
        return {k: v for name, value in values.items() for k, v in pair(name, value).items()}

    c: dict[str, float] = turned(rng)
    c |= {"gaze_x": float(rng.normal(0, 0.35)), "gaze_y": float(np.clip(rng.normal(0, 0.3), -0.6, 0.6))}
    c |= {"jaw": maybe(0.3, 0, 0.6), "brow_inner": maybe(0.3, 0, 0.12), "brow_outer": maybe(0.3, 0, 0.12)}
    c |= {"cheek_up": maybe(0.2, 0, 0.2), "brow_down": maybe(0.2, 0, 0.12), **lids(squint=maybe(0.3, 0, 0.2))}
    made: dict[str, dict[str, float]] = {
        "neutral": {},
        "look_down": {"gaze_y": u(-1.0, -0.6)},
        "shut": lids(shut=u(0.85, 1.05), squint=maybe(0.3, 0, 0.3)),
        "sleepy": lids(shut=u(0.25, 0.7)),
        "squint": {
            **lids(squint=u(0.4, 1.1), shut=maybe(0.5, 0.0, 0.4)), "brow_down": maybe(0.7, 0.1, 0.9),
            "cheek_up": maybe(0.5, 0.1, 0.7), "nose_wrinkle": maybe(0.2, 0.0, 0.25),
        },
        "frown": {"brow_down": u(0.5, 1.4), "press": maybe(0.4, 0, 0.6), **lids(squint=maybe(0.5, 0, 0.35))},
        "laugh": {
            **lids(smile=u(0.6, 1.3), squint=u(0.3, 1.1), shut=maybe(0.6, 0.2, 1.0)), "cheek_up": u(0.5, 1.2),
            "upper_up": maybe(0.7, 0.2, 1.0), "jaw": maybe(0.5, 0.1, 0.8), "brow_down": maybe(0.2, 0.0, 0.25),
            "nose_wrinkle": maybe(0.25, 0.0, 0.35), "brow_outer": maybe(0.3, 0.0, 0.3),
        },
        "smile": {**lids(smile=u(0.3, 0.9), squint=u(0.0, 0.4)), "cheek_up": u(0.1, 0.5)},
        "wide": {**lids(wide=u(0.6, 1.25)), "brow_inner": u(0.3, 1.1), "brow_outer": u(0.3, 1.1),
                 "gaze_y": float(rng.normal(0, 0.1)), "jaw": maybe(0.5, 0.2, 1.2)},
        "stare": {**lids(wide=u(0.65, 1.3)), "gaze_y": float(rng.normal(0, 0.1)), "brow_down": maybe(0.2, 0, 0.4)},
        "brows": {"brow_inner": u(0.4, 1.1), "brow_outer": u(0.4, 1.1), **lids(wide=maybe(0.4, 0, 0.15))},
        "sour": {
            **lids(shut=u(0.55, 1.05), squint=u(0.6, 1.3)), "brow_down": u(0.6, 1.6), "nose_wrinkle": u(0.2, 1.4),
            "cheek_up": u(0.3, 1.2), "pucker": maybe(0.6, 0.3, 1.4), "press": maybe(0.3, 0.1, 0.8),
            "upper_up": maybe(0.3, 0.2, 0.9), "jaw": maybe(0.2, 0.0, 0.3), "stretch": maybe(0.25, 0.2, 0.9),
        },
        "wink": {"shut_l": u(0.85, 1.0), "squint_l": u(0, 0.8), "smile_l": u(0, 0.7), "cheek_up": maybe(0.5, 0, 0.4)},
        "disgust": {"nose_wrinkle": u(0.5, 1.3), "upper_up": u(0.1, 0.7), "brow_down": u(0.2, 0.9),
                    **lids(squint=u(0.1, 0.5))},
        "sad": {"brow_inner": u(0.5, 1.1), "corner_down": u(0.2, 0.9), **lids(shut=maybe(0.5, 0, 0.4))},
    }  # fmt: skip
    c |= made[category]
    if category == "wink" and rng.random() < 0.5:
        c = {k[:-2] + ("_r" if k.endswith("_l") else "_l") if k[-2:] in ("_l", "_r") else k: v for k, v in c.items()}
    if category == "frown" and rng.random() < 0.3:
        c |= {"nose_wrinkle": u(0.0, 0.2)}
    return Pose(**c)


def turned(rng: np.random.Generator) -> dict[str, float]:
    """How the head stands to the camera, degrees: turned up to 62, seen from below (a laptop on the table) often."""
    yaw = rng.normal(0, 14) if rng.random() < 0.55 else rng.uniform(-62, 62)
    pick = rng.random()
    if pick < 0.5:
        pitch = rng.normal(-2, 9)
    elif pick < 0.85:
        pitch = rng.uniform(-40, -10)
    else:
        pitch = rng.uniform(8, 28)
    return {"yaw": float(np.clip(yaw, -62, 62)), "pitch": float(np.clip(pitch, -40, 30)), "roll": float(rng.normal(0, 6))}
