"""The dice check: throw, see the reading, correct it by one key. Corrections are the reader's own report card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from companion.bounds import digits
from companion.events import Event, Roll
from companion.facts import Fact, fact
from companion.observers import Observers
from companion.people.attempt import Throw
from companion.practice.drill_run import DrillRun
from companion.referee.desk import SenseNeeds
from companion.senses.dice.fairness import Fairness, fairness

THROWS: Final = 30  # throws from which the fairness chart is shown
RIGHT: Final = ("\r", "\n", " ")
NEXT, DROP = "\t", "-"


@dataclass(slots=True)
class PendingRoll:
    """A roll that waits for a word. ``values``: as corrected so far, 0 for unread; ``marked``: which a key corrects."""

    read: tuple[int, ...]
    values: list[int]
    marked: int
    why: Fact | None = None  # what the reader itself doubts

    @property
    def is_complete(self) -> bool:
        return bool(self.values) and 0 not in self.values

    def mark_next(self) -> None:
        if self.values:
            self.marked = (self.marked + 1) % len(self.values)

    def correct(self, value: int) -> None:
        """Set what the marked die shows, and mark the next unread one. Where no die was read, it is the only one."""
        if not self.values:
            self.values, self.marked = [value], 0
            return
        self.values[self.marked] = value
        unread = [k for k, v in enumerate(self.values) if v == 0]
        self.marked = unread[0] if unread else (self.marked + 1) % len(self.values)


@dataclass(frozen=True, slots=True)
class ReportCard:
    """The reader's report card: throws, corrected ones, and how many of those it had asked about itself."""

    throws: int
    corrected: int
    asked: int
    fairness: Fairness

    @property
    def share(self) -> float:
        return self.corrected / self.throws if self.throws else 0.0

    @property
    def missing(self) -> int:
        """Throws until the fairness chart."""
        return max(0, THROWS - self.throws)

    @property
    def as_fact(self) -> Fact:
        return fact(
            "practice.dice-card", throws=self.throws, corrected=self.corrected, share=self.share, asked=self.asked
        )

    @property
    def fair(self) -> Fact:
        """Return whether the dice are fair, or how many throws it needs to say so."""
        return fact("practice.dice-more", n=self.missing) if self.missing else self.fairness.as_fact()


def card_of(throws: Sequence[Throw]) -> ReportCard:
    """Over all throws of a player; fairness over what really lay there."""
    wrong = [t for t in throws if t.was_corrected]
    return ReportCard(len(throws), len(wrong), sum(t.asked for t in wrong), fairness(v for t in throws for v in t.fell))


def format_values(values: Iterable[int], marked: int | None = None) -> str:
    """Return values as text, "?" for unread, the marked one in brackets."""
    return " ".join(f"[{v or '?'}]" if k == marked else str(v or "?") for k, v in enumerate(values))


class DiceRun(DrillRun):
    """The dice check before a camera: rolls come from its station, keys by ``key``. ``count`` None: of any dice.

    ``keep`` gets every throw that counts; a new roll accepts the one before it.
    """

    name, eyes = "dice", True

    def __init__(self, player: str, count: int | None, keep: Callable[[Throw], None]) -> None:
        super().__init__()
        self.player, self.count, self.began = player, count, True
        self.pending: PendingRoll | None = None
        self.last: Fact | None = None
        """What became of the throw before."""
        self.stopped = False
        self.corrected: Observers[[tuple[int, ...]]] = Observers()
        """What the dice that still lie there really show, where somebody has corrected them."""
        self._keep = keep

    @property
    def needs(self) -> SenseNeeds:
        return SenseNeeds(sees="throws", dice=self.count or 0)

    @property
    def is_done(self) -> bool:
        return self.stopped

    def see(self, event: Event) -> None:
        if isinstance(event, Roll):
            self._accept()
            self.last = None
            values = list(event.values)
            self.pending = PendingRoll(event.values, values, values.index(0) if 0 in values else 0, event.refused)
            if event.refused is not None:
                self.say(fact("practice.dice-unread", why=event.refused))
            self._say_pending(self.pending)

    def key(self, key: str) -> None:
        """Handle a key: 1 to 6 corrects the marked die, Tab marks the next, Enter takes the throw, - drops it."""
        reading, throw = self.pending, None
        if not key or reading is None:
            return
        if key in RIGHT:
            throw = self._accept()
        elif key == DROP:
            self.pending = None
        elif key == NEXT:
            reading.mark_next()
        elif (value := digits(key, 1, 6)) is not None:
            reading.correct(value)
        if throw is not None and throw.was_corrected:
            self.corrected(throw.fell)
        elif throw is None and self.pending is None:
            self.say(fact("practice.dice-dropped", read=list(reading.read)))
        elif throw is None:
            self._say_pending(reading)

    def finish(self) -> None:
        """Take what still waits, as the sitting ends."""
        self._accept()

    def _say_pending(self, reading: PendingRoll) -> None:
        self.say(
            fact(
                "practice.dice-read",
                values=list(reading.values),
                marked=reading.marked,
                refused=reading.why,
                shown=format_values(reading.values, reading.marked),
            )
        )

    def _accept(self) -> Throw | None:
        """Take the pending throw; one with an unread die is dropped."""
        reading, self.pending = self.pending, None
        if reading is None or not reading.is_complete:
            return None
        throw = Throw(reading.read, tuple(reading.values), bool(reading.why), datetime.now().astimezone())
        self._keep(throw)
        told = fact(
            "practice.dice-corrected" if throw.was_corrected else "practice.dice-taken",
            read=list(throw.read),
            fell=list(throw.fell),
            before=format_values(throw.read),
            shown=format_values(throw.fell),
        )
        self.last = told
        self.say(told)
        return throw
