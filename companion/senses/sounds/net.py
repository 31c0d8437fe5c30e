"""The sound network: 16 kHz samples to an embedding, class log-odds and log-mel (models/sounds/model.onnx)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.senses import onnx
from companion.senses.sounds.general import General
from companion.senses.sounds.tagging import Tagger

Array = npt.NDArray[np.float32]
SHORTEST = 4000  # samples; a shorter sound is padded with silence


@dataclass(frozen=True)
class Heard:
    """`embedding` [d], `logits` [labels] log-odds up to a constant, `mel` [bands, frames of 10 ms]."""

    embedding: Array
    logits: Array
    mel: Array


class SoundNet:
    """Runs the network on one thread. `labels` come from the model file, and `version`: that of its embedding and of
    the two frozen ones, which tells whether takes that older files heard can be compared.

    Raises DeviceUnavailable where the model or onnxruntime is missing or damaged.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, "models/sounds/model.onnx", "sound", takes="samples", notes=["labels"])
        notes = self._session.get_modelmeta().custom_metadata_map
        self.labels: tuple[str, ...] = tuple(notes["labels"].split())
        self._embedding = notes.get("embedding", notes.get("version", "1"))

    @property
    def version(self) -> str:
        return f"{self._embedding}.{self.general.version}.{self.tagger.version}"

    @cached_property
    def general(self) -> General:
        """The general embedding beside this one; loaded where takes are first compared."""
        return General()

    @cached_property
    def tagger(self) -> Tagger:
        """The third voice about what nobody taught, and an embedding; its labels are these."""
        return Tagger()

    def load(self) -> None:
        """Loads what else hears with it now: a file that is damaged is told before the game."""
        _ = self.tagger

    def hear(self, samples: Array, both: bool = False) -> Heard:
        """What `samples` [n] at 16 kHz sound like; n of at least 4000, shorter sounds are padded in front. With `both`
        the logits are the mean of two networks'."""
        if len(samples) < SHORTEST:
            samples = np.concatenate([np.zeros(SHORTEST - len(samples), np.float32), samples])
        names = ["embedding", "both" if both else "logits", "mel"]
        heard = self._session.run(names, {"samples": samples[None].astype(np.float32)})
        return Heard(*(values[0] for values in heard))
