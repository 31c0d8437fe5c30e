"""Pose as data: named controls of a face, and what each does to the mesh.

Controls are 0 at rest and 1 at a strong human pose; signed ones run from -1 to 1; angles are degrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Pose:
    """One face at one moment. Left and right are the person's own."""

    yaw: float = 0.0  # degrees, positive turns to the person's left
    pitch: float = 0.0  # positive looks down
    roll: float = 0.0  # positive tips the crown to the person's left
    shift_x: float = 0.0  # the head moves sideways, decimetres
    shift_y: float = 0.0
    shift_z: float = 0.0  # leans to the camera
    gaze_x: float = 0.0  # -1..1, positive to the person's left
    gaze_y: float = 0.0  # positive up
    shut_l: float = 0.0
    shut_r: float = 0.0
    wide_l: float = 0.0
    wide_r: float = 0.0
    squint_l: float = 0.0
    squint_r: float = 0.0
    brow_inner: float = 0.0
    brow_outer: float = 0.0
    brow_down: float = 0.0
    nose_wrinkle: float = 0.0
    flare: float = 0.0
    cheek_up: float = 0.0
    cheek_puff: float = 0.0
    cheek_suck: float = 0.0
    jaw: float = 0.0
    jaw_side: float = 0.0
    jaw_forward: float = 0.0
    smile_l: float = 0.0
    smile_r: float = 0.0
    stretch: float = 0.0  # corners pulled sideways
    corner_down: float = 0.0
    upper_up: float = 0.0  # shows the upper teeth
    lower_down: float = 0.0  # shows the lower teeth
    pucker: float = 0.0
    funnel: float = 0.0  # lips forward and round, open
    press: float = 0.0
    roll_in: float = 0.0  # lips over the teeth
    teeth_back: float = 0.0  # as much hidden by lips that are not rolled in
    pout: float = 0.0  # lower lip forward and turned out
    evert: float = 0.0
    chin_up: float = 0.0
    mouth_side: float = 0.0  # positive to the person's left
    neck: float = 0.0  # platysma
    breath: float = 0.0
    tongue_out: float = 0.0  # length past the lips, 1 = about 4.5 cm
    tongue_raise: float = 0.0  # inside: 0 on the floor, 1 at the upper teeth
    tongue_fwd: float = 0.0  # inside: 0 back, 1 behind the teeth, up to 2 on the lower lip
    tongue_side: float = 0.0  # -1..1
    tongue_droop: float = 0.5  # outside: -1 up to the nose, 0 straight, 1 down the chin
    tongue_width: float = 0.5
    tongue_thick: float = 0.5
    tongue_point: float = 0.5  # 0 blunt, 1 pointed
    tongue_groove: float = 0.2
    tongue_twist: float = 0.0
    tongue_dome: float = 0.0  # inside: 1 = its back fills an open mouth
    tongue_cup: float = 0.0  # 1 = edges curled up, -1 = curled down

    def vector(self) -> npt.NDArray[np.float64]:
        """The controls as one array, in the order of FIELDS."""
        return np.array([getattr(self, f) for f in FIELDS])

    def with_(self, **changes: float) -> Pose:
        """A copy with some controls changed."""
        return replace(self, **changes)

    def weights(self) -> dict[str, float]:
        """Shape weights of the mesh model."""
        out: dict[str, float] = {}
        for control, shapes in SHAPES.items():
            value = getattr(self, control)
            for sign, name, factor in shapes:
                amount = value if sign == 0 else max(0.0, value * sign)
                if amount:
                    out[name] = out.get(name, 0.0) + factor * amount
        return out


FIELDS = tuple(f.name for f in fields(Pose))
MOST = 1.4  # of a control with what the face is at rest


def at_rest(pose: Pose, rest: Mapping[str, float]) -> Pose:
    """The pose of somebody whose face is ``rest`` when nothing moves: no control is pushed beyond what a face can."""
    return pose.with_(**{k: max(getattr(pose, k), min(getattr(pose, k) + v, MOST)) for k, v in rest.items()})


def _both(name: str, factor: float) -> list[tuple[int, str, float]]:
    """A shape of either side: "#" is Left and Right, or left and right among the expressions."""
    sides = ("left", "right") if name.startswith("expr") else ("Left", "Right")
    return [(0, name.replace("#", side), factor) for side in sides]


def _smile(side: str) -> list[tuple[int, str, float]]:
    pulls = (f"unit:Mouth{side}PullUp", 0.55), ("expr:mouth-corner-puller", 0.35), (f"unit:Mouth{side}PullSide", 0.3)
    return [(0, name, factor) for name, factor in pulls]


# control -> (sign: 0 as it is, +1/-1 only that side of a signed control; shape; weight at control 1)
SHAPES: Mapping[str, list[tuple[int, str, float]]] = {
    "wide_l": [(0, "unit:LeftUpperLidOpen", 1.2), (0, "expr:eye-left-opened-up", 0.5)],
    "wide_r": [(0, "unit:RightUpperLidOpen", 1.2), (0, "expr:eye-right-opened-up", 0.5)],
    "squint_l": [(0, "unit:LeftLowerLidUp", 0.8), (0, "expr:eye-left-slit", 0.5)],
    "squint_r": [(0, "unit:RightLowerLidUp", 0.8), (0, "expr:eye-right-slit", 0.5)],
    "brow_inner": [*_both("unit:#InnerBrowUp", 1.0), *_both("expr:eyebrows-#-inner-up", 0.6)],
    "brow_outer": _both("unit:#OuterBrowUp", 1.0) + _both("expr:eyebrows-#-extern-up", 0.5),
    "brow_down": _both("unit:#BrowDown", 1.2) + _both("expr:eyebrows-#-down", 0.8),
    "nose_wrinkle": [(0, "unit:NoseWrinkler", 0.9), *_both("expr:nose-#-elevation", 0.5)],
    "flare": _both("expr:nose-#-dilatation", 1.0),
    "cheek_up": _both("unit:#CheekUp", 0.9),
    "cheek_puff": [(0, "unit:CheeksPump", 1.0)],
    "cheek_suck": [(0, "unit:CheeksSuck", 1.0)],
    "jaw": [(0, "unit:JawDrop", 1.0)],
    "jaw_side": [(1, "unit:ChinLeft", 1.0), (-1, "unit:ChinRight", 1.0)],
    "jaw_forward": [(0, "unit:ChinForward", 1.0)],
    "smile_l": _smile("Left"), "smile_r": _smile("Right"),
    "stretch": [*_both("unit:Mouth#PullSide", 0.9), (0, "expr:mouth-retraction", 0.3)],
    "corner_down": [*_both("unit:Mouth#PullDown", 0.9), (0, "expr:mouth-depression", 0.3)],
    "upper_up": [
        (0, "unit:UpperLipUp", 1.0), (0, "expr:mouth-part-later", 0.3), (0, "expr:mouth-upward-retraction", 0.2),
    ],
    "lower_down": [(0, "unit:lowerLipDown", 0.8), (0, "expr:mouth-depression-retraction", 0.3)],
    "pucker": [(0, "unit:LipsKiss", 1.2), (0, "expr:mouth-pursing", 0.5)],
    "funnel": [(0, "expr:mouth-protusion", 0.9), (0, "unit:LipsKiss", 0.6)],
    "press": [(0, "expr:mouth-compression", 0.8)],
    "roll_in": [
        (0, "unit:lowerLipBackward", 1.0), (0, "unit:UpperLipBackward", 1.0), (0, "expr:mouth-compression", 0.4),
    ],
    "pout": [(0, "unit:lowerLipForward", 0.9), (0, "expr:mouth-eversion", 0.6)],
    "evert": [(0, "expr:mouth-eversion", 1.0)],
    "chin_up": [(0, "unit:lowerLipUp", 0.8)],
    "mouth_side": [(1, "unit:MouthMoveLeft", 1.0), (-1, "unit:MouthMoveRight", 1.0)],
    "neck": [(0, "expr:neck-platysma", 1.0), *_both("unit:Mouth#Platysma", 0.6)],
}  # fmt: skip
