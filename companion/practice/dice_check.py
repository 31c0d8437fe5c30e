"""The dice check: a player throws, sees the reader's values, corrects them by a key, and gets statistics."""

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

MIN_CHART_THROWS: Final = 30  # least throws for the fairness chart
RIGHT_KEYS: Final = ("\r", "\n", " ")
NEXT_KEY, DROP_KEY = "\t", "-"
SAME_REST_S: Final = 0.05
"""Most seconds between the rest times of two readings of the same throw."""
MAX_NAMED: Final = 3
"""Most doubts, and most pieces of advice, in a summary."""


@dataclass(slots=True)
class PendingRoll:
    """A roll that was read, and now waits for the player to confirm or correct it.

    Attributes:
        read: Values as the reader gave them; 0 for a die that was not read.
        values: Values as corrected so far; 0 for a die that was not read.
        marked: Index of the die that the next digit corrects.
    """

    read: tuple[int, ...]
    values: list[int]
    marked: int
    why: Fact | None = None  # why the reader is uncertain
    since: float = 0.0
    """When the dice came to rest, seconds."""

    @property
    def is_complete(self) -> bool:
        return bool(self.values) and 0 not in self.values

    @property
    def is_touched(self) -> bool:
        """True if the player has corrected a die."""
        return tuple(self.values) != self.read

    def mark_next(self) -> None:
        if self.values:
            self.marked = (self.marked + 1) % len(self.values)

    def correct(self, value: int) -> None:
        """Set the value of the marked die, and mark the next one: the first without a value, if there is any.

        If no die was read, the roll then has this one die.
        """
        if not self.values:
            self.values, self.marked = [value], 0
            return
        self.values[self.marked] = value
        unread = [k for k, v in enumerate(self.values) if v == 0]
        self.marked = unread[0] if unread else (self.marked + 1) % len(self.values)


@dataclass(frozen=True, slots=True)
class ReportCard:
    """Statistics on the dice reader and the dice, over all throws of a player.

    Attributes:
        throws: Number of throws.
        corrected: Number of throws that the player corrected.
        asked: Number of corrected throws for which the reader had itself reported a doubt.
        fairness: Test of whether the dice are fair.
    """

    throws: int
    corrected: int
    asked: int
    fairness: Fairness

    @property
    def share(self) -> float:
        return self.corrected / self.throws if self.throws else 0.0

    @property
    def missing(self) -> int:
        """The number of further throws until the fairness chart is shown."""
        return max(0, MIN_CHART_THROWS - self.throws)

    @property
    def as_fact(self) -> Fact:
        return fact(
            "practice.dice-card", throws=self.throws, corrected=self.corrected, share=self.share, asked=self.asked
        )

    @property
    def fair(self) -> Fact:
        """Whether the dice are fair, or how many more throws are needed to tell, as a fact for display."""
        return fact("practice.dice-more", n=self.missing) if self.missing else self.fairness.as_fact()


@dataclass(slots=True)
class CheckSummary:
    """Statistics of one dice check: throws confirmed, corrected and not confirmed, doubts, and advice on the light."""

    right: int = 0
    corrected: int = 0
    uncounted: int = 0
    """Readings that were not confirmed: dropped, or followed by another throw."""
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
        """The summary as facts for display: throws, doubts and advice on the light."""
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
    """Return the advice without the die's place, so that equal advice on several throws can be counted."""
    return Fact(advice.code, {k: v for k, v in advice.values.items() if k not in ("x", "y")})


def card_of(throws: Sequence[Throw]) -> ReportCard:
    """Return the statistics over a player's throws; fairness is tested on the corrected values."""
    wrong = [t for t in throws if t.was_corrected]
    return ReportCard(len(throws), len(wrong), sum(t.asked for t in wrong), fairness(v for t in throws for v in t.fell))


def format_values(values: Iterable[int], marked: int | None = None) -> str:
    """Return the values as text, such as "3 [?] 5": "?" for an unread die, brackets around the marked one."""
    return " ".join(f"[{v or '?'}]" if k == marked else str(v or "?") for k, v in enumerate(values))


class DiceRun(DrillRun):
    """The dice check: a drill that gets rolls from a camera (``see``) and keys from the player (``key``).

    Args:
        player: Who practises.
        count: Number of dice; None for any.
        keep: Stores a throw that the player has confirmed, with or without corrections.
    """

    name, eyes = "dice", True

    def __init__(self, player: str, count: int | None, keep: Callable[[Throw], None]) -> None:
        super().__init__()
        self.player, self.count, self.began = player, count, True
        self.pending: PendingRoll | None = None
        self.last: Fact | None = None
        """What happened to the previous throw."""
        self.stopped = False
        self.session = CheckSummary()
        self.corrected: Observers[[tuple[int, ...]]] = Observers()
        """Called with the true values of a corrected throw, whose dice still lie there."""
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
        """Show a new reading. An earlier one of another throw, which was not confirmed, is dropped."""
        before = self.pending
        same = before is not None and abs(before.since - roll.onset) <= SAME_REST_S
        if before is not None and same and before.is_touched:
            return  # do not overwrite a person's correction with a new reading
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
        """Handle a key: 1 to 6 corrects the marked die, Tab marks the next, Enter accepts the throw, - drops it."""
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
        """End the check as the player wishes; a reading that was not confirmed is dropped."""
        self.finish()
        self.stopped = True
        self.news += 1

    def finish(self) -> None:
        """Drop the reading that was not confirmed, as the drill ends."""
        self._leave_pending()

    def _leave_pending(self) -> None:
        """Drop the reading that was not confirmed, if there is any, and say so."""
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
        """Store the pending throw and return it; return None if there is none or a die has no value yet."""
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
