"""The three networks that hear a sound: ours (models/noise_embedding), and two frozen ones that heard very many others.

The speech embedding was trained on very many voices; noises that our own network never heard can be compared in it. The
audio tagger is YAMNet's layers (Google, trained on AudioSet) under a small head of ours: it knows real animals. Making
one raises DeviceUnavailable where its file or onnxruntime is missing or damaged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.senses import onnx

Array = npt.NDArray[np.float32]
TAGGER_SIZE = 128  # values of its embedding
_TAGGER_SAMPLES, _TAGGER_WINDOW_SAMPLES = 15600, 16000  # samples that it sees, and the second that it is given
_TAGGER_FLOOR = 0.01  # noise laid under a sound, by the sound's own level
_TAGGER_NOISE = np.random.default_rng(0).standard_normal(_TAGGER_WINDOW_SAMPLES).astype(np.float32) * _TAGGER_FLOOR


@dataclass(frozen=True)
class TaggedSound:
    """`logits` [labels] log-odds up to a constant; `classes`: log-odds of general classes of sound by their names."""

    logits: Array
    classes: Mapping[str, float]


class AudioTagger:
    """Runs the network on one thread. Raises DeviceUnavailable where the model or onnxruntime is missing or damaged."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(
            path, "models/audio_tagger/model.onnx", "animal sound", takes="samples", notes=["labels", "classes"]
        )
        notes = self._session.get_modelmeta().custom_metadata_map
        self._classes = notes["classes"].split("|")
        self.labels: tuple[str, ...] = tuple(notes["labels"].split())
        self.version: str = notes.get("embedding", "1")

    def hear(self, samples: Array) -> TaggedSound:
        """Return what one second `samples` [16000] at 16 kHz is."""
        logits, classes = self._session.run(["logits", "classes"], {"samples": samples[None].astype(np.float32)})
        return TaggedSound(logits[0], dict(zip(self._classes, classes[0].tolist(), strict=True)))

    def describe(self, samples: Array) -> Array:
        """Return the features of one sound, ``samples`` [n] at 16 kHz, of which only the first seconds count."""
        return np.asarray(self._session.run(["embedding"], {"samples": under_noise(samples)[None]})[0][0], np.float32)


def under_noise(samples: Array) -> Array:
    """Return the first second of a sound, with faint noise under it and after it."""
    samples = samples[:_TAGGER_SAMPLES]
    whole = _TAGGER_NOISE * np.float32(np.sqrt(np.mean(samples**2)) + 1e-6)
    whole[_TAGGER_WINDOW_SAMPLES - _TAGGER_SAMPLES :][: len(samples)] += samples
    return whole


STEP_VALUES = 96  # of one step
SPEECH_SIZE = 5 * STEP_VALUES  # mean, maximum, and the means of the first, middle and last third of the time
_PAD_SAMPLES = 4800  # samples of near silence on both sides: a step sees 0.78 s
_STEP_SAMPLES, _HOP_SAMPLES = 12512, 1280  # samples that a step sees, and from one step to the next
_SOUND_RMS = 2000.0  # root mean square that a sound is brought to; the network expects 16-bit numbers
_NOISE_RMS = 20.0  # of the noise laid under it, so that the room's own does not matter
_NOISE = np.random.default_rng(0).standard_normal(4 * 16000).astype(np.float32) * _NOISE_RMS


class SpeechEmbedding:
    """Runs the network on one thread. Raises DeviceUnavailable where the model or onnxruntime is missing or damaged."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, "models/speech_embedding/model.onnx", "general sound", takes="samples")
        self.version: str = self._session.get_modelmeta().custom_metadata_map.get("version", "1")

    def describe(self, samples: Array) -> Array:
        """Return the features of one sound, ``samples`` [n] at 16 kHz, of which only the first seconds count."""
        samples = samples[: 3 * 16000]
        even = samples * np.float32(_SOUND_RMS / (float(np.sqrt(np.mean(samples**2))) + 1e-6))
        steps = max(0, -(-(len(even) + 2 * _PAD_SAMPLES - _STEP_SAMPLES) // _HOP_SAMPLES))
        whole = _NOISE[: _STEP_SAMPLES + steps * _HOP_SAMPLES].copy()
        whole[_PAD_SAMPLES : _PAD_SAMPLES + len(even)] += even
        heard = self._session.run(None, {"samples": whole[None]})[0][0, :, :, 0].T
        thirds = [part.mean(axis=0) if len(part) else heard.mean(axis=0) for part in np.array_split(heard, 3)]
        return np.asarray(np.concatenate([heard.mean(axis=0), heard.max(axis=0), *thirds]), np.float32)


MIN_SAMPLES = 4000  # samples; a shorter sound is padded with silence


@dataclass(frozen=True)
class EmbeddedSound:
    """`embedding` [d], `logits` [labels] log-odds up to a constant, `mel` [bands, frames of 10 ms]."""

    embedding: Array
    logits: Array
    mel: Array


class NoiseEmbedding:
    """Runs the network on one thread.

    `labels` come from the model file, and `version`: that of its embedding and of the two frozen ones, which tells
    whether takes that older files heard can be compared.

    Raises DeviceUnavailable where the model or onnxruntime is missing or damaged.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, "models/noise_embedding/model.onnx", "sound", takes="samples", notes=["labels"])
        notes = self._session.get_modelmeta().custom_metadata_map
        self.labels: tuple[str, ...] = tuple(notes["labels"].split())
        self._embedding = notes.get("embedding", notes.get("version", "1"))

    @property
    def version(self) -> str:
        return f"{self._embedding}.{self.general.version}.{self.tagger.version}"

    @cached_property
    def general(self) -> SpeechEmbedding:
        """The general embedding beside this one; loaded where takes are first compared."""
        return SpeechEmbedding()

    @cached_property
    def tagger(self) -> AudioTagger:
        """The third voice about what nobody taught, and an embedding; its labels are these."""
        return AudioTagger()

    def hear(self, samples: Array, both: bool = False) -> EmbeddedSound:
        """Return what `samples` [n] at 16 kHz sound like; n of at least 4000, shorter sounds are padded in front.

        With `both` the logits are the mean of two networks'.
        """
        if len(samples) < MIN_SAMPLES:
            samples = np.concatenate([np.zeros(MIN_SAMPLES - len(samples), np.float32), samples])
        asked = {"samples": samples[None].astype(np.float32), "second": np.array(both)}
        heard = self._session.run(["embedding", "both", "mel"], asked)
        return EmbeddedSound(*(values[0] for values in heard))
