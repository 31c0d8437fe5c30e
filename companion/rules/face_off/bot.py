"""A sensible player of Face Off!: collects its best gem, gives away the rest, answers signals that it can match."""

from __future__ import annotations

from typing import Any

from companion.rules.face_off.actions import WITHDRAW, Action, Call, Claim, Offer, offer
from companion.rules.face_off.data import GRIN, MAX_COUNT, SHOWN, WILD
from companion.rules.protocol import LegalActions, View

_DOUBT = 0.04  # how often it changes its mind, so that two collectors of the same gem do not wait for ever


def choose(view: View, legal: LegalActions[Action], random: Any) -> Action:
    """A claim, a call, an answer to somebody's signal, an offer, in this order of wishes."""
    hand = view.get("hand")
    if view["phase"] != "play" or hand is None:
        return _without_claims(legal, random)
    if view["mistake_of"] is not None:
        return Call(view["mistake_of"])
    counts = {s: hand.get(s, 0) for s in view["suits"]}
    target = _target(view, counts, random)
    for suit, count in counts.items():
        if count == 9 and (not view["advanced"] or (suit in hand["grin"] and suit in hand["wild"])):
            return Claim(suit)
    gifts = _gifts(view, counts, target)
    if not gifts:
        return WITHDRAW if WITHDRAW in legal else legal.sample(random)
    wanted = {SHOWN[s] for p, s in enumerate(view["shown"]) if s is not None and p != view["viewer"]}
    answers = [g for g in gifts if g.shown in wanted]
    fitting = [g for g in answers if g.shown > MAX_COUNT or counts[g.suit or ""] == g.shown]
    pick = fitting or answers or gifts
    return pick[int(random.random() * len(pick))]


def _target(view: View, counts: dict[str, int], random: Any) -> str:
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


def _without_claims(legal: LegalActions[Action], random: Any) -> Action:
    """A random choice; with unknown physical cards nobody but the person can call a win or a mistake."""
    action = legal.sample(random)
    for _ in range(50):
        if not isinstance(action, (Claim, Call)):
            break
        action = legal.sample(random)
    return action
