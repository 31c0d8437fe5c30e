"""Pictures that pages send: checked before they are decoded, kept newest only, read like any other source."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Final

import numpy as np

from companion import events
from companion.clock import Clock
from companion.errors import BadInput
from companion.facts import Fact
from companion.sources.frame import Frame, Image

MAX_BYTES: Final = 1 << 20  # of one JPEG; 640x480 needs about 60 kB
MAX_PIXELS: Final = 1920 * 1080
_SOF: Final = frozenset((0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF))


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Width and height as a JPEG's own header says, without decoding it. Raises BadInput for what is none."""
    if data[:3] != b"\xff\xd8\xff":
        raise BadInput("a picture from a page is a JPEG", "ein Bild von einer Seite ist ein JPEG")
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            break
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in _SOF:
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        if marker == 0xDA:
            break
        at += 2 + (0 if 0xD0 <= marker <= 0xD8 or marker == 1 else int.from_bytes(data[at + 2 : at + 4], "big"))
    raise BadInput(
        "this JPEG is damaged: its size cannot be read", "dieses JPEG ist beschädigt: seine Größe ist nicht lesbar"
    )


def check(data: bytes) -> bytes:
    """The JPEG if it is small enough in bytes and in pixels. Raises BadInput."""
    if len(data) > MAX_BYTES:
        most = MAX_BYTES // 1024
        raise BadInput(f"this picture is too large: at most {most} kB", f"dieses Bild ist zu groß: höchstens {most} kB")
    width, height = jpeg_size(data)
    if not 0 < width * height <= MAX_PIXELS:
        millions = MAX_PIXELS // 1_000_000
        raise BadInput(
            f"this picture has {width} x {height} pixels: at most {millions} million",
            f"dieses Bild hat {width} x {height} Pixel: höchstens {millions} Millionen",
        )
    return data


def decode(data: bytes) -> Image:
    """(h, w, 3) BGR. Raises BadInput."""
    import cv2

    image: Any = cv2.imdecode(np.frombuffer(check(data), np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.size > 3 * MAX_PIXELS:
        raise BadInput("this picture cannot be decoded", "dieses Bild lässt sich nicht lesen")
    return np.ascontiguousarray(image)


Done = Callable[[dict[str, Any] | None], None]


class PageCamera:
    """A page's camera as a source (see ``sources.frame.Source``): ``offer`` from the server, ``frames`` in a thread.

    Only the newest picture waits; the one that it replaces is reported done with None.
    """

    def __init__(self, name: str, clock: Clock) -> None:
        self._name = name
        self._clock = clock
        self._ready = threading.Condition()
        self._slot: tuple[bytes, float, Done] | None = None
        self._current: Done | None = None
        self._closed = False
        self._count = 0
        self.dropped = 0

    @property
    def name(self) -> str:
        return self._name

    @property
    def live(self) -> bool:
        return True

    @property
    def status(self) -> events.Status:
        return "ended" if self._closed else "online"

    @property
    def notes(self) -> tuple[Fact, ...]:
        return ()

    def offer(self, data: bytes, done: Done) -> None:
        """A picture has come. ``done`` is called once, from any thread, when it is seen or left out."""
        with self._ready:
            before, self._slot = self._slot, (data, self._clock.now(), done)
            self._count += 1
            closed = self._closed
            self._ready.notify()
        if before is not None:
            self.dropped += 1
            before[2](None)
        if closed:
            done(None)

    def frames(self) -> Iterator[Frame]:
        """Pictures as they come; what cannot be decoded is passed over."""
        while True:
            with self._ready:
                while self._slot is None and not self._closed:
                    self._ready.wait(0.5)
                if self._closed:
                    return
                assert self._slot is not None
                (data, t, done), self._slot = self._slot, None
            try:
                image = decode(data)
            except BadInput:
                done(None)
                continue
            self._current = done
            yield Frame(image, t, self._count, self._name)

    def answer(self, overlay: dict[str, Any]) -> None:
        """The picture given last has been seen."""
        done, self._current = self._current, None
        if done is not None:
            done(overlay)

    def close(self) -> None:
        with self._ready:
            self._closed = True
            waiting, self._slot = self._slot, None
            self._ready.notify_all()
        if waiting is not None:
            waiting[2](None)

    def __enter__(self) -> PageCamera:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
