"""Pose as data: named controls of a face, and what each does to the mesh. Gestures: what a face does for each label.

Controls are 0 at rest and 1 at a strong human pose; signed ones run from -1 to 1; angles are degrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.resources import toml

FACES: dict[str, Any] = toml("models/training/people/faces.toml")


@dataclass(frozen=True)
class Gesture:
    """hold: controls while it lasts; swing: control -> (centre, reach) moved by a wave of `rate` per second.

    wave: "sine" or "dart" (out quickly, back quickly, a rest in between). blinks: whether blinks go on.
    csv: the label written to labels.csv (None = the gesture's own name).
    """

    hold: Mapping[str, float]
    swing: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    rate: tuple[float, float] = (0.0, 0.0)
    wave: str = "sine"
    attack: float = 0.22
    release: float = 0.28
    blinks: bool = True
    csv: str | None = None


def controls(text: str) -> dict[str, tuple[float, ...]]:
    """Return the numbers of each control in "smile# 0.9, jaw 0.03"; # is both sides."""
    parts = [part.split() for part in text.split(", ") if part]
    sides = ((name.replace("#", side), numbers) for name, *numbers in parts for side in ("_l", "_r"))
    return {name: tuple(map(float, numbers)) for name, numbers in sides}


def held(text: str) -> dict[str, float]:
    """Return the value of each control."""
    return {name: value for name, (value,) in controls(text).items()}


GESTURES: Mapping[str, Gesture] = {
    name: Gesture(**{**made, "hold": held(made["hold"]), "swing": controls(made.get("swing", ""))})
    for name, made in FACES["gestures"].items()
}
SPEECH = Gesture({}, attack=0.1, release=0.15)
VISEMES: Mapping[str, Mapping[str, float]] = {name: held(text) for name, text in FACES["visemes"].items()}
PHONES: Mapping[str, str] = {phone: shape for shape, phones in FACES["phones"].items() for phone in phones.split()}
TALK: Mapping[str, Mapping[str, float]] = {name: held(text) for name, text in FACES["talk"].items()}


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

    def with_(self, **changes: float) -> Pose:
        """Return a copy with some controls changed."""
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


MOST = 1.4  # of a control with what the face is at rest


def at_rest(pose: Pose, rest: Mapping[str, float]) -> Pose:
    """Return the pose of somebody whose face at rest is ``rest``: no control is pushed beyond what a face can."""
    return pose.with_(**{k: max(getattr(pose, k), min(getattr(pose, k) + v, MOST)) for k, v in rest.items()})


def _shapes(text: str) -> list[tuple[int, str, float]]:
    """(sign: 0 as it is, +1/-1 only that side of a signed control; shape; weight at control 1), # is both sides."""
    found = []
    for *sign, name, factor in (part.split() for part in text.split(", ")):
        sides = ("left", "right") if name.startswith("expr") else ("Left", "Right")
        both = [name.replace("#", side) for side in sides] if "#" in name else [name]
        found += [(int(f"{sign[0]}1") if sign else 0, each, float(factor)) for each in both]
    return found


SHAPES: Mapping[str, list[tuple[int, str, float]]] = {name: _shapes(text) for name, text in FACES["shapes"].items()}
