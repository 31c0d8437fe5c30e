"""Random mouths for training: what people do with lips, jaw and tongue, with the hard cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from .pose import Pose


class Draw:
    """Random values of controls, by short names."""

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


Value = Callable[[Draw], float]
"""How the value of a control is drawn."""


def u(low: float, high: float) -> Value:
    """Even between the two."""
    return lambda d: d.u(low, high)


def maybe(share: float, low: float, high: float) -> Value:
    """Even between the two in a share of the mouths, else 0."""
    return lambda d: d.maybe(share, low, high)


def normal(spread: float) -> Value:
    """Normal about 0."""
    return lambda d: float(d.rng.normal(0, spread))


def beta(a: float, b: float) -> Value:
    """A beta distribution, 0 to 1."""
    return lambda d: float(d.rng.beta(a, b))


def either(share: float, one: Value, other: Value) -> Value:
    """The one in a share of the mouths, else the other."""
    return lambda d: (one if d.often(share) else other)(d)


def one_of(values: tuple[Value, ...], shares: tuple[float, ...]) -> Value:
    """All are drawn, one is taken."""
    return lambda d: float(d.rng.choice([value(d) for value in values], p=shares))


def just(value: float) -> Value:
    """Always this."""
    return lambda _: value


ANYBODY: Mapping[str, Value] = {
    **{name: maybe(0.18, 0, 0.35) for name in
       ("chin_up", "press", "evert", "nose_wrinkle", "cheek_puff", "jaw_forward", "flare", "cheek_up")},
    "tongue_raise": beta(1, 2.5), "tongue_fwd": u(0.0, 0.85), "tongue_side": normal(0.15),
    "tongue_dome": maybe(0.5, 0.0, 0.9),
}  # fmt: skip
"""What any mouth may do besides."""
DUCK: Mapping[str, Value] = {  # lips pushed forward and turned out, often a slit between
    "funnel": u(0.3, 1.3), "evert": u(0.2, 1.2), "pucker": maybe(0.5, 0.2, 1.2), "jaw": maybe(0.5, 0, 0.2),
    "mouth_side": normal(0.4),
}  # fmt: skip
CALM: tuple[Mapping[str, Value], ...] = (
    {}, {"press": u(0.2, 1.0)}, {"corner_down": u(0.2, 1.0)}, {"chin_up": u(0.1, 0.9)}, {"smile": u(0.1, 0.6)},
    {"cheek_puff": u(0.3, 1.2)},
)  # fmt: skip
"""Of neutral mouths, besides the jaw. A `smile` is drawn for both corners, a little apart."""
CONTROLS: Mapping[str, Mapping[str, Value]] = {
    "neutral": {"jaw": maybe(0.3, 0, 0.06)},
    "pout": {
        "pout": u(0.3, 1.4), "evert": maybe(0.6, 0.2, 1.3), "chin_up": maybe(0.5, 0, 0.7),
        "corner_down": maybe(0.5, 0, 0.9), "pucker": maybe(0.3, 0, 0.6), "jaw": maybe(0.3, 0, 0.15),
    },
    "pucker": {
        "pucker": u(0.4, 2.0), "funnel": maybe(0.5, 0, 1.0), "cheek_suck": maybe(0.4, 0, 1.4),
        "jaw": maybe(0.45, 0, 0.4), "mouth_side": normal(0.5),
    },
    "smile": {"smile": u(0.4, 1.3), "press": maybe(0.3, 0, 0.5), "cheek_up": u(0, 0.8), "jaw": maybe(0.3, 0, 0.08)},
    "grin": {
        "smile": u(0.2, 1.4), "stretch": maybe(0.6, 0, 1.2), "upper_up": u(0.0, 1.5), "lower_down": maybe(0.6, 0, 1.0),
        "cheek_up": u(0, 0.9), "neck": maybe(0.25, 0, 1.0), "jaw": either(0.6, u(0, 0.15), u(0.1, 0.45)),
    },
    "talk": {
        "jaw": u(0.03, 0.5), "funnel": maybe(0.4, 0, 1.0), "upper_up": maybe(0.5, 0, 0.9),
        "lower_down": maybe(0.5, 0, 0.6), "stretch": maybe(0.3, 0, 0.9), "tongue_fwd": u(0, 0.95),
        "tongue_raise": beta(1, 1.5), "roll_in": maybe(0.12, 0.2, 0.8),
    },
    "wide": {
        "tongue_fwd": u(0.3, 0.98), "jaw": u(0.5, 1.3), "upper_up": maybe(0.6, -0.2, 1.1),
        "stretch": maybe(0.4, 0, 0.9), "funnel": maybe(0.35, 0, 0.9), "lower_down": maybe(0.3, 0, 0.6),
        "tongue_raise": beta(0.8, 2.0),
    },
    "over_teeth": {
        "roll_in": u(0.6, 1.3), "jaw": u(0.1, 0.7), "press": maybe(0.4, 0, 0.6), "tongue_fwd": u(0, 0.6),
        "stretch": maybe(0.3, 0, 0.6),
    },
    "tongue_inside": {
        "jaw": u(0.15, 1.15), "tongue_fwd": u(0.5, 1.0), "tongue_raise": beta(1.2, 1.2), "tongue_side": normal(0.4),
        "upper_up": maybe(0.4, 0, 0.9), "stretch": maybe(0.4, 0, 0.9), "lower_down": maybe(0.4, 0, 0.8),
        "funnel": maybe(0.2, 0, 0.8),
    },
    "tongue_on_lip": {
        "jaw": u(0.08, 0.8), "tongue_fwd": u(1.05, 1.75), "tongue_out": just(0.0), "tongue_side": normal(0.35),
        "upper_up": maybe(0.4, 0, 0.8), "tongue_droop": u(0.0, 0.6), "lower_down": maybe(0.3, 0, 0.6),
    },
    "tongue_tip": {
        "jaw": u(0.02, 0.35), "tongue_fwd": just(2.0), "tongue_out": u(0.03, 0.28), "tongue_side": normal(0.5),
        "tongue_droop": u(-0.2, 1.0), "funnel": maybe(0.25, 0, 0.7), "pucker": maybe(0.15, 0, 0.8),
    },
    "tongue_out": {
        "tongue_side": either(0.65, normal(0.2), lambda d: float(np.clip(d.rng.normal(0, 0.8), -1, 1))),
        "tongue_droop": one_of((u(-1, -0.2), u(-0.2, 0.35), u(0.3, 0.75), u(0.65, 1.05)), (0.1, 0.15, 0.35, 0.4)),
        "jaw": one_of((u(0.08, 0.3), u(0.25, 0.7), u(0.5, 1.25)), (0.35, 0.4, 0.25)),
        "tongue_fwd": just(2.0),
        "tongue_out": one_of((u(0.2, 0.5), u(0.45, 0.9), u(0.8, 1.2)), (0.35, 0.42, 0.23)),
        "tongue_twist": normal(0.2), "upper_up": maybe(0.4, 0, 1.1), "stretch": maybe(0.35, 0, 1.0),
        "lower_down": maybe(0.4, 0, 0.9), "funnel": maybe(0.15, 0, 0.7), "corner_down": maybe(0.2, 0, 0.8),
        "nose_wrinkle": maybe(0.2, 0, 0.9),
    },
    "round": {  # a whistle, a fish, a gasp
        "funnel": u(0.4, 1.5), "pucker": maybe(0.5, 0.2, 1.2), "jaw": u(0.15, 1.0), "upper_up": maybe(0.25, -0.3, 0.6),
        "tongue_fwd": u(0, 0.9), "roll_in": maybe(0.2, 0.2, 0.8),
    },
    "tongue_fill": {  # fills the opening up to the lips, and stays behind them
        "jaw": either(0.5, u(0.15, 0.6), u(0.5, 1.4)), "tongue_fwd": either(0.8, u(0.85, 1.0), u(1.0, 1.2)),
        "tongue_dome": u(0.35, 1.2), "tongue_raise": beta(0.8, 2.0), "tongue_width": u(0.7, 1.3),
        "upper_up": maybe(0.5, -0.2, 1.0), "stretch": maybe(0.3, 0, 0.9), "lower_down": maybe(0.3, 0, 0.6),
        "chin_up": maybe(0.3, 0, 0.6), "tongue_side": normal(0.2), "funnel": maybe(0.35, 0.1, 1.0),
        "tongue_thick": u(0.4, 1.4),
    },
}  # fmt: skip
"""Controls of each category, in the order in which they are drawn."""
SMILING: Mapping[str, tuple[float, float, float]] = {
    "wide": (0.3, 0.2, 0.9), "tongue_tip": (0.35, 0.1, 0.8), "tongue_out": (0.4, 0.1, 1.0),
    "tongue_fill": (0.25, 0.2, 0.9),
}  # fmt: skip
"""How often a mouth smiles besides, and how much."""
CATEGORIES = tuple(CONTROLS)
SHARES = (0.12, 0.06, 0.06, 0.06, 0.07, 0.09, 0.06, 0.03, 0.05, 0.04, 0.06, 0.19, 0.03, 0.08)
# how often lips cover the teeth of an open mouth, as in most speech
COVERED = {
    "pout": 0.6, "pucker": 0.6, "talk": 0.4, "wide": 0.25, "tongue_inside": 0.25, "tongue_on_lip": 0.3,
    "tongue_tip": 0.3, "tongue_out": 0.25, "round": 0.65, "tongue_fill": 0.35,
}  # fmt: skip


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


def sample_pose(rng: np.random.Generator, category: str, build: dict[str, float]) -> Pose:
    """A pose of a category. `build` is the person's own tongue."""
    d = Draw(rng)
    c: dict[str, float] = dict(build)
    c |= turned(rng)
    c["jaw_side"], c["mouth_side"] = float(rng.normal(0, 0.2)), float(rng.normal(0, 0.15))
    c |= _drawn(d, ANYBODY)
    c["teeth_back"] = d.maybe(COVERED.get(category, 0.0), 0.4, 1.3)
    c |= _mouth(d, category)
    if c["tongue_fwd"] > 1.0:
        c["jaw"] = max(c["jaw"], 0.10 + 0.16 * c["tongue_thick"])
    return Pose(**c)


def _mouth(d: Draw, category: str) -> dict[str, float]:
    if category == "pout" and d.often(0.3):
        return _drawn(d, DUCK)
    kind = int(d.rng.integers(len(CALM))) if category == "neutral" else 0
    c = _drawn(d, CONTROLS[category]) | _drawn(d, CALM[kind])
    if category in SMILING:
        share, low, high = SMILING[category]
        c |= d.pair("smile", d.u(low, high)) if d.often(share) else {}
    return c


def _drawn(d: Draw, controls: Mapping[str, Value]) -> dict[str, float]:
    """The controls' values, drawn in their order."""
    c: dict[str, float] = {}
    for name, value in controls.items():
        c |= d.pair("smile", value(d)) if name == "smile" else {name: value(d)}
    return c
