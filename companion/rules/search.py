"""The levels of bots, the same for all games: how many actions a bot considers, and how deeply.

``strong_player`` redraws again and again what its seat does not know, consistent with what it has seen. In each such
deal it tries every promising action, and the game's own bot plays on from there. It drops the worse half of the actions
at each stage (sequential halving, Karnin and others 2013). All actions of a stage get the same cards and dice, so that
luck cancels out. Only a significantly better action replaces the bot's own choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from math import sqrt, tanh
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from companion.rules.legal_actions import Listed
from companion.rules.playout import POLICIES, Policy, Sight, recall_view, sensible_player
from companion.rules.protocol import Actor, Game

MAX_BEGINNER_ACTIONS: Final = 3  # random actions that a beginner considers
MAX_ROLLOUT_ACTIONS: Final = 6  # random actions that each player considers in a playout
MAX_CANDIDATES: Final = 8  # actions that are compared by playouts
MAX_RANKED_ACTIONS: Final = 600  # actions that the bot ranks; if there are more, a random sample of them
COMPARED_DEALS: Final = 48  # deals on which the candidates are compared
SURE_STANDARD_ERRORS: Final = 1.0  # standard errors by which an action must be better than the bot's own choice
MAX_PLAYOUT_ACTIONS: Final = 400  # actions of one playout
WINNING_LEAD_POINTS: Final = 20.0  # points; this lead has the value tanh(1), about 0.76, of a win


def _glance(game: Game[Any, Any, Any], state: object, actor: Actor, sees: int, random: Random) -> object:
    """Return the bot's choice among ``sees`` random legal actions."""
    legal = game.legal(state, actor)
    few = dict.fromkeys(legal.sample(random) for _ in range(sees))
    return game.choose(recall_view(game, state, actor), Listed(legal.check, state, actor, tuple(few)), random)


def beginner_player(sight: Sight[Any, Any, Any], random: Random) -> object:
    """Return the bot's choice among ``MAX_BEGINNER_ACTIONS`` random legal actions."""
    return _glance(sight.game, sight.state, sight.viewer, MAX_BEGINNER_ACTIONS, random)


def strong_player(sight: Sight[Any, Any, Any], random: Random, rounds: int = COMPARED_DEALS) -> object:
    """Return the action that a search over random deals finds best, as the module's description explains.

    ``rounds`` is the number of deals on which the actions are compared.
    """
    usual, *others = _candidates(sight, random)
    gains: list[tuple[object, list[float]]] = [(action, []) for action in others]  # gains over the bot's own choice
    while gains:
        for _ in range(max(2, rounds // 3)):
            dealt, seed = sight.deal(random), random.getrandbits(62)
            as_usual = _estimate_value(sight, dealt, usual, Random(seed))
            for action, gained in gains:
                gained.append(_estimate_value(sight, dealt, action, Random(seed)) - as_usual)
        if len(gains) == 1:
            break
        gains.sort(key=lambda row: -sum(row[1]))
        gains = gains[: (len(gains) + 1) // 2]
    return next(
        (action for action, gained in gains if mean(gained) > SURE_STANDARD_ERRORS * stdev(gained) / sqrt(len(gained))),
        usual,
    )


def _candidates(sight: Sight[Any, Any, Any], random: Random) -> list[Any]:
    """Return up to ``MAX_CANDIDATES`` legal actions, those that the bot prefers, the best first."""
    legal, view = sight.legal, sight.view
    actions = list(islice(legal, MAX_RANKED_ACTIONS + 1))
    if len(actions) > MAX_RANKED_ACTIONS:
        actions = list(dict.fromkeys(legal.sample(random) for _ in range(MAX_RANKED_ACTIONS)))
    found = [sight.game.choose(view, legal, random)]
    while len(found) < MAX_CANDIDATES and (actions := [action for action in actions if action != found[-1]]):
        found.append(sight.game.choose(view, Listed(legal.check, sight.state, sight.viewer, actions), random))
        if found[-1] not in actions:  # the bot ignored the given actions
            return found[:-1]
    return found


def _estimate_value(sight: Sight[Any, Any, Any], state: object, action: object, random: Random) -> float:
    """Return an action's value by one random playout: about 1 for a win or a high lead, -1 for the opposite."""
    game, seat = sight.game, sight.viewer
    before = game.scores(state)
    state = game.move(state, seat, action)
    for _ in range(MAX_PLAYOUT_ACTIONS):
        actors = game.actors(state)
        if not actors or game.scores(state) != before:
            break
        actor = actors[int(random.random() * len(actors))]
        legal = game.legal(state, actor)
        choice = _glance(game, state, actor, MAX_ROLLOUT_ACTIONS, random) if actor >= 0 else legal.sample(random)
        state = game.move(state, actor, choice)
    scores = game.scores(state)
    if not scores:
        return 0.0
    gained = [now - then for now, then in zip(scores, before or [0] * len(scores), strict=True)]
    lead = tanh((gained[seat] - max(gain for at, gain in enumerate(gained) if at != seat)) / WINNING_LEAD_POINTS)
    end = game.outcome(state)
    return lead if end is None else lead / 2 + (2 * (seat in end.winners) / len(end.winners) - 1) / 2


LEVELS: Final[Mapping[str, Policy]] = {
    **POLICIES,
    "beginner": beginner_player,
    "family": sensible_player,
    "strong": strong_player,
}
"""Level -> policy, for all games. ``Game.levels`` names those that differ in a game; in Factum and Face Cards none
does, since their bots can only guess."""
