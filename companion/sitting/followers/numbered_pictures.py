"""``watch --picture``: the picture with the faces' numbers, saved anew whenever they have changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.events import Event, Ruling
from companion.sitting.followers.face_naming import FaceNaming
from companion.sitting.sitting import Sitting


class NumberedPictures(FaceNaming):
    """``path`` None: nothing is saved, the faces are numbered alone."""

    def __init__(self, sitting: Sitting, path: Path | None) -> None:
        super().__init__(sitting)
        self._path, self._saved = path, 0

    def follow(self, event: Event, rulings: Sequence[Ruling], told: Event) -> Iterable[Event]:
        return self.tick(event.decided)

    def tick(self, now: float) -> Iterable[Event]:
        if self._path is not None and self.version != self._saved:
            self._saved = self.version
            self.save(self._path)
        return ()
