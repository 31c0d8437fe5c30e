"""The last seconds of sound, by absolute sample number."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.names import RATE

Array = npt.NDArray[np.float32]


class Ring:
    """Keeps the last `seconds`. `end` counts all samples ever written."""

    def __init__(self, seconds: float = 6.0) -> None:
        self._data = np.zeros(int(seconds * RATE), np.float32)
        self.end = 0

    def write(self, samples: Array) -> None:
        size = len(self._data)
        kept = samples[-size:]
        first = (self.end + len(samples) - len(kept)) % size
        head = min(len(kept), size - first)
        self._data[first : first + head] = kept[:head]
        self._data[: len(kept) - head] = kept[head:]
        self.end += len(samples)

    def read(self, start: int, stop: int) -> Array:
        """Samples `start` to `stop` by absolute number; what is older than the ring, or not yet there, is 0."""
        out = np.zeros(max(0, stop - start), np.float32)
        size = len(self._data)
        low, high = max(start, self.end - size, 0), min(stop, self.end)
        if low < high:
            first, at = low % size, low - start
            head = min(high - low, size - first)
            out[at : at + head] = self._data[first : first + head]
            out[at + head : high - start] = self._data[: high - low - head]
        return out
