"""What is missing for a signal: from the detector's own scores, its parts and its thresholds.

Pure: (signal, score, settings' numbers) in, the nearest closed gate or the missing measure out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from companion.facts import Fact, fact

Numbers = Mapping[str, float]

NEAR = 0.75  # share of the threshold from which it is "nearly"


@dataclass(frozen=True, slots=True)
class Coaching:
    """``near``: how near the threshold, 0..1 (for a bar); ``missing``: a code under "coach.", with a signal after a dot
    where one is named."""

    near: float
    missing: str

    @property
    def told(self) -> Fact:
        """What to do better."""
        what, _, signal = self.missing.partition(".")
        said = Fact(f"coach.{what}", {"signal": signal} if signal else {})
        return fact("coach.nearly", what=said) if NEAR <= self.near < 1 else said


def coach(signal: str, value: float | None, parts: Numbers, on: float, numbers: Numbers) -> Coaching:
    """``value``: the score, None where the face was not judged; ``on``: the threshold of the signal's hold."""
    if value is None:
        return Coaching(0.0, "unseen")
    near = min(max(value / on, 0.0), 1.0)
    if near >= 1:
        return Coaching(1.0, "hold")
    gate = _GATES[signal](parts, numbers) if signal in _GATES else signal
    return Coaching(near, gate)


def _eyes(p: Numbers, n: Numbers) -> str:
    wide = log(max(p["eye_ratio"], 1e-3)) >= n["eye_usual"]
    return "brows" if wide and p["brow_rise"] < 0 else "eyes"


def _eyes_wide(p: Numbers, n: Numbers) -> str:
    if p["lip_gap"] > n["gap_most"]:
        return "shut_mouth"
    return "round_mouth" if p.get("purse", 0.0) > n["purse_from"] else _eyes(p, n)


def _eyes_mouth_wide(p: Numbers, n: Numbers) -> str:
    if p["lip_gap"] < n["mouth_usual"]:
        return "open_mouth"
    return "round_mouth" if p["mouth_width"] < n["width_least"] else _eyes(p, n)


def _grin(p: Numbers, n: Numbers) -> str:
    checks = (
        (p["lip_gap"] < n["gap_least"], "part_lips"),
        (p["lip_gap"] > n["gap_most"], "less_mouth"),
        (p["eye_ratio"] < n["eye_least"], "eyes_open"),
        (p.get("teeth", 1.0) < n["teeth_least"], "teeth"),
        (p.get("tongue", 0.0) > n["tongue_most"], "tongue_in"),
    )
    return next((text for closed, text in checks if closed), "wider")


def _sour(p: Numbers, n: Numbers) -> str:
    if p.get("lip_gap", 0.0) > n["gap_from"] or p.get("teeth", 0.0) > n["teeth_from"]:
        return "shut_mouth"
    return "nose" if p.get("nose_wrinkle", 0.0) < n["nose_most"] / 3 else "screw_up"


def _tongue(p: Numbers, n: Numbers) -> str:
    return "part_lips" if p.get("lip_gap", 1.0) < n["gap_least"] else "tongue"


_GATES = {
    "eyes_wide": _eyes_wide,
    "eyes_mouth_wide": _eyes_mouth_wide,
    "grin": _grin,
    "sour": _sour,
    "tongue_out": _tongue,
}
