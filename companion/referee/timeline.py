"""Actions of a match with their voids: the engine's state is always the fold of those that stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.rules.protocol import Actor, Game


@dataclass(frozen=True, slots=True)
class Step:
    """One applied action; ``group`` is the number of the ruling it belongs to."""

    group: int
    actor: Actor
    action: Any


class Timeline:
    """The engine's state and the steps behind it. ``void`` takes a whole ruling back and replays the rest."""

    def __init__(self, game: Game[Any, Any, Any], options: Any, seed: int) -> None:
        self.game = game
        self._start = game.start(options, seed)
        self.state = self._start
        self.steps: list[Step] = []

    def apply(self, group: int, actor: Actor, action: object) -> None:
        """Apply one action. Raises the rules' named errors and then changes nothing."""
        self.state = self.game.apply(self.state, actor, action)
        self.steps.append(Step(group, actor, action))

    def groups(self) -> list[int]:
        """Rulings that stand, oldest first."""
        return sorted({s.group for s in self.steps})

    def void(self, *groups: int) -> None:
        """Take back these rulings. Raises RulesError, changing nothing, if a later one needs them."""
        kept = [s for s in self.steps if s.group not in groups]
        state = self._start
        for step in kept:
            state = self.game.apply(state, step.actor, step.action)
        self.state, self.steps = state, kept

    def states(self) -> Iterator[Any]:
        """The position after each step that stands."""
        state = self._start
        for step in self.steps:
            state = self.game.apply(state, step.actor, step.action)
            yield state
