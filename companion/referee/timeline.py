"""Actions of a match with their voids: the engine's state is always the fold of those that stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.protocol import Actor, Game


@dataclass(frozen=True, slots=True)
class Step:
    """One applied action; ``group`` is the number of the ruling it belongs to."""

    group: int
    actor: Actor
    action: Any


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """A match as it stood after a fold: what may be shown of it once that is durable. Costs nothing to keep."""

    state: Any
    last: int
    """Number of the last ruling."""
    paused: bool
    steps: Sequence[Step]
    count: int
    """How many of the steps there were."""
    memory: Any
    """The desk's."""

    def standing(self, most: int) -> list[int]:
        """Numbers of the latest rulings that stand, oldest first."""
        found: dict[int, None] = {}
        for k in range(self.count - 1, -1, -1):
            found[self.steps[k].group] = None
            if len(found) == most:
                break
        return sorted(found)


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

    def rewind(self, state: Any, steps: Sequence[Step]) -> None:
        """Back to where only these had been applied."""
        self.state, self.steps = state, list(steps)

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
