"""Microphones, files and streams as one kind of source: mono float32 at 16 kHz with the time of each piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from companion.events import Source as SourceEvent

RATE = 16000
Samples = npt.NDArray[np.float32]
OnStatus = Callable[[SourceEvent], None]


@dataclass(frozen=True)
class Chunk:
    """`samples` [n] mono at 16 kHz in -1..1; `t` seconds of the first; `lost` seconds missing just before it."""

    samples: Samples
    t: float
    lost: float = 0.0


class AudioSource(Protocol):
    """One microphone, file or stream. `chunks` ends when a file does; a microphone goes on until `close`."""

    @property
    def name(self) -> str: ...

    @property
    def live(self) -> bool: ...

    def chunks(self) -> Iterator[Chunk]: ...

    def close(self) -> None: ...


class Resampler:
    """Mono float32 blocks at `rate` Hz to 16 kHz, continuous over block borders (soxr, high quality)."""

    def __init__(self, rate: int) -> None:
        if not 4000 <= rate <= 384000:
            raise BadInput("sound-file.rate", rate=rate)
        self.rate = rate
        self._stream = None
        if rate != RATE:
            import soxr

            self._stream = soxr.ResampleStream(rate, RATE, 1, dtype="float32", quality="HQ")

    def feed(self, samples: Samples, last: bool = False) -> Samples:
        if self._stream is None:
            return samples
        out: Samples = self._stream.resample_chunk(samples, last=last)
        return out


def mono(samples: npt.NDArray[Any]) -> Samples:
    """[n] or [n, channels] of floats or integers -> [n] float32 in -1..1; what is not finite becomes 0.

    Channels are averaged; one that is silent throughout is left out, so that a dead channel costs no level.
    """
    x: npt.NDArray[Any] = np.asarray(samples)
    if np.issubdtype(x.dtype, np.integer):
        x = x / np.float32(np.iinfo(x.dtype).max + 1)
    x = np.nan_to_num(x.astype(np.float32), nan=0.0, posinf=1.0, neginf=-1.0)
    if x.ndim == 1:
        return np.asarray(x, dtype=np.float32)
    alive = np.abs(x).max(axis=0, initial=0.0) > 0
    return np.asarray(x[:, alive].mean(axis=1) if alive.any() else x[:, 0] * 0, dtype=np.float32)
