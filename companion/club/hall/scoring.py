"""What a table's result is worth in a tournament, whatever the game and however many sat there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import TypeVar

K = TypeVar("K")
WIN = Fraction(1)
"""What winning a table is worth, and a bye: to win alone is to be ahead of all the others."""


def shares(points: Mapping[K, int], winners: Collection[K]) -> dict[K, Fraction]:
    """For each at a table: the share of the others whom they are ahead of, a tie counting half: 0..1.

    ``points`` are the book's; ``winners`` are ahead of everybody else, as the game said it. At a table of two this is
    1, 1/2 and 0; at one of four 1, 2/3, 1/3 and 0, so that tables of different size weigh the same.
    """
    rank = {who: (who in winners, scored) for who, scored in points.items()}
    others = len(points) - 1
    if others < 1:
        return dict.fromkeys(points, WIN)
    worth = {}
    for who, own in rank.items():
        behind = sum(theirs < own for theirs in rank.values())
        beside = sum(theirs == own for theirs in rank.values()) - 1
        worth[who] = Fraction(2 * behind + beside, 2 * others)
    return worth
