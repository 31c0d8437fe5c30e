"""Test for each player whether the dice are fair, with a chi-square test. Standard library only."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.facts import Fact, fact

MIN_THROWS = 30
"""Minimum number of dice for a test: five a face, the usual rule for chi-square."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """Result of a fairness test.

    Attributes:
        counts: How often each value 1..6 fell.
        chi_square: The statistic, with five degrees of freedom; None with too few dice.
        p: Its p-value; None with too few dice.
    """

    counts: tuple[int, int, int, int, int, int]
    chi_square: float | None
    p: float | None

    @property
    def dice(self) -> int:
        return sum(self.counts)

    def as_fact(self) -> Fact:
        """Return the result as a fact for display; with too few dice it says how many are needed."""
        if self.p is None or self.chi_square is None:
            return fact("fairness.few", dice=self.dice, least=MIN_THROWS)
        verdict = "fairness.hard" if self.p < 0.001 else "fairness.doubt" if self.p < 0.05 else "fairness.fair"
        odds = fact("fairness.percent" if self.p >= 0.01 else "fairness.tiny", odds=round(100 * self.p, 4))
        values = {"dice": self.dice, "chi": round(self.chi_square, 3), "p": round(self.p, 5)}
        return Fact("fairness.odds", {**values, "odds": odds, "verdict": fact(verdict)})


def fairness(values: Iterable[int]) -> Fairness:
    """Test whether the values 1..6 come from fair dice; the test needs at least ``MIN_THROWS`` values.

    Raises:
        ValueError: A value is not 1 to 6.
    """
    seen = Counter(values)
    if wrong := [v for v in seen if not 1 <= v <= 6]:
        raise ValueError(f"{wrong[0]} is no value of a die")
    counts = (seen[1], seen[2], seen[3], seen[4], seen[5], seen[6])
    n = sum(counts)
    if n < MIN_THROWS:
        return Fairness(counts, None, None)
    chi = sum((c - n / 6) ** 2 for c in counts) * 6 / n
    return Fairness(counts, chi, survival(chi))


def survival(x: float) -> float:
    """Return the probability that a chi-square variable of five degrees of freedom exceeds ``x`` >= 0.

    Abramowitz and Stegun 26.4.4.
    """
    root = math.sqrt(x)
    rest = math.sqrt(2 / math.pi) * math.exp(-x / 2) * (root + root**3 / 3)
    return min(1.0, math.erfc(root / math.sqrt(2)) + rest)


def by_player(rolls: Iterable[tuple[str, Iterable[int]]]) -> Mapping[str, Fairness]:
    """Return the fairness of each player's dice over pairs (player, values); a value of 0 (unread die) is left out."""
    counts: dict[str, list[int]] = {}
    for player, values in rolls:
        counts.setdefault(player, []).extend(v for v in values if v != 0)
    return {player: fairness(values) for player, values in counts.items()}
