"""The demo's clips and sound as sources that go on for hours: a hand is played, then people talk and drink.

In the pause the camera gives a picture every five seconds and the room is quiet; then the next pass begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from companion.sources.audio import RATE, Chunk
from companion.sources.audio_files import read
from companion.sources.picture_source import Frame

PIECE: Final = RATE // 10
PAUSE: Final = 380.0  # seconds between two passes


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """Every ``1 / fps`` s a picture (h, w, 3) BGR of a clip that takes ``seconds``; ``every``: of a whole pass."""

    images: list[npt.NDArray[np.uint8]]
    fps: float

    @property
    def seconds(self) -> float:
        return len(self.images) / self.fps

    @property
    def every(self) -> float:
        return self.seconds + PAUSE

    def times(self) -> list[tuple[float, int]]:
        """(time in the pass, number of the picture): all of the clip, then one of its end every five seconds."""
        played = [(k / self.fps, k) for k in range(len(self.images))]
        rest = len(self.images) - max(1, int(2 * self.fps))
        paused = [(self.seconds + 5 * k, rest + k % (len(self.images) - rest)) for k in range(int(PAUSE) // 5)]
        return played + paused


def pictures(clip: str, fps: float) -> Pictures:
    """Return a clip at ``fps`` pictures a second, or its own if that is less."""
    import cv2

    reader = cv2.VideoCapture(clip)
    own = reader.get(cv2.CAP_PROP_FPS)
    step = max(1, round(own / fps))
    found: list[Any] = []
    index = 0
    while True:
        good, image = reader.read()
        if not good:
            break
        if index % step == 0:
            found.append(image)
        index += 1
    reader.release()
    return Pictures(found, own / step)


class LoopedCamera:
    """Pictures over and over until ``until`` s."""

    live = False
    status = "online"

    def __init__(self, shown: Pictures, until: float) -> None:
        self.name = "camera"
        self._shown, self._until, self._closed = shown, until, False

    def frames(self) -> Iterator[Frame]:
        times, count, begin = self._shown.times(), 0, 0.0
        while not self._closed and begin < self._until:
            for at, number in times:
                yield Frame(self._shown.images[number].copy(), begin + at, count, self.name)
                count += 1
            begin += self._shown.every

    def close(self) -> None:
        self._closed = True


class LoopedSound:
    """A sound file over and over until ``until`` s; each pass is ``seconds`` long, as the pictures' beside it."""

    live = False

    def __init__(self, path: str, seconds: float, until: float) -> None:
        self.name = "microphone"
        samples = read(Path(path))
        whole = np.zeros(round(seconds * RATE), np.float32)
        whole[: len(samples)] = samples[: len(whole)]
        self._samples, self._until, self._closed = whole, until, False

    def chunks(self) -> Iterator[Chunk]:
        at, end = 0, int(self._until * RATE)
        while not self._closed and at < end:
            begin = at % len(self._samples)
            piece = self._samples[begin : begin + PIECE]
            yield Chunk(piece.copy(), at / RATE)
            at += len(piece)

    def close(self) -> None:
        self._closed = True
