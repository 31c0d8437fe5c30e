"""Whose hand or round it was, for the evening's table, in games without a score sheet."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.referee.desk_registry import header, match_of
from companion.referee.hand_scores import hands
from companion.referee.match import Match
from companion.referee.match_view import Step
from companion.rules.protocol import CHANCE, TABLE

MAX_STEPS = 5000  # steps of a game


def played(game: str, seed: int, *names: str, stop: int = MAX_STEPS, **options: Any) -> Match:
    """Return a game played at random to its end, or for ``stop`` steps."""
    made = match_of(header(game, names, dict(options), seed, "en"), None)
    made.begin()
    random = Random(seed)
    while not made.is_over and len(made.steps) < stop:
        actor = random.choice(made.game.actors(made.state))
        state = made.state
        action = made.game.draw(state) if actor == CHANCE else made.game.legal(state, actor).sample(random)
        made.state = made.game.apply(state, actor, action)
        made.steps.append(Step(len(made.steps) + 1, actor, action))
    return made


def test_who_wins_keep_smiling_with_less_than_nothing_has_won() -> None:
    found = 0
    for seed in range(60):
        made = played("keep-smiling", seed, "Ann", "Ben", lane_length=3)
        outcome = made.game.outcome(made.state)
        assert outcome is not None
        (hand,) = hands(made)
        assert hand.scores == outcome.scores
        assert hand.winners == outcome.winners
        found += max(outcome.scores) < 0
    assert found, "no game was won with less than nothing"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "options"), [("face-cards", {}), ("factum", {"target": 6}), ("ftw", {"rounds": 3})])
def test_a_round_is_one_hand_of_the_evening(game: str, options: dict[str, Any], seed: int) -> None:
    made = played(game, seed, "Ann", "Ben", "Cleo", "Dan", **options)
    rounds = made.game.view(made.state, TABLE)["round"]
    found = hands(made)
    assert 0 < len(found) <= rounds
    assert [sum(h.scores[k] for h in found) for k in range(4)] == list(made.game.outcome(made.state).scores)  # type: ignore[union-attr]
    for hand in found:
        assert all(hand.scores[k] == max(hand.scores) for k in hand.winners)


def test_a_round_that_goes_on_is_not_won_yet() -> None:
    whole = played("face-cards", 1, "Ann", "Ben", "Cleo")
    for stop in range(1, len(whole.steps)):
        made = played("face-cards", 1, "Ann", "Ben", "Cleo", stop=stop)
        begun = made.game.view(made.state, TABLE)["round"]
        assert len(hands(made)) < begun or made.is_over
