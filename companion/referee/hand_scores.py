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
    """Return the hands or rounds that are over, the first first; ``stand``: as far as that may be shown."""
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
    """Return where there is no sheet: each round that is over and has changed the points that all may see."""
    mark = (len(match.steps), match.steps[-1].group if match.steps else 0)
    known, found = match.kept.get("hands", (None, []))
    if known != mark:
        found = _rounds(match)
        match.kept["hands"] = (mark, found)
    return list(found)


def _rounds(match: Match) -> list[Hand]:
    """Return the rounds that are over, from the points after each step."""
    gained: dict[int, list[int]] = {}
    before: Any = None
    points = (0,) * len(match.players)
    outcome = None
    for state in match.states():
        outcome = match.game.outcome(state)
        now = tuple(outcome.scores) if outcome is not None else tuple(match.game.points(state, TABLE))
        if len(now) == len(points) and (now != points or outcome is not None):
            scores = gained.setdefault(_round_of(match, state if before is None else before), [0] * len(now))
            scores[:] = [score + b - a for score, a, b in zip(scores, points, now, strict=True)]
            points = now
        before = state
    if before is not None and outcome is None:
        gained.pop(_round_of(match, before), None)  # it still goes on
    rounds = [scores for _, scores in sorted(gained.items())]
    only = outcome.winners if outcome is not None and len(rounds) == 1 else ()
    return [Hand(n, tuple(scores), tuple(only) or _best(scores), None) for n, scores in enumerate(rounds, start=1)]


def _round_of(match: Match, state: Any) -> int:
    return int(match.game.view(state, TABLE)["round"])


def _best(scores: Sequence[int]) -> tuple[int, ...]:
    """Return who got most in a round; nobody where all got the same."""
    top = max(scores)
    return tuple(k for k, score in enumerate(scores) if score == top) if min(scores) < top else ()
