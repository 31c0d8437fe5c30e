"""The dice check: throw, see the reading, correct it by one key. Corrections are the reader's own report card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from companion.events import Event, Roll
from companion.events.kinds import Observers
from companion.facts import Fact, Value, fact
from companion.people.attempt import Throw
from companion.practice.drill_run import DrillRun
from companion.referee.sense_needs import SenseNeeds
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
    def known(self) -> bool:
        return bool(self.values) and 0 not in self.values


@dataclass
class DiceCheck:
    """One sitting. ``keep`` gets every throw that counts; a new throw accepts the one before it."""

    keep: Callable[[Throw], None]
    now: Callable[[], datetime] = field(default=lambda: datetime.now().astimezone())
    pending: PendingRoll | None = None

    def roll(self, roll: Roll) -> Throw | None:
        """The reader gave a roll; gives the throw before it, if that was taken."""
        before = self.accept()
        values = list(roll.values)
        self.pending = PendingRoll(roll.values, values, values.index(0) if 0 in values else 0, roll.refused)
        return before

    def key(self, key: str) -> Throw | None:
        """1 to 6 corrects the marked die, Tab marks the next, Enter takes the throw, - drops it."""
        if self.pending is None:
            return None
        if key in RIGHT:
            return self.accept()
        if key == DROP:
            self.pending = None
        elif key == NEXT and self.pending.values:
            self.pending.marked = (self.pending.marked + 1) % len(self.pending.values)
        elif key in "123456" and key:
            self._correct(self.pending, int(key))
        return None

    def _correct(self, reading: PendingRoll, value: int) -> None:
        if not reading.values:
            reading.values, reading.marked = [value], 0
            return
        reading.values[reading.marked] = value
        unread = [k for k, v in enumerate(reading.values) if v == 0]
        reading.marked = unread[0] if unread else (reading.marked + 1) % len(reading.values)

    def accept(self) -> Throw | None:
        """Take the pending throw; one with an unread die is dropped."""
        reading, self.pending = self.pending, None
        if reading is None or not reading.known:
            return None
        throw = Throw(reading.read, tuple(reading.values), bool(reading.why), self.now())
        self.keep(throw)
        return throw


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
    def told(self) -> Fact:
        return fact(
            "practice.dice-card", throws=self.throws, corrected=self.corrected, share=self.share, asked=self.asked
        )

    @property
    def fair(self) -> Fact:
        """Whether the dice are fair, or how many throws it needs to say so."""
        return fact("practice.dice-more", n=self.missing) if self.missing else self.fairness.told()


def card_of(throws: Sequence[Throw]) -> ReportCard:
    """Over all throws of a player; fairness over what really lay there."""
    wrong = [t for t in throws if t.corrected]
    return ReportCard(len(throws), len(wrong), sum(t.asked for t in wrong), fairness(v for t in throws for v in t.fell))


def shown(values: Iterable[int], marked: int | None = None) -> str:
    """Values as text, "?" for unread, the marked one in brackets."""
    return " ".join(f"[{v or '?'}]" if k == marked else str(v or "?") for k, v in enumerate(values))


class DiceRun(DrillRun):
    """The dice check before a camera: rolls come from its station, keys by ``key``. ``count`` None: of any dice."""

    name, eyes = "dice", True

    def __init__(self, player: str, count: int | None, keep: Callable[[Throw], None]) -> None:
        super().__init__()
        self.player, self.count, self.began = player, count, True
        self.check = DiceCheck(keep)
        self.last: Fact | None = None
        """What became of the throw before."""
        self.stopped = False
        self.corrected: Observers[[tuple[int, ...]]] = Observers()
        """What the dice that still lie there really show, where somebody has corrected them."""

    @property
    def needs(self) -> SenseNeeds:
        return SenseNeeds(sees="throws", dice=self.count or 0)

    @property
    def done(self) -> bool:
        return self.stopped

    def see(self, event: Event) -> None:
        if isinstance(event, Roll):
            self._taken(self.check.roll(event))
            self.last = None
            if event.refused is not None:
                self.say(fact("practice.dice-unread", why=event.refused))
            self._pending()

    def key(self, key: str) -> None:
        """See ``DiceCheck.key``."""
        before = self.check.pending
        if not key or before is None:
            return
        taken = self.check.key(key)
        if taken is not None and taken.corrected:
            self.corrected(taken.fell)
        self._taken(taken)
        if taken is None and self.check.pending is None:
            self.say(fact("practice.dice-dropped", read=list(before.read)))
        elif taken is None:
            self._pending()

    def finish(self) -> None:
        """The sitting ends: what still waits is taken."""
        self._taken(self.check.accept())

    def _pending(self) -> None:
        reading = self.check.pending
        if reading is not None:
            values: dict[str, Value] = {
                "values": list(reading.values),
                "marked": reading.marked,
                "refused": reading.why,
            }
            self.say(Fact("practice.dice-read", {**values, "shown": shown(reading.values, reading.marked)}))

    def _taken(self, throw: Throw | None) -> None:
        if throw is None:
            return
        code = "practice.dice-corrected" if throw.corrected else "practice.dice-taken"
        values = {"read": list(throw.read), "fell": list(throw.fell)}
        self.last = Fact(code, {**values, "before": shown(throw.read), "shown": shown(throw.fell)})
        self.say(self.last)
