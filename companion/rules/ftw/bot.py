"""A sensible player, from its own view alone: gets rid of cards in good time and keeps one high card for the count.

Every legal action is weighed by the hand it leaves: the highest card, less the others as far as they will still be in
hand when the round ends, which is near when any player is down to few cards.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import Any, Final

from companion.rules.ftw.actions import Action, Deal, Give, Lay, Play
from companion.rules.protocol import LegalActions, View

_PACE: Final = 0.7  # cards that a player gets rid of a turn
_LOOK: Final = 3000  # actions weighed at most (many helpers have many subsets)


def choose(view: View, legal: LegalActions[Action], random: Any) -> Action:
    """The best-weighed action."""
    best, chosen = float("-inf"), None
    for action in islice(legal, _LOOK):
        if isinstance(action, Deal):
            break
        worth = _weigh(view, action) + 1e-6 * random.random()
        if worth > best:
            best, chosen = worth, action
    return legal.sample(random) if chosen is None else chosen


def _weigh(view: View, action: Give | Play | Lay) -> float:
    hand: list[int] = list(view["hand"])
    me: int = view["you"]
    if isinstance(action, Give):
        for card in action.cards:
            hand.remove(card)
        return _worth(hand, 9.0)
    hand.remove(action.card)
    others = [n for seat, n in enumerate(view["cards"]) if seat != me]
    turns = (min(others) - 1) / _PACE
    front = list(view["front"][me])
    if isinstance(action, Lay):
        hand.append(action.take)
        front.append(action.card)
    else:
        front = [helper for helper in front if helper not in action.helpers]
        if len(hand) == 1:
            return float(hand[0])
    return _worth(hand, turns) + 0.1 * math.sqrt(sum(front))


def _worth(hand: list[int], turns: float) -> float:
    """The count to expect of a hand with so many turns to go before another ends the round."""
    high = max(hand)
    burden = len(hand) - 1
    shed = min(burden * 0.95, turns * _PACE)
    return high - (sum(hand) - high) * (1 - shed / burden) - 1.5 * burden
