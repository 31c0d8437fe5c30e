"""What a desk may see of its match, and the actions that stand: the engine's state is always the fold of those."""

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
    """One applied action; ``group`` is the number of the ruling it belongs to; ``highlights``: what it brought."""

    group: int
    actor: Actor
    action: Any  # the game's own
    highlights: tuple[Highlight, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """A match as it stood after a fold: what may be shown of it once that is durable. Costs nothing to keep."""

    state: Any  # the game's own
    last: int
    """Number of the last ruling."""
    paused: bool
    steps: Sequence[Step]
    count: int
    """How many of the steps there were."""
    memory: Any  # the desk's

    def standing(self, limit: int) -> list[int]:
        """Return numbers of the latest rulings that stand, oldest first."""
        found: dict[int, None] = {}
        for k in range(self.count - 1, -1, -1):
            found[self.steps[k].group] = None
            if len(found) == limit:
                break
        return sorted(found)


class MatchView:
    """``now``: seconds of the match; ``rulings`` by number."""

    def __init__(self, game: Game[Any, Any, Any], options: Options, seed: int) -> None:
        self.game = game
        self.options: Any = options  # each game has a type of its own
        self._start = self.state = game.start(options, seed)
        """The engine's position. Each desk knows the type of its game's."""
        self.steps: list[Step] = []
        """The actions that stand, with the rulings that they belong to: ``state`` is their fold."""
        self.players: tuple[str, ...] = tuple(options.players)
        self._folded = [fold_name(p) for p in self.players]
        self.now = 0.0
        self.edition = RULES_EDITION
        """See ``LogHeader.edition``."""
        self.rulings: dict[int, Ruling] = {}

    def groups(self) -> list[int]:
        """Return rulings that stand, oldest first."""
        return sorted({s.group for s in self.steps})

    def states(self) -> Iterator[Any]:
        """Yield the position after each step that stands."""
        state = self._start
        for step in self.steps:
            state = self.game.apply(state, step.actor, step.action)
            yield state

    def highlights(self, before: Any, actor: Actor, action: Any, after: Any) -> tuple[Highlight, ...]:
        """Return what an action brings: what its game names, and the end, which every game has."""
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
        """The number of the last action's ruling: it changes whenever the position does."""
        return self.steps[-1].group if self.steps else 0

    @property
    def last(self) -> int:
        """Number of the last ruling; 0 before the first."""
        return next(reversed(self.rulings), 0)

    @property
    def is_over(self) -> bool:
        return self.game.outcome(self.state) is not None

    def name(self, actor: Actor) -> str:
        """Return a player's name, or Table or Chance."""
        return self.players[actor] if actor >= 0 else ("Table" if actor == TABLE else "Chance")

    def names(self, players: Iterable[int]) -> list[str]:
        return [self.players[p] for p in players]

    def seat(self, name: str | None) -> int | None:
        """Return the player of that name; None if there is none.

        Its exact case comes before one that differs in case only.
        """
        if name is None:
            return None
        name = name.strip().strip('"')
        if name in self.players:
            return self.players.index(name)
        wanted = fold_name(name)
        return self._folded.index(wanted) if wanted in self._folded else None

    def quote_names(self, text: str) -> str:
        """Return the text with names of several words in quotes, as the notation has them."""
        several = sorted((re.escape(p) for p in self.players if len(p.split()) > 1), key=len, reverse=True)
        wanted = rf"(?<![\w\"])({'|'.join(several)})(?![\w\"])"
        return re.sub(wanted, r'"\1"', text, flags=re.IGNORECASE) if several else text

    def leading(self, text: str) -> tuple[int | None, str]:
        """(player, the rest) of a text that begins with a player's name, a colon after it or not."""
        found = re.match(r'\s*(?:"([^"]+)"|([^\s:"]+))\s*:?\s*(.*)', text, re.DOTALL)
        if found is None:
            return None, text
        return self.seat(found[1] or found[2]), found[3].strip()
