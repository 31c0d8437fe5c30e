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
import numpy as np

from companion import events
from companion.errors import BadInput, DeviceUnavailable
from companion.senses.dice import margins, still, tray
from companion.senses.dice.calibrate import Calibration, drawn
from companion.senses.dice.calibrate import calibrate as find
from companion.senses.dice.colour import DieSet, name, split
from companion.senses.dice.detector import Detector
from companion.senses.dice.fairness import fairness
from companion.senses.dice.rolls import roll_of
from companion.senses.dice.sets import Expected
from companion.senses.dice.watch import DiceWatcher, Setup
from companion.sources import Frame, Source, open_source


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
                raise BadInput(f"{source.name} has no picture: give another source")
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
            print(sentence(event, keys=self.keys), file=self.out, flush=True)
        elif isinstance(event, events.Source) and event.detail:
            print(event.detail, file=self.out, flush=True)

    def _summary(self) -> None:
        if self.json_lines:
            return
        if self.last is None:
            print("no dice came to rest in view", file=self.out)
        elif self.read > 1:
            counts = " ".join(f"{k + 1}: {n}" for k, n in enumerate(fairness(self.values).counts))
            print(f"{self.read} rolls; {counts}. {fairness(self.values).sentence()}", file=self.out)


def _again(first: Frame, second: Frame | None, rest: Iterator[Frame]) -> Iterator[Frame]:
    yield first
    if second is not None:
        yield second
    yield from rest


def corrected(roll: events.Roll, typed: str) -> tuple[int, ...]:
    """The roll as typed: a digit for each unread die, all values, or ``a``: as it lies; () for anything else."""
    if typed.strip().casefold() in ("a", "accept"):
        return roll.best
    digits = [int(c) for c in typed if c in "123456"]
    return roll.filled(digits) if digits else ()


def sentence(roll: events.Roll, *, keys: bool = False) -> str:
    """One line for people: what was read, or why not; with ``keys``, what can be typed then."""
    shown = " ".join(str(v) if v else "?" for v in roll.values)
    colours = f" ({', '.join(roll.colours)})" if roll.colours else ""
    if roll.refused:
        accept = f" (a and Enter: it counts as it lies, {' '.join(map(str, roll.best))})" if keys and roll.best else ""
        return f"{roll.refused}{f' [{shown}]' if shown else ''}{accept}"
    return f"{shown}{colours}, together {sum(roll.values)}"


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
        frame = _settled(source)
    found = find(detector, frame.image, colours, names)
    if picture is not None and not cv2.imwrite(str(picture), drawn(frame.image, found)):
        raise BadInput(f"{picture} cannot be written: give a name ending in .png or .jpg in a folder that exists")
    if found.ready:
        tray.save(found.setup, out or tray.default_path())
    print(json.dumps(as_json(found)) if json_out else as_text(found), file=to)
    return found.ready


def _settled(source: Source) -> Frame:
    """The sharpest of the first twenty pictures: a camera needs a moment for its exposure."""
    best: Frame | None = None
    sharpest = -1.0
    for k, frame in enumerate(source.frames()):
        if frame.image.size and (k == 0 or k >= 5):
            sharp = float(np.abs(cv2.Laplacian(frame.image, cv2.CV_16S)).mean())
            if sharp > sharpest:
                best, sharpest = frame, sharp
        if k >= 20:
            break
    if best is None:
        raise DeviceUnavailable(f"{source.name} gave no picture: is another program using it?")
    return best


def _called(known: DieSet) -> str:
    """A set's name, and its colour where the name does not tell."""
    colour = name(known.lab)
    return known.name if colour in known.name else f"{known.name} ({colour})"


def as_json(found: Calibration) -> dict[str, object]:
    """The calibration as plain values."""
    return {
        "ready": found.ready, "region": found.setup.region, "edge": found.setup.edge,
        "dice": [{"value": d.value, "colour": d.colour, "pixels": round(d.size)} for d in found.dice],
        "sets": [{"name": s.name, "lab": s.lab} for s in found.setup.sets], "advice": found.advice,
    }  # fmt: skip


def as_text(found: Calibration) -> str:
    """The calibration in sentences."""
    lines = []
    if found.dice:
        edge = still.common_size(found.dice)
        l, t, r, b = (100 * v for v in found.setup.region)
        shown = ", ".join(f"{d.colour} {d.value}" for d in found.dice)
        lines.append(f"{len(found.dice)} dice of about {edge:.0f} pixels: {shown}.")
        lines.append(f"Play area: {l:.0f} to {r:.0f} % across, {t:.0f} to {b:.0f} % down.")
        lines.append(f"Sets: {', '.join(map(_called, found.setup.sets)) or 'none'}.")
    lines += found.advice
    lines.append("Ready." if found.ready else "Not ready: nothing was kept.")
    return "\n".join(lines)
