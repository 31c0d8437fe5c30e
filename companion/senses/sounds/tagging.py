"""A third voice about noises that nobody taught: what a frozen network says that has heard very many recordings.

YAMNet's layers (Google, trained on AudioSet) under a small head of ours (models/tagging/model.onnx, with its card). It
knows real animals, which our own networks hardly met.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.senses import onnx

Array = npt.NDArray[np.float32]


class Tagger:
    """Runs the network on one thread. Raises DeviceUnavailable where the model or onnxruntime is missing or damaged."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, "models/tagging/model.onnx", "animal sound", takes="samples", notes=["labels"])
        self.labels: tuple[str, ...] = tuple(self._session.get_modelmeta().custom_metadata_map["labels"].split())

    def hear(self, samples: Array) -> Array:
        """Log-odds [labels] up to a constant of one second `samples` [16000] at 16 kHz."""
        heard = self._session.run(["logits"], {"samples": samples[None].astype(np.float32)})[0]
        return np.asarray(heard[0], np.float32)
