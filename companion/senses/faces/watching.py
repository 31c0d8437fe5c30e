"""Watching sources with the face sense, and printing what happens: the body of ``companion watch``."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from typing import TextIO

from companion import events
from companion.clock import Clock, MonotonicClock
from companion.errors import CompanionError
from companion.senses.faces.profile import Profile
from companion.senses.faces.sense import FaceSense
from companion.sources import Source, open_source
from companion.words import say, term


class Printer:
    """Writes events as sentences or JSON lines. ``only``: names of the signals to show; None for all."""

    def __init__(
        self,
        out: TextIO,
        *,
        json_lines: bool = False,
        explain: bool = False,
        only: frozenset[str] | None = None,
        several: bool = False,
    ) -> None:
        self._out = out
        self._json = json_lines
        self._explain = explain
        self._only = only
        self._several = several
        self._lock = threading.Lock()

    def write(self, found: Iterable[events.Event]) -> None:
        """Print what is wanted, a line each, at once."""
        for event in found:
            if isinstance(event, events.Signal) and self._only is not None and event.name not in self._only:
                continue
            text = events.encode(event) if self._json else self._sentence(event)
            if text:
                with self._lock:
                    self._out.write(text + "\n")
                    self._out.flush()

    def _sentence(self, event: events.Event) -> str:
        where = f"{event.source}  " if self._several and event.source else ""
        if isinstance(event, events.Signal):
            return where + self._signal(event)
        if isinstance(event, events.Seat):
            who = event.player or (f"seat {event.seat}" if event.seat else "")
            said = say(event.detail) if event.detail else ""
            told = said if not event.seat else f"{who}: {event.state}" + (f" ({said})" if said else "")
            return f"{where}{event.decided:8.2f} s  {told}"
        if isinstance(event, events.Source) and (event.detail or event.status != "online"):
            return f"{where}{event.decided:8.2f} s  {event.source}: {event.status}" + (
                f" ({say(event.detail)})" if event.detail else ""
            )
        return ""

    def _signal(self, event: events.Signal) -> str:
        evidence = dict(event.evidence)
        seat = evidence.pop("seat", None)
        who = event.player or (f"seat {seat}" if seat is not None else "somebody")
        name = term("signal", event.name)
        began = f"since {event.onset:.2f} s" if event.phase == "on" else f"ended {event.onset:.2f} s"
        line = f"{event.decided:8.2f} s  {who}: {name} {event.phase}  ({began}, confidence {event.confidence:.2f})"
        if self._explain and evidence:
            line += "\n            " + ", ".join(
                f"{k} {v:g}" if isinstance(v, (int, float)) else f"{k} {v}" for k, v in evidence.items()
            )
        return line


def run(
    specs: list[str],
    printer: Printer,
    *,
    realtime: bool = False,
    clock: Clock | None = None,
    profile: Profile | None = None,
) -> None:
    """Watch all sources until each has ended; ``profile`` is of whoever sits first.

    Raises what opening a source raises, and the first source's own error.
    """
    clock = clock or MonotonicClock()
    with ExitStack() as stack:
        opened = [
            stack.enter_context(
                open_source(s, realtime=realtime, clock=clock, on_status=lambda event: printer.write([event]))
            )
            for s in specs
        ]
        if len(opened) == 1:
            _watch(opened[0], printer, 2, profile)
            return
        failed: queue.SimpleQueue[CompanionError] = queue.SimpleQueue()
        threads = [threading.Thread(target=_guarded, args=(s, printer, failed, profile), daemon=True) for s in opened]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(0.2)
        if not failed.empty():
            raise failed.get()


def _guarded(
    source: Source, printer: Printer, failed: queue.SimpleQueue[CompanionError], profile: Profile | None
) -> None:
    try:
        _watch(source, printer, 1, profile)
    except CompanionError as error:
        failed.put(error)


def _watch(source: Source, printer: Printer, workers: int, profile: Profile | None) -> None:
    with FaceSense(source.name, workers=workers) as sense:
        for frame in source.frames():
            printer.write(sense.process(frame.image, frame.t))
            if profile is not None and sense.seats and all(s.player is None for s in sense.seats):
                sense.seats[0].sit(profile.player, profile)
        printer.write(sense.finish())
