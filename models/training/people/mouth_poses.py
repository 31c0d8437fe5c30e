"""Random mouths for training: what people do with lips, jaw and tongue, with the hard cases."""

from __future__ import annotations

import numpy as np

from .heads import turned
from .pose import Pose

CATEGORIES = (
    "neutral",
    "pout",
    "pucker",
    "smile",
    "grin",
    "talk",
    "wide",
    "over_teeth",
    "tongue_inside",
    "tongue_on_lip",
    "tongue_tip",
    "tongue_out",
    "round",
    "tongue_fill",
)
SHARES = (0.12, 0.06, 0.06, 0.06, 0.07, 0.09, 0.06, 0.03, 0.05, 0.04, 0.06, 0.19, 0.03, 0.08)

# how often lips cover the teeth of an open mouth, as in most speech
COVERED = {
    "pout": 0.6, "pucker": 0.6, "talk": 0.4, "wide": 0.25, "tongue_inside": 0.25, "tongue_on_lip": 0.3,
    "tongue_tip": 0.3, "tongue_out": 0.25, "round": 0.65, "tongue_fill": 0.35,
}  # fmt: skip


class _Draw:
    """Short names for the draws below."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def u(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def often(self, share: float) -> bool:
        return bool(self.rng.random() < share)

    def maybe(self, share: float, low: float, high: float) -> float:
        return self.u(low, high) if self.often(share) else 0.0

    def pair(self, name: str, value: float, spread: float = 0.25) -> dict[str, float]:
        d = float(self.rng.normal(0, spread))
        return {name + "_l": value * (1 + d), name + "_r": value * (1 - d)}


def sample_pose(rng: np.random.Generator, category: str, build: dict[str, float]) -> Pose:
    """A pose of a category. `build` is the person's own tongue."""
    d = _Draw(rng)
    c: dict[str, float] = dict(build)
    c |= turned(rng)
    c["jaw_side"], c["mouth_side"] = float(rng.normal(0, 0.2)), float(rng.normal(0, 0.15))
    for name in ("chin_up", "press", "evert", "nose_wrinkle", "cheek_puff", "jaw_forward", "flare", "cheek_up"):
        c[name] = d.maybe(0.18, 0, 0.35)
    c["tongue_raise"], c["tongue_fwd"] = float(rng.beta(1, 2.5)), d.u(0.0, 0.85)
    c["tongue_side"] = float(rng.normal(0, 0.15))
    c["tongue_dome"] = d.maybe(0.5, 0.0, 0.9)
    c["teeth_back"] = d.maybe(COVERED.get(category, 0.0), 0.4, 1.3)
    c.update(_MAKERS[category](d))
    if c["tongue_fwd"] > 1.0:
        c["jaw"] = max(c["jaw"], 0.10 + 0.16 * c["tongue_thick"])
    return Pose(**c)


def _neutral(d: _Draw) -> dict[str, float]:
    kind = int(d.rng.integers(6))
    c: dict[str, float] = {"jaw": d.maybe(0.3, 0, 0.06)}
    if kind == 1:
        c["press"] = d.u(0.2, 1.0)
    elif kind == 2:
        c["corner_down"] = d.u(0.2, 1.0)
    elif kind == 3:
        c["chin_up"] = d.u(0.1, 0.9)
    elif kind == 4:
        c.update(d.pair("smile", d.u(0.1, 0.6)))
    elif kind == 5:
        c["cheek_puff"] = d.u(0.3, 1.2)
    return c


def _pout(d: _Draw) -> dict[str, float]:
    if d.often(0.3):  # duck lips: pushed forward and turned out, often a slit between
        return {
            "funnel": d.u(0.3, 1.3),
            "evert": d.u(0.2, 1.2),
            "pucker": d.maybe(0.5, 0.2, 1.2),
            "jaw": d.maybe(0.5, 0, 0.2),
            "mouth_side": float(d.rng.normal(0, 0.4)),
        }
    return {
        "pout": d.u(0.3, 1.4),
        "evert": d.maybe(0.6, 0.2, 1.3),
        "chin_up": d.maybe(0.5, 0, 0.7),
        "corner_down": d.maybe(0.5, 0, 0.9),
        "pucker": d.maybe(0.3, 0, 0.6),
        "jaw": d.maybe(0.3, 0, 0.15),
    }


def _pucker(d: _Draw) -> dict[str, float]:
    return {
        "pucker": d.u(0.4, 2.0),
        "funnel": d.maybe(0.5, 0, 1.0),
        "cheek_suck": d.maybe(0.4, 0, 1.4),
        "jaw": d.maybe(0.45, 0, 0.4),
        "mouth_side": float(d.rng.normal(0, 0.5)),
    }


def _smile(d: _Draw) -> dict[str, float]:
    return {
        **d.pair("smile", d.u(0.4, 1.3)),
        "press": d.maybe(0.3, 0, 0.5),
        "cheek_up": d.u(0, 0.8),
        "jaw": d.maybe(0.3, 0, 0.08),
    }


def _grin(d: _Draw) -> dict[str, float]:
    c = {
        **d.pair("smile", d.u(0.2, 1.4)),
        "stretch": d.maybe(0.6, 0, 1.2),
        "upper_up": d.u(0.0, 1.5),
        "lower_down": d.maybe(0.6, 0, 1.0),
        "cheek_up": d.u(0, 0.9),
        "neck": d.maybe(0.25, 0, 1.0),
        "jaw": d.u(0, 0.15) if d.often(0.6) else d.u(0.1, 0.45),
    }
    return c


def _talk(d: _Draw) -> dict[str, float]:
    return {
        "jaw": d.u(0.03, 0.5),
        "funnel": d.maybe(0.4, 0, 1.0),
        "upper_up": d.maybe(0.5, 0, 0.9),
        "lower_down": d.maybe(0.5, 0, 0.6),
        "stretch": d.maybe(0.3, 0, 0.9),
        "tongue_fwd": d.u(0, 0.95),
        "tongue_raise": float(d.rng.beta(1, 1.5)),
        "roll_in": d.maybe(0.12, 0.2, 0.8),
    }


def _wide(d: _Draw) -> dict[str, float]:
    c = {
        "tongue_fwd": d.u(0.3, 0.98),
        "jaw": d.u(0.5, 1.3),
        "upper_up": d.maybe(0.6, -0.2, 1.1),
        "stretch": d.maybe(0.4, 0, 0.9),
        "funnel": d.maybe(0.35, 0, 0.9),
        "lower_down": d.maybe(0.3, 0, 0.6),
        "tongue_raise": float(d.rng.beta(0.8, 2.0)),
    }
    if d.often(0.3):
        c.update(d.pair("smile", d.u(0.2, 0.9)))
    return c


def _over_teeth(d: _Draw) -> dict[str, float]:
    return {
        "roll_in": d.u(0.6, 1.3),
        "jaw": d.u(0.1, 0.7),
        "press": d.maybe(0.4, 0, 0.6),
        "tongue_fwd": d.u(0, 0.6),
        "stretch": d.maybe(0.3, 0, 0.6),
    }


def _tongue_inside(d: _Draw) -> dict[str, float]:
    return {
        "jaw": d.u(0.15, 1.15),
        "tongue_fwd": d.u(0.5, 1.0),
        "tongue_raise": float(d.rng.beta(1.2, 1.2)),
        "tongue_side": float(d.rng.normal(0, 0.4)),
        "upper_up": d.maybe(0.4, 0, 0.9),
        "stretch": d.maybe(0.4, 0, 0.9),
        "lower_down": d.maybe(0.4, 0, 0.8),
        "funnel": d.maybe(0.2, 0, 0.8),
    }


def _tongue_on_lip(d: _Draw) -> dict[str, float]:
    return {
        "jaw": d.u(0.08, 0.8),
        "tongue_fwd": d.u(1.05, 1.75),
        "tongue_out": 0.0,
        "tongue_side": float(d.rng.normal(0, 0.35)),
        "upper_up": d.maybe(0.4, 0, 0.8),
        "tongue_droop": d.u(0.0, 0.6),
        "lower_down": d.maybe(0.3, 0, 0.6),
    }


def _tongue_tip(d: _Draw) -> dict[str, float]:
    return {
        "jaw": d.u(0.02, 0.35),
        "tongue_fwd": 2.0,
        "tongue_out": d.u(0.03, 0.28),
        "tongue_side": float(d.rng.normal(0, 0.5)),
        "tongue_droop": d.u(-0.2, 1.0),
        "funnel": d.maybe(0.25, 0, 0.7),
        "pucker": d.maybe(0.15, 0, 0.8),
        **(d.pair("smile", d.u(0.1, 0.8)) if d.often(0.35) else {}),
    }


def _tongue_out(d: _Draw) -> dict[str, float]:
    side = float(d.rng.normal(0, 0.2)) if d.often(0.65) else float(np.clip(d.rng.normal(0, 0.8), -1, 1))
    droop = float(
        d.rng.choice([d.u(-1, -0.2), d.u(-0.2, 0.35), d.u(0.3, 0.75), d.u(0.65, 1.05)], p=[0.1, 0.15, 0.35, 0.4])
    )
    jaw = float(d.rng.choice([d.u(0.08, 0.3), d.u(0.25, 0.7), d.u(0.5, 1.25)], p=[0.35, 0.4, 0.25]))
    c = {
        "jaw": jaw,
        "tongue_fwd": 2.0,
        "tongue_out": float(d.rng.choice([d.u(0.2, 0.5), d.u(0.45, 0.9), d.u(0.8, 1.2)], p=[0.35, 0.42, 0.23])),
        "tongue_side": side,
        "tongue_droop": droop,
        "tongue_twist": float(d.rng.normal(0, 0.2)),
        "upper_up": d.maybe(0.4, 0, 1.1),
        "stretch": d.maybe(0.35, 0, 1.0),
        "lower_down": d.maybe(0.4, 0, 0.9),
        "funnel": d.maybe(0.15, 0, 0.7),
        "corner_down": d.maybe(0.2, 0, 0.8),
        "nose_wrinkle": d.maybe(0.2, 0, 0.9),
    }
    if d.often(0.4):
        c.update(d.pair("smile", d.u(0.1, 1.0)))
    return c


def _round(d: _Draw) -> dict[str, float]:
    """A round O: a whistle, a fish, a gasp."""
    return {
        "funnel": d.u(0.4, 1.5),
        "pucker": d.maybe(0.5, 0.2, 1.2),
        "jaw": d.u(0.15, 1.0),
        "upper_up": d.maybe(0.25, -0.3, 0.6),
        "tongue_fwd": d.u(0, 0.9),
        "roll_in": d.maybe(0.2, 0.2, 0.8),
    }


def _tongue_fill(d: _Draw) -> dict[str, float]:
    """A tongue that fills the opening up to the lips, and stays behind them."""
    return {
        "jaw": d.u(0.15, 0.6) if d.often(0.5) else d.u(0.5, 1.4),
        "tongue_fwd": d.u(0.85, 1.0) if d.often(0.8) else d.u(1.0, 1.2),
        "tongue_dome": d.u(0.35, 1.2),
        "tongue_raise": float(d.rng.beta(0.8, 2.0)),
        "tongue_width": d.u(0.7, 1.3),
        "upper_up": d.maybe(0.5, -0.2, 1.0),
        "stretch": d.maybe(0.3, 0, 0.9),
        "lower_down": d.maybe(0.3, 0, 0.6),
        "chin_up": d.maybe(0.3, 0, 0.6),
        "tongue_side": float(d.rng.normal(0, 0.2)),
        "funnel": d.maybe(0.35, 0.1, 1.0),
        "tongue_thick": d.u(0.4, 1.4),
        **(d.pair("smile", d.u(0.2, 0.9)) if d.often(0.25) else {}),
    }


_MAKERS = {
    "round": _round,
    "tongue_fill": _tongue_fill,
    "neutral": _neutral,
    "pout": _pout,
    "pucker": _pucker,
    "smile": _smile,
    "grin": _grin,
    "talk": _talk,
    "wide": _wide,
    "over_teeth": _over_teeth,
    "tongue_inside": _tongue_inside,
    "tongue_on_lip": _tongue_on_lip,
    "tongue_tip": _tongue_tip,
    "tongue_out": _tongue_out,
}
