"""What a sound is like in general: a frozen speech embedding (models/general/model.onnx), summed up over its course.

The network knows nothing of the game; it was trained by others on very many voices, which is why takes of noises that
our own network never heard can be compared in it. See the model's card.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.senses import onnx

Array = npt.NDArray[np.float32]
VALUES = 96  # of one step
SIZE = 5 * VALUES  # mean, maximum, and the means of the first, middle and last third of the time
_AROUND = 4800  # samples of near silence on both sides: a step sees 0.78 s
_SEEN, _HOP = 12512, 1280  # samples that a step sees, and from one step to the next
_LOUD = 2000.0  # root mean square that a sound is brought to; the network expects 16-bit numbers
_FLOOR = 20.0  # of the noise laid under it, so that the room's own does not matter
_NOISE = np.random.default_rng(0).standard_normal(4 * 16000).astype(np.float32) * _FLOOR


class General:
    """Runs the network on one thread. Raises DeviceUnavailable where the model or onnxruntime is missing or damaged."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, "models/general/model.onnx", "general sound", takes="samples")
        self.version: str = self._session.get_modelmeta().custom_metadata_map.get("version", "1")

    def describe(self, samples: Array) -> Array:
        """`samples` [n] at 16 kHz of one sound, at most 3 s -> [SIZE], not of unit length."""
        samples = samples[: 3 * 16000]
        even = samples * np.float32(_LOUD / (float(np.sqrt(np.mean(samples**2))) + 1e-6))
        steps = max(0, -(-(len(even) + 2 * _AROUND - _SEEN) // _HOP))
        whole = _NOISE[: _SEEN + steps * _HOP].copy()
        whole[_AROUND : _AROUND + len(even)] += even
        heard = self._session.run(None, {"samples": whole[None]})[0][0, :, :, 0].T
        thirds = [part.mean(axis=0) if len(part) else heard.mean(axis=0) for part in np.array_split(heard, 3)]
        return np.asarray(np.concatenate([heard.mean(axis=0), heard.max(axis=0), *thirds]), np.float32)
