"""What is typed at the terminal, posted into the sitting from a thread of its own."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext

from companion.errors import BadInput, CompanionError
from companion.sitting.script import read_line
from companion.sitting.sitting import Sitting
from companion.terminal.help import help_of
from companion.words import Language
from companion.words.typed import canonical


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
            word = canonical(text).strip().casefold()
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
        try:
            self._sitting.said(text)
        except CompanionError as error:
            self._sitting.refuse(error)

    def _help(self) -> None:
        match = self._sitting.match
        if match is not None:
            print(help_of(match, self._language, sees=bool(self._sitting.crew.eyes())))

    def _leave(self) -> None:
        self.quit = True

    def _end(self) -> None:
        self.over = True


def prompted(players: Iterable[str], commands: Iterable[str]) -> tuple[Iterable[str], AbstractContextManager[None]]:
    """Lines typed at this terminal under a prompt that stays whole while others print above it: (lines, what must
    surround all printing). Names and commands complete with Tab. Without a terminal: the lines of stdin as they are."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return sys.stdin, nullcontext()
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.patch_stdout import patch_stdout

    words = WordCompleter([*commands, *players], ignore_case=True)
    session: PromptSession[str] = PromptSession("> ", completer=words, complete_while_typing=False)

    def lines() -> Iterator[str]:
        while True:
            try:
                yield session.prompt()
            except KeyboardInterrupt:
                yield "quit"
            except EOFError:
                return

    return lines(), patch_stdout(raw=True)
