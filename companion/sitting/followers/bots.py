"""Bots play empty seats: one action at a time, from what their own seat sees, at a pace that people can follow."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

from companion.defaults import BOT_LEVEL, BOT_PACE_S
from companion.ending import Work
from companion.events import Event
from companion.referee.questions import Acts
from companion.rules.errors import RulesError
from companion.rules.playout import Policy, Sight, sight_of
from companion.rules.search import LEVELS
from companion.sitting.follower import Follower
from companion.sitting.followers.taps import Taps

SLOW_LEVELS: Final = ("strong",)
"""Levels that search for about half a second, and therefore run in a thread."""


class Thought:
    """A bot's search for an action in ``state``, which runs in a thread of its own.

    ``found`` holds the action once the thread, ``work``, has ended without an error.
    """

    def __init__(self, state: object, sight: Sight[Any, Any, Any], policy: Policy, random: Random) -> None:
        self.state, self.sight = state, sight
        self.found: list[object] = []
        self.work = Work("a bot's thought", lambda: self.found.append(policy(sight, random)))
        self.work.start()


class Bots(Follower):
    """Follower that plays the seats of bots.

    Args:
        taps: Performs the actions.
        seats: Seats that bots play.
        pace: Seconds between two actions of bots.
        level: Level of play, a key of ``LEVELS``.
    """

    def __init__(self, taps: Taps, seats: Iterable[int], pace: float = BOT_PACE_S, level: str = BOT_LEVEL) -> None:
        self.level = level
        self.thought: Thought | None = None
        self.seats = set(seats)
        self.pace = pace
        self.dice_seen = False
        """True if a camera watches the dice: bots then wait for a real roll."""
        self._taps, self._match = taps, taps.match
        self.random = Random()
        self._deal = Random()  # deals hidden cards anew; separate, so that choices do not depend on it
        self._next = 0.0
        self._moved: dict[int, float] = {}

    def tick(self, now: float) -> Iterable[Event]:
        if now >= self._next and not self._match.paused and not self._match.is_over:
            try:
                self._act(now)
            except RulesError:  # the bot found no legal action: try again later
                self._next = now + self.pace
        return ()

    def _act(self, now: float) -> None:
        if self.thought is not None:
            if not self.thought.work.is_alive():
                self._on_decision(self.thought, now)
            return
        rules, state = self._match.game, self._match.state
        ready = [a for a in rules.actors(state) if a in self.seats and self._is_ready(a, now)]
        if not ready:
            for actor, action in self._for_the_table():
                self._next = now + self.pace
                self._taps.sitting.act(actor, action, "bot")
            return
        seat = ready[int(self.random.random() * len(ready))]
        sight = sight_of(rules, state, seat, [(step.actor, step.action) for step in self._match.steps], self._deal)
        if self.level in SLOW_LEVELS:
            self.thought = Thought(state, sight, LEVELS[self.level], Random(self.random.getrandbits(62)))
        else:
            self._perform(seat, LEVELS[self.level](sight, self.random), now)

    def _on_decision(self, thought: Thought, now: float) -> None:
        """Do the action that a search found; if the search failed, do the one that the level "family" chooses.

        Nothing is done if the position has changed meanwhile.
        """
        self.thought = None
        if thought.state is self._match.state:
            action = thought.found[0] if thought.found else LEVELS[BOT_LEVEL](thought.sight, self.random)
            self._perform(thought.sight.viewer, action, now)

    def _perform(self, seat: int, action: object, now: float) -> None:
        self._moved[seat] = now
        self._next = now + self.pace
        self._taps.perform(seat, action, "bot")

    def _is_ready(self, seat: int, now: float) -> bool:
        since = now - self._moved.get(seat, -1e9)
        return self._match.desk.is_bot_ready(self._match, seat, since, self.pace, self.random.random())

    def _for_the_table(self) -> Acts:
        if not self.seats:
            return ()
        return self._match.desk.for_the_table(self._match, self.seats, self.dice_seen, self.random)
