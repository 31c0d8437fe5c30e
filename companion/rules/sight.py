"""What one seat knows of a game, as a value from which nothing hidden can be reached. Bots get this alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import A, Actor, Game, O, S, Seen, View


@dataclass(frozen=True, slots=True)
class Sight(Generic[O, S, A]):
    """``state`` is a position that ``viewer`` cannot tell from the true one: what is hidden there was dealt again."""

    game: Game[O, S, A]
    viewer: Actor
    state: S
    seen: Seen[A]

    @property
    def view(self) -> View:
        return remembered(self.game, self.state, self.viewer)

    @property
    def legal(self) -> LegalActions[A]:
        return self.game.legal(self.state, self.viewer)

    def deal(self, random: Random) -> S:
        """Another position that agrees with all that this seat has seen."""
        return self.game.redeal(self.state, self.viewer, self.seen, random)


def remembered(game: Game[O, S, A], dealt: S, viewer: Actor) -> View:
    """What a seat sees and remembers. Only for positions that were dealt again for that seat, or in a search."""
    return (game.recall or game.view)(dealt, viewer)


def as_seen(game: Game[Any, Any, Any], viewer: Actor, actor: Actor, action: object) -> tuple[Actor, Any]:
    """An action as a seat sees it: its own in full, of others what lies open, None for what lies face down."""
    if actor == viewer:
        return actor, action
    return actor, None if isinstance(action, game.secret) else game.veil(action)


def sight_of(
    game: Game[O, S, A], state: S, viewer: Actor, steps: Iterable[tuple[Actor, A]], random: Random
) -> Sight[O, S, A]:
    """What a viewer knows in this position after these steps."""
    seen = [as_seen(game, viewer, actor, action) for actor, action in steps]
    return Sight(game, viewer, game.redeal(state, viewer, seen, random), seen)
