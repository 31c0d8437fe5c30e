"""Dice that lie still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.events.base import Event
from companion.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Event):
    """Dice at rest. ``refused`` says why nothing was read; then ``values`` holds what is known, 0 for unread, and
    ``best`` what they show as they lie, for the table to accept (empty where it is no roll)."""

    type: ClassVar[str] = "roll"
    values: tuple[int, ...]
    colours: tuple[str, ...] = ()
    refused: Fact | None = None
    best: tuple[int, ...] = ()

    def filled(self, typed: Sequence[int]) -> tuple[int, ...]:
        """Typed values in place of the unread ones; where they are not as many, they replace the roll."""
        if len(typed) != self.values.count(0):
            return tuple(typed)
        left = iter(typed)
        return tuple(v or next(left) for v in self.values)
