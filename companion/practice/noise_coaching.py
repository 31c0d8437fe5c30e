"""What is missing for a noise: from the sound sense's own level, rhythm and scores.

Pure: (signal, what one look heard, thresholds) in, how near it is and the code of the first thing that is wrong out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.practice.face_coaching import Coaching
from companion.senses.sounds.hints import Rhythm

MOO: Final = -6.0  # log-odds at which the bar is empty
QUIET = -52.0  # dB full scale under which a noise is too quiet
LOUD = -3.0  # dB over which it breaks up
OVER_ROOM = 12.0  # dB over the room's own noise
TALK = 0.6  # probability of talk from which it is said


@dataclass(frozen=True, slots=True)
class NoiseShape:
    """What a noise is made of: pulses counted in a bout, the longest of them in seconds. Source: the synthesised
    voices' 5th to 95th percentiles, rounded to the generous side."""

    pulses: tuple[int, int] = (1, 99)
    longest: tuple[float, float] = (0.0, 9.0)


SHAPES: Final[Mapping[str, NoiseShape]] = {
    "chicken": NoiseShape((2, 99), (0.0, 0.55)),
    "pig": NoiseShape((1, 99), (0.07, 1.0)),
    "lamb": NoiseShape((1, 99), (0.2, 2.5)),
    "turkey": NoiseShape((4, 99), (0.0, 0.9)),
    "cow": NoiseShape((1, 99), (0.4, 3.0)),
    "seal": NoiseShape((2, 99), (0.1, 0.55)),
    "monkey": NoiseShape((3, 99), (0.0, 0.4)),
    "donkey": NoiseShape((2, 99), (0.2, 1.5)),
    "panting": NoiseShape((5, 99), (0.0, 0.4)),
}


@dataclass(frozen=True, slots=True)
class NoiseReading:
    """One look of the sound sense: level and the room's floor in dB full scale, log-odds by signal, talk 0..1."""

    level: float
    floor: float
    scores: Mapping[str, float]
    talk: float
    rhythm: Rhythm


def coach_sound(
    signal: str, heard: NoiseReading | None, thresholds: Mapping[str, float], *, taught: bool = False
) -> Coaching:
    """``thresholds``: log-odds by active signal; ``taught``: takes of this player decide, not the network's hint."""
    if heard is None:
        return Coaching(0.0, f"how.{signal}")
    score = heard.scores.get(signal, MOO)
    on = thresholds.get(signal, 0.0)
    near = min(max((score - MOO) / (on - MOO), 0.0), 1.0)
    wrong = _wrong(signal, heard, thresholds)
    if near >= 1:
        return Coaching(1.0, "own_way" if taught else "heard")
    return Coaching(near, wrong or f"how.{signal}")


def _wrong(signal: str, heard: NoiseReading, thresholds: Mapping[str, float]) -> str:
    """The first thing that is wrong, in the order in which it spoils the rest; "" for nothing that can be named."""
    shape, beat = SHAPES.get(signal, NoiseShape()), heard.rhythm
    best = max(thresholds, key=lambda n: heard.scores.get(n, MOO) - thresholds[n], default=signal)
    checks = (
        (heard.level < max(QUIET, heard.floor + OVER_ROOM), "louder"),
        (heard.level > LOUD, "softer"),
        (heard.talk > TALK, "talk"),
        (0 < beat.longest < shape.longest[0], f"short.{signal}"),
        (beat.longest > shape.longest[1], f"long.{signal}"),
        (beat.pulses < shape.pulses[0], f"few.{signal}"),
        (best != signal and heard.scores.get(best, MOO) > thresholds[best], f"like.{best}"),
    )
    return next((key for closed, key in checks if closed), "")
