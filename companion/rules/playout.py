"""Whole games played by policies, through nothing but the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from companion.rules.protocol import CHANCE, Actor, Game, Outcome

Policy: TypeAlias = Callable[[Game[Any, Any, Any], Any, Actor, Random], Any]  # (game, state, actor, random) -> action
Watcher: TypeAlias = Callable[[Any, Actor, Any], None]  # (state before, actor, action)
LIMIT: Final = 200_000


@dataclass(frozen=True, slots=True)
class Playout:
    """How it went: the last position, how many actions led there, and the outcome (None if the limit came first)."""

    state: Any
    actions: int
    outcome: Outcome | None


def random_player(game: Game[Any, Any, Any], state: Any, actor: Actor, random: Random) -> Any:
    """Any legal action."""
    return game.legal(state, actor).sample(random)


def sensible_player(game: Game[Any, Any, Any], state: Any, actor: Actor, random: Random) -> Any:
    """The game's own bot, from the actor's view alone."""
    return game.choose(game.view(state, actor), game.legal(state, actor), random)


POLICIES: Final[Mapping[str, Policy]] = {"random": random_player, "sensible": sensible_player}


def playout(
    game: Game[Any, Any, Any],
    options: Any,
    seed: int,
    policy: Policy | Mapping[int, Policy] = random_player,
    *,
    limit: int = LIMIT,
    watch: Watcher | None = None,
) -> Playout:
    """Play to the end, or for ``limit`` actions. The same arguments give the same game.

    ``policy`` plays all seats, or each seat its own (the table's is at random). Chance is the seed's. Where several may
    act, one of them is picked at random: nobody is quicker than the others.
    """
    random = Random(seed)
    state = game.start(options, seed)
    seats = policy if isinstance(policy, Mapping) else None
    for count in range(limit):
        actors = game.actors(state)
        if not actors:
            return Playout(state, count, game.outcome(state))
        actor = actors[int(random.random() * len(actors))] if len(actors) > 1 else actors[0]
        if actor == CHANCE:
            action = game.draw(state)
        else:
            play: Any = policy if seats is None else seats.get(actor, random_player)
            action = play(game, state, actor, random)
        if watch is not None:
            watch(state, actor, action)
        state = game.apply(state, actor, action)
    return Playout(state, limit, game.outcome(state))
