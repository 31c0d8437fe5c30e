"""How heads stand to a camera on a table."""

from __future__ import annotations

import numpy as np


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
    return {
        "yaw": float(np.clip(yaw, -62, 62)),
        "pitch": float(np.clip(pitch, -40, 30)),
        "roll": float(rng.normal(0, 6)),
    }
