"""The state of "today's five minutes", a daily practice of several short drills, its units.

Successful plays of the units are collected, and may be added to the player's profile at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from companion.practice.confirmed_plays import ConfirmedPlays
from companion.practice.today import Unit


@dataclass
class TodaysRound:
    """Today's five minutes while they run.

    Attributes:
        units: The units, in order.
        began: When they began.
        at: The index of the unit that runs or has just ended.
        plays: The successful plays of the units before it.
    """

    units: Sequence[Unit]
    began: datetime
    at: int = 0
    plays: ConfirmedPlays = field(default_factory=ConfirmedPlays)

    @property
    def unit(self) -> Unit:
        return self.units[self.at]

    @property
    def next_unit(self) -> Unit | None:
        """The unit after the current one; None after the last."""
        return self.units[self.at + 1] if self.at + 1 < len(self.units) else None
