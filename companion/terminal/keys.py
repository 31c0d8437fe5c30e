"""What is typed at the terminal, posted into the sitting from a thread of its own."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable

from companion.errors import BadInput
from companion.sitting.script import read_line
from companion.sitting.sitting import Sitting
from companion.words import Language, say


class Typing(threading.Thread):
    """Reads lines until there are no more; ``said`` gets each, in this thread."""

    def __init__(self, stream: Iterable[str], said: Callable[[str], None]) -> None:
        super().__init__(name="typing", daemon=True)
        self._stream, self._said = stream, said

    def run(self) -> None:
        for text in self._stream:
            self._said(text)


class Keys:
    """``quit``: somebody typed so; ``over``: nothing more can be typed."""

    def __init__(self, stream: Iterable[str], sitting: Sitting, language: Language) -> None:
        self.quit = self.over = False
        self._stream, self._sitting, self._language = stream, sitting, language
        self._thread = threading.Thread(target=self._run, name="keys", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        for text in self._stream:
            word = text.strip().casefold()
            if word in ("quit", "exit"):
                self._sitting.post(self._leave)
                return
            if word in ("help", "?"):
                self._sitting.post(self._help)
                continue
            try:
                line = read_line(text)
            except BadInput as error:
                print(error.worded(self._language), file=sys.stderr)
                continue
            if line is not None:
                self._sitting.post(lambda said=line.text: self._say(said))  # type: ignore[misc]
        self._sitting.post(self._end)

    def _say(self, text: str) -> None:
        self._sitting.command(text)

    def _help(self) -> None:
        match = self._sitting.match
        print(say(f"help.{match.game.name}", self._language) if match is not None else "")

    def _leave(self) -> None:
        self.quit = True

    def _end(self) -> None:
        self.over = True
