"""The demo on the table's page: plays the acts one after the other, ``ACT_PAUSE_S`` apart, and types their commands."""

from __future__ import annotations

from typing import Final

from companion.demo.story import DemoAct
from companion.sitting.table_sitting import TableSitting
from companion.sitting.typed_sources import ScriptLine
from companion.web.table.hub import TableHub
from companion.words import Language

ACT_PAUSE_S: Final = 8.0  # seconds between two acts, for reading the score


class Stage:
    """Plays the demo's acts (short bundled games) on ``hub`` one after the other, at the hub's ticks.

    It stops once somebody starts another game there.
    """

    def __init__(self, hub: TableHub, acts: list[DemoAct], language: Language) -> None:
        self._hub, self._language = hub, language
        self._acts = list(acts)
        self._lines: list[ScriptLine] = []
        self._game: TableSitting | None = None
        self._ended: float | None = None
        hub.ticks.add(self._tick)

    def begin(self) -> None:
        """Start the next act. Its clip and sound take the place of the laptop's camera and microphone."""
        act = self._acts.pop(0)
        self._hub.devices.camera, self._hub.devices.microphone = act.clip, act.sound
        self._lines, self._ended = act.lines(), None
        self._hub.start(act.head(self._language))
        self._game = self._hub.game

    def _tick(self) -> None:
        clip = self._hub.devices.clip
        if self._game is None or self._game is not self._hub.game or clip is None or clip.beginning.at is None:
            return
        now = self._hub.clock.now()
        # Commands are timed by the clip's pictures, because a slow machine plays the clip late.
        while self._lines and (self._lines[0].at or 0.0) <= clip.seen:
            self._game.sitting.command(self._lines.pop(0).text, source="demo")
        if self._ended is None and clip.status == "ended":
            self._ended = now
        if self._acts and self._ended is not None and not self._lines and now >= self._ended + ACT_PAUSE_S:
            self.begin()
