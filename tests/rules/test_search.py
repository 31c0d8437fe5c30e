"""The levels of bots: what each looks at, and that more thought wins more."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.rules import registry
from companion.rules.history import History
from companion.rules.legal_actions import Listed
from companion.rules.playout import Sight, playout, selfplay
from companion.rules.protocol import CHANCE
from companion.rules.search import LEVELS, strong_player
from tests.rules.rules_cases import NAMES

each_game = pytest.mark.parametrize("name", registry.names())


@pytest.mark.slow
@each_game
@pytest.mark.parametrize("level", list(LEVELS))
def test_every_level_plays_every_game(name: str, level: str) -> None:
    game = registry.get(name)
    options = game.options(NAMES[: game.player_count[0]])

    def quick(sight: Sight[Any, Any, Any], random: Random) -> Any:
        return strong_player(sight, random, rounds=1)

    policy = quick if level == "strong" else LEVELS[level]
    assert playout(game, options, 3, policy, limit=12).actions == 12


def test_the_search_of_a_seat_stays_legal_whatever_the_hidden_cards() -> None:
    game = registry.get("ftw")
    history, random = History(game, game.options(("Ann", "Ben"), rounds=1), 4), Random(4)
    while len(history.taken) < 7:
        actor = game.actors(history.state)[0]
        legal = game.legal(history.state, actor)
        history.apply(actor, game.draw(history.state) if actor == CHANCE else legal.sample(random))
    seat = game.actors(history.state)[0]
    for seed in range(4):
        sight = history.sight(seat, Random(seed))
        assert sight.state.hands[1 - seat] != history.state.hands[1 - seat]
        assert strong_player(sight, Random(2), rounds=3) in game.legal(history.state, seat)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "games", "least"),
    [
        ("face-off", {"target": 200}, 24, 0.6),  # .98 of 200 whole games; .33 by chance
        ("keep-smiling", {}, 80, 0.65),  # .88 of 200; .50 by chance
        ("ftw", {"rounds": 1}, 40, 0.75),  # .98 of 200; .50 by chance
    ],
)
def test_a_family_beats_beginners(name: str, options: dict[str, Any], games: int, least: float) -> None:
    game = registry.get(name)
    players = NAMES[: game.player_count[0]]
    *_, sums = selfplay(game, game.options(players, **options), games, 1, "family:beginner", levels=LEVELS)
    assert sums.games == games
    assert sums.unfinished == 0
    assert sums.summary()["sensible"]["win_rate"] > least


@pytest.mark.parametrize("name", [name for name in registry.names() if registry.get(name).levels])
def test_a_bot_weighs_the_actions_that_it_is_given_and_no_others(name: str) -> None:
    """Else a level that looks at fewer of them plays no worse, and the search no better."""
    game, asked, obeyed = registry.get(name), 0, 0

    def few_at_a_time(sight: Sight[Any, Any, Any], random: Random) -> Any:
        nonlocal asked, obeyed
        legal = sight.legal
        few = tuple(dict.fromkeys(legal.sample(random) for _ in range(4)))
        chosen = game.choose(sight.view, Listed(legal.check, sight.state, sight.viewer, few), random)
        assert chosen in legal
        asked, obeyed = asked + 1, obeyed + (chosen in few)
        return chosen

    playout(game, game.options(NAMES[: game.player_count[0]]), 5, few_at_a_time, limit=400)
    assert asked >= 20
    assert obeyed > 0.9 * asked  # a complete suit is claimed, and the own suit is kept, whatever was given


def test_the_search_ends_a_round_that_it_can_win() -> None:
    """FTW?! with two cards left, one of which ends the round with the higher one in hand."""
    game = registry.get("ftw")
    options = game.options(("Ann", "Ben"), rounds=1)
    state = game.start(options, 1)
    for line in (
        "deal 1 2 3 4 5 6 7 8 9 10 11 36 / 12 13 14 15 16 17 18 19 20 21 22 23",
        "give 1 2 3",
        "give 21 22 23",
    ):
        actor = game.actors(state)[0]
        state = game.apply(state, actor, game.parse(line, state, actor))
    hands = ((35, 36), (12, 13, 14))
    away = sum(1 << card for card in range(1, 37) if card not in (35, 36, 12, 13, 14))
    state = state._replace(hands=hands, away=away, front=((), ()), pile=())
    chosen = strong_player(Sight(game, 0, state, ()), Random(1), rounds=3)
    assert game.format(chosen, options) == "play 35"
