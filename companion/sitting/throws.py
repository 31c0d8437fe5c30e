"""The station of a camera over dice without a game: every throw, or the one picture that a still holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from companion.errors import BadInput
from companion.events import Event, Source
from companion.senses.dice import margins, still
from companion.senses.dice.colour import owner, split
from companion.senses.dice.detector import Detector
from companion.senses.dice.rolls import roll_of
from companion.senses.dice.said import Said
from companion.senses.dice.sets import Expected, Judged
from companion.senses.dice.watch import DiceWatcher, Setup, View
from companion.sitting.eyes import Look, corrected, seen
from companion.sitting.thrown import ThrowSeen, throw_of
from companion.sitting.worker import Batch
from companion.sources.frame import Frame


class ThrowStation:
    """``count`` dice are thrown at a time (None: any number up to ``most``), of one set or of two ``colours``."""

    def __init__(self, source: Any, kept: Setup | None, *, count: int | None, colours: int = 1, most: int = 12) -> None:
        setup = replace(kept or Setup(), most=most)
        self._setup = replace(setup, learn_sets=colours == 2, sets=setup.sets if colours == 2 else ())
        self._count, self._colours = count, colours
        self._detector = Detector()
        self.die = self._detector.die  # loaded now: what is wrong with it is said before the first throw
        self._name, self._live = source.name, source.live
        self._watcher: DiceWatcher | None = None
        self._single = False
        self._t = 0.0
        self.looks: list[Look] = []
        self.view: View | None = None
        """The watcher's latest view of its dice."""
        self.thrown: ThrowSeen | None = None
        """The latest throw that was told, with its picture."""

    def items(self, source: Any) -> Iterator[Frame]:
        """A still has one picture; it is read at once, not watched. Raises BadInput where there is none."""
        frames = iter(source.frames())
        first = next(frames, None)
        if first is None and not source.live:
            raise BadInput("source.no-frames", name=source.name)
        second = None if source.live else next(frames, None)  # a page sends its next picture when this one is seen
        self._single = second is None and not source.live
        if not self._single and self._watcher is None:
            expected = Expected(self._count)
            self._watcher = DiceWatcher(
                self._detector, self._name, self._setup, margins.load(), expected, live=self._live
            )
            self._watcher.on_view = self._viewed
        yield from chain((frame for frame in (first, second) if frame is not None), frames)

    def _viewed(self, view: View) -> None:
        self.view = view

    def feed(self, item: Frame) -> Batch:
        self._t = item.t
        if self._watcher is None:
            return Batch(item.t, [*self._read(item), *seen(self, item)])
        found = self._watcher.update(item.t, item.image)
        region = self._watcher.setup.region
        self.thrown = throw_of(found, self._watcher.counted, region, item.image) or self.thrown
        return Batch(item.t, [*found, *seen(self, item)])

    def correct(self, x: float, y: float, value: int) -> list[Event]:
        """Somebody tapped the die at (x, y), shares of the picture: it shows ``value``. Raises BadInput for no die."""
        roll = corrected(self._watcher, self._t, x, y, value)
        if self.thrown is not None and self._watcher is not None:
            self.thrown = self.thrown.corrected(roll, self._watcher.counted, self._setup.region)
        return [roll]

    def named(self, values: tuple[int, ...]) -> Iterable[Event]:
        """Somebody typed what the latest roll shows: the dice's looks are kept for the evening."""
        if self._watcher is not None:
            self._watcher.named(values)
        return ()

    def finish(self) -> Batch:
        found: Iterable[Event] = self._watcher.finish() if self._watcher is not None else ()
        return Batch(self._t, list(found))

    def _read(self, frame: Frame) -> list[Event]:
        """The roll of a single picture, and what would help where it is refused."""
        chosen, (h, w) = replace(margins.load(), most=self._setup.most), frame.image.shape[:2]
        reading = still.read(self._detector, frame.image, self._count, chosen)
        names = tuple(d.colour for d in reading.dice)
        if self._colours == 2 and (sets := split([d.lab for d in reading.dice])):
            names = tuple(owner(d.lab, sets)[0] for d in reading.dice)
        said = Said(Judged(reading, names), 0.0, whole=(w, h))
        hints = [
            Source(onset=0.0, decided=0.0, source=frame.source, status="online", detail=hint)
            for hint in said.hints(frame.image, chosen)
        ]
        return [roll_of(reading, names, 0.0, 0.0, frame.source), *hints]
