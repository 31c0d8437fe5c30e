"""Rolls as they are read, a line each; what was not read can be typed."""

from __future__ import annotations

from typing import TextIO

from companion.events import Event, Roll, Source, encode
from companion.terminal.dice_text import corrected, line, summary
from companion.words import Language, say


class Rolls:
    """Looks on at a sitting. ``read``: how many rolls were; ``keys``: somebody at a terminal watches and can type."""

    def __init__(self, out: TextIO, *, json_lines: bool = False, language: Language = "en") -> None:
        self.read = 0
        self.keys = False
        self._out, self._json, self._language = out, json_lines, language
        self._last: Roll | None = None
        self._values: list[int] = []

    def __call__(self, event: Event) -> None:
        if isinstance(event, Source) and not (self._json or event.detail):
            return
        if isinstance(event, Roll):
            self._last = event
            if not event.refused:
                self.read += 1
                self._values += event.values
        if self._json:
            print(encode(event), file=self._out, flush=True)
        elif isinstance(event, Roll):
            print(line(event, keys=self.keys, language=self._language), file=self._out, flush=True)
        elif isinstance(event, Source) and event.detail is not None:
            print(say(event.detail, self._language), file=self._out, flush=True)

    def typed(self, text: str, t: float) -> tuple[int, ...]:
        """A line typed meanwhile corrects the latest roll: its values now, () where nothing was corrected."""
        roll = self._last
        values = corrected(roll, text) if roll is not None else ()
        if roll is not None and values:
            colours = roll.colours if len(values) == len(roll.colours) else ()
            self(Roll(onset=roll.onset, decided=t, source="typed", values=values, colours=colours))
        return values

    def end(self) -> None:
        """What it came to."""
        if self._json:
            return
        if self._last is None:
            print(say("dice.never-still", self._language), file=self._out)
        elif self.read > 1:
            print(say(summary(self.read, self._values), self._language), file=self._out)
