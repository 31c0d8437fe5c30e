"""The thresholds of ``calibration/faces.toml``, checked on reading, and a player's own face as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Any, TypeAlias

from companion import resources
from companion.decoder import Bounds, Word
from companion.senses.hysteresis import Hold

_HOLD_KEYS = ("on", "off", "hold_s", "release_s", "gap_s")


@dataclass(frozen=True, slots=True)
class Feature:
    """A measure's neutral value over people: mean, spread between people, spread of one face's calm frames.

    ``below``, ``above``, ``aside``: how the mesh's reading of one and the same face grows a degree as the camera looks
    up at it, down at it, or from the side, beyond the angles of ``neutral`` (``below_from`` ...).
    """

    typical: float
    people: float
    within: float
    below: float = 0.0
    above: float = 0.0
    aside: float = 0.0


@dataclass(frozen=True, slots=True)
class FaceSettings:
    """The numbers of calibration/faces.toml.

    ``holds`` and ``numbers``: for each signal how long it is held, and its other numbers (weights, limits).
    """

    seats: Mapping[str, float]
    neutral: Mapping[str, float]
    personal: Mapping[str, float]
    wild: Mapping[str, float]
    wild_hold: Hold
    features: Mapping[str, Feature]
    holds: Mapping[str, Hold]
    numbers: Mapping[str, Mapping[str, float]]

    def personal_hold(self, name: str, peak: float | None, by: float | None = None) -> Hold:
        """Return the hold of a signal for somebody who makes it this strongly; the shipped one where nothing is known.

        The threshold is a part of the peak, within bounds around the shipped one: whoever makes faces small is seen,
        and whoever makes them large is not taken at half of one. ``by``: the part of it that a warm-up has checked.
        """
        hold = self.holds[name]
        if hold.on <= 0 or (peak is None and by is None):
            return hold
        p = self.personal
        if by is None:
            by = min(max(p["part"] * (peak or 0.0) / hold.on, p["least"]), p["most"])
        return replace(hold, on=hold.on * by, off=hold.off * by)


@cache
def load_shipped() -> FaceSettings:
    """Return the settings that travel with the program."""
    return parse(resources.toml("calibration/faces.toml"))


def parse(data: Mapping[str, Any]) -> FaceSettings:
    """From plain values. Raises KeyError, TypeError or ValueError."""
    signals: Mapping[str, Mapping[str, Any]] = data["signals"]
    return FaceSettings(
        seats={k: float(v) for k, v in data["seats"].items()},
        neutral={k: float(v) for k, v in data["neutral"].items()},
        personal={k: float(data["personal"][k]) for k in ("part", "least", "most")},
        wild={k: float(v) for k, v in data["wild"].items() if k not in _HOLD_KEYS},
        wild_hold=_hold(data["wild"]),
        features={k: Feature(**{n: float(x) for n, x in v.items()}) for k, v in data["features"].items()},
        holds={k: _hold(v) for k, v in signals.items()},
        numbers={k: {n: float(x) for n, x in v.items() if n not in _HOLD_KEYS} for k, v in signals.items()},
    )


def _hold(v: Mapping[str, Any]) -> Hold:
    on, off, hold, release, gap = (float(v[k]) for k in _HOLD_KEYS)
    return Hold(on=on, off=off, hold=hold, release=release, gap=gap)


Measure: TypeAlias = Annotated[float, Bounds(-1e6, 1e6)]


@dataclass(frozen=True, slots=True)
class FaceProfile:
    """``neutral``: measure to value, as in calibration/faces.toml; ``signals``: name to the score held when taught.

    ``bones``: the face's shape (identity.shape_of) by which its place at the table is found; empty where not known.
    ``own``: thresholds as parts of the shipped ones, where a warm-up has checked them; they go before ``signals``.
    """

    player: str
    neutral: Mapping[Word, Measure]
    signals: Mapping[Word, Measure] = field(default_factory=dict)
    bones: tuple[Measure, ...] = ()
    own: Mapping[Word, Measure] = field(default_factory=dict)
