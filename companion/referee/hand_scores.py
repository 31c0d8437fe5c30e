"""The scores of a match, hand by hand or round by round, computed from the actions that have not been undone."""

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
    """The result of one hand or round.

    Attributes:
        number: Which hand it is, from 1.
        scores: The points of this hand alone, by seat.
        winners: The seats that won it.
        why: A fact that explains the points; None if there is no score sheet.
    """

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    why: Fact | None


def hands(match: Match, stand: Stand | None = None) -> list[Hand]:
    """Return the finished hands or rounds in order.

    ``stand`` is a snapshot of the match to use, whose rulings may be shown already; None uses the match as it is.
    """
    sheet = getattr(match.state if stand is None else stand.state, "sheet", None)
    if sheet is not None:
        return _of_sheet(sheet, len(match.players), match.players)
    if stand is not None and stand.last != match.last:  # the newest step is not on the disk yet
        return list(match.kept.get("hands", (None, []))[1])
    return _of_points(match)


def _of_sheet(sheet: Iterable[Any], seats: int, names: Sequence[str]) -> list[Hand]:
    """Return the hands of a score sheet with lines of ``hand``, ``player``, ``points`` and ``reason``.

    ``seats`` is the number of players, ``names`` are their names by seat.
    """
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
    """Return the finished rounds of a game without a score sheet, cached until an action is applied or undone."""
    mark = (len(match.steps), match.steps[-1].group if match.steps else 0)
    known, found = match.kept.get("hands", (None, []))
    if known != mark:
        found = _rounds(match)
        match.kept["hands"] = (mark, found)
    return list(found)


def _rounds(match: Match) -> list[Hand]:
    """Return the finished rounds, from the public points after each step."""
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
        gained.pop(_round_of(match, before), None)  # this round is not over
    rounds = [scores for _, scores in sorted(gained.items())]
    only = outcome.winners if outcome is not None and len(rounds) == 1 else ()
    return [Hand(n, tuple(scores), tuple(only) or _best(scores), None) for n, scores in enumerate(rounds, start=1)]


def _round_of(match: Match, state: Any) -> int:
    return int(match.game.view(state, TABLE)["round"])


def _best(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the most points in a round; () if all seats have the same."""
    top = max(scores)
    return tuple(k for k, score in enumerate(scores) if score == top) if min(scores) < top else ()
