"""What all stations of cameras share: those who look on at each frame after its sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from companion.events import Event
from companion.senses.dice.dice_watcher import WatcherView
from companion.sitting.throw_picture import ThrowPicture
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

    def seen(self, frame: Frame) -> list[Event]:
        """What the looks say of the frame."""
        return [event for look in self.looks for event in look(self, frame) or ()]
