"""EfficientAT mn04 (MIT, F. Schmid and others) as a teacher: its 384-value embedding of a one-second window.

Only its outputs on our own sounds are used; none of its weights are in the shipped model.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
from scipy.signal import resample_poly


def _kaldi_mel(bands: int, size: int, rate: int, low: float, high: float) -> np.ndarray:
    def mel(hertz: np.ndarray | float) -> np.ndarray:
        return np.asarray(1127.0 * np.log(1.0 + np.asarray(hertz) / 700.0))

    step = (mel(high) - mel(low)) / (bands + 1)
    left = mel(low) + np.arange(bands)[:, None] * step
    at = mel(np.arange(size // 2) * rate / size)[None]
    weights = np.maximum(0, np.minimum((at - left) / step, (left + 2 * step - at) / step))
    return np.pad(weights, ((0, 0), (0, 1)))


class Teacher:
    """`embed(samples)`: [16000] at 16 kHz -> ([384] embedding, [527] logits)."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(path), options)
        self._mel = _kaldi_mel(128, 1024, 32000, 0.0, 15000.0)
        self._window = np.hanning(800)

    def embed(self, samples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        x = resample_poly(samples, 2, 1)
        x = x[1:] - 0.97 * x[:-1]
        x = np.pad(x, (512, 512), mode="reflect")
        frames = np.lib.stride_tricks.sliding_window_view(x, 1024)[::320][:100]
        window = np.pad(self._window, 112)
        power = np.abs(np.fft.rfft(frames * window, axis=1)) ** 2
        mel = (np.log(power @ self._mel.T + 1e-5) + 4.5) / 5.0
        logits, vector = self._session.run(None, {"mel": mel.T[None, None].astype(np.float32)})
        return vector[0], logits[0]
