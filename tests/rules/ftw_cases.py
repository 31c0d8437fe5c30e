"""Positions of FTW?! for tests, in the game's own notation, and a reference that shares no code with it."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any, Final

from companion.rules.ftw.game import GAME
from companion.rules.ftw.state import State

HIGHEST = {2: 36, 3: 36, 4: 48, 5: 60, 6: 60}
NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fee")


def table(hands: str, pile: str = "-", front: str | None = None, **fields: Any) -> State:
    """Return a round being played, Anna's turn unless said otherwise; hands are written as ``"1.2/3.4"``."""
    seats = hands.count("/") + 1
    front = front or "/".join("-" * seats)
    named = {int(card) for part in (hands, pile, front) for card in part.replace("/", ".").split(".") if card != "-"}
    away = [card for card in range(1, HIGHEST[seats] + 1) if card not in named]
    gifts = "/".join(".".join(str(3 * seat + i) for i in (1, 2, 3)) for seat in range(seats))
    values = {
        "players": ",".join(NAMES[:seats]),
        "first": 0,
        "rounds": 1,
        "seed": 7,
        "turn": 0,
        "hands": hands,
        "given": gifts,
        "pile": pile,
        "front": front,
        "away": ".".join(map(str, away)) or "-",
        "points": "-",
        "last": "-",
    }
    assert set(fields) <= set(values)
    return GAME.load("ftw 1 " + " ".join(f"{k}={v}" for k, v in {**values, **fields}.items()) + " .")


def after(p: State, *texts: str) -> State:
    """Apply actions given as text, each by whoever is to act first."""
    for text in texts:
        actor = GAME.actors(p)[0]
        p = GAME.apply(p, actor, GAME.parse(text, p, actor))
    return p


def reference_actions(p: State) -> set[str]:
    """Return A, B and C read off the book once more, as texts."""
    hand, helpers, pile = set(p.hands[p.turn]), p.front[p.turn], list(p.pile)
    found = set()
    for card in hand:
        if not pile or card > pile[-1]:
            found.add(f"play {card}")
        if pile and card < pile[-1]:
            found |= {f"lay {card} take {take}" for take in pile}
            for used in chain.from_iterable(combinations(helpers, n) for n in range(1, len(helpers) + 1)):
                if card + sum(used) > pile[-1]:
                    found.add(f"play {card} with {' '.join(map(str, used))}")
    return found


def reference_result(p: State, text: str) -> dict[str, Any]:
    """Return what lies where after the action, and the points if the round is over."""
    words: list[Any] = [int(word) if word.isdigit() else word for word in text.split()]
    seats, me = len(p.hands), p.turn
    hands, front = [set(hand) for hand in p.hands], [set(cards) for cards in p.front]
    pile = list(p.pile)
    hands[me].remove(words[1])
    if words[0] == "lay":
        front[me].add(words[1])
        hands[me].add(words[3])
        pile = []
    else:
        pile.append(words[1])
        front[me] -= set(words[3:])
    if len(hands[me]) == 1:
        return {"points": [max(0, max(hand) - (sum(hand) - max(hand))) for hand in hands]}
    return {"hands": hands, "front": front, "pile": pile, "turn": (me + 1) % seats}


def result_of(p: State) -> dict[str, Any]:
    """Return a position in the reference's terms."""
    if p.points:
        return {"points": list(p.points[-1])}
    return {
        "hands": [set(hand) for hand in p.hands],
        "front": [set(cards) for cards in p.front],
        "pile": list(p.pile),
        "turn": p.turn,
    }
