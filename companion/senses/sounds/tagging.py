"""What a frozen network makes of a sound that has heard very many recordings: models/tagging/model.onnx and its card.

YAMNet's layers (Google, trained on AudioSet): under a small head of ours it is a third voice about noises that nobody
taught, and knows real animals, which our own networks hardly met; its embedding is a view in which takes are compared.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.senses import onnx

Array = npt.NDArray[np.float32]
SIZE = 128  # values of its embedding
_SEEN, _WINDOW = 15600, 16000  # samples that it sees, and the second that it is given
_FLOOR = 0.01  # noise laid under a sound, by the sound's own level
_NOISE = np.random.default_rng(0).standard_normal(_WINDOW).astype(np.float32) * _FLOOR


class Tagger:
    """Runs the network on one thread. Raises DeviceUnavailable where the model or onnxruntime is missing or damaged."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, "models/tagging/model.onnx", "animal sound", takes="samples", notes=["labels"])
        notes = self._session.get_modelmeta().custom_metadata_map
        self.labels: tuple[str, ...] = tuple(notes["labels"].split())
        self.version: str = notes.get("embedding", "1")

    def hear(self, samples: Array) -> Array:
        """Log-odds [labels] up to a constant of one second `samples` [16000] at 16 kHz."""
        heard = self._session.run(["logits"], {"samples": samples[None].astype(np.float32)})[0]
        return np.asarray(heard[0], np.float32)

    def describe(self, samples: Array) -> Array:
        """`samples` [n] at 16 kHz of one sound, of which the first second counts -> [SIZE], not of unit length."""
        return np.asarray(self._session.run(["embedding"], {"samples": under_noise(samples)[None]})[0][0], np.float32)


def under_noise(samples: Array) -> Array:
    """The first second of a sound, with faint noise under it and after it."""
    samples = samples[:_SEEN]
    whole = _NOISE * np.float32(np.sqrt(np.mean(samples**2)) + 1e-6)
    whole[_WINDOW - _SEEN :][: len(samples)] += samples
    return whole
