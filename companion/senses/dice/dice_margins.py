"""Below which evidence the reader asks instead of guessing; the shipped values are in calibration/dice.json."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from companion import resources
from companion.errors import BadInput

MARGINS_FILE = "calibration/dice.json"
SECOND_DOUBT_SHARE, SECOND_LEAN_MARGIN = 0.5, 0.05
"""What is left of the doubt about a value that a second judgement allows, and how much less a die may seem to lean.

Of 120 watched throws one with a leaning die was read as its chance fell from .79 to .68 in half a second.
"""


@dataclass(frozen=True, slots=True)
class DiceMargins:
    """Of single pictures, and ``_live`` of watched throws."""

    score: float = 0.35
    """Below this a candidate is no die."""
    share: float = 0.0
    """With the number unknown, the share of the clear dice's score that a die must have; 0: it is not looked at."""
    presence: float = 0.0
    """The chance that the counted ones, and no others, are the dice of a picture (verdict.py); 0: not looked at."""
    face: float = 0.5
    """What it must say of each die of a watched throw, and of one too many: side faces and clutter stay below."""
    rival: float = 0.65
    """Two more candidates count against the roll if they have this share of the weakest die's score."""
    rival_live: float = 0.9
    """One more counts against a watched throw if it has this share."""
    sure: float = 0.7
    """The chance of its value that each die needs."""
    sure_live: float = 0.7
    cocked: float = 0.5
    """The chance of leaning above which a die leans."""
    cocked_live: float = 0.5
    cocked_alone: float = 0.5
    """The same for one die alone on a table that no throw has shown yet."""
    numerals: float = 0.9
    """Where the word on most of the dice is above this, they bear numerals, and nothing is read."""
    most: int = 30

    def live(self, *, alone: bool = False) -> DiceMargins:
        """Return those of a watched throw, where many looks were averaged; ``alone``: see ``cocked_alone``."""
        return replace(
            self,
            share=0.0,
            presence=0.0,
            sure=self.sure_live,
            rival=self.rival_live,
            cocked=self.cocked_alone if alone else self.cocked_live,
        )

    def after_doubt(self) -> DiceMargins:
        """Return the margins of a throw that was in doubt already: what wavers about a margin has to pass clearly."""
        return replace(self, sure=1 - SECOND_DOUBT_SHARE * (1 - self.sure), cocked=self.cocked - SECOND_LEAN_MARGIN)


def load(path: Path | None = None) -> DiceMargins:
    """Return the shipped margins, or those of ``path``. Raises BadInput for a file that does not hold them."""
    place = path or resources.path(MARGINS_FILE)
    try:
        data = json.loads(place.read_text(encoding="utf-8"))["margins"]
        return DiceMargins(**{k: type(getattr(DiceMargins(), k))(v["value"]) for k, v in data.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput("dice.margins", path=str(place), why=str(error)) from None
