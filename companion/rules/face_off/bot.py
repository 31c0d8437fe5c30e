"""The bot of Face Off!: it collects its best gem, gives away the rest, and answers signals that it can match.

It considers only the actions that it is given, so a level that passes fewer of them plays worse.
"""

from __future__ import annotations

from random import Random
from typing import Final

from companion.rules.face_off.actions import WITHDRAW, Action, Call, Claim, Offer, Withdraw, offer
from companion.rules.face_off.data import GEMS_IN_SUIT, MAX_COUNT, RANK_BY_TEXT
from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import View

# Weights of an offer, tuned by matches of bots against each other (3 players). A random number below 1 is added, so
# that offers of equal weight alternate until one meets a signal.
_MATCH_WEIGHT: Final = 10.0  # another player shows the same signal
_ALL_OF_A_GEM_WEIGHT: Final = 3.0  # the offer includes all cards of a gem
_TARGET_GEM_WEIGHT: Final = -20.0  # the offer is of the gem that the bot collects
_WITHDRAWAL_WEIGHT: Final = -5.0  # withdrawing is better than giving away the collected gem


def choose(view: View, legal: LegalActions[Action], random: Random) -> Action:
    """Return a call of a known mistake, else a claim if the hand has won, else the action with the highest weight."""
    hand = view.get("hand")
    if view["phase"] != "play" or hand is None:
        return _without_claims(legal, random)
    if view["mistake_of"] is not None:
        return Call(view["mistake_of"])
    counts = {s: hand.get(s, 0) for s in view["suits"]}
    if (won := _won_suit(view, counts)) is not None:
        return Claim(won)
    target = _target(view, counts)
    shown_by_others: set[int] = {
        RANK_BY_TEXT[s] for p, s in enumerate(view["shown"]) if s is not None and p != view["viewer"]
    }
    best, chosen = float("-inf"), None
    for action in legal:
        if isinstance(action, Withdraw):
            worth = _WITHDRAWAL_WEIGHT
        elif isinstance(action, Offer) and not action.wrong:
            worth = _weigh_offer(action, counts, target, shown_by_others)
        else:  # a false claim, a call, or an offer with a mistake
            continue
        worth += random.random()
        if worth > best:
            best, chosen = worth, action
    return _least_harm(view, counts, legal, random) if chosen is None else chosen


def _won_suit(view: View, counts: dict[str, int]) -> str | None:
    """Return the gem of which the hand holds all cards (advanced: with Grin and Wild Thing), None if there is none."""
    hand = view["hand"]
    for suit, count in counts.items():
        if count == GEMS_IN_SUIT and (not view["advanced"] or (suit in hand["grin"] and suit in hand["wild"])):
            return suit
    return None


def _weigh_offer(action: Offer, counts: dict[str, int], target: str, shown_by_others: set[int]) -> float:
    worth = _TARGET_GEM_WEIGHT if action.suit == target else 0.0
    if action.shown in shown_by_others:
        worth += _MATCH_WEIGHT
    if action.shown <= MAX_COUNT and counts[action.suit or ""] == action.shown:
        worth += _ALL_OF_A_GEM_WEIGHT
    return worth


def _target(view: View, counts: dict[str, int]) -> str:
    """Return the gem to collect: the one held most, where special cards and the gem's points add a little."""
    hand, values, total = view["hand"], view["gem_values"], sum(view["gem_values"].values())

    def worth(suit: str) -> float:
        special = (suit in hand["grin"]) + (suit in hand["wild"])
        return float(counts[suit] + 0.4 * special + values[suit] / total)

    return max(counts, key=worth)


def _least_harm(view: View, counts: dict[str, int], legal: LegalActions[Action], random: Random) -> Action:
    """Return an action for when every action given is a claim, a call or a mistake.

    It withdraws its offer, or else offers one card of the gem that it holds least.
    """
    if view["shown"][view["viewer"]] is not None:
        return WITHDRAW
    held = [suit for suit, count in counts.items() if count]
    return offer(1, min(held, key=counts.__getitem__)) if held else legal.sample(random)


def _without_claims(legal: LegalActions[Action], random: Random) -> Action:
    """Return a random action other than a claim or call: only people know when to make these with physical cards."""
    for _ in range(50):
        action = legal.sample(random)
        if not isinstance(action, (Claim, Call)):
            return action
    return offer(1)  # an unknown physical hand may show any number
