"""Evenings of play, one game after the other as the table starts them: every game opens and closes its own sources.

Face Off! with the demo's three players, who are seen and heard through all senses, a hand a pass, beside two bots; and
Keep Smiling! with the dice's camera. The log is written to a real disk, and pages of the laptop and of a phone are
made up as often as they would be.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.clock import ManualClock
from companion.demo.story import DemoAct
from companion.referee.desk_registry import header, match_of
from companion.referee.log import Log
from companion.referee.log_writer import LogWriter
from companion.rules.protocol import TABLE
from companion.sitting.table_sitting import TableSitting, table_of
from companion.web.table.views import state_of
from measure.soak.loops import LoopedCamera, LoopedSound, Pictures, pictures

PAGE: Final = 2.0  # seconds of play between two looks of the pages
EXTRA: Final = ("Dora", "Emil")  # bots beside the demo's players


Step: TypeAlias = tuple[float, float]
"""Milliseconds by the clock, and of processor time."""


@dataclass(slots=True)
class Steps:
    """What each picture and each piece of sound took, from the source to what is shown of it; and the pages."""

    camera: list[Step] = field(default_factory=list)
    sound: list[Step] = field(default_factory=list)
    pages: list[Step] = field(default_factory=list)
    rulings: int = 0
    waiting: int = 0
    """The most that ever waited in the inbox, to be shown, or to be written."""


class Evening:
    """``fps`` pictures a second from each camera. ``folder``: where the logs go."""

    def __init__(self, acts: list[DemoAct], fps: float, folder: Path) -> None:
        self.faces, self.dice = acts[0], acts[1]
        self.clips: dict[str, Pictures] = {act.clip: pictures(act.clip, fps) for act in acts}
        self.folder = folder
        self.games = 0

    def play(self, act: DemoAct, minutes: float, steps: Steps) -> float:
        """One game, at most so many minutes; the seconds that it took."""
        self.games += 1
        seconds = minutes * 60.0
        bots = EXTRA if act is self.faces else ()
        head = header(act.game, [*act.players, *bots], self._options(act, len(bots)), self.games, "en")
        keeper = LogWriter(Log.create(self.folder / f"{self.games}.sqlite", head))
        match = match_of(head, keeper)
        seats = range(len(act.players), len(act.players) + len(bots))
        table = table_of(match, ManualClock(), bots=seats)
        clip = self.clips[act.clip]
        crew = table.sitting.crew
        crew.eye("camera", lambda told: LoopedCamera(clip, seconds), act.players, workers=1)
        if act.sound:
            crew.ear("microphone", lambda told: LoopedSound(act.sound, clip.every, seconds), ())
        watch = _Watch(table, steps)
        table.sitting.begin()
        try:
            table.sitting.run_merged(_timed(act, clip.every, seconds), until=watch)
        finally:
            table.sitting.close(wait=3.0)
            keeper.close()
        steps.rulings += len(match.rulings)
        return watch.t

    def _options(self, act: DemoAct, more: int) -> dict[str, Any]:
        values = dict(act.options)
        if "suits" in values:
            values["suits"] = [*values["suits"], "pearl", "emerald", "amethyst"][: len(act.players) + more]
        return values


def _timed(act: DemoAct, length: float, seconds: float) -> list[tuple[float, str]]:
    """Return what the table types in each pass."""
    found = []
    for k in range(int(seconds / length)):
        for line in act.lines():
            text = line.text if not line.text.startswith("next") else f"next B wild {json.dumps('kiss')}"
            if k == 0 or not text.startswith(("Ann: place", "Ben: place")):
                found.append(((line.at or 0.0) + k * length, text))
    return found


class _Watch:
    """After each batch: how long it took, and now and then what the pages show. Gives True when the game is over."""

    def __init__(self, table: TableSitting, steps: Steps) -> None:
        self.t = 0.0
        self._table, self._steps = table, steps
        self._began = _now()
        self._page = 0.0
        self._frames = self._count("camera")

    def __call__(self) -> bool:
        took = _since(self._began)
        sitting = self._table.sitting
        self.t = sitting.now()
        seen = self._count("camera")
        (self._steps.camera if seen != self._frames else self._steps.sound).append(took)
        self._frames = seen
        if self.t >= self._page:
            self._page = self.t + PAGE
            begun = _now()
            for viewer in (TABLE, 0):
                json.dumps(state_of(self._table, viewer, "en", laptop=viewer == TABLE))
            self._steps.pages.append(_since(begun))
            waits = sitting.waiting + len(self._table.match.log.waiting() if self._table.match.log is not None else ())
            self._steps.waiting = max(self._steps.waiting, waits)
        self._began = _now()
        return self._table.match.is_over

    def _count(self, key: str) -> float:
        worker = self._table.sitting.crew.workers.get(key)
        return 0.0 if worker is None or worker.station is None else float(getattr(worker.station, "_t", 0.0))


def _now() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def _since(began: tuple[float, float]) -> Step:
    return 1000 * (time.perf_counter() - began[0]), 1000 * (time.process_time() - began[1])
