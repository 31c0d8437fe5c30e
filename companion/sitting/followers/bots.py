"""Bots fill empty seats: one acts at a time, from its own seat's view alone, at a pace that people can follow."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from companion.events import Event
from companion.rules.errors import RulesError
from companion.sitting.follower import Follower
from companion.sitting.followers.taps import Taps


class Bots(Follower):
    """``seats``: those that bots play. ``pace``: seconds between two actions of bots."""

    def __init__(self, taps: Taps, seats: Iterable[int], pace: float = 1.2, random: Random | None = None) -> None:
        assert taps.match.desk is not None
        self.seats = set(seats)
        self.pace = pace
        self.dice_seen = False
        """A camera watches the dice: bots wait for a real roll."""
        self._taps, self._match, self._desk = taps, taps.match, taps.match.desk
        self.random = random or Random()
        self._next = 0.0
        self._moved: dict[int, float] = {}

    def tick(self, now: float) -> Iterable[Event]:
        if now >= self._next and not self._match.paused and not self._match.over:
            try:
                self._act(now)
            except RulesError:  # a bot that finds nothing leaves the seat to the table
                self._next = now + self.pace
        return ()

    def _act(self, now: float) -> None:
        rules, state = self._match.game, self._match.state
        ready = [a for a in rules.actors(state) if a in self.seats and self._rested(a, now)]
        if not ready:
            word = self._desk.table_word(self.seats, self.dice_seen, self.random) if self.seats else None
            if word is not None:
                self._next = now + self.pace
                self._taps.sitting.command(word, source="bot")
            return
        seat = ready[int(self.random.random() * len(ready))]
        action = rules.choose(rules.view(state, seat), rules.legal(state, seat), self.random)
        self._moved[seat] = now
        self._next = now + self.pace
        self._taps.perform(seat, action, "bot")

    def _rested(self, seat: int, now: float) -> bool:
        return self._desk.rested(seat, now - self._moved.get(seat, -1e9), self.pace, self.random.random())
