"""The sheet at the end: player by signal, sure, weak or unknown, with margins; later why a noise was not taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from companion.facts import Fact, fact
from companion.people.thresholds import face_thresholds
from companion.people.thresholds.noise_thresholds import TakeDistances

Grade: TypeAlias = Literal["sure", "weak", "unknown"]
SURE: Final = 0.7  # log-odds over the threshold of the worst take of a sure noise,
APART: Final = 0.5  # and under it of what comes nearest


@dataclass(frozen=True, slots=True)
class Cell:
    """``margin``: of a noise log-odds of its worst take over the threshold; of a face its show over it, less 1.

    ``note``: what is weak about it; ``confirmed``, ``overruled``: trades since; ``refused``: why the last one was none.
    """

    player: str
    signal: str
    grade: Grade
    margin: float | None = None
    note: Fact | None = None
    confirmed: int = 0
    overruled: int = 0
    refused: Fact | None = None

    @property
    def told(self) -> Fact:
        margin = None if self.margin is None else fact("warmup.margin", margin=round(self.margin, 2))
        trades = None
        if self.confirmed or self.overruled:
            trades = fact("warmup.trades", confirmed=self.confirmed, overruled=self.overruled)
        return fact("warmup.cell", signal=self.signal, grade=self.grade, margin=margin, note=self.note, trades=trades,
                    refused=self.refused)  # fmt: skip


def noise_cell(player: str, signal: str, m: TakeDistances | None, tip: Fact | None = None) -> Cell:
    """A noise by its takes; without them it is unknown."""
    if m is None or not m.margins:
        return Cell(player, signal, "unknown", note=tip)
    if m.rival > -APART:
        mine = fact("warmup.near-own", other=m.like) if m.like else fact("warmup.near-room")
        near = fact("warmup.near-other", other=m.like, who=m.other) if m.other else mine
        return Cell(player, signal, "weak", min(m.worst, -m.rival), near)
    if m.worst < SURE:
        return Cell(player, signal, "weak", m.worst, fact("warmup.uneven"))
    return Cell(player, signal, "sure", min(m.worst, -m.rival))


def face_cell(player: str, signal: str, learned: face_thresholds.LearnedFace, tip: Fact | None = None) -> Cell:
    """A face by its show."""
    over = learned.margins.get(signal)
    if over is None:
        return Cell(player, signal, "unknown", note=tip)
    if over < face_thresholds.SURE:
        note = fact("warmup.small" if over >= 1 else "warmup.not-reached")
        return Cell(player, signal, "weak", round(over - 1, 3), note)
    return Cell(player, signal, "sure", round(over - 1, 3))


class Tally:
    """What play has said since: trades that stood or were overruled, and noises that were not taken."""

    def __init__(self) -> None:
        self._confirmed: Counter[tuple[str, str]] = Counter()
        self._overruled: Counter[tuple[str, str]] = Counter()
        self._refused: dict[tuple[str, str], Fact] = {}

    def confirmed(self, player: str, signal: str) -> None:
        self._confirmed[player, signal] += 1

    def overruled(self, player: str, signal: str) -> None:
        self._overruled[player, signal] += 1

    def refused(self, player: str, signal: str, why: Fact) -> None:
        self._refused[player, signal] = why

    def on(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells with what was said of them."""
        return tuple(
            replace(c, confirmed=self._confirmed[key], overruled=self._overruled[key], refused=self._refused.get(key))
            for c in cells
            for key in ((c.player, c.signal),)
        )
