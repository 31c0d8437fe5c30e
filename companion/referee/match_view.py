"""What a desk may see of its match. It changes nothing of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.events import Ruling
from companion.facts import Fact
from companion.referee.log_header import EDITION
from companion.referee.player_names import PlayerNames
from companion.referee.timeline import Step, Timeline
from companion.rules.protocol import TABLE, Actor, Game


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
