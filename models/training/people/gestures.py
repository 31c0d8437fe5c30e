"""Gestures as data: what a face does for each label, at rest strength 1, and which of its controls move in rhythm.

Labels follow ../shared/data/faces/labels.csv; the motions of Set D have names of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Gesture:
    """hold: controls while it lasts; swing: control -> (centre, reach) moved by a wave of `rate` per second.

    wave: "sine" or "dart" (out quickly, back quickly, a rest in between). blinks: whether blinks go on.
    csv: the label written to labels.csv (None = the gesture's own name).
    """

    hold: Mapping[str, float]
    swing: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    rate: tuple[float, float] = (0.0, 0.0)
    wave: str = "sine"
    attack: float = 0.22
    release: float = 0.28
    blinks: bool = True
    csv: str | None = None


def both(name: str, value: float) -> dict[str, float]:
    """The same value for the left and right control."""
    return {name + "_l": value, name + "_r": value}


GESTURES: Mapping[str, Gesture] = {
    "neutral": Gesture({}),
    # Set B and the advanced Grin
    "tongue_out": Gesture(
        {"jaw": 0.38, "tongue_fwd": 2.0, "tongue_out": 0.75, "tongue_droop": 0.7, "lower_down": 0.15}
    ),
    "eyes_wide": Gesture({**both("wide", 1.0), "brow_inner": 0.75, "brow_outer": 0.75}, blinks=False, attack=0.16),
    "eyes_mouth_wide": Gesture(
        {**both("wide", 1.0), "brow_inner": 0.75, "brow_outer": 0.7, "jaw": 0.85, "upper_up": 0.15, "tongue_fwd": 0.1},
        blinks=False, attack=0.2,
    ),
    "sour": Gesture(
        {**both("squint", 1.0), **both("shut", 0.8), "brow_down": 1.3, "nose_wrinkle": 1.1, "cheek_up": 1.0,
         "pucker": 1.0, "press": 0.2, "neck": 0.2, "chin_up": 0.3}, blinks=False,
    ),
    "grin": Gesture(
        {**both("smile", 0.9), "stretch": 0.55, "upper_up": 0.7, "lower_down": 0.45, "cheek_up": 0.5,
         **both("squint", 0.25), "jaw": 0.03},
    ),
    # negatives
    "mouth_wide": Gesture({"jaw": 0.85, "upper_up": 0.1, "tongue_fwd": 0.1}),
    "fish_shape": Gesture({"funnel": 0.9, "pucker": 0.5, "jaw": 0.32, "cheek_suck": 0.5}),
    "tongue_inside": Gesture({"jaw": 0.55, "tongue_fwd": 0.9, "tongue_raise": 0.5}),
    "tongue_on_lip": Gesture({"jaw": 0.35, "tongue_fwd": 1.5, "tongue_out": 0.0}, csv="tongue_inside"),
    "teeth": Gesture({"upper_up": 0.9, "lower_down": 0.8, "stretch": 0.4}),
    "brows_raised": Gesture({"brow_inner": 0.9, "brow_outer": 0.9, **both("wide", 0.15)}, csv="other"),
    "frown": Gesture({"brow_down": 1.0, "press": 0.3, "corner_down": 0.3}, csv="other"),
    "sad_pout": Gesture({"pout": 0.9, "corner_down": 0.8, "brow_inner": 0.7, "chin_up": 0.5}, csv="other"),
    "eyes_shut": Gesture(both("shut", 1.0), blinks=False, csv="other"),
    "wink": Gesture({"shut_l": 1.0, "squint_l": 0.6, "smile_l": 0.4, "cheek_up": 0.2}, blinks=False, csv="other"),
    "smile": Gesture({**both("smile", 0.6), "cheek_up": 0.35}, csv="other"),
    "kiss": Gesture({"pucker": 1.3}, csv="other"),
    "lips_rolled_in": Gesture({"roll_in": 0.9, "press": 0.4}, csv="other"),
    "cheeks_puffed": Gesture({"cheek_puff": 1.1, "press": 0.4}, csv="other"),
    "look_away": Gesture({"yaw": 34.0, "gaze_x": 0.4}, attack=0.45, release=0.45, csv="other"),
    # Set D, in motion
    "darting_tongue": Gesture(
        {"jaw": 0.16}, {"tongue_fwd": (1.1, 0.9), "tongue_out": (0.27, 0.27), "jaw": (0.20, 0.06)},
        (1.6, 2.8), "dart", attack=0.15, release=0.15,
    ),
    "panting": Gesture(
        {"jaw": 0.5, "tongue_fwd": 2.0, "tongue_out": 0.55, "tongue_droop": 0.75, "brow_inner": 0.2},
        {"jaw": (0.48, 0.15), "tongue_out": (0.55, 0.13), "pitch": (0.0, 1.6), "breath": (0.5, 0.6)}, (2.6, 4.0),
    ),
    "fish_gasp": Gesture(
        {"cheek_suck": 0.6, **both("wide", 0.15)},
        {"jaw": (0.22, 0.22), "funnel": (0.62, 0.28), "pucker": (0.5, 0.2)}, (1.3, 2.2),
    ),
    "wet_dog_shake": Gesture(
        {**both("shut", 0.75), **both("squint", 0.4), "cheek_puff": 0.2},
        {"yaw": (0.0, 30.0), "roll": (0.0, 9.0), "mouth_side": (0.0, 0.7), "jaw": (0.08, 0.05)}, (2.8, 4.2),
        attack=0.15, release=0.3, blinks=False,
    ),
}  # fmt: skip

SPEECH = Gesture({}, attack=0.1, release=0.15)
# Mouth shapes of speech: strong controls only; talk blends from one to the next.
VISEMES: Mapping[str, Mapping[str, float]] = {
    "rest": {"jaw": 0.02},
    "ah": {"jaw": 0.38, "lower_down": 0.15, "upper_up": 0.12},
    "eh": {"jaw": 0.24, "stretch": 0.25, "upper_up": 0.2, "lower_down": 0.2},
    "ee": {"jaw": 0.10, "stretch": 0.5, "upper_up": 0.3, "lower_down": 0.3},
    "oh": {"jaw": 0.28, "funnel": 0.6},
    "oo": {"jaw": 0.12, "pucker": 0.7, "funnel": 0.3},
    "mb": {"press": 0.5},
    "fv": {"jaw": 0.05, "upper_up": 0.35, "roll_in": 0.25},
    "sz": {"jaw": 0.04, "upper_up": 0.3, "lower_down": 0.35, "stretch": 0.2},
    "l": {"jaw": 0.22, "tongue_raise": 0.9, "tongue_fwd": 0.8, "upper_up": 0.15},
    "th": {"jaw": 0.12, "tongue_raise": 0.5, "tongue_fwd": 1.0, "upper_up": 0.2},
    "r": {"jaw": 0.15, "funnel": 0.45, "tongue_raise": 0.5},
}
# The phones of CMU's dictionary (as flite names them) by the shape that the mouth takes.
PHONES: Mapping[str, str] = {
    **dict.fromkeys(("aa", "ao", "ah", "aw", "ay", "hh"), "ah"),
    **dict.fromkeys(("ae", "eh", "ey", "ax", "er"), "eh"),
    **dict.fromkeys(("iy", "ih", "y", "k", "g", "ng"), "ee"),
    **dict.fromkeys(("ow", "oy"), "oh"),
    **dict.fromkeys(("uw", "uh", "w"), "oo"),
    **dict.fromkeys(("m", "b", "p"), "mb"),
    **dict.fromkeys(("f", "v"), "fv"),
    **dict.fromkeys(("s", "z", "sh", "zh", "ch", "jh", "t", "d", "n"), "sz"),
    **dict.fromkeys(("th", "dh"), "th"),
    "l": "l",
    "r": "r",
    "pau": "rest",
}
TALK: Mapping[str, Mapping[str, float]] = {
    "talking": {},
    "talking_teeth": {"upper_up": 0.35, "lower_down": 0.22},
    "talking_no_teeth": {"upper_up": -0.55, "lower_down": -0.35, "roll_in": 0.45, "jaw": -0.02},
}
