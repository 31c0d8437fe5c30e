"""The camera over the table for the dice check: frames in, rolls out, as the referee reads them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.events import Roll
from companion.senses.dice import margins, tray
from companion.senses.dice.detector import Detector
from companion.senses.dice.sets import Expected
from companion.senses.dice.watch import DiceWatcher, Setup, View


class DiceEyes:
    """``count``: how many dice are thrown, None where that is not known. ``live``: a camera, not a clip."""

    def __init__(self, name: str, count: int | None, *, live: bool, calibrated: bool) -> None:
        kept = tray.load(tray.default_path()) if calibrated else None
        setup = replace(kept or Setup(), sets=())
        self.watcher = DiceWatcher(Detector(), name, setup, margins.load(), Expected(count), live=live)
        self.watcher.on_view = self._see
        self.view: View | None = None

    def look(self, frame: Any) -> list[Roll]:
        """The rolls that settled with this frame."""
        return [e for e in self.watcher.update(frame.t, frame.image) if isinstance(e, Roll)]

    def _see(self, view: View) -> None:
        self.view = view
