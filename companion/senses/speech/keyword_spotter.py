"""The phrases that are listened for all the time, "Face Off!" and "Wild thing, wild thing!", by models/keyword_spotter.

A small network scores each 20 ms of sound and says how long ago the phrase began, so that a shout is dated by its first
sound as soon as its last is over. What may have been a shout is believed after a second look at it; both are in
``phrase_detector``.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.errors import DeviceUnavailable
from companion.senses import onnx
from companion.senses.speech.loudness import BLOCK_SAMPLES, Gain
from companion.senses.speech.phrase_detector import (
    OUTPUT_NAMES,
    SHOUT_PHRASE,
    FoundPhrase,
    PhraseDetector,
    ShoutProof,
    loudness_gain_over_talk,
)
from companion.senses.speech.recogniser import RATE, Samples
from companion.senses.speech.settings import SpeechSettings
from companion.sources.audio import SampleRing, decibels

NAME = "models/keyword_spotter/model.onnx"
SCORES_PER_RUN = 4  # scores a run: 80 ms
_LEVEL_STEP_S = 0.01  # seconds from one level of the high bands to the next
_STEP_SAMPLES = 560  # samples that the two levels of a step hear
_FRAME_CENTRE_S = 0.0075  # seconds from the first sample of a level's frame to the sound that raises it
_MAX_LEVELS = 600  # levels that are kept: 6 s
_ONSET_SEARCH_S, _ONSET_ERROR_S = (
    0.2,
    0.08,
)  # seconds around the network's date that are searched, and how far it is usually off
_LEVELS_BEFORE, _LEVELS_AFTER = 6, 8  # levels that are compared
_MIN_RISE_NATS = 0.5  # nats by which the later must be higher
MAX_SHOUT_S = 1.1  # seconds from the first sound of a shout to its last, at most
_SECOND_LOOK_S = 5.0  # seconds of sound that are kept for a second look
_TALK_LEVELS = (
    60 * RATE // BLOCK_SAMPLES
)  # levels of whole blocks that are kept: how loud the talk of the last minute was
Array = npt.NDArray[np.float32]


class KeywordSpotter:
    """Runs the network on one thread. Raises DeviceUnavailable where its file is missing or damaged."""

    def __init__(self, path: Path | None = None) -> None:
        try:
            self._session = onnx.load(path, NAME, "shout", takes="samples", notes=["outputs", "lead", "step"])
            onnx.check_model("shout", self._silence)
        except DeviceUnavailable as error:
            raise DeviceUnavailable("shout.damaged", why=error.fact.values["why"]) from None

    def _silence(self) -> list[Array]:
        """Return what it hears in silence, and remembers of it; nothing where it is another network."""
        notes = self._session.get_modelmeta().custom_metadata_map
        self.lead, self.step = int(notes["lead"]), int(notes["step"])
        _, width, context = self._session.get_inputs()[1].shape
        self._past = np.zeros((1, width, context), np.float32)
        heard = self(np.zeros(self.lead + (context + 1) * self.step, np.float32))
        return [heard[0]] if tuple(notes["outputs"].split()) == OUTPUT_NAMES else []

    def __call__(self, samples: Samples) -> tuple[Array, Array, Array]:
        """Return scores, ages and levels for the next samples.

        Return the next samples [lead + (n - 1) step] -> log-odds [outputs, n], seconds since either phrase began [2,
        n], and the levels of the bands from 2.2 kHz on [2 n], nats, of each 10 ms; calls follow on.
        """
        scores, ages, high, self._past = self._session.run(None, {"samples": samples[None], "past": self._past})
        return scores, ages, high[-2 * ages.shape[1] :]


class BandLevels:
    """Levels of the high bands of the last seconds: where they rise begins an f, and with it a shout."""

    def __init__(self, first: float) -> None:
        self._first = first  # seconds of the oldest level's first sample
        self._levels: deque[float] = deque(maxlen=_MAX_LEVELS)

    def write(self, levels: Array) -> None:
        self._first += _LEVEL_STEP_S * max(0, len(self._levels) + len(levels) - _MAX_LEVELS)
        self._levels.extend(float(v) for v in levels)

    def rise(self, near: float) -> float:
        """Return the clearest rise within some hundredths of a second of a date; that date where there is none."""
        low = max(_LEVELS_BEFORE, round((near - _ONSET_SEARCH_S - self._first) / _LEVEL_STEP_S))
        high = min(len(self._levels) - _LEVELS_AFTER, round((near + _ONSET_SEARCH_S - self._first) / _LEVEL_STEP_S))
        if low >= high:
            return near
        total = np.concatenate([[0.0], np.cumsum(self._levels)])
        at = np.arange(low, high)
        rises = (total[at + _LEVELS_AFTER] - total[at]) / _LEVELS_AFTER - (
            total[at] - total[at - _LEVELS_BEFORE]
        ) / _LEVELS_BEFORE
        times = self._first + at * _LEVEL_STEP_S + _FRAME_CENTRE_S
        best = int(np.argmax(rises * np.exp(-0.5 * ((times - near) / _ONSET_ERROR_S) ** 2)))
        return float(times[best]) if rises[best] > _MIN_RISE_NATS else near


class ShoutListener:
    """Feed sound as it comes; under 0.01 of real time. One thread at a time.

    Raises as ``KeywordSpotter`` and ``ShoutProof`` do. ``proof``: who takes the second look, one for several.
    """

    def __init__(
        self, settings: SpeechSettings, net: KeywordSpotter | None = None, proof: ShoutProof | None = None
    ) -> None:
        self._net = net or KeywordSpotter()
        self._proof = proof or ShoutProof(settings)
        self._before, self._words = settings.proof["before"], settings.shout["words"]
        self._phrases = PhraseDetector(settings, self._prove_phrase)
        self._ring = SampleRing(_SECOND_LOOK_S)
        self._piece = self._net.lead + (SCORES_PER_RUN - 1) * self._net.step
        self._rest = np.zeros(self._net.lead - self._net.step, np.float32)
        self._heard = -len(self._rest)  # samples before the rest
        self._levels = BandLevels((self._heard + self._net.lead - _STEP_SAMPLES) / RATE)
        self._gain = Gain()
        self._talk: deque[float] = deque(maxlen=_TALK_LEVELS)
        self.table = 0.0  # log-odds for a shout by what the table knows

    @property
    def perhaps(self) -> float:
        """Seconds of the first sound of the last that may have been a shout, told or not; -inf before."""
        return self._phrases.perhaps

    def feed(self, samples: Samples) -> list[FoundPhrase]:
        self._rest = np.concatenate([self._rest, samples.astype(np.float32)])
        out: list[FoundPhrase] = []
        while len(self._rest) >= self._piece:
            piece = self._rest[: self._piece]
            self._ring.write(piece[-SCORES_PER_RUN * self._net.step :])
            self._talk.append(decibels(piece[-BLOCK_SAMPLES:]))
            scores, ages, levels = self._net(piece * np.float32(self._gain(piece[-BLOCK_SAMPLES:])))
            self._levels.write(levels)
            for k, (row, since) in enumerate(zip(scores.T, ages.T, strict=True)):
                now = (self._heard + self._net.lead + k * self._net.step) / RATE
                found = self._phrases.step(now, row, since)
                out += [replace(one, start=max(0.0, self._levels.rise(one.start))) for one in found]
            self._rest = self._rest[SCORES_PER_RUN * self._net.step :]
            self._heard += SCORES_PER_RUN * self._net.step
        return out

    def is_shout_likely(self, start: float) -> bool:
        """Return whether the words of the shout may be heard from ``start`` on; known ``MAX_SHOUT_S`` later."""
        sound = self._ring.read(int((start - self._before) * RATE), int((start + MAX_SHOUT_S) * RATE))
        return min(self._proof.fits(SHOUT_PHRASE, sound)) > self._words

    def _prove_phrase(self, phrase: str, start: float, now: float) -> float:
        levels, since = np.array(self._talk), -int((now - start) * RATE / BLOCK_SAMPLES) - 1
        sound = self._ring.read(int((start - self._before) * RATE), round(now * RATE))
        proof = self._proof(phrase, sound, loudness_gain_over_talk(levels[: since - 1], levels[since:]))
        return proof + (self.table if phrase == SHOUT_PHRASE else 0.0)
