"""The dice reader learns from the table: people typed or accepted a roll that it refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.events import Command, Event, Roll, Ruling
from companion.facts import Fact
from companion.sitting.follower import Follower
from companion.sitting.requests import NameDice
from companion.sitting.sitting import Sitting


class DiceLearning(Follower):
    """For games with dice. The looks are kept by the camera's watcher for the evening, not on disk."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._refused = False

    def follow(self, event: Event, rulings: Sequence[Ruling], told: Event) -> Iterable[Event]:
        if isinstance(event, Roll):
            self._refused = event.refused is not None and bool(event.values)
        if not isinstance(event, Command) or not self._refused:
            return ()
        for ruling in rulings:
            if values := _values(ruling):
                self._refused = False
                crew = self._sitting.crew
                crew.ask(crew.eyes(), NameDice(values))
        return ()


def _values(ruling: Ruling) -> tuple[int, ...]:
    """The dice that a ruling told of; () where it told of none."""
    told: Any = ruling.values.get("told")
    dice = told.values.get("dice") if isinstance(told, Fact) else None
    return tuple(v for v in dice if isinstance(v, int)) if isinstance(dice, (list, tuple)) else ()
