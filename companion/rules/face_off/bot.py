"""A sensible player of Face Off!: collects its best gem, gives away the rest, answers signals that it can match."""

from __future__ import annotations

from random import Random

from companion.rules.face_off.actions import WITHDRAW, Action, Call, Claim, Offer, offer
from companion.rules.face_off.data import GEMS_IN_SUIT, GRIN, MAX_COUNT, SHOWN, WILD
from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import View

_DOUBT = 0.04  # how often it changes its mind, so that two collectors of the same gem do not wait for ever


def choose(view: View, legal: LegalActions[Action], random: Random) -> Action:
    """A claim, a call, an answer to somebody's signal, an offer, in this order of wishes."""
    hand = view.get("hand")
    if view["phase"] != "play" or hand is None:
        return _without_claims(legal, random)
    if view["mistake_of"] is not None:
        return Call(view["mistake_of"])
    counts = {s: hand.get(s, 0) for s in view["suits"]}
    target = _target(view, counts, random)
    for suit, count in counts.items():
        if count == GEMS_IN_SUIT and (not view["advanced"] or (suit in hand["grin"] and suit in hand["wild"])):
            return Claim(suit)
    gifts = _gifts(view, counts, target)
    if not gifts:
        return WITHDRAW if WITHDRAW in legal else legal.sample(random)
    pick = _answers(view, counts, gifts) or gifts
    return pick[int(random.random() * len(pick))]


def _answers(view: View, counts: dict[str, int], gifts: list[Offer]) -> list[Offer]:
    """The gifts that match somebody's signal; if there are any that give all of a gem, those."""
    wanted = {SHOWN[s] for p, s in enumerate(view["shown"]) if s is not None and p != view["viewer"]}
    answers = [g for g in gifts if g.shown in wanted]
    return [g for g in answers if g.shown > MAX_COUNT or counts[g.suit or ""] == g.shown] or answers


def _target(view: View, counts: dict[str, int], random: Random) -> str:
    """The gem held most, special cards and points counting a little."""
    hand, values, total = view["hand"], view["gem_values"], sum(view["gem_values"].values())

    def worth(suit: str) -> float:
        special = (suit in hand["grin"]) + (suit in hand["wild"])
        return float(counts[suit] + 0.4 * special + values[suit] / total)

    ranked = sorted(counts, key=worth, reverse=True)
    return ranked[1] if random.random() < _DOUBT else ranked[0]


def _gifts(view: View, counts: dict[str, int], target: str) -> list[Offer]:
    """All proper offers of what it does not collect."""
    gifts = [offer(n, s) for s, count in counts.items() if s != target for n in range(1, min(count, MAX_COUNT) + 1)]
    for shown, name in ((GRIN, "grin"), (WILD, "wild")):
        gifts += [offer(shown, s) for s in view["hand"][name] if s != target]
    return gifts


def _without_claims(legal: LegalActions[Action], random: Random) -> Action:
    """A random choice; with unknown physical cards nobody but the person can call a win or a mistake."""
    action = legal.sample(random)
    for _ in range(50):
        if not isinstance(action, (Claim, Call)):
            break
        action = legal.sample(random)
    return action
