"""Whole games played by policies, through nothing but the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, TypeAlias

from companion.rules.protocol import CHANCE, TABLE, A, Actor, Game, O, Outcome, S

Policy: TypeAlias = Callable[[Game[Any, Any, Any], Any, Actor, Random], Any]  # (game, state, actor, random) -> action
Watcher: TypeAlias = Callable[[Any, Actor, Any], None]  # (state before, actor, action)
LIMIT: Final = 200_000


@dataclass(frozen=True)
class Playout(Generic[S]):
    """How it went: the last position, how many actions led there, and the outcome (None if the limit came first)."""

    state: S
    actions: int
    outcome: Outcome | None


def random_player(game: Game[O, S, A], state: S, actor: Actor, random: Random) -> A:
    """Any legal action."""
    return game.legal(state, actor).sample(random)


def sensible_player(game: Game[O, S, A], state: S, actor: Actor, random: Random) -> A:
    """The game's own bot, from the actor's view alone."""
    return game.choose(game.view(state, actor), game.legal(state, actor), random)


POLICIES: Final[Mapping[str, Policy]] = {"random": random_player, "sensible": sensible_player}


def playout(
    game: Game[O, S, A],
    options: O,
    seed: int,
    policy: Policy | Mapping[int, Policy] = random_player,
    *,
    limit: int = LIMIT,
    watch: Watcher | None = None,
) -> Playout[S]:
    """Play to the end, or for ``limit`` actions. The same arguments give the same game.

    ``policy`` plays all seats, or each seat its own (the table's is at random). Chance is the seed's. Where several may
    act, one of them is picked at random: nobody is quicker than the others.
    """
    random = Random(seed)
    state = game.start(options, seed)
    given = policy if isinstance(policy, Mapping) else dict.fromkeys((TABLE, *range(options.n)), policy)
    plays = {actor: given.get(actor, random_player) for actor in (TABLE, *range(options.n))}
    for count in range(limit):
        actors = game.actors(state)
        if not actors:
            return Playout(state, count, game.outcome(state))
        actor = actors[int(random.random() * len(actors))] if len(actors) > 1 else actors[0]
        action = game.draw(state) if actor == CHANCE else plays[actor](game, state, actor, random)
        if watch is not None:
            watch(state, actor, action)
        state = game.apply(state, actor, action)
    return Playout(state, limit, game.outcome(state))
