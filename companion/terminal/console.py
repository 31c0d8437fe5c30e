"""Keyboard input while a game is refereed: the help, the table's questions, and the lines that people type."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final, TextIO

from companion.ending import Duty
from companion.errors import BadInput, CompanionError
from companion.events import Command, Event
from companion.facts import fact
from companion.referee.match import Match
from companion.rules.protocol import TABLE
from companion.sitting.sitting import Sitting
from companion.sitting.typed_sources import read_line
from companion.terminal.screen import cleaned
from companion.words import Language, say
from companion.words.typed_words import canonical

_FACE_OFF_COMMANDS: Final = ("trade", "win", "claim", "next", "learn")
_ADVANCED_COMMANDS: Final = ("teeth", "call", "wild", "evidence")
_KEEP_SMILING_COMMANDS: Final = ("dice", "lie", "move")
COMMAND_PHASES: Final = {
    "trade": ("play",),
    "win": ("play",),
    "call": ("play",),
    "claim": ("claim", "call"),
    "teeth": ("speech", "unseen"),
    "next": ("next",),
    "place": ("place",),
    "dice": ("roll", "duel"),
    "lie": ("roll", "duel"),
    "move": ("move",),
    "duel": ("duel",),
    "chairs": ("reveal",),
}
"""Phases of the game in which a command has an effect; commands that are not listed always have one."""
_COMMON_COMMANDS: Final = ("undo", "pause", "score", "answer", "end")


def lines_of(match: Match, *, sees: bool) -> list[str]:
    """Return the message codes of the commands in the help for a game.

    Args:
        match: The game.
        sees: True if a camera watches.
    """
    game, options = match.game.name, match.options
    lines: list[str] = []
    if game == "face-off":
        lines = [*_FACE_OFF_COMMANDS, *(_ADVANCED_COMMANDS if options.advanced else ())]
        if options.digital:
            lines.remove("claim")
        lines += ["faces", "seat"] if sees else []
    elif game == "keep-smiling":
        lines = [] if options.pieces == "physical" else ["place"]
        lines += _KEEP_SMILING_COMMANDS
        lines += ["duel"] if options.duel else []
        lines += ["chairs"] if options.pieces == "physical" else []
    return [*(f"help.{game}.{line}" for line in lines), *(f"help.all.{line}" for line in _COMMON_COMMANDS)]


def help_of(match: Match, language: Language, *, sees: bool = False) -> str:
    """Return the help: one line for each command, first those with an effect now, then those for later.

    It lists the commands of the table, while that of ``companion play`` lists the actions in the rules.

    Args:
        match: The game.
        language: Language of the help.
        sees: True if a camera watches.
    """
    phase = match.game.view(match.state, TABLE)["phase"]
    rows = {code: say(code, language).partition(" | ") for code in lines_of(match, sees=sees)}
    width = max(len(typed) for typed, _, _ in rows.values())
    out = []
    for head, now in (("help.now", True), ("help.later", False)):
        fits = [
            row for code, row in rows.items() if (phase in COMMAND_PHASES.get(code.rpartition(".")[2], (phase,))) is now
        ]
        out += [say(head, language), *(f"  {typed:<{width}}  {what}" for typed, _, what in fits)] if fits else []
    return "\n".join(out)


def help_command(sitting: Sitting, language: Language, out: TextIO) -> Callable[[str, Command], None]:
    """Return the function that carries out the word "help" among piped commands: it prints the help to ``out``."""

    def print_help(rest: str, command: Command) -> None:
        if sitting.match is not None:
            print(help_of(sitting.match, language, sees=bool(sitting.crew.eyes())), file=out)

    return print_help


class QuestionPrompts:
    """Observer of events that prints the table's next question.

    Args:
        sitting: The sitting.
        language: Language of the question.
        show: Function that prints a line.
    """

    def __init__(self, sitting: Sitting, language: Language, show: Callable[[str], None] = print) -> None:
        self._sitting, self._language, self._show = sitting, language, show
        self._asked = ""

    def __call__(self, event: Event) -> None:
        """Schedule ``look`` for after the event was processed."""
        self._sitting.post(self.look)

    def look(self) -> None:
        """Print the first open question that needs no picture, with numbered answers, unless it was printed last."""
        first = next((q for q in self._sitting.questions() if not q.picture), None)
        before, self._asked = self._asked, "" if first is None else first.id + say(first.text)
        if first is None or self._asked == before:
            return
        options = [fact("question.option", n=n, told=a.text) for n, a in enumerate(first.answers, start=1)]
        self._show("  ? " + say("question.line", self._language, told=first.text, answers=options))


class TypedLines(Duty):
    """Thread that passes typed lines to the sitting.

    Attributes:
        quit: True once somebody has typed "quit" or "exit".
        over: True once the input has ended.
    """

    def __init__(self, stream: Iterable[str], sitting: Sitting, language: Language) -> None:
        super().__init__("keys", self._read)
        self.quit = self.over = False
        self._stream, self._sitting, self._language = stream, sitting, language

    def _read(self) -> None:
        for text in self._stream:
            word = canonical(text).strip().casefold()
            if word in ("quit", "exit"):
                self._sitting.post(partial(setattr, self, "quit", True))
                return
            if word in ("help", "?"):
                self._sitting.post(self._help)
                continue
            try:
                line = read_line(text)
            except BadInput as error:
                print(error.message_in(self._language), file=sys.stderr)
                continue
            if line is not None:
                self._sitting.post(lambda text=line.text: self._say(text))  # type: ignore[misc]
        self._sitting.post(partial(setattr, self, "over", True))

    def _say(self, text: str) -> None:
        try:
            self._sitting.on_typed_line(text)
        except CompanionError as error:
            self._sitting.refuse(error)

    def _help(self) -> None:
        match = self._sitting.match
        if match is not None:
            print(help_of(match, self._language, sees=bool(self._sitting.crew.eyes())))


def prompt_lines(players: Iterable[str], commands: Iterable[str]) -> tuple[Iterable[str], AbstractContextManager[None]]:
    """Return the typed lines, and a context that keeps the prompt intact while other lines are printed.

    With a terminal, Tab completes names and commands. Without one, the lines of standard input are returned.
    """
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

    return lines(), cleaned(patch_stdout(raw=True))
