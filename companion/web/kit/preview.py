"""This machine's cameras and microphones shown live before a game begins: opened while somebody looks, closed after."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from companion.ending import Work
from companion.errors import BadInput, CompanionError, DeviceUnavailable
from companion.sources.jpeg import encoded
from companion.sources.picture_source import Image

IDLE: Final = 4.0  # seconds without a look after which a device is closed
FIRST: Final = 8.0  # seconds that a device gets for its first picture or sound
WIDEST: Final = 480  # pixels of a preview
MOST: Final = 6  # devices that are open at once


class _Look(Work):
    """One open device; ``newest`` is what it gave last."""

    def __init__(self, opening: Callable[[], Any], items: Callable[[Any], Any], keep: Callable[[Any], Any]) -> None:
        super().__init__("preview", self._look, stop=self.close)
        self._opening, self._items, self._keep = opening, items, keep
        self.newest: Any = None
        self.error: CompanionError | None = None
        self.ready = threading.Event()
        self.asked = time.monotonic()
        self._closed = threading.Event()
        self._source: Any = None

    def _look(self) -> None:
        try:
            self._source = self._opening()
            for item in self._items(self._source):
                self.newest = self._keep(item)
                self.ready.set()
                if self._closed.is_set() or time.monotonic() - self.asked > IDLE:
                    return
        except CompanionError as error:
            self.error = error
        finally:
            self.ready.set()
            self._shut()

    def close(self) -> None:
        self._closed.set()
        self._shut()

    def _shut(self) -> None:
        if self._source is not None:
            self._source.close()


class Previews:
    """``get`` may block: call it in a worker thread."""

    def __init__(self) -> None:
        self._looks: dict[tuple[str, str], _Look] = {}
        self._lock = threading.Lock()

    def camera(self, spec: str) -> bytes:
        """The newest picture as a JPEG. Raises BadInput or DeviceUnavailable."""
        from companion.sources import open_source

        image: Image = self._get(
            ("camera", spec), lambda: open_source(spec, realtime=True), lambda s: s.frames(), lambda f: f.image
        )
        return encoded(image, WIDEST, 70)

    def microphone(self, spec: str) -> float:
        """How loud it is now, 0..1. Raises BadInput or DeviceUnavailable."""
        from companion.sources.audio_files import open_audio

        name = "" if spec == "default" else spec
        level: float = self._get(
            ("microphone", spec),
            lambda: open_audio(name, realtime=True),
            lambda s: s.chunks(),
            lambda c: level_of(c.samples),
        )
        return level

    def _get(self, key: tuple[str, str], opening: Any, items: Any, keep: Any) -> Any:
        with self._lock:
            look = self._looks.get(key)
            if look is None or not look.is_alive():
                self._looks = {k: v for k, v in self._looks.items() if v.is_alive()}
                if len(self._looks) >= MOST:
                    raise BadInput("web.no.cameras", most=MOST)
                look = self._looks[key] = _Look(opening, items, keep)
                look.start()
        look.asked = time.monotonic()
        look.ready.wait(FIRST)
        if look.error is not None:
            raise look.error
        if look.newest is None:
            raise DeviceUnavailable("preview.nothing")
        return look.newest

    def close(self) -> None:
        """A game begins, or the server ends: the devices are free for it."""
        with self._lock:
            looks, self._looks = list(self._looks.values()), {}
        for look in looks:
            look.close()
        for look in looks:
            look.join(2.0)


def level_of(samples: Any) -> float:
    """0 at -60 dB and below, 1 at full scale."""
    power = float(np.mean(np.asarray(samples, np.float64) ** 2)) if len(samples) else 0.0
    return round(min(1.0, max(0.0, 1 + 10 * float(np.log10(power + 1e-12)) / 60)), 3)
