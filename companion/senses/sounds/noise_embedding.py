"""Run the three networks for sounds: our own (models/noise_embedding), a speech embedding and an audio tagger.

The speech embedding was trained on very many voices, so that it can compare noises that our network never heard. The
audio tagger knows real animals: it consists of YAMNet's layers (Google, trained on AudioSet) and a small last layer of
ours. The last two are used as published ("frozen").
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
TAGGER_SIZE = 128  # values of the audio tagger's embedding
_TAGGER_SAMPLES, _TAGGER_WINDOW_SAMPLES = 15600, 16000  # samples that it uses, and length of its input
_TAGGER_FLOOR = 0.01  # level of the noise mixed in, relative to the sound
_TAGGER_NOISE = np.random.default_rng(0).standard_normal(_TAGGER_WINDOW_SAMPLES).astype(np.float32) * _TAGGER_FLOOR


@dataclass(frozen=True)
class TaggedSound:
    """Output of the audio tagger for one sound.

    Attributes:
        logits: Log-odds of the labels up to a common constant, (labels,).
        classes: Log-odds of general classes of sound, such as laughter, by name.
    """

    logits: Array
    classes: Mapping[str, float]


class AudioTagger:
    """The audio tagger, run on one thread.

    Raises:
        DeviceUnavailable: The model or onnxruntime is missing or damaged.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(
            path, "models/audio_tagger/model.onnx", "animal sound", takes="samples", notes=["labels", "classes"]
        )
        notes = self._session.get_modelmeta().custom_metadata_map
        self._classes = notes["classes"].split("|")
        self.labels: tuple[str, ...] = tuple(notes["labels"].split())
        self.version: str = notes.get("embedding", "1")

    def hear(self, samples: Array) -> TaggedSound:
        """Return the tagger's output for one second of sound, `samples` (16000,) at 16 kHz."""
        logits, classes = self._session.run(["logits", "classes"], {"samples": samples[None].astype(np.float32)})
        return TaggedSound(logits[0], dict(zip(self._classes, classes[0].tolist(), strict=True)))

    def describe(self, samples: Array) -> Array:
        """Return the embedding (TAGGER_SIZE,) of a sound, samples (n,) at 16 kHz; only its first second is used."""
        return np.asarray(self._session.run(["embedding"], {"samples": under_noise(samples)[None]})[0][0], np.float32)


def under_noise(samples: Array) -> Array:
    """Return the first second of a sound (n,), filled up to 16000 samples and mixed with faint noise."""
    samples = samples[:_TAGGER_SAMPLES]
    whole = _TAGGER_NOISE * np.float32(np.sqrt(np.mean(samples**2)) + 1e-6)
    whole[_TAGGER_WINDOW_SAMPLES - _TAGGER_SAMPLES :][: len(samples)] += samples
    return whole


STEP_VALUES = 96  # values of one step of the speech embedding
SPEECH_SIZE = 5 * STEP_VALUES  # mean, maximum, and the means of the first, middle and last third of the time
_PAD_SAMPLES = 4800  # samples of near silence on both sides: a step sees 0.78 s
_STEP_SAMPLES, _HOP_SAMPLES = 12512, 1280  # length of a step's window, and its hop
_SOUND_RMS = 2000.0  # root mean square to which a sound is scaled; the network expects 16-bit numbers
_NOISE_RMS = 20.0  # root mean square of the noise mixed in, which masks the room's own
_NOISE = np.random.default_rng(0).standard_normal(4 * 16000).astype(np.float32) * _NOISE_RMS


class SpeechEmbedding:
    """Network that describes a vocal sound by a vector; trained on spoken keywords, run on one thread.

    Raises:
        DeviceUnavailable: The model or onnxruntime is missing or damaged.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, "models/speech_embedding/model.onnx", "general sound", takes="samples")
        self.version: str = self._session.get_modelmeta().custom_metadata_map.get("version", "1")

    def describe(self, samples: Array) -> Array:
        """Return the embedding (SPEECH_SIZE,) of a sound, samples (n,) at 16 kHz; only its first 3 seconds are used."""
        samples = samples[: 3 * 16000]
        even = samples * np.float32(_SOUND_RMS / (float(np.sqrt(np.mean(samples**2))) + 1e-6))
        steps = max(0, -(-(len(even) + 2 * _PAD_SAMPLES - _STEP_SAMPLES) // _HOP_SAMPLES))
        whole = _NOISE[: _STEP_SAMPLES + steps * _HOP_SAMPLES].copy()
        whole[_PAD_SAMPLES : _PAD_SAMPLES + len(even)] += even
        heard = self._session.run(None, {"samples": whole[None]})[0][0, :, :, 0].T
        thirds = [part.mean(axis=0) if len(part) else heard.mean(axis=0) for part in np.array_split(heard, 3)]
        return np.asarray(np.concatenate([heard.mean(axis=0), heard.max(axis=0), *thirds]), np.float32)


MIN_SAMPLES = 4000  # minimum input; shorter sounds are padded with silence


@dataclass(frozen=True)
class EmbeddedSound:
    """Output of our own network for one sound.

    Attributes:
        embedding: Embedding, (d,).
        logits: Log-odds of the labels up to a common constant, (labels,).
        mel: Log-mel spectrum, (bands, frames of 10 ms).
    """

    embedding: Array
    logits: Array
    mel: Array


class NoiseEmbedding:
    """Our own network, run on one thread, which also gives access to the two frozen ones.

    Attributes:
        labels: Names of the labels, from the model file.
        version: Versions of all three networks in one text; takes made with another version have other embeddings.

    Raises:
        DeviceUnavailable: The model or onnxruntime is missing or damaged.
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
        """The speech embedding, loaded on first use."""
        return SpeechEmbedding()

    @cached_property
    def tagger(self) -> AudioTagger:
        """The audio tagger, loaded on first use; it has the same labels."""
        return AudioTagger()

    def hear(self, samples: Array, both: bool = False) -> EmbeddedSound:
        """Return our network's output for `samples` (n,) at 16 kHz.

        Args:
            samples: The sound; fewer than ``MIN_SAMPLES`` are padded with silence in front.
            both: True to average the logits over two networks in the model.
        """
        if len(samples) < MIN_SAMPLES:
            samples = np.concatenate([np.zeros(MIN_SAMPLES - len(samples), np.float32), samples])
        asked = {"samples": samples[None].astype(np.float32), "second": np.array(both)}
        heard = self._session.run(["embedding", "both", "mel"], asked)
        return EmbeddedSound(*(values[0] for values in heard))
