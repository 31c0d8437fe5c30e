"""The mouths in view, between the cameras' workers and the microphones'."""

from __future__ import annotations

from threading import Lock

Mouth = tuple[str, float, tuple[float, ...]]  # player, time in seconds, (inner-lip gap, width, chin)


class Mouths:
    """The newest mouth of every seated player in view: written by eyes, read by ears, each in its thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._of: dict[int, list[Mouth]] = {}

    def put(self, station: object, mouths: list[Mouth]) -> None:
        with self._lock:
            self._of[id(station)] = mouths

    def drop(self, station: object) -> None:
        with self._lock:
            self._of.pop(id(station), None)

    def all(self) -> list[Mouth]:
        with self._lock:
            return [m for mouths in self._of.values() for m in mouths]
