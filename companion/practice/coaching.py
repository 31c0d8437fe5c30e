"""Tell a player what an attempt at a face or noise lacks, from the scores and measurements of the senses.

Pure: it uses no clock, file or device.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from companion.facts import Fact, fact
from companion.senses.sounds.hints import SoundLook

Numbers = Mapping[str, float]

NEARLY_SHARE = 0.75  # fraction of the threshold from which the advice says "nearly"


@dataclass(frozen=True, slots=True)
class Coaching:
    """How near an attempt is to being recognised, and what it lacks.

    Attributes:
        near: How far the score is on the way to the threshold, 0..1.
        missing: Code of the advice, without its prefix "coach."; a signal may follow a dot.
    """

    near: float
    missing: str

    @property
    def as_fact(self) -> Fact:
        """The advice as a fact to show."""
        what, _, signal = self.missing.partition(".")
        said = Fact(f"coach.{what}", {"signal": signal} if signal else {})
        return fact("coach.nearly", what=said) if NEARLY_SHARE <= self.near < 1 else said


def coach(signal: str, value: float | None, parts: Numbers, on: float, numbers: Numbers) -> Coaching:
    """Return how near a face is to a signal, and the advice for it.

    Args:
        signal: The signal.
        value: Its score; None if the face was not judged.
        parts: Measures of the face that the score is made of.
        on: Threshold of the score.
        numbers: Limits of the signal's measures, from the settings.
    """
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

EMPTY_BAR_LOG_ODDS: Final = -6.0  # score at which the bar is empty
MIN_NOISE_DBFS = -52.0  # level below which a noise is too quiet, dB full scale
MAX_NOISE_DBFS = -3.0  # level above which a noise is distorted, dB full scale
MIN_OVER_ROOM_DB = 12.0  # least level of a noise over the room's noise
MIN_TALK_PROBABILITY = 0.6  # least probability at which a sound is reported as talk


NOISE_SHAPES: Final[Mapping[str, tuple[int, float, float]]] = {
    "chicken": (2, 0.0, 0.55),
    "pig": (1, 0.07, 1.0),
    "lamb": (1, 0.2, 2.5),
    "turkey": (4, 0.0, 0.9),
    "cow": (1, 0.4, 3.0),
    "seal": (2, 0.1, 0.55),
    "monkey": (3, 0.0, 0.4),
    "donkey": (2, 0.2, 1.5),
    "panting": (5, 0.0, 0.4),
}
"""Rhythm of each noise: least number of pulses, and least and most seconds of the longest pulse. Source: the
synthesised voices' 5th to 95th percentiles, rounded outwards."""


def coach_sound(
    signal: str, heard: SoundLook | None, thresholds: Mapping[str, float], *, taught: bool = False
) -> Coaching:
    """Return how near a noise is to being recognised, and the advice for it.

    Args:
        signal: The signal.
        heard: The latest measurements of the sound; None if there are none.
        thresholds: Thresholds of all active signals, log-odds.
        taught: True if the player has taught the signal. It is then recognised by comparison with the player's own
            recordings, and the praise says so.
    """
    if heard is None:
        return Coaching(0.0, f"how.{signal}")
    score = heard.scores.get(signal, EMPTY_BAR_LOG_ODDS)
    on = thresholds.get(signal, 0.0)
    near = min(max((score - EMPTY_BAR_LOG_ODDS) / (on - EMPTY_BAR_LOG_ODDS), 0.0), 1.0)
    wrong = _wrong(signal, heard, thresholds)
    if near >= 1:
        return Coaching(1.0, "own_way" if taught else "heard")
    return Coaching(near, wrong or f"how.{signal}")


def _wrong(signal: str, heard: SoundLook, thresholds: Mapping[str, float]) -> str:
    """Return the code of the sound's most fundamental fault; "" if none is found."""
    (pulses, least, most), beat = NOISE_SHAPES.get(signal, (1, 0.0, 9.0)), heard.rhythm
    best = max(thresholds, key=lambda n: heard.scores.get(n, EMPTY_BAR_LOG_ODDS) - thresholds[n], default=signal)
    checks = (
        (heard.level < max(MIN_NOISE_DBFS, heard.floor + MIN_OVER_ROOM_DB), "louder"),
        (heard.level > MAX_NOISE_DBFS, "softer"),
        (heard.talk > MIN_TALK_PROBABILITY, "talk"),
        (0 < beat.longest < least, f"short.{signal}"),
        (beat.longest > most, f"long.{signal}"),
        (beat.pulses < pulses, f"few.{signal}"),
        (best != signal and heard.scores.get(best, EMPTY_BAR_LOG_ODDS) > thresholds[best], f"like.{best}"),
    )
    return next((key for closed, key in checks if closed), "")
