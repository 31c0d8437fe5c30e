"""Share the mouths in view between the threads of cameras and microphones."""

from __future__ import annotations

from threading import Lock

Mouth = tuple[str, float, tuple[float, ...]]  # player, time in seconds, (inner-lip gap, width, chin)


class Mouths:
    """Thread-safe store of each seated player's latest mouth: cameras write it, microphones read it."""

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
