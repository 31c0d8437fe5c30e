"""Keep Smiling! against a plain reference read off the book once more, and against the counts kept as data."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from companion.rules.keep_smiling.actions import Roll
from companion.rules.keep_smiling.game import GAME
from companion.rules.playout import playout
from tests.rules.counting import FOLDER, SetUp, count, plain, read
from tests.rules.keep_smiling_cases import reference_moves, result_of

SET_UPS = read(FOLDER / "keep-smiling.txt")
each_set_up = pytest.mark.parametrize("setup", SET_UPS, ids=[setup.title for setup in SET_UPS])


@pytest.mark.slow
@each_set_up
def test_counts_are_those_on_file(setup: SetUp) -> None:
    assert setup.counts
    assert tuple(count(GAME, GAME.load(setup.position), len(setup.counts))) == setup.counts


@pytest.mark.slow
def test_moves_and_results_are_the_references() -> None:
    """Each different result is listed once, every way to write it is accepted, and there is no other."""
    positions = []
    for length, seed in product((12, 6, 4), range(6)):
        options = GAME.options(["Anna", "Ben"], lane_length=length)
        playout(GAME, options, seed, watch=lambda p, a, x: positions.append(p) if p.dice else None)
    passes = 0
    for p in positions[::2]:
        expected = reference_moves(p)
        legal = GAME.legal(p, p.turn)
        results = Counter(result_of(GAME.apply(p, p.turn, action)) for action in legal)
        if not expected:
            passes += 1
            assert [GAME.format(action, p.options) for action in legal] == ["pass"]
            continue
        assert set(results) == set(expected)
        for texts in expected.values():
            actions = [GAME.parse(text, p, p.turn) for text in texts]
            assert all(action in legal for action in actions)
        accepted = {text for texts in expected.values() for text in texts}
        for action in legal:
            assert GAME.format(action, p.options) in accepted
    assert passes > 2
    assert len(positions) > 150


@pytest.mark.slow
def test_the_counted_positions_are_the_references() -> None:
    """The same number of different positions by depth, found with the reference's moves and every fall of the dice."""
    setup = next(s for s in SET_UPS if s.title == "two lanes of four steps")
    frontier = {GAME.load(setup.position)}
    for _, positions in setup.counts[:4]:
        after = set()
        for p in frontier:
            if p.dice:
                results = reference_moves(p)
                texts = [ways[0] for ways in results.values()] if p.acts else []
                after |= {GAME.apply(p, p.turn, GAME.parse(text, p, p.turn)) for text in texts or ["pass"]}
            elif p.acts:
                after |= {GAME.apply(p, -1, Roll((a, b, c))) for a, b, c in product(range(1, 7), repeat=3)}
        frontier = {plain(GAME, p) for p in after}
        assert len(frontier) == positions
