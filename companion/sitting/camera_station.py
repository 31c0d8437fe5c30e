"""What all stations of cameras share: those who look on at each frame after its sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from companion.errors import BadInput
from companion.events import Event, Roll
from companion.senses.dice.dice_watcher import DiceWatcher, WatcherView
from companion.sitting.requests import CorrectDie
from companion.sitting.throw_picture import ThrowPicture, throw_of
from companion.sources.picture_source import Frame, FrameSource

Look: TypeAlias = "Callable[[CameraStation, Frame], Iterable[Event] | None]"
"""Sees a station's frame after its sense, in the worker's thread; what it gives comes after the sense's events."""


class CameraStation:
    """``looks`` see each frame; ``view``: the latest of its dice; ``thrown``: the latest throw, with its picture."""

    def __init__(self) -> None:
        self.looks: list[Look] = []
        self.view: WatcherView | None = None
        self.thrown: ThrowPicture | None = None

    def items(self, source: FrameSource) -> Iterable[Frame]:
        return source.frames()

    def watched(self, watcher: DiceWatcher, frame: Frame) -> list[Event]:
        """What a watcher of dice says of the frame; the throw is kept as it lay."""
        found = watcher.update(frame.t, frame.image)
        self.thrown = throw_of(found, watcher.counted, watcher.setup.region, frame.image) or self.thrown
        return found

    def viewed(self, view: WatcherView) -> None:
        self.view = view

    def corrected(self, watcher: DiceWatcher | None, t: float, die: CorrectDie) -> Roll:
        """The latest roll with the tapped die as it was told. Raises BadInput where none was read, or none is there."""
        roll = watcher.correct(t, die.x, die.y, die.value) if watcher is not None and 1 <= die.value <= 6 else None
        if watcher is None or roll is None:
            raise BadInput("dice.no-tap")
        if self.thrown is not None:
            self.thrown = self.thrown.corrected(roll, watcher.counted, watcher.setup.region)
        return roll

    def seen(self, frame: Frame) -> list[Event]:
        """What the looks say of the frame."""
        return [event for look in self.looks for event in look(self, frame) or ()]
