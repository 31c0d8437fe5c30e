"""The big moments of a match and what its players did, out of the actions that stand.

What was taken back brings no moment and no praise, and a game that is read again from its log has the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.referee.match import Match
from companion.referee.match_view import MatchView, Stand, Step
from companion.rules.highlights import Feat, Fold, Moment, Start

MAX_MOMENTS: Final = 4  # of a match that pages are shown: a page that lags behind shows no more of them in turn
FeatKey: TypeAlias = tuple[str, int]  # kind, seat


@dataclass(frozen=True, slots=True)
class StandingMoment:
    """``group``: the ruling that brought it; ``place``: which of that ruling's moments, from 0."""

    group: int
    place: int
    moment: Moment


@dataclass(frozen=True, slots=True)
class FeatTotal:
    """What the feats of one kind come to for one player; seconds for ``"seconds"``."""

    amount: float
    fold: Fold

    def plus(self, other: FeatTotal) -> FeatTotal:
        """Return both together."""
        if self.fold == "sum":
            return FeatTotal(self.amount + other.amount, self.fold)
        return FeatTotal((max if self.fold == "max" else min)(self.amount, other.amount), self.fold)


def moments(match: MatchView, stand: Stand) -> list[StandingMoment]:
    """Return the latest moments of a match as it stood, the oldest first."""
    found: list[StandingMoment] = []
    group: list[tuple[int, Moment]] = []  # of one ruling, the last first
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
    """Return what each player did in the actions that stand."""
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
    """Return what one feat comes to; None where its clock never began."""
    if feat.fold != "seconds":
        return FeatTotal(feat.amount, feat.fold)
    now = _decided(match, step)
    return None if started is None or now is None else FeatTotal(now - started, feat.fold)


def _decided(match: Match, step: Step) -> float | None:
    """Return when a step was ruled, in seconds of the match."""
    ruling = match.rulings.get(step.group)
    return None if ruling is None else ruling.decided
