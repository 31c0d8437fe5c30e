"""The big moments of a match and the totals of its players' feats, from the actions that have not been undone.

A replay of the log gives the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.referee.match import Match
from companion.referee.match_view import MatchView, Stand, Step
from companion.rules.highlights import Feat, Fold, Moment, Start

MAX_MOMENTS: Final = 4  # moments sent to pages; a page that lags behind shows at most these
FeatKey: TypeAlias = tuple[str, int]  # kind, seat


@dataclass(frozen=True, slots=True)
class StandingMoment:
    """A moment whose action has not been undone.

    ``group`` is the number of its ruling, ``place`` its index among that ruling's moments, from 0.
    """

    group: int
    place: int
    moment: Moment


@dataclass(frozen=True, slots=True)
class FeatTotal:
    """The total of one player's feats of one kind.

    ``fold`` says how it is combined: "sum", "max", or "seconds" for the least number of seconds.
    """

    amount: float
    fold: Fold

    def plus(self, other: FeatTotal) -> FeatTotal:
        """Return the total of this and another one: their sum, their maximum, or for seconds their minimum."""
        if self.fold == "sum":
            return FeatTotal(self.amount + other.amount, self.fold)
        return FeatTotal((max if self.fold == "max" else min)(self.amount, other.amount), self.fold)


def moments(match: MatchView, stand: Stand) -> list[StandingMoment]:
    """Return the last ``MAX_MOMENTS`` moments of a snapshot, in order."""
    found: list[StandingMoment] = []
    group: list[tuple[int, Moment]] = []  # the moments of one ruling in reverse order
    for k in range(stand.count - 1, -1, -1):
        step = stand.steps[k]
        if group and group[0][0] != step.group:
            found = [*_placed(group), *found]
            group = []
            if len(found) >= MAX_MOMENTS:
                break
        group += [(step.group, one) for one in reversed(step.highlights) if isinstance(one, Moment)]
    return [*_placed(group), *found][-MAX_MOMENTS:]


def _placed(group: list[tuple[int, Moment]]) -> Iterator[StandingMoment]:
    for place, (number, moment) in enumerate(reversed(group)):
        yield StandingMoment(number, place, moment)


def feats(match: Match) -> Mapping[FeatKey, FeatTotal]:
    """Return (kind, seat) -> the total of this player's feats, cached until an action is applied or undone."""
    mark = (len(match.steps), match.steps[-1].group if match.steps else 0)
    known, found = match.kept.get("feats", (None, {}))
    if known != mark:
        found = _sum_feats(match)
        match.kept["feats"] = (mark, found)
    return dict(found)


def _sum_feats(match: Match) -> dict[FeatKey, FeatTotal]:
    found: dict[FeatKey, FeatTotal] = {}
    started: float | None = None
    for step in match.steps:
        for one in step.highlights:
            if isinstance(one, Start):
                started = _decided(match, step)
            elif isinstance(one, Feat) and (total := _total(match, step, one, started)) is not None:
                known = found.get((one.kind, one.seat))
                found[one.kind, one.seat] = total if known is None else known.plus(total)
    return found


def _total(match: Match, step: Step, feat: Feat, started: float | None) -> FeatTotal | None:
    """Return the total of a single feat; None if it is measured in seconds and ``started`` is None.

    ``started`` is when the latest ``Start`` highlight was ruled, in seconds of the match.
    """
    if feat.fold != "seconds":
        return FeatTotal(feat.amount, feat.fold)
    now = _decided(match, step)
    return None if started is None or now is None else FeatTotal(now - started, feat.fold)


def _decided(match: Match, step: Step) -> float | None:
    """Return when a step was ruled, in seconds of the match; None if its ruling is unknown."""
    ruling = match.rulings.get(step.group)
    return None if ruling is None else ruling.decided
