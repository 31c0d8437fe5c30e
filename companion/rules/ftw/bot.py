"""The bot of FTW?!: it gets rid of cards early and keeps one high card for scoring. It uses only its own view.

It rates every legal action by the hand that would remain: its highest card minus those other cards that it can probably
not play before the round ends. The fewer cards any other player holds, the sooner that is.
"""

from __future__ import annotations

import math
from itertools import islice
from random import Random
from typing import Final

from companion.rules.ftw.actions import Action, Deal, Give, Lay, Play, Show
from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import View

_MAX_WEIGHED_ACTIONS: Final = 3000  # actions that are rated at most (many helpers have many subsets)
_EXPECTED_ROUND_TURNS: Final = 9.0  # expected turns of a round, used when choosing cards to give

# In points, tuned by matches of bots against each other (2, 3 and 5 players).
_CARDS_SHED_PER_TURN: Final = 0.7  # cards that a player gets rid of per turn
_MAX_SHED_SHARE: Final = 0.95  # largest share of the other cards that can be shed before the round ends
_CARD_COST: Final = 24.0  # cost of each card still to be shed
_LOW_CARD_COST: Final = 16.0  # additional cost of a low card, which is harder to play
_HELPERS_WEIGHT: Final = 1.0  # value of helpers, times the square root of their sum
_BARRIER_WEIGHT: Final = 6.0  # value of a high top card, which hinders the next player
_FINISH_WEIGHT: Final = 20.0  # value of ending the round


def choose(view: View, legal: LegalActions[Action], random: Random) -> Action:
    """Return the action with the highest rating; a random one with physical cards."""
    if "known" in view:  # physical cards: the hand is unknown
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
    """Return a hand's expected score if another player ends the round in ``turns`` turns, minus a cost for its cards.

    ``highest`` is the deck's highest card.
    """
    high = max(hand)
    burden = len(hand) - 1
    rest = sum(hand) - high
    kept = 1 - min(burden * _MAX_SHED_SHARE, turns * _CARDS_SHED_PER_TURN) / burden
    return high - rest * kept - _CARD_COST * burden - _LOW_CARD_COST * (burden - rest / highest)
