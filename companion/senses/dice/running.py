"""A source through the dice reader to lines of text or JSON: what the commands do."""

from __future__ import annotations

import json
import select
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO

import cv2

from companion import events
from companion.errors import BadInput
from companion.senses.dice import margins, still, tray
from companion.senses.dice.calibrate import calibrate as find
from companion.senses.dice.calibrate import drawn
from companion.senses.dice.colour import split
from companion.senses.dice.detector import Detector
from companion.senses.dice.rolls import roll_of
from companion.senses.dice.sets import Expected
from companion.senses.dice.watch import DiceWatcher, Setup
from companion.sources import Frame, Source, open_source
from companion.sources.settled import settled
from companion.terminal.dice_text import as_json, as_text, corrected, line, summary
from companion.words import say


@dataclass(slots=True)
class Reader:
    """Prints rolls of one source. ``run`` says whether any could be read."""

    count: int | None
    colours: int
    most: int
    json_lines: bool
    setup: Path | None
    out: TextIO
    last: events.Roll | None = field(default=None, init=False)
    values: list[int] = field(default_factory=list, init=False)
    read: int = field(default=0, init=False)
    keys: bool = field(default=False, init=False)
    """Somebody at a terminal watches and can type."""

    def run(self, spec: str, *, realtime: bool = False) -> bool:
        """Read to the source's end, or until Ctrl-C."""
        detector = Detector()
        with open_source(spec, realtime=realtime, on_status=self._status) as source:
            frames = source.frames()
            first = next(frames, None)
            if first is None:
                raise BadInput("source.no-frames", name=source.name)
            second = next(frames, None)
            if second is None and not source.live:
                return self._still(detector, first)
            self._watch(detector, source, _again(first, second, frames))
        self._summary()
        return self.read > 0

    def _still(self, detector: Detector, frame: Frame) -> bool:
        reading = still.read(detector, frame.image, self.count, replace(margins.load(), most=self.most))
        names = tuple(d.colour for d in reading.dice)
        if self.colours == 2 and (sets := split([d.lab for d in reading.dice])):
            from companion.senses.dice.colour import owner

            names = tuple(owner(d.lab, sets)[0] for d in reading.dice)
        self._print(roll_of(reading, names, 0.0, 0.0, frame.source))
        return not reading.refused

    def _watch(self, detector: Detector, source: Source, frames: Iterator[Frame]) -> None:
        kept = tray.load(tray.default_path()) if self.setup is None and source.live else None
        if self.setup is not None:
            kept = tray.given(self.setup)
        setup = replace(kept or Setup(), most=self.most)
        setup = replace(setup, learn_sets=self.colours == 2, sets=setup.sets if self.colours == 2 else ())
        watcher = DiceWatcher(detector, source.name, setup, margins.load(), Expected(self.count), live=source.live)
        self.keys = source.live and sys.stdin.isatty()
        for frame in frames:
            for event in watcher.update(frame.t, frame.image):
                self._print(event)
            if self.keys:
                self._keys(frame.t)
        for event in watcher.finish():
            self._print(event)

    def _keys(self, t: float) -> None:
        """A line typed meanwhile."""
        if self.last is None or not select.select([sys.stdin], [], [], 0)[0]:
            return
        values = corrected(self.last, sys.stdin.readline())
        if values:
            colours = self.last.colours if len(values) == len(self.last.colours) else ()
            self._print(events.Roll(onset=self.last.onset, decided=t, source="typed", values=values, colours=colours))

    def _status(self, event: events.Source) -> None:
        if self.json_lines or event.status in ("frozen", "offline") or event.detail:
            self._print(event)

    def _print(self, event: events.Event) -> None:
        if isinstance(event, events.Roll):
            self.last = event
            if not event.refused:
                self.read += 1
                self.values += event.values
        if self.json_lines:
            print(events.encode(event), file=self.out, flush=True)
        elif isinstance(event, events.Roll):
            print(line(event, keys=self.keys), file=self.out, flush=True)
        elif isinstance(event, events.Source) and event.detail:
            print(say(event.detail), file=self.out, flush=True)

    def _summary(self) -> None:
        if self.json_lines:
            return
        if self.last is None:
            print(say("dice.never-still"), file=self.out)
        elif self.read > 1:
            print(say(summary(self.read, self.values)), file=self.out)


def _again(first: Frame, second: Frame | None, rest: Iterator[Frame]) -> Iterator[Frame]:
    yield first
    if second is not None:
        yield second
    yield from rest


def calibrate_source(
    spec: str,
    colours: int,
    names: tuple[str, ...],
    picture: Path | None,
    out: Path | None,
    *,
    json_out: bool,
    to: TextIO,
) -> bool:
    """Calibrate on a source's picture once it has settled, keep the result if it is good, say what to improve."""
    detector = Detector()
    with open_source(spec) as source:
        frame = settled(source)
    found = find(detector, frame.image, colours, names)
    if picture is not None and not cv2.imwrite(str(picture), drawn(frame.image, found)):
        raise BadInput("calibrate.no-picture", path=str(picture))
    if found.ready:
        tray.save(found.setup, out or tray.default_path())
    print(json.dumps(as_json(found)) if json_out else as_text(found), file=to)
    return found.ready
