"""Gestures as data: what a face does for each label, at rest strength 1, and which of its controls move in rhythm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    """The numbers of each control in "smile# 0.9, jaw 0.03"; # is both sides."""
    parts = [part.split() for part in text.split(", ") if part]
    sides = ((name.replace("#", side), numbers) for name, *numbers in parts for side in ("_l", "_r"))
    return {name: tuple(map(float, numbers)) for name, numbers in sides}


def held(text: str) -> dict[str, float]:
    """The value of each control."""
    return {name: value for name, (value,) in controls(text).items()}


GESTURES: Mapping[str, Gesture] = {
    name: Gesture(**{**made, "hold": held(made["hold"]), "swing": controls(made.get("swing", ""))})
    for name, made in FACES["gestures"].items()
}
SPEECH = Gesture({}, attack=0.1, release=0.15)
VISEMES: Mapping[str, Mapping[str, float]] = {name: held(text) for name, text in FACES["visemes"].items()}
PHONES: Mapping[str, str] = {phone: shape for shape, phones in FACES["phones"].items() for phone in phones.split()}
TALK: Mapping[str, Mapping[str, float]] = {name: held(text) for name, text in FACES["talk"].items()}
