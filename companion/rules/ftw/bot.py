"""A sensible player, from its own view alone: gets rid of cards in good time and keeps one high card for the count.

Every legal action is weighed by the hand it leaves: the highest card, less the others as far as they will still be in
hand when the round ends, which is near when any player is down to few cards.
"""

from __future__ import annotations

import math
from itertools import islice
from random import Random
from typing import Final

from companion.rules.ftw.actions import Action, Deal, Give, Lay, Play, Show
from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import View

_MAX_WEIGHED_ACTIONS: Final = 3000  # actions weighed at most (many helpers have many subsets)
_EXPECTED_ROUND_TURNS: Final = 9.0  # turns that a round is taken to last when cards are given away

# Found by matches of bots against each other (2, 3 and 5 players).
_CARDS_SHED_PER_TURN: Final = 0.7  # cards that a player gets rid of a turn
_MAX_SHED_SHARE: Final = 0.95  # the part of the other cards that can be out of hand in time, at best
_CARD_COST: Final = 24.0  # what each card still to be shed costs in time
_LOW_CARD_COST: Final = 16.0  # what a card costs on top, the lower it is: low ones are the hardest to play
_HELPERS_WEIGHT: Final = 1.0
_BARRIER_WEIGHT: Final = 6.0  # a high top card holds the next player up
_FINISH_WEIGHT: Final = 20.0


def choose(view: View, legal: LegalActions[Action], random: Random) -> Action:
    """Return the best-weighed action."""
    if "known" in view:  # physical cards are for people
        return legal.sample(random)
    best, chosen = float("-inf"), None
    for action in islice(legal, _MAX_WEIGHED_ACTIONS):
        if isinstance(action, (Deal, Show)):
            break
        worth = _weigh(view, action) + 1e-6 * random.random()
        if worth > best:
            best, chosen = worth, action
    return legal.sample(random) if chosen is None else chosen


def _weigh(view: View, action: Give | Play | Lay) -> float:
    hand: list[int] = list(view["hand"])
    me: int = view["viewer"]
    highest: int = view["highest"]
    if isinstance(action, Give):
        for card in action.cards:
            hand.remove(card)
        return _worth(hand, _EXPECTED_ROUND_TURNS, highest)
    hand.remove(action.card)
    turns = (min(n for seat, n in enumerate(view["cards"]) if seat != me) - 1) / _CARDS_SHED_PER_TURN
    front, top = list(view["front"][me]), 0
    if isinstance(action, Lay):
        hand.append(action.take)
        front.append(action.card)
    else:
        front = [helper for helper in front if helper not in action.helpers]
        top = action.card
        if len(hand) == 1:
            return _FINISH_WEIGHT + hand[0]
    return _worth(hand, turns, highest) + _HELPERS_WEIGHT * math.sqrt(sum(front)) + _BARRIER_WEIGHT * top / highest


def _worth(hand: list[int], turns: float, highest: int) -> float:
    """Return the count to expect of a hand with so many turns to go before another ends the round."""
    high = max(hand)
    burden = len(hand) - 1
    rest = sum(hand) - high
    kept = 1 - min(burden * _MAX_SHED_SHARE, turns * _CARDS_SHED_PER_TURN) / burden
    return high - rest * kept - _CARD_COST * burden - _LOW_CARD_COST * (burden - rest / highest)
