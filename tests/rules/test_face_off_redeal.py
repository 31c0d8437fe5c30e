"""Face Off!'s hidden cards dealt again: at once, and so that everybody holds what they show."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules.face_off.actions import Offer
from companion.rules.face_off.game import GAME
from companion.rules.face_off.state import State
from companion.rules.protocol import CHANCE


def all_show(players: int, random: Random) -> State:
    """Return a position in which everybody shows four, three or a special card, by mistake too."""
    names = [f"P{k}" for k in range(players)]
    state = GAME.start(GAME.options(names, advanced=True), random.getrandbits(40))
    state = GAME.apply(state, CHANCE, GAME.draw(state))
    for seat in range(players):
        offers = [a for a in GAME.legal(state, seat) if isinstance(a, Offer) and (a.shown > 2 or a.wrong)]
        offers.sort(key=lambda a: (a.shown > 4, -a.shown - 2 * bool(a.wrong), random.random()))
        state = GAME.apply(state, seat, offers[random.randrange(min(6, len(offers)))])
    return state


@pytest.mark.parametrize("players", [3, 5, 9])
def test_what_is_shown_is_held(players: int) -> None:
    for seed in range(25):
        random = Random(seed)
        state = all_show(players, random)
        for viewer in range(players):
            dealt = GAME.redeal(state, viewer, (), random)
            assert GAME.load(GAME.dump(dealt)) == dealt
            assert [o and o.shown for o in dealt.offers] == [o and o.shown for o in state.offers]
            assert GAME.view(dealt, viewer) == GAME.view(state, viewer)
