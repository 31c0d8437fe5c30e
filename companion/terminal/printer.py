"""How events look in a terminal: a line each, rulings in bold with their number and reason; or JSON lines."""

from __future__ import annotations

import sys
from typing import TextIO

from rich.console import Console
from rich.text import Text

from companion.events import Command, Event, Phrase, Roll, Ruling, Seat, Signal, Source, encode
from companion.rules.protocol import Language
from companion.senses.dice.sentences import told
from companion.senses.wild_sentences import told as wild_told


class JsonPrinter:
    """One event a line, as in the log."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout

    def __call__(self, event: Event) -> None:
        self._out.write(encode(event) + "\n")
        self._out.flush()


class Printer:
    """For people, in ``language``. ``signals`` False leaves out what was only seen."""

    def __init__(self, console: Console | None = None, *, signals: bool = True, language: Language = "en") -> None:
        self._console = console or Console(highlight=False, soft_wrap=True)
        self._signals = signals
        self._language = language

    def __call__(self, event: Event) -> None:
        line = self._line(event)
        if line is not None:
            self._console.print(line)

    def _line(self, event: Event) -> Text | None:
        if isinstance(event, Ruling):
            return _ruling(event)
        body = self._body(event) if self._signals or not isinstance(event, Signal) else None
        return None if body is None else Text(f"{event.decided:7.2f}s       {body}", style="dim")

    def _body(self, event: Event) -> str | None:
        who = event.player or event.source
        if isinstance(event, Signal):
            return f"{who}: {event.name} ({event.confidence:.0%})" if event.phase == "on" else None
        if isinstance(event, Command):
            return f"> {event.text}"
        if isinstance(event, Seat):
            return wild_told(event.detail, self._language) or None
        if isinstance(event, Source):
            return f"{event.source}: {event.status}" + (f" ({self._told(event.detail)})" if event.detail else "")
        if isinstance(event, Phrase):
            return f"{who}: “{event.text}”"
        if isinstance(event, Roll):
            why = f" ({self._told(event.refused)})" if event.refused else ""
            return f"{who}: {' '.join(map(str, event.values))}{why}"
        return None

    def _told(self, sentence: str) -> str:
        """What the dice reader said; anything else as it is."""
        return told(sentence, self._language)


def _ruling(event: Ruling) -> Text:
    style = {"refused": "yellow", "no-cards": "yellow", "over": "bold green", "score": "green"}.get(event.code, "bold")
    line = Text(f"{event.decided:7.2f}s  {'#' + str(event.number):>4} ", style="dim")
    line.append(event.text, style=style)
    if event.reason and event.code not in ("refused",):
        line.append(f"  [{event.reason}]", style="dim")
    return line
