"""Learns to play FTW?! in a minute: ``python examples/learn_ftw.py``.

Four weights say what an action is worth. They are changed at random, and a change that wins more games stays. The
learner sees what a player at the table sees: its own cards, and what lies open.
"""

from random import Random
from typing import Any

from companion.rules import get, playout, random_player
from companion.rules.playout import Sight

GAME = get("ftw")
OPTIONS = GAME.options(("Learner", "Other"), rounds=1)
GAMES = 60


def features(action: Any, hand: list[int]) -> tuple[float, ...]:
    """Of playing or laying: how high the card is among the others, what is taken, how many helpers it costs."""
    rank = sum(card < action.card for card in hand) / len(hand)
    taken = getattr(action, "take", 0) / 36
    return rank, float(rank == 1), taken, len(getattr(action, "helpers", ())) / 3


def player(weights: list[float]) -> Any:
    """Return the policy of these weights."""

    def act(sight: Sight[Any, Any, Any], random: Random) -> Any:
        if sight.view["phase"] != "play":
            return sight.legal.sample(random)
        actions = [sight.legal.sample(random) for _ in range(12)]
        hand = sight.view["hand"]
        return max(actions, key=lambda a: sum(w * f for w, f in zip(weights, features(a, hand), strict=True)))

    return act


def share(weights: list[float], first: int) -> float:
    """Return the share of games won against one who plays at random."""
    won = 0.0
    for seed in range(first, first + GAMES):
        me = seed % 2
        end = playout(GAME, OPTIONS, seed, {me: player(weights), 1 - me: random_player}).outcome
        won += (me in end.winners) / len(end.winners) if end else 0.0
    return won / GAMES


def learn(tries: int, random: Random) -> list[float]:
    """Return the best weights of so many tries."""
    best = [0.0] * 4
    top = share(best, 0)
    for _ in range(tries):
        weights = [weight + random.gauss(0, 0.6) for weight in best]
        if (won := share(weights, 0)) > top:
            best, top = weights, won
    return best


if __name__ == "__main__":
    print(f"before: {share([0.0] * 4, 10_000):.2f} of the games")
    learnt = learn(20, Random(1))
    print(f"after:  {share(learnt, 10_000):.2f} with the weights {[round(weight, 1) for weight in learnt]}")
