"""Physical cards: which answers to a guess do not contradict what was answered before in this round.

The engine does not see the pairs. It knows which places are still open and which combinations were denied, and takes an
answer only if the open places can still be paired up in some way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from companion.rules.face_cards.actions import Answer, Cards
from companion.rules.face_cards.state import State

_PLAIN: Final = (Answer(False), Answer(True), Answer(True, True))
_answer: Final = cache(Answer)  # the one shared Answer of these values


def denied(state: State) -> frozenset[Cards]:
    """The combinations that were answered with "wrong" in this round."""
    return frozenset([(one, other) for _, one, other, owner in state.log if owner < 0])


def thinkable(state: State) -> Sequence[Answer]:
    """The answers of the right shape, whatever was answered before: wrong, right, and right with a bonus (each owner
    apart in Könner)."""
    if state.options.variant != "koenner":
        return _PLAIN[:2] if state.options.variant == "risiko" else _PLAIN
    owners = [p for p, pairs in enumerate(state.laid) if pairs and p != state.asked[0]]
    return [_PLAIN[0], *[_answer(True, bonus, owner) for owner in owners for bonus in (False, True)]]


def agrees(state: State, right: bool) -> bool:
    """Whether the answer does not contradict the earlier ones."""
    pair, no = state.asked[1:], denied(state)
    if right and pair in no:
        return False
    spare = len(state.centre) - sum(map(len, state.laid))
    if len(no) < spare and state.options.variant != "koenner":
        return True  # no front lost as many cards of the centre as there are to spare
    return possible(state, no, pair) if right else possible(state, no | {pair})


def possible(state: State, no: frozenset[Cards], without: Cards = ()) -> bool:
    """Whether the open places, but ``without`` these, can be paired up with none of the combinations ``no``."""
    centre = [c for c in state.centre if c not in without]
    if state.options.variant == "koenner":
        return _couples(centre, no)
    fronts = [pair[0] for pairs in state.laid for pair in pairs if pair[0] not in without]
    no = frozenset([pair for pair in no if pair[0] in fronts and pair[1] in centre])
    return _partners(fronts, centre, no)


def _couples(places: list[int], no: frozenset[Cards]) -> bool:
    """A perfect matching of the places; Dirac's theorem gives one at once while nobody lost half of the others."""
    if not places:
        return True
    lost = [0] * (max(places) + 1)
    for one, other in no:
        if one in places and other in places:
            lost[one] += 1
            lost[other] += 1
    if 2 * max(lost) <= len(places) - 2:
        return True
    one, rest = places[0], places[1:]
    return any((one, other) not in no and _couples([p for p in rest if p != other], no) for other in rest)


def _partners(fronts: list[int], centre: list[int], no: frozenset[Cards]) -> bool:
    """A matching of every front to a centre place of its own (augmenting paths)."""
    slack, count = len(centre) - len(fronts), [0] * (max(fronts, default=0) + 1)
    for front, _ in no:
        count[front] += 1
    hard = [front for front in fronts if count[front] > slack]  # the others find a place whatever these take
    front_of: dict[int, int] = {}

    def place(front: int, tried: set[int]) -> bool:
        for card in centre:
            if (front, card) not in no and card not in tried:
                tried.add(card)
                if card not in front_of or place(front_of[card], tried):
                    front_of[card] = front
                    return True
        return False

    return all(place(front, set()) for front in hard)
