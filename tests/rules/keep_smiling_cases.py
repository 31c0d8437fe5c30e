"""Positions of Keep Smiling! for tests, in the game's own notation, and a reference that shares no code with it."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

from companion.rules.keep_smiling.game import GAME
from companion.rules.keep_smiling.state import State

LANES = "abcde"


def board(**fields: Any) -> State:
    """Return a position: all at the start and Anna to roll unless said otherwise; dice as ``"1.2.3"``."""
    values = {
        "players": "Anna,Ben",
        "first": 0,
        "length": 12,
        "duels": "no",
        "pieces": "digital",
        "seed": 7,
        "chances": 1,
        "place": "SGNSG/SGNSG",
        "lanes": "0.0.0.0.0/0.0.0.0.0",
        "turn": 0,
        "dice": "-",
        "chairs": "-",
        "duel": "-",
        "rest": "-",
    }
    assert set(fields) <= set(values)
    return GAME.load("keep-smiling 1 " + " ".join(f"{k}={v}" for k, v in {**values, **fields}.items()) + " .")


def actor(p: State) -> int:
    return GAME.actors(p)[0]


def after(p: State, *texts: str) -> State:
    """Apply actions given as text, each by whoever is to act."""
    for text in texts:
        p = GAME.apply(p, actor(p), GAME.parse(text, p, actor(p)))
    return p


# The reference: pieces as a dictionary, dice as indices, rules read off the book once more, slow and plain.

Ways = dict[tuple[Any, ...], list[str]]


def reference_moves(p: State) -> Ways:
    """Without duels: every different result of the turn, with the texts of the moves (in any order) that lead to it."""
    found: Ways = {}
    dice = p.dice
    uses: list[list[tuple[int, ...]]] = [[(i,)] for i in range(3)]
    uses += [[(i, j)] for i, j in ((0, 1), (0, 2), (1, 2))]
    uses += [[(i,), (j,)] for i, j in permutations(range(3), 2)]
    uses += [[(k,), (i, j)] for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0))]
    uses += [[(i, j), (k,)] for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0))]
    uses += [[(i,), (j,), (k,)] for i, j, k in permutations(range(3))]
    there = [lane for lane in range(5) if p.steps[p.turn][lane] >= 0]
    for use in uses:
        for lanes in product(there, repeat=len(use)):
            if len(set(lanes)) < len(lanes):
                continue
            advances = [(lane, sum(dice[i] for i in part)) for lane, part in zip(lanes, use, strict=True)]
            result = reference_turn(p, advances)
            if result is not None:
                groups = ["+".join(str(d) for d in sorted(dice[i] for i in part)) for part in use]
                text = "move " + " ".join(f"{LANES[lane]}:{g}" for lane, g in zip(lanes, groups, strict=True))
                if text not in found.setdefault(result, []):
                    found[result].append(text)
    return found


def reference_turn(p: State, advances: list[tuple[int, int]]) -> tuple[Any, ...] | None:
    """Return the pieces and chairs after the advances; None where one of them is against the rules."""
    end, me = p.options.lane_length, p.turn
    pieces = {(who, lane): gone for who in (0, 1) for lane, gone in enumerate(p.steps[who]) if gone >= 0}
    chairs = list(p.chairs)
    for lane, fields in advances:
        if (me, lane) not in pieces or len(chairs) == 6:
            return None
        field = pieces[me, lane] + fields
        if field > end:
            return None
        if pieces.get((1 - me, lane)) == end - field:
            del pieces[1 - me, lane]
        if field == end:
            del pieces[me, lane]
            chairs.append((me, lane))
        else:
            pieces[me, lane] = field
    return tuple(sorted(pieces.items())), tuple(chairs)


def result_of(p: State) -> tuple[Any, ...]:
    """Return a position in the reference's terms."""
    pieces = {(who, lane): gone for who in (0, 1) for lane, gone in enumerate(p.steps[who]) if gone >= 0}
    return tuple(sorted(pieces.items())), p.chairs
