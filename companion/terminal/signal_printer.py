"""What ``watch`` prints: a sentence or a JSON line for each signal, seat and source."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from companion.events import Event, Seat, Signal, Source
from companion.events.codec import encode
from companion.words import Language, say, term


class SignalPrinter:
    """Writes events as sentences or JSON lines. ``only``: names of the signals to show; None for all."""

    def __init__(
        self,
        out: TextIO,
        *,
        json_lines: bool = False,
        explain: bool = False,
        only: frozenset[str] | None = None,
        several: bool = False,
        language: Language = "en",
    ) -> None:
        self._out = out
        self._json = json_lines
        self._explain = explain
        self._only = only
        self._several = several
        self._language = language
        self.number: Callable[[str, int], int] = lambda source, seat: seat
        """(camera, its own number of a seat) -> the face's number from the camera's left."""

    def __call__(self, event: Event) -> None:
        if isinstance(event, Signal) and self._only is not None and event.name not in self._only:
            return
        text = encode(event) if self._json else self._sentence(event)
        if text:
            self._out.write(text + "\n")
            self._out.flush()

    def _sentence(self, event: Event) -> str:
        where = f"{event.source}  " if self._several and event.source else ""
        if isinstance(event, Signal):
            return where + self._signal(event)
        at = f"{where}{event.decided:8.2f} s  "
        if isinstance(event, Seat):
            detail = say(event.detail, self._language) if event.detail is not None else ""
            if not event.seat:
                return f"{at}{detail}"
            number = self.number(event.source, event.seat)
            who = event.player or say("watch.seat", self._language, n=number)
            return f"{at}{who}: {term('state', event.state, self._language)}{f' ({detail})' if detail else ''}"
        if isinstance(event, Source) and (event.detail is not None or event.status != "online"):
            why = f" ({say(event.detail, self._language)})" if event.detail is not None else ""
            return f"{at}{event.source}: {term('status', event.status, self._language)}{why}"
        return ""

    def _signal(self, event: Signal) -> str:
        evidence, language = dict(event.evidence), self._language
        seat = evidence.pop("seat", None)
        unnamed = "watch.seat" if seat is not None else "watch.somebody"
        number = self.number(event.source, seat) if isinstance(seat, int) else None
        who = event.player or say(unnamed, language, n=number)
        code = "watch.on" if event.phase == "on" else "watch.off"
        line = f"{event.decided:8.2f} s  " + say(
            code, language, who=who, signal=event.name, t=event.onset, confidence=event.confidence
        )
        if self._explain and evidence:
            line += "\n            " + ", ".join(
                f"{k} {v:g}" if isinstance(v, (int, float)) else f"{k} {v}" for k, v in evidence.items()
            )
        return line
