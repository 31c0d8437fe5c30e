"""The points of an evening, hand by hand: worked out from what stands, so that what was taken back counts no more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.facts import Fact, fact
from companion.referee.match import Match
from companion.referee.match_view import Stand
from companion.rules.protocol import TABLE


@dataclass(frozen=True, slots=True)
class Hand:
    """``scores``: the points of this hand alone, by seat; ``winners``: the seats that won it."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    why: Fact | None


def hands(match: Match, stand: Stand | None = None) -> list[Hand]:
    """Those that have brought points so far, the first first; ``seen``: as far as that may be shown."""
    sheet = getattr(match.state if stand is None else stand.state, "sheet", None)
    if sheet is not None:
        return _of_sheet(sheet, len(match.players), match.players)
    if stand is not None and stand.last != match.last:  # the newest step is not on the disk yet
        return list(match.kept.get("hands", (None, []))[1])
    return _of_points(match)


def _of_sheet(sheet: Iterable[Any], seats: int, names: Sequence[str]) -> list[Hand]:
    """From a score sheet: a line for each hand."""
    found: dict[int, tuple[list[int], list[int], list[Fact]]] = {}
    for entry in sheet:
        scores, winners, whys = found.setdefault(entry.hand, ([0] * seats, [], []))
        scores[entry.player] += entry.points
        if entry.points > 0:
            winners.append(entry.player)
        whys.append(fact("evening.points", name=names[entry.player], points=entry.points, reason=entry.reason))
    return [
        Hand(n, tuple(scores), tuple(winners), fact("evening.of", all=whys))
        for n, (scores, winners, whys) in sorted(found.items())
    ]


def _of_points(match: Match) -> list[Hand]:
    """Where there is no sheet: each step after which the points that all may see are others."""
    mark = (len(match.steps), match.steps[-1].group if match.steps else 0)
    known, found = match.kept.get("hands", (None, []))
    if known == mark:
        return list(found)
    found = []
    before = (0,) * len(match.players)
    for state in match.states():
        outcome = match.game.outcome(state)
        points = tuple(outcome.scores) if outcome is not None else tuple(match.game.points(state, TABLE))
        if len(points) == len(before) and points != before:
            gained = tuple(b - a for a, b in zip(before, points, strict=True))
            best = max(gained)
            winners = tuple(k for k, g in enumerate(gained) if g == best and g > 0)
            found.append(Hand(len(found) + 1, gained, winners, None))
            before = points
    match.kept["hands"] = (mark, found)
    return list(found)
