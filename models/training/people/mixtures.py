"""Faces in mixtures, for choosing and measuring the judge's numbers: ``strangers --mixed``.

Lids, brows and jaw are drawn apart; lemons keep their lips shut; beside them what people make that is like them: angry
faces with bared teeth, tongues under a wrinkled nose, shouts, yawns, squints.
"""

from __future__ import annotations

import numpy as np

from .pose import Pose

LABELS = {
    "both_wide": "eyes_mouth_wide", "surprise_brows": "eyes_mouth_wide", "sour": "sour", "lemon_soft": "sour",
    "mouth_wide": "mouth_wide", "eyes_wide": "eyes_wide", "grin": "grin", "laugh_open": "grin",
    "tongue_wrinkled": "tongue_out", "tongue_out": "tongue_out", "tongue_wide": "tongue_out", "yawn": "other",
    "shout": "other", "squint": "other", "frown": "other", "bared_frown": "other", "shut_press": "other",
    "brows": "other", "concentrate": "other",
}  # fmt: skip
OFTEN = ("both_wide", "sour")  # drawn twice as often
ODDS = tuple((1 + (name in OFTEN)) / (len(LABELS) + len(OFTEN)) for name in LABELS)
EACH = 6  # faces of a person


def mixed(rng: np.random.Generator, kind: str, build: dict[str, float]) -> Pose:
    """A face of a kind, nearly to the front; ``build`` is the person's own tongue."""

    def u(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    def maybe(share: float, low: float, high: float) -> float:
        return u(low, high) if rng.random() < share else 0.0

    def pair(name: str, value: float) -> dict[str, float]:
        by = float(rng.normal(0, 0.08))
        return {name + "_l": value * (1 + by), name + "_r": value * (1 - by)}

    def brows(value: float) -> dict[str, float]:
        return {"brow_inner": value, "brow_outer": value * u(0.8, 1.15)}

    tongue = {"tongue_fwd": 2.0, "tongue_out": u(0.4, 0.9), "tongue_droop": u(0.2, 0.9)}
    jaw = {"jaw": u(0.6, 1.15), "upper_up": maybe(0.4, 0, 0.5)}
    teeth = {"upper_up": u(0.4, 0.9), "lower_down": u(0.2, 0.7), "stretch": u(0.2, 0.7)}
    smile = {**pair("smile", u(0.7, 1.1)), "cheek_up": u(0.3, 0.9)}
    made: dict[str, dict[str, float]] = {
        "both_wide": {**jaw, **pair("wide", u(0.45, 1.2)), **brows(u(0.2, 1.0)), "tongue_fwd": maybe(0.4, 0, 0.8)},
        "surprise_brows": {**jaw, **pair("wide", u(0.2, 0.5)), **brows(u(0.6, 1.15)), "funnel": maybe(0.3, 0, 0.35)},
        "mouth_wide": {**jaw, **brows(maybe(0.3, 0, 0.2)), **pair("squint", maybe(0.3, 0, 0.3))},
        "eyes_wide": {**pair("wide", u(0.5, 1.2)), **brows(u(0.2, 1.0)), "jaw": maybe(0.3, 0, 0.1)},
        "sour": {**pair("shut", u(0.5, 1.0)), **pair("squint", u(0.6, 1.3)), "brow_down": u(0.3, 1.5),
                 "nose_wrinkle": u(0.4, 1.3), "cheek_up": u(0.3, 1.1), **lemon(rng)},
        "lemon_soft": {**pair("shut", u(0.15, 0.6)), **pair("squint", u(0.4, 1.1)), "brow_down": u(0, 1.0),
                       "nose_wrinkle": u(0.5, 1.2), "cheek_up": u(0.2, 0.9), **lemon(rng)},
        "yawn": {**jaw, **pair("shut", u(0.3, 1.0)), **pair("squint", u(0.2, 0.9)), **brows(maybe(0.5, 0, 0.6))},
        "shout": {**jaw, **teeth, "brow_down": u(0.3, 1.2), **pair("wide", maybe(0.4, 0, 0.5))},
        "laugh_open": {**jaw, **smile, **pair("squint", u(0, 0.8)), **brows(maybe(0.4, 0.1, 0.6))},
        "grin": {**smile, **teeth, **pair("squint", maybe(0.6, 0, 0.5)), **pair("shut", maybe(0.3, 0, 0.7))},
        "squint": {**pair("squint", u(0.6, 1.2)), **pair("shut", maybe(0.6, 0, 0.45)), "brow_down": u(0, 0.9),
                   "cheek_up": u(0.1, 0.7), "nose_wrinkle": maybe(0.3, 0, 0.3)},
        "frown": {"brow_down": u(0.5, 1.4), "press": maybe(0.5, 0, 0.5), "corner_down": maybe(0.5, 0, 0.5)},
        "bared_frown": {**teeth, "brow_down": u(0.5, 1.4), "nose_wrinkle": u(0.3, 1.2), **pair("squint", u(0.1, 0.8))},
        "tongue_wrinkled": {**tongue, "jaw": u(0.25, 0.5), "nose_wrinkle": u(0.3, 1.1), "brow_down": u(0, 0.9),
                            **pair("squint", u(0.3, 1.1)), **pair("shut", u(0, 0.9))},
        "tongue_out": {**tongue, "jaw": u(0.3, 0.5), **pair("wide", maybe(0.3, 0, 0.4))},
        "tongue_wide": {**tongue, "jaw": u(0.55, 1.0), **pair("wide", maybe(0.5, 0.2, 0.9))},
        "shut_press": {**pair("shut", u(0.85, 1.0)), "press": maybe(0.4, 0, 0.5), "brow_down": maybe(0.3, 0, 0.4)},
        "brows": {**brows(u(0.4, 1.1)), **pair("wide", maybe(0.4, 0, 0.15))},
        "concentrate": {"brow_down": u(0.2, 0.9), **pair("squint", u(0.1, 0.5)), "press": u(0, 0.7),
                        "roll_in": maybe(0.4, 0, 0.7)},
    }  # fmt: skip
    yaw = rng.normal(0, 12) if rng.random() < 0.7 else rng.uniform(-45, 45)
    pitch = rng.uniform(-30, -10) if rng.random() < 0.3 else rng.normal(0, 8)
    return Pose(**{**build, **made[kind], "yaw": float(yaw), "pitch": float(pitch), "roll": float(rng.normal(0, 6))})


def lemon(rng: np.random.Generator) -> dict[str, float]:
    """Lips after a bite of lemon: drawn together, pressed and drawn in, or down; never apart."""

    def u(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    kind = rng.random()
    if kind < 0.4:
        return {"pucker": u(0.4, 1.4), "press": u(0, 0.4), "chin_up": u(0, 0.5)}
    if kind < 0.75:
        return {"press": u(0.4, 1.0), "roll_in": u(0.2, 1.0), "corner_down": u(0, 0.8), "stretch": u(0, 0.5)}
    return {"corner_down": u(0.4, 1.0), "chin_up": u(0.3, 0.9), "press": u(0, 0.5)}
