"""The values of ``calibration/faces.toml``, validated when read, and a player's face profile.

In that file, ``hold_s`` of a signal's table is the time for which the signal must be shown.
"""

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
    """Statistics of one measure of the neutral face over people, and its change with the camera's angle.

    Attributes:
        typical: Mean over people.
        people: Standard deviation between people.
        within: Standard deviation over the calm frames of one person.
        below: Change per degree that the camera looks up, beyond ``below_from`` degrees (table ``neutral``).
        above: Change per degree that the camera looks down, beyond ``above_from`` degrees.
        aside: Change per degree that the camera looks from the side, beyond ``aside_from`` degrees.
    """

    typical: float
    people: float
    within: float
    below: float = 0.0
    above: float = 0.0
    aside: float = 0.0


@dataclass(frozen=True, slots=True)
class FaceSettings:
    """The values of ``calibration/faces.toml``.

    Attributes:
        holds: Thresholds of each signal, and how long they must be passed.
        numbers: Other values of each signal: weights and limits.
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
        """Return the thresholds and times of a signal for one player; the shipped ones for an unknown player.

        A player who makes small faces gets a lower threshold, one who makes large faces a higher one, within bounds.

        Args:
            name: The signal.
            peak: Score that the player kept up when teaching the signal; None if unknown.
            by: Factor on the shipped threshold that was found and tested in a warm-up; it replaces ``peak``. None if
                unknown.
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
    """Return the settings that ship with the program."""
    return parse(resources.toml("calibration/faces.toml"))


def parse(data: Mapping[str, Any]) -> FaceSettings:
    """Return the settings from decoded TOML.

    Raises:
        KeyError: A value is missing.
        TypeError: A value has a wrong type.
        ValueError: A value is invalid.
    """
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
    """A player's face as numbers, measured when the player was enrolled.

    Attributes:
        player: The player's name.
        neutral: Neutral value of each measure in ``calibration/faces.toml``.
        signals: Score that the player kept up when teaching each signal.
        bones: Bone part of the face's descriptor (``identity.shape_of``), which finds the player's seat at the table;
            empty if unknown.
        own: Factors on the shipped thresholds, tested in a warm-up; they take precedence over ``signals``.
    """

    player: str
    neutral: Mapping[Word, Measure]
    signals: Mapping[Word, Measure] = field(default_factory=dict)
    bones: tuple[Measure, ...] = ()
    own: Mapping[Word, Measure] = field(default_factory=dict)
