"""Enrolment gets better as plays are confirmed: a sound that led to a trade which the table let stand is learned.

The sense takes a play only where the player's own taught takes accept it by themselves, and keeps the newest few beside
them (``senses/sounds/match.py``), so that wrong confirmations cannot drag a profile away.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.config import settings, writable
from companion.errors import CompanionError
from companion.events import Event, Ruling, Signal
from companion.senses.sounds.profile import Profile, save

if TYPE_CHECKING:
    from companion.referee.match import Match
    from companion.sitting.session import Session

SURE = 12.0  # seconds after which a trade that nobody took back counts as confirmed
_LED = 4.0  # seconds before a trade in which a sound may have led to it
Confirm = Callable[[Signal, str], Profile | None]  # see SoundSense.confirm


@dataclass(frozen=True)
class _Play:
    """``told`` is the signal as its sense told it, ``counted`` in the match's times; ``ruling``: the trade."""

    told: Signal
    counted: Signal
    player: str
    ruling: int = 0


class Learning:
    """Follows one match; ``confirm`` asks every microphone, which learns what it told itself."""

    def __init__(self, match: Match, confirm: Confirm, keep: Callable[[Profile], None]) -> None:
        self.match = match
        self._confirm, self._keep = confirm, keep
        self._heard: deque[_Play] = deque(maxlen=16)
        self._waiting: list[_Play] = []
        self._seen = max(match.rulings, default=0)

    def follow(self, event: Event, told: Signal | None = None) -> list[Event]:
        """After every counted event; ``told`` is the signal as its sense told it, where times were moved since."""
        if isinstance(event, Signal) and event.phase == "on" and event.player is not None and "score" in event.evidence:
            self._heard.append(_Play(told or event, event, event.player))
        for number in range(self._seen + 1, max(self.match.rulings, default=0) + 1):
            ruling = self.match.rulings.get(number)
            if ruling is not None and ruling.code == "trade":
                self._led(ruling)
            self._seen = number
        self._learn()
        return []

    def _led(self, trade: Ruling) -> None:
        """The last sound of each of its two players before a trade led to it."""
        names = set(trade.action.split())
        before = [p for p in self._heard if p.counted.decided <= trade.decided]
        found = {p.player: p for p in before if p.player in names and trade.onset - p.counted.onset < _LED}
        self._waiting += [replace(p, ruling=trade.number) for p in found.values()]
        self._heard = deque([p for p in self._heard if p not in before], maxlen=self._heard.maxlen)

    def _learn(self) -> None:
        standing = set(self.match.timeline.groups()) if self._waiting else set()
        for play in list(self._waiting):
            if play.ruling not in standing:
                self._waiting.remove(play)
            elif self.match.now - self.match.rulings[play.ruling].decided >= SURE:
                self._waiting.remove(play)
                profile = self._confirm(play.told, play.player)
                if profile is not None:
                    self._keep(profile)


def keep(profile: Profile) -> None:
    """Save a profile that learned something; a disk that is full stops the keeping, not the game."""
    try:
        save(profile, writable(settings().profiles))
    except CompanionError as error:
        print(f"companion: what {profile.player}'s play taught is not kept: {error}", file=sys.stderr)


def join(session: Session) -> Learning | None:
    """Make a session learn from its plays; None where it has no microphone."""
    from companion.senses.sounds.table import TableEars

    ears = [feed for feed in session.feeds if isinstance(feed, TableEars)]
    if not ears:
        return None

    def confirm(signal: Signal, player: str) -> Profile | None:
        return next((p for ear in ears if (p := ear.confirm(signal, player)) is not None), None)

    learning, before = Learning(session.match, confirm, keep), session.follow
    session.follow = lambda event: [*(before(event) if before is not None else []), *learning.follow(event)]
    return learning
