"""The demo at the table's page: its acts one after the other, what the table types at its times in between."""

from __future__ import annotations

from typing import Final

from companion.demo.story import Act
from companion.rules.protocol import Language
from companion.sitting.script import Line
from companion.web.table.game import TableGame
from companion.web.table.hub import Hub

PAUSE: Final = 8.0  # seconds between two acts: the score is read


class Stage:
    """Plays on ``hub``, whose ticks drive it. It leaves the table alone once somebody starts another game there."""

    def __init__(self, hub: Hub, acts: list[Act], language: Language) -> None:
        self._hub, self._language = hub, language
        self._acts = list(acts)
        self._lines: list[Line] = []
        self._game: TableGame | None = None
        self._ended: float | None = None
        hub.on_tick = self._tick

    def begin(self) -> None:
        """The next act: its clip and its sound are the laptop's camera and microphone."""
        act = self._acts.pop(0)
        self._hub.senses.camera, self._hub.senses.microphone = act.clip, act.sound
        self._lines, self._ended = act.lines(), None
        self._hub.start(act.head(self._language))
        self._game = self._hub.game

    def _tick(self) -> None:
        eye = self._hub.senses.laptop
        if self._game is None or self._game is not self._hub.game or eye is None or eye.source.offset is None:
            return
        now = self._hub.clock.now()
        seen = eye.source.last.t - eye.source.offset if eye.source.last is not None else 0.0  # a slow machine lags
        while self._lines and (self._lines[0].at or 0.0) <= seen:
            self._game.command(self._lines.pop(0).text, source="demo")
            self._hub.changed()
        if self._ended is None and eye.source.status == "ended":
            self._ended = now
        if self._acts and self._ended is not None and not self._lines and now >= self._ended + PAUSE:
            self.begin()
