"""Observers that print events: one line each, with rulings in bold, their number and reason; or JSON lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.text import Text

from companion.events import Command, Event, Phrase, Roll, Ruling, Seat, Signal, Source, Statement
from companion.events.codec import encode
from companion.facts import Fact
from companion.terminal.screen import console
from companion.words import Language, say, term

STYLES = {"refused": "yellow", "no-cards": "yellow", "failed": "yellow", "over": "bold green", "score": "green"}


class JsonPrinter:
    """Observer that prints each event as a line of JSON, as in the log.

    Args:
        commands: True to print commands too; False suits a terminal, where whoever typed them has seen them.
    """

    def __init__(self, *, commands: bool = False) -> None:
        self._commands = commands

    def __call__(self, event: Event) -> None:
        if self._commands or not isinstance(event, Command):
            print(encode(event), flush=True)


class Printer:
    """Observer that prints events as sentences.

    Args:
        commands: True to print commands too; False suits a terminal, where whoever typed them has seen them.
        language: Language of the sentences.
    """

    def __init__(self, *, commands: bool = False, language: Language = "en") -> None:
        self._console = console(highlight=False, soft_wrap=True)
        self._commands, self._language = commands, language

    def __call__(self, event: Event) -> None:
        line = self._line(event)
        if line is not None:
            self._console.print(line)

    def _line(self, event: Event) -> Text | None:
        if isinstance(event, Statement):
            return self._statement(event)
        body = self._body(event)
        return None if body is None else Text(f"{event.decided:7.2f}s       {body}", style="dim")

    def _body(self, event: Event) -> str | None:
        who, language = event.player or event.source, self._language
        if isinstance(event, Signal):
            shown = term("signal", event.name, language)
            return f"{who}: {shown} ({event.confidence:.0%})" if event.phase == "on" else None
        if isinstance(event, Command):
            return f"> {event.text}" if self._commands else None
        if isinstance(event, Seat):
            return say(event.detail, language) or None
        if isinstance(event, Source):
            return f"{event.source}: {term('status', event.status, language)}{_aside(event.detail, language)}"
        if isinstance(event, Phrase):
            return f"{who}: “{event.text}”"
        if isinstance(event, Roll):
            return f"{who}: {' '.join(map(str, event.values))}{_aside(event.refused, language)}"
        return None

    def _statement(self, event: Statement) -> Text:
        number = f"#{event.number}" if isinstance(event, Ruling) else ""
        line = Text(f"{event.decided:7.2f}s  {number:>4} ", style="dim")
        line.append(say(event.as_fact, self._language), style=STYLES.get(event.code, "bold"))
        if event.reason is not None:
            line.append(f"  [{say(event.reason, self._language)}]", style="dim")
        return line


def _aside(what: Fact | None, language: Language) -> str:
    """Return a reason in brackets with a space before it; "" for None."""
    return f" ({say(what, language)})" if what is not None else ""


@dataclass
class SignalPrinter:
    """Observer of the command ``watch`` that prints signals, seats and statuses as sentences or JSON lines.

    Attributes:
        language: Language of the sentences.
        only: Names of the signals to print; None for all.
        json_lines: True for JSON lines.
        explain: True to add the measured values by which a signal was recognised.
        several: True to begin each line with the name of its camera or microphone.
        number: Function from a camera's name and its number of a face to the face's number from the left of the
            picture.
    """

    language: Language
    only: frozenset[str] | None
    json_lines: bool
    explain: bool
    several: bool
    number: Callable[[str, int], int] = lambda source, seat: seat

    def __call__(self, event: Event) -> None:
        if isinstance(event, Signal) and self.only is not None and event.name not in self.only:
            return
        if text := encode(event) if self.json_lines else self._sentence(event):
            print(text, flush=True)

    def _sentence(self, event: Event) -> str:
        where = f"{event.source}  " if self.several and event.source else ""
        if isinstance(event, Signal):
            return where + self._signal(event)
        at = f"{where}{event.decided:8.2f} s  "
        if isinstance(event, Seat):
            if not event.seat:
                return f"{at}{say(event.detail, self.language)}"
            number = self.number(event.source, event.seat)
            who = event.player or say("watch.seat", self.language, n=number)
            return f"{at}{who}: {term('state', event.state, self.language)}{_aside(event.detail, self.language)}"
        if isinstance(event, Source) and (event.detail is not None or event.status != "online"):
            why = _aside(event.detail, self.language)
            return f"{at}{event.source}: {term('status', event.status, self.language)}{why}"
        return ""

    def _signal(self, event: Signal) -> str:
        evidence, language = dict(event.evidence), self.language
        seat = evidence.pop("seat", None)
        unnamed = "watch.seat" if seat is not None else "watch.somebody"
        number = self.number(event.source, seat) if isinstance(seat, int) else None
        who = event.player or say(unnamed, language, n=number)
        code = "watch.on" if event.phase == "on" else "watch.off"
        line = f"{event.decided:8.2f} s  " + say(
            code, language, who=who, signal=event.name, t=event.onset, confidence=event.confidence
        )
        if self.explain and evidence:
            line += "\n            " + ", ".join(
                f"{k} {v:g}" if isinstance(v, (int, float)) else f"{k} {v}" for k, v in evidence.items()
            )
        return line
