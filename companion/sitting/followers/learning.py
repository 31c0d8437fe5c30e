"""Learn from play: noises that a trade confirmed, and dice whose values people gave.

A sound that led to a trade is learned once the table has let the trade stand for ``CONFIRMED_AFTER_S``. If the table
takes the trade back, the sound becomes an example of what is not the signal. The sound sense accepts a sound from play
only if it matches the noises that the player has taught. It keeps the newest few of them (``noise_matcher``), so that
wrong confirmations cannot shift a profile far.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.events import Command, Event, Roll, Ruling, Signal
from companion.facts import Fact
from companion.referee.match import Match
from companion.sitting.follower import Follower
from companion.sitting.requests import NameDice
from companion.sitting.sitting import Sitting

CONFIRMED_AFTER_S = 12.0  # seconds after which a trade that nobody took back counts as confirmed
MAX_SOUND_LEAD_S = 4.0  # seconds before a trade in which a sound may have led to it
Judged: TypeAlias = Callable[[Signal, str, bool], None]
"""Called with a signal that led to a trade, its player, and whether the table let the trade stand."""


@dataclass(frozen=True)
class _Play:
    """A signal that a player gave, and the trade that it may have led to.

    Attributes:
        raw_signal: The signal with its source's times.
        counted: The same signal with the match's times.
        player: Who gave it.
        ruling: Number of the trade's ruling; 0 before the trade.
    """

    raw_signal: Signal
    counted: Signal
    player: str
    ruling: int = 0


class NoiseLearning(Follower):
    """Follower that reports, for each signal that led to a trade, whether the table let the trade stand."""

    def __init__(self, match: Match, judged: Judged) -> None:
        self.match, self._judged = match, judged
        self._heard: deque[_Play] = deque(maxlen=16)
        self._waiting: list[_Play] = []
        self._seen = max(match.rulings, default=0)

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        if isinstance(event, Signal) and event.phase == "on" and event.player is not None and "score" in event.evidence:
            self._heard.append(_Play(raw_event if isinstance(raw_event, Signal) else event, event, event.player))
        for number in range(self._seen + 1, max(self.match.rulings, default=0) + 1):
            ruling = self.match.rulings.get(number)
            if ruling is not None and ruling.code == "trade":
                self._queue_confirmation(ruling)
            self._seen = number
        self._learn()
        return ()

    def _queue_confirmation(self, trade: Ruling) -> None:
        """Queue each trader's last sound before the trade, until the table has let the trade stand or taken it back."""
        traders = {trade.values.get("a"), trade.values.get("b")}
        before = [p for p in self._heard if p.counted.decided <= trade.decided]
        found = {
            p.player: p for p in before if p.player in traders and trade.onset - p.counted.onset < MAX_SOUND_LEAD_S
        }
        self._waiting += [replace(p, ruling=trade.number) for p in found.values()]
        self._heard = deque([p for p in self._heard if p not in before], maxlen=self._heard.maxlen)

    def _learn(self) -> None:
        standing = set(self.match.groups()) if self._waiting else set()
        for play in list(self._waiting):
            if play.ruling not in standing:
                self._waiting.remove(play)
                self._judged(play.raw_signal, play.player, False)
            elif self.match.now - self.match.rulings[play.ruling].decided >= CONFIRMED_AFTER_S:
                self._waiting.remove(play)
                self._judged(play.raw_signal, play.player, True)


class DiceLearning(Follower):
    """Follower that teaches a camera the dice's looks from the values that people give for a refused roll.

    What is learned lasts for the evening and is not stored on disk.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._refused = False

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
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
    """Return the dice's values that a ruling names; () if it names none."""
    told = ruling.values.get("told")
    dice = told.values.get("dice") if isinstance(told, Fact) else None
    return tuple(v for v in dice if isinstance(v, int)) if isinstance(dice, (list, tuple)) else ()
