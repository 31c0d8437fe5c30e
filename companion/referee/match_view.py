"""The read-only part of a match that its desk sees: position, steps, rulings, players.

A step is an action that has not been undone; the steps, applied from the start, give the position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.events import Ruling
from companion.facts import fact
from companion.names import fold_name
from companion.referee.log_header import RULES_EDITION
from companion.rules.highlights import Highlight, Moment
from companion.rules.options import Options
from companion.rules.protocol import TABLE, Actor, Game


@dataclass(frozen=True, slots=True)
class Step:
    """One applied action with its actor, the number of its ruling (``group``), and the highlights that it brought."""

    group: int
    actor: Actor
    action: Any  # the game's own
    highlights: tuple[Highlight, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """A snapshot of a match after an event, to be shown once the log has written that event.

    It is cheap: it copies nothing.
    """

    state: Any  # the game's own
    last: int
    """The number of the last ruling."""
    paused: bool
    steps: Sequence[Step]
    count: int
    """The number of steps at that time; ``steps`` may have grown since."""
    memory: Any  # the desk's

    def standing(self, limit: int) -> list[int]:
        """Return the numbers of the last ``limit`` rulings with actions that have not been undone, in order."""
        found: dict[int, None] = {}
        for k in range(self.count - 1, -1, -1):
            found[self.steps[k].group] = None
            if len(found) == limit:
                break
        return sorted(found)


class MatchView:
    """What a desk, the referee's logic for one game, may read of its match.

    ``now`` is the match's time in seconds. ``rulings`` holds the rulings by number.
    """

    def __init__(self, game: Game[Any, Any, Any], options: Options, seed: int) -> None:
        self.game = game
        self.options: Any = options  # each game has a type of its own
        self._start = self.state = game.start(options, seed)
        """The position, of the game's own type."""
        self.steps: list[Step] = []
        """The actions that have not been undone, each with its ruling's number; together they give ``state``."""
        self.players: tuple[str, ...] = tuple(options.players)
        self._folded = [fold_name(p) for p in self.players]
        self.now = 0.0
        self.edition = RULES_EDITION
        """See ``LogHeader.edition``."""
        self.rulings: dict[int, Ruling] = {}

    def groups(self) -> list[int]:
        """Return the numbers of the rulings whose actions have not been undone, in order."""
        return sorted({s.group for s in self.steps})

    def states(self) -> Iterator[Any]:
        """Yield the position after each step."""
        state = self._start
        for step in self.steps:
            state = self.game.apply(state, step.actor, step.action)
            yield state

    def highlights(self, before: Any, actor: Actor, action: Any, after: Any) -> tuple[Highlight, ...]:
        """Return the highlights of an action: those of its game, and a moment if it ends the game."""
        found = tuple(self.game.highlights(before, actor, action, after))
        outcome = self.game.outcome(after)
        if outcome is None:
            return found
        names = self.names(outcome.winners)
        title = fact("moment.over" if len(names) == 1 else "moment.over-tie", who=names, game=self.game.name)
        shows = {"scores": list(outcome.scores), "winners": list(outcome.winners)}
        return (*found, Moment("over", title, None, tuple(outcome.winners), shows))

    @property
    def step(self) -> int:
        """The ruling number of the last step, 0 before the first; it changes whenever the position does."""
        return self.steps[-1].group if self.steps else 0

    @property
    def last(self) -> int:
        """The number of the last ruling, 0 before the first."""
        return next(reversed(self.rulings), 0)

    @property
    def is_over(self) -> bool:
        return self.game.outcome(self.state) is not None

    def name(self, actor: Actor) -> str:
        """Return a player's name, "Table" or "Chance"."""
        return self.players[actor] if actor >= 0 else ("Table" if actor == TABLE else "Chance")

    def names(self, players: Iterable[int]) -> list[str]:
        return [self.players[p] for p in players]

    def seat(self, name: str | None) -> int | None:
        """Return the seat of the player with this name; None if there is none.

        An exact match is preferred to one that differs only in case.
        """
        if name is None:
            return None
        name = name.strip().strip('"')
        if name in self.players:
            return self.players.index(name)
        wanted = fold_name(name)
        return self._folded.index(wanted) if wanted in self._folded else None

    def quote_names(self, text: str) -> str:
        """Return the text with players' names of several words put in quotes, as the notation requires."""
        several = sorted((re.escape(p) for p in self.players if len(p.split()) > 1), key=len, reverse=True)
        wanted = rf"(?<![\w\"])({'|'.join(several)})(?![\w\"])"
        return re.sub(wanted, r'"\1"', text, flags=re.IGNORECASE) if several else text

    def leading(self, text: str) -> tuple[int | None, str]:
        """Return the seat of the player whose name begins the text, and the rest after an optional colon.

        The seat is None if the first word names nobody.
        """
        found = re.match(r'\s*(?:"([^"]+)"|([^\s:"]+))\s*:?\s*(.*)', text, re.DOTALL)
        if found is None:
            return None, text
        return self.seat(found[1] or found[2]), found[3].strip()
