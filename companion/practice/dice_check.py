"""The dice check: throw, see the reading, correct it by one key. Corrections are the reader's own report card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from companion.bounds import digits
from companion.events import Event, Roll
from companion.facts import Fact, fact
from companion.observers import Observers
from companion.people.attempt import Throw
from companion.practice.drill_run import DrillRun
from companion.practice.throw_light import ThrowLight
from companion.referee.desk import SenseNeeds
from companion.senses.dice.fairness import Fairness, fairness
from companion.senses.dice.verdict import without_typing

MIN_CHART_THROWS: Final = 30  # throws from which the fairness chart is shown
RIGHT_KEYS: Final = ("\r", "\n", " ")
NEXT_KEY, DROP_KEY = "\t", "-"
SAME_REST_S: Final = 0.05
"""Two readings whose dice came to rest as close together as this are of the same throw."""
MAX_NAMED: Final = 3
"""Doubts, and pieces of advice, that a summary names at most."""


@dataclass(slots=True)
class PendingRoll:
    """A roll that waits for somebody to confirm or correct it.

    ``values``: as corrected so far, 0 for a die that was not read. ``marked``: the index of the die that the next
    digit corrects.
    """

    read: tuple[int, ...]
    values: list[int]
    marked: int
    why: Fact | None = None  # what the reader itself doubts
    since: float = 0.0
    """When the dice came to rest, seconds."""

    @property
    def is_complete(self) -> bool:
        return bool(self.values) and 0 not in self.values

    @property
    def is_touched(self) -> bool:
        """Return whether somebody has corrected a die."""
        return tuple(self.values) != self.read

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
        return max(0, MIN_CHART_THROWS - self.throws)

    @property
    def as_fact(self) -> Fact:
        return fact(
            "practice.dice-card", throws=self.throws, corrected=self.corrected, share=self.share, asked=self.asked
        )

    @property
    def fair(self) -> Fact:
        """Return whether the dice are fair, or how many throws it needs to say so."""
        return fact("practice.dice-more", n=self.missing) if self.missing else self.fairness.as_fact()


@dataclass(slots=True)
class CheckSummary:
    """One dice check from its beginning to Stop: what counted, what was unsure and why, what would help."""

    right: int = 0
    corrected: int = 0
    uncounted: int = 0
    """Readings that nobody called right: dropped, or followed by another throw."""
    doubts: Counter[Fact] = field(default_factory=Counter)
    advice: Counter[Fact] = field(default_factory=Counter)

    @property
    def readings(self) -> int:
        return self.right + self.corrected + self.uncounted

    def count_throw(self, throw: Throw) -> None:
        if throw.was_corrected:
            self.corrected += 1
        else:
            self.right += 1

    def count_doubt(self, refused: Fact) -> None:
        self.doubts[without_typing(refused)] += 1

    def count_light(self, light: ThrowLight) -> None:
        self.advice.update(_without_place(advice) for advice in light.advice)

    @property
    def facts(self) -> list[Fact]:
        """The summary, a sentence each: throws, doubts, light."""
        throws = self.right + self.corrected
        counts = fact(
            "practice.dice-session", throws=throws, right=self.right, corrected=self.corrected, more=self.uncounted
        )
        if not self.readings:
            return [counts]
        doubts = [fact("practice.dice-doubt", n=n, why=why) for why, n in self.doubts.most_common(MAX_NAMED)]
        said = fact("practice.dice-doubts", items=doubts) if doubts else fact("practice.dice-sure")
        tips = [fact("practice.dice-better", advice=advice) for advice, _ in self.advice.most_common(MAX_NAMED)]
        return [counts, said, *(tips or [fact("practice.dice-light-good")])]


def _without_place(advice: Fact) -> Fact:
    """Return the same advice for all throws, wherever the die lay."""
    return Fact(advice.code, {k: v for k, v in advice.values.items() if k not in ("x", "y")})


def card_of(throws: Sequence[Throw]) -> ReportCard:
    """Over all throws of a player; fairness over what really lay there."""
    wrong = [t for t in throws if t.was_corrected]
    return ReportCard(len(throws), len(wrong), sum(t.asked for t in wrong), fairness(v for t in throws for v in t.fell))


def format_values(values: Iterable[int], marked: int | None = None) -> str:
    """Return values as text, "?" for unread, the marked one in brackets."""
    return " ".join(f"[{v or '?'}]" if k == marked else str(v or "?") for k, v in enumerate(values))


class DiceRun(DrillRun):
    """The dice check before a camera: rolls come from its station, keys by ``key``. ``count`` None: of any dice.

    ``keep`` gets every throw that somebody called right, or corrected and called right; no other counts.
    """

    name, eyes = "dice", True

    def __init__(self, player: str, count: int | None, keep: Callable[[Throw], None]) -> None:
        super().__init__()
        self.player, self.count, self.began = player, count, True
        self.pending: PendingRoll | None = None
        self.last: Fact | None = None
        """What became of the throw before."""
        self.stopped = False
        self.session = CheckSummary()
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
            self._on_roll(event)
        elif isinstance(event, ThrowLight):
            self.session.count_light(event)

    def _on_roll(self, roll: Roll) -> None:
        """Show a reading; it counts when somebody calls it right, and the one before no more."""
        before = self.pending
        same = before is not None and abs(before.since - roll.onset) <= SAME_REST_S
        if before is not None and same and before.is_touched:
            return  # somebody knows better than another look at the same dice
        self.last = None
        if not same:
            self._leave_pending()
        values = list(roll.values)
        self.pending = PendingRoll(roll.values, values, values.index(0) if 0 in values else 0, roll.refused, roll.onset)
        if roll.refused is not None:
            if before is None or not same or before.why != roll.refused:
                self.session.count_doubt(roll.refused)
            self.say(fact("practice.dice-unread", why=roll.refused))
        self._say_pending(self.pending)

    def key(self, key: str) -> None:
        """Handle a key: 1 to 6 corrects the marked die, Tab marks the next, Enter takes the throw, - drops it."""
        reading, throw = self.pending, None
        if not key or reading is None:
            return
        if key in RIGHT_KEYS:
            throw = self._accept()
        elif key == DROP_KEY:
            self.pending = None
            self.session.uncounted += 1
        elif key == NEXT_KEY:
            reading.mark_next()
        elif (value := digits(key, 1, 6)) is not None:
            reading.correct(value)
        if throw is not None and throw.was_corrected:
            self.corrected(throw.fell)
        elif throw is None and self.pending is None:
            self.say(fact("practice.dice-dropped", read=list(reading.read)))
        elif throw is None:
            self._say_pending(reading)

    def stop(self) -> None:
        """End the check: what nobody called right does not count. The summary stands from now on."""
        self.finish()
        self.stopped = True
        self.news += 1

    def finish(self) -> None:
        """Drop what still waits, as the sitting ends."""
        self._leave_pending()

    def _leave_pending(self) -> None:
        """Drop the reading that waits: another throw or the end came before anybody called it right."""
        if self.pending is None:
            return
        self.session.uncounted += 1
        self.last = told = fact("practice.dice-unconfirmed", shown=format_values(self.pending.values))
        self.pending = None
        self.say(told)

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
        """Take the pending throw; None for one with an unread die, which waits on."""
        reading = self.pending
        if reading is None or not reading.is_complete:
            return None
        self.pending = None
        throw = Throw(reading.read, tuple(reading.values), bool(reading.why), datetime.now().astimezone())
        self._keep(throw)
        self.session.count_throw(throw)
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
