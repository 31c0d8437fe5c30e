"""FTW?! against a plain reference read off the book once more, and against the counts kept as data."""

from __future__ import annotations

import pytest

from companion.rules.ftw.game import GAME
from companion.rules.playout import playout, random_player, sensible_player
from tests.rules.counting import FOLDER, SetUp, count, read
from tests.rules.ftw_cases import NAMES, reference_actions, reference_result, result_of

SET_UPS = read(FOLDER / "ftw.txt")
each_set_up = pytest.mark.parametrize("setup", SET_UPS, ids=[setup.title for setup in SET_UPS])


@each_set_up
def test_counts_are_those_on_file(setup: SetUp) -> None:
    """Down to the end of all games: one action more and there is none."""
    assert setup.counts
    assert tuple(count(GAME, GAME.load(setup.position), len(setup.counts) + 1)) == setup.counts


@pytest.mark.parametrize("players", range(2, 7))
def test_actions_and_results_are_the_references(players: int) -> None:
    compared = helped = 0

    def watch(state, actor, action):
        nonlocal compared, helped
        if actor < 0 or None in state.given:
            return
        legal = {GAME.format(a, state.options): a for a in GAME.legal(state, actor)}
        assert set(legal) == reference_actions(state)
        assert GAME.legal(state, actor).count() == len(legal)
        for text, each in list(legal.items())[:12]:
            after = GAME.apply(state, actor, each)
            expected = reference_result(state, text)
            assert result_of(after) == expected
        compared += 1
        helped += any(" with " in text for text in legal)

    options = GAME.options(NAMES[:players], rounds=1)
    for seed in range(2):
        playout(GAME, options, seed, random_player, watch=watch)
        playout(GAME, options, seed, sensible_player, watch=watch)
    assert compared > 30
    assert helped > 3
