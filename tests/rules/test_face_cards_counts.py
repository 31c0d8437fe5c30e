"""Face Cards: listings against trying everything, and the counts of reachable positions kept as data."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.rules.errors import IllegalAction, MalformedAction
from companion.rules.face_cards.actions import Guess, Lay
from companion.rules.face_cards.game import GAME
from companion.rules.playout import playout
from tests.rules.counting import FOLDER, SetUp, count, read

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva")


@pytest.mark.slow
@pytest.mark.parametrize("setup", read(FOLDER / "face-cards.txt"), ids=lambda setup: setup.title)
def test_counts_are_those_on_file(setup: SetUp) -> None:
    assert setup.counts
    assert tuple(count(GAME, GAME.load(setup.position), len(setup.counts))) == setup.counts


def accepted(state: Any, actor: int, actions: Any) -> set[Any]:
    """Return the actions that ``apply`` takes."""
    found = set()
    for action in actions:
        try:
            GAME.apply(state, actor, action)
        except (IllegalAction, MalformedAction):
            continue
        found.add(action)
    return found


@pytest.mark.parametrize("variant", ["base", "kenner", "koenner", "risiko"])
@pytest.mark.parametrize("not_own", ["cards", "pair"])
def test_listed_guesses_and_lays_are_those_that_apply_takes(variant: str, not_own: str) -> None:
    deck = {"people": 20, "animals": 10, "objects": 5}
    options = GAME.options(NAMES[:3], variant=variant, not_own=not_own, first="chance", **deck)
    met: list[Any] = []
    playout(GAME, options, 4, limit=26, watch=lambda s, a, x: met.append((s, a, x)))
    tried = 0
    for state, actor, done in met:
        if isinstance(done, Guess):
            every = [Guess(a, b) for a, b in product(range(36), repeat=2)]
            assert accepted(state, actor, every) == {a for a in GAME.legal(state, actor) if isinstance(a, Guess)}
            tried += 1
        elif isinstance(done, Lay) and options.cards_per_round < 4:
            every_lay = [Lay(cards) for cards in product(range(36), repeat=options.cards_per_round)]
            assert accepted(state, actor, every_lay) == set(GAME.legal(state, actor))
            tried += 1
    assert tried > 4
