"""What it costs that a ruling is shown only when it is on the disk: milliseconds from a fold to its being shown."""

from __future__ import annotations

import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from companion.clock import ManualClock
from companion.events import Event, Ruling
from companion.referee.desk_registry import header, match_of
from companion.referee.log import Log
from companion.referee.log_writer import LogWriter
from companion.sitting.sitting import Sitting

BUDGET: Final = 50.0  # ms at 95 %: nobody at a table notices
BURST: Final = 20


@dataclass(frozen=True, slots=True)
class Row:
    """``p50`` and ``p95`` ms until shown; ``fold``: ms of the fold itself, which is all that a camera or page waits."""

    what: str
    n: int
    p50: float
    p95: float
    fold: float

    @property
    def within(self) -> bool:
        return self.p95 <= BUDGET

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "budget": BUDGET, "within": self.within}


def bench(seconds: float = 12.0) -> list[Row]:
    """One ruling at a time, and a burst of twenty."""
    return [_measure("one at a time", 1, seconds / 2), _measure(f"{BURST} at once", BURST, seconds / 2)]


def _measure(what: str, together: int, seconds: float) -> Row:
    head = header("ftw", ["Ann", "Ben"], {}, 1, "en")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # /tmp may be no disk
        keeper = LogWriter(Log.create(Path(folder) / "bench.sqlite", head))
        shown: list[float] = []

        def see(event: Event) -> None:
            if isinstance(event, Ruling):
                shown.append(time.perf_counter())

        sitting = Sitting(match_of(head, keeper), ManualClock(), observers=[see])
        sitting.begin()
        sitting.drain()
        waits: list[float] = []
        folds: list[float] = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            shown.clear()
            begun = []
            for _ in range(together):
                begun.append(time.perf_counter())
                sitting.command("score")
                folds.append(1000 * (time.perf_counter() - begun[-1]))
            while len(shown) < together:
                sitting.pump(0.05)
            waits += [1000 * (s - b) for s, b in zip(shown, begun, strict=True)]
        keeper.close()
    waits.sort()
    folds.sort()
    p50, p95 = (round(waits[int(len(waits) * share)], 2) for share in (0.5, 0.95))
    return Row(what, len(waits), p50, p95, round(folds[len(folds) // 2], 2))
