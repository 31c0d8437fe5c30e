"""Today's five minutes under way: which unit they are at, and the plays that may go into the profile at their end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from companion.practice.confirmed_plays import ConfirmedPlays
from companion.practice.today import Unit


@dataclass
class TodaysRound:
    """``at``: the unit that runs or has ended; ``plays``: those of the units before it."""

    units: Sequence[Unit]
    began: datetime
    at: int = 0
    plays: ConfirmedPlays = field(default_factory=ConfirmedPlays)

    @property
    def unit(self) -> Unit:
        return self.units[self.at]

    @property
    def next_unit(self) -> Unit | None:
        """Return what waits after this one; None for the last."""
        return self.units[self.at + 1] if self.at + 1 < len(self.units) else None
