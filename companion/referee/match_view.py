"""What a desk may see of its match. It changes nothing of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from companion.events import Ruling
from companion.facts import Fact
from companion.names import folded
from companion.referee.log_header import EDITION
from companion.referee.timeline import Step, Timeline
from companion.rules.protocol import TABLE, Actor, Game


class PlayerNames:
    """Of one match's players. A name in its exact case comes before one that differs in case only."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self._folded = [folded(p) for p in self.players]
        several = sorted((p for p in self.players if len(p.split()) > 1), key=len, reverse=True)
        self._several = (
            re.compile(rf"(?<![\w\"])({'|'.join(re.escape(p) for p in several)})(?![\w\"])", re.IGNORECASE)
            if several
            else None
        )

    def seat(self, name: str | None) -> int | None:
        """The player of that name; None if there is none."""
        if name is None:
            return None
        name = name.strip().strip('"')
        if name in self.players:
            return self.players.index(name)
        wanted = folded(name)
        return self._folded.index(wanted) if wanted in self._folded else None

    def quoted(self, text: str) -> str:
        """The text with names of several words in quotes, as the notation has them."""
        return text if self._several is None else self._several.sub(r'"\1"', text)

    def leading(self, text: str) -> tuple[int | None, str]:
        """(player, the rest) of a text that begins with a player's name, a colon after it or not."""
        found = re.match(r'\s*(?:"([^"]+)"|([^\s:"]+))\s*:?\s*(.*)', text, re.DOTALL)
        if found is None:
            return None, text
        return self.seat(found[1] or found[2]), found[3].strip()


class MatchView:
    """``now``: seconds of the match; ``rulings`` by number."""

    def __init__(self, game: Game[Any, Any, Any], options: Any, seed: int) -> None:
        self.game = game
        self.options = options
        self.timeline = Timeline(game, options, seed)
        self.naming = PlayerNames(options.players)
        self.now = 0.0
        self.edition = EDITION
        """See ``LogHeader.edition``."""
        self.rulings: dict[int, Ruling] = {}

    @property
    def state(self) -> Any:
        """The engine's position. Each desk knows the type of its game's."""
        return self.timeline.state

    @property
    def steps(self) -> Sequence[Step]:
        """The actions that stand, with the rulings that they belong to."""
        return self.timeline.steps

    @property
    def step(self) -> int:
        """The ruling of the last action: another one when the position is."""
        return self.steps[-1].group if self.steps else 0

    @property
    def players(self) -> tuple[str, ...]:
        return self.naming.players

    @property
    def last(self) -> int:
        """Number of the last ruling; 0 before the first."""
        return next(reversed(self.rulings), 0)

    @property
    def over(self) -> bool:
        return self.game.outcome(self.state) is not None

    def name(self, actor: Actor) -> str:
        """A player's name, or Table or Chance."""
        return self.players[actor] if actor >= 0 else ("Table" if actor == TABLE else "Chance")

    def names(self, players: Iterable[int]) -> list[str]:
        return [self.players[p] for p in players]

    def seat(self, name: str | None) -> int | None:
        """The player of that name, whatever its case; None if there is none."""
        return self.naming.seat(name)

    def tell(self, actor: Actor, action: object) -> Fact:
        """What an action does now, before it is applied."""
        told: Fact = self.game.tell(self.state, actor, action)
        return told
