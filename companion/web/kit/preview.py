"""Live previews of this machine's cameras and microphones before a game: opened on request, closed when unused."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from companion.ending import Work
from companion.errors import BadInput, CompanionError, DeviceUnavailable
from companion.sources import open_source
from companion.sources.audio import AudioSource, Samples, decibels
from companion.sources.audio_files import open_audio
from companion.sources.picture_source import FrameSource, Image
from companion.sources.pixels import encode_jpeg

CLOSE_UNUSED_AFTER_S: Final = 4.0  # seconds without a request after which a device is closed
FIRST_DATA_TIMEOUT_S: Final = 8.0  # seconds to wait for a device's first picture or sound
MAX_WIDTH_PX: Final = 480  # pixels: the widest preview
MAX_OPEN_DEVICES: Final = 6  # devices open at the same time


Opening: TypeAlias = "Callable[[], tuple[FrameSource | AudioSource, Iterator[object]]]"


class _Look(Work):
    """The thread that reads one device for its preview.

    Attributes:
        newest: Its latest picture or level.
        error: Why it ended; None while it runs.
        ready: Set once there is a picture, a level or an error.
        asked: When the preview was last requested, in seconds of the monotonic clock.
    """

    def __init__(self, opening: Opening) -> None:
        super().__init__("preview", self._look, stop=self.close)
        self._opening = opening
        self.newest: Any = None  # a picture or a level
        self.error: CompanionError | None = None
        self.ready = threading.Event()
        self.asked = time.monotonic()
        self._closed = threading.Event()
        self._source: FrameSource | AudioSource | None = None

    def _look(self) -> None:
        try:
            self._source, items = self._opening()
            for item in items:
                self.newest = item
                self.ready.set()
                if self._closed.is_set() or time.monotonic() - self.asked > CLOSE_UNUSED_AFTER_S:
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
    """The devices that are open for previews, each with its latest picture or level.

    ``camera`` and ``microphone`` may block for ``FIRST_DATA_TIMEOUT_S`` seconds: call them in a worker thread.
    """

    def __init__(self) -> None:
        self._looks: dict[tuple[str, str], _Look] = {}
        self._lock = threading.Lock()

    def camera(self, spec: str) -> bytes:
        """Return the latest picture of the camera ``spec`` as a JPEG, opening the camera if needed.

        Raises BadInput if too many devices are open or it is no camera, DeviceUnavailable if it gives no picture.
        """

        def opening() -> tuple[FrameSource, Iterator[Image]]:
            source = open_source(spec, realtime=True)
            return source, (frame.image for frame in source.frames())

        image: Image = self._get(("camera", spec), opening)
        return encode_jpeg(image, MAX_WIDTH_PX, 70)

    def microphone(self, spec: str) -> float:
        """Return the current loudness at the microphone ``spec``, 0..1 (see ``level_of``), opening it if needed.

        Raises BadInput if too many devices are open or several match, DeviceUnavailable if it gives no sound.
        """

        def opening() -> tuple[AudioSource, Iterator[float]]:
            source = open_audio("" if spec == "default" else spec, realtime=True)
            return source, (level_of(chunk.samples) for chunk in source.chunks())

        level: float = self._get(("microphone", spec), opening)
        return level

    def _get(self, key: tuple[str, str], opening: Opening) -> Any:
        with self._lock:
            look = self._looks.get(key)
            if look is None or not look.is_alive():
                self._looks = {k: v for k, v in self._looks.items() if v.is_alive()}
                if len(self._looks) >= MAX_OPEN_DEVICES:
                    raise BadInput("web.no.cameras", most=MAX_OPEN_DEVICES)
                look = self._looks[key] = _Look(opening)
                look.start()
        look.asked = time.monotonic()
        look.ready.wait(FIRST_DATA_TIMEOUT_S)
        if look.error is not None:
            raise look.error
        if look.newest is None:
            raise DeviceUnavailable("preview.nothing")
        return look.newest

    def close(self) -> None:
        """Close all devices, because a game begins or the server stops."""
        with self._lock:
            looks, self._looks = list(self._looks.values()), {}
        for look in looks:
            look.close()
        for look in looks:
            look.join(2.0)


def level_of(samples: Samples) -> float:
    """Return the loudness of samples, 0..1: 0 at -60 dB full scale and below, 1 at full scale."""
    return round(min(1.0, max(0.0, 1 + decibels(samples) / 60)), 3)
