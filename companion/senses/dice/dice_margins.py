"""Thresholds below which a reading of dice is refused; the shipped values are in calibration/dice.json."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from companion import resources
from companion.errors import BadInput

MARGINS_FILE = "calibration/dice.json"
SECOND_DOUBT_SHARE, SECOND_LEAN_MARGIN = 0.5, 0.05
"""Factor on the allowed uncertainty of a value, and reduction of the allowed chance of leaning, after a first doubt.
Without them 1 of 120 watched throws with a leaning die was accepted, as its chance of leaning fell from .79 to .68 in
half a second."""


@dataclass(frozen=True, slots=True)
class DiceMargins:
    """Thresholds for accepting a reading.

    For watched throws, a field that ends in ``_live`` replaces the field of the same name without it.
    """

    score: float = 0.35
    """Minimum score of a die."""
    share: float = 0.0
    """Minimum score as a share of the clear dice's median, if the number of dice is unknown; 0: off."""
    presence: float = 0.0
    """Minimum chance that these and no others are the dice of a picture (see ``roll_chance``); 0: off."""
    face: float = 0.5
    """Minimum ``face`` of each die of a watched throw, and of a surplus die: side faces and clutter are below."""
    rival: float = 0.65
    """A picture has too many dice if two spare candidates reach this share of the weakest die's score."""
    rival_live: float = 0.9
    """A watched throw has too many dice if one spare candidate reaches this share."""
    sure: float = 0.7
    """Minimum chance of each die's value."""
    sure_live: float = 0.7
    cocked: float = 0.5
    """Maximum chance of leaning of a die that counts as flat."""
    cocked_live: float = 0.5
    cocked_alone: float = 0.5
    """The same for a single die on a table whose plane no throw has shown yet."""
    numerals: float = 0.9
    """Maximum of the median chance that dice bear numerals; above it nothing is read."""
    most: int = 30

    def live(self, *, alone: bool = False) -> DiceMargins:
        """Return the thresholds for a watched throw, whose readings are averages of many looks.

        Args:
            alone: True for a single die on a table whose plane is not known yet; ``cocked_alone`` then replaces
                ``cocked``.
        """
        return replace(
            self,
            share=0.0,
            presence=0.0,
            sure=self.sure_live,
            rival=self.rival_live,
            cocked=self.cocked_alone if alone else self.cocked_live,
        )

    def after_doubt(self) -> DiceMargins:
        """Return stricter thresholds for a throw that was in doubt before: a wavering reading must not pass."""
        return replace(self, sure=1 - SECOND_DOUBT_SHARE * (1 - self.sure), cocked=self.cocked - SECOND_LEAN_MARGIN)


def load(path: Path | None = None) -> DiceMargins:
    """Return the thresholds in ``path``, or the shipped ones if it is None.

    Raises:
        BadInput: The file cannot be read, or thresholds in it are missing or invalid.
    """
    place = path or resources.path(MARGINS_FILE)
    try:
        data = json.loads(place.read_text(encoding="utf-8"))["margins"]
        return DiceMargins(**{k: type(getattr(DiceMargins(), k))(v["value"]) for k, v in data.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput("dice.margins", path=str(place), why=str(error)) from None
