"""The station of a camera over dice without a game: reads every throw, or the one picture of a still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from companion.errors import BadInput
from companion.events import Event, Source
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_judge import judge
from companion.senses.dice.dice_margins import load as load_margins
from companion.senses.dice.dice_scene import DiceScene, ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher
from companion.senses.dice.die_colour import owner, split
from companion.senses.dice.photo_reader import candidates
from companion.senses.dice.recent_roll import RecentRoll
from companion.senses.dice.tray import FULL_FRAME, TraySetup
from companion.sitting.camera_stations import CameraStation
from companion.sitting.requests import CorrectDie, NameDice, Request
from companion.sitting.throw_picture import throw_of
from companion.sitting.worker import Batch
from companion.sources.picture_source import Frame, FrameSource


class ThrowStation(CameraStation):
    """Station that reads throws of dice without a game.

    Args:
        source: The camera, clip or still.
        stored_tray: The calibration, if there is one.
        count: Dice in a throw; None for any number up to ``max_dice``.
        colours: 2 if two sets of different colours are thrown, else 1.
        max_dice: Most dice in a throw.
    """

    serves = "throws"

    def __init__(
        self,
        source: FrameSource,
        stored_tray: TraySetup | None,
        *,
        count: int | None,
        colours: int = 1,
        max_dice: int = 12,
    ) -> None:
        super().__init__()
        setup = replace(stored_tray or TraySetup(), most=max_dice)
        self._setup = replace(setup, learn_sets=colours == 2, sets=setup.sets if colours == 2 else ())
        self._count, self._colours = count, colours
        self._detector = DiceDetector()
        _ = self._detector.classifier  # loaded now, so that an error is raised before the first throw
        self._name, self._live = source.name, source.live
        self._watcher: DiceWatcher | None = None
        self._t = 0.0

    def items(self, source: FrameSource) -> Iterator[Frame]:
        """Yield the frames; a still's single picture is read directly, without a dice watcher.

        Raises:
            BadInput: The source has no picture.
        """
        frames = iter(source.frames())
        first = next(frames, None)
        if first is None and not source.live:
            raise BadInput("source.no-frames", name=source.name)
        second = None if source.live else next(frames, None)  # a live page waits for an answer to each picture
        if (second is not None or source.live) and self._watcher is None:
            expected = ExpectedDice(self._count)
            self._watcher = DiceWatcher(
                self._detector, self._name, self._setup, load_margins(), expected, live=self._live
            )
            self._watcher.on_view = self.set_view
        yield from chain((frame for frame in (first, second) if frame is not None), frames)

    def feed(self, item: Frame) -> Batch:
        self._t = item.t
        if self._watcher is None:
            return Batch(item.t, [*self._read(item), *self.run_observers(item)])
        return Batch(item.t, [*self.read_dice(self._watcher, item), *self.run_observers(item)])

    def answer(self, request: Request) -> Iterable[Event]:
        """Carry out a request to learn or correct dice; others are ignored.

        Raises:
            BadInput: No roll was read, no die lies where one was tapped, or its value is not 1 to 6.
        """
        if isinstance(request, NameDice) and self._watcher is not None:
            self._watcher.learn_values(request.values)
        elif isinstance(request, CorrectDie):
            return [self.correct_roll(self._watcher, self._t, request)]
        return ()

    def finish(self) -> Batch:
        found: Iterable[Event] = self._watcher.finish() if self._watcher is not None else ()
        return Batch(self._t, list(found))

    def _read(self, frame: Frame) -> list[Event]:
        """Read the dice in a single picture; return the roll, and hints where dice are uncertain."""
        margins = replace(load_margins(), most=self._setup.most)
        scene = DiceScene(frame.image, ExpectedDice(self._count), margins)
        verdict = judge(scene, candidates(self._detector, frame.image))
        if self._colours == 2 and (sets := split([d.lab for d in verdict.dice])):
            verdict = replace(verdict, sets=tuple(owner(d.lab, sets)[0] for d in verdict.dice))
        told = RecentRoll(verdict, scene, 0.0)
        hints = [
            Source(onset=0.0, decided=0.0, source=frame.source, status="online", detail=hint) for hint in told.hints()
        ]
        found: list[Event] = [told.event(0.0, frame.source), *hints]
        self.thrown = throw_of(found, verdict.dice, FULL_FRAME, frame.image)
        return found
