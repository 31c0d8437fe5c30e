"""Listen all the time for "Face Off!" (the shout) and "Wild thing, wild thing!", with models/keyword_spotter.

A small network scores each 20 ms of sound, and estimates how long ago the phrase began. So a shout gets the time at
which it began as soon as it is over. A larger network then confirms or rejects it; see ``phrase_detector``.
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
SCORES_PER_RUN = 4  # scores computed in one run of the network: 80 ms
_LEVEL_STEP_S = 0.01  # interval of the high bands' levels
_STEP_SAMPLES = 560  # samples that the two levels of a step cover
_FRAME_CENTRE_S = 0.0075  # from the first sample of a level's frame to the sound that raises it
_MAX_LEVELS = 600  # levels that are kept: 6 s
_ONSET_SEARCH_S, _ONSET_ERROR_S = (
    0.2,
    0.08,
)  # range searched around the network's onset, and usual error of that onset
_LEVELS_BEFORE, _LEVELS_AFTER = 6, 8  # numbers of levels before and after a point whose means are compared
_MIN_RISE_NATS = 0.5  # minimum rise of the mean
MAX_SHOUT_S = 1.1  # maximum length of a shout
_SECOND_LOOK_S = 5.0  # seconds of sound that are kept for the second check
_TALK_LEVELS = 60 * RATE // BLOCK_SAMPLES  # block levels of the last minute that are kept, to measure the talk
Array = npt.NDArray[np.float32]


class KeywordSpotter:
    """The keyword network, run on one thread.

    Raises:
        DeviceUnavailable: The model file is missing or damaged.
    """

    def __init__(self, path: Path | None = None) -> None:
        try:
            self._session = onnx.load(path, NAME, "shout", takes="samples", notes=["outputs", "lead", "step"])
            onnx.check_model("shout", self._silence)
        except DeviceUnavailable as error:
            raise DeviceUnavailable("shout.damaged", why=error.fact.values["why"]) from None

    def _silence(self) -> list[Array]:
        """Run the network on silence to set its initial state; return its scores, or [] if it has other outputs."""
        notes = self._session.get_modelmeta().custom_metadata_map
        self.lead, self.step = int(notes["lead"]), int(notes["step"])
        _, width, context = self._session.get_inputs()[1].shape
        self._past = np.zeros((1, width, context), np.float32)
        heard = self(np.zeros(self.lead + (context + 1) * self.step, np.float32))
        return [heard[0]] if tuple(notes["outputs"].split()) == OUTPUT_NAMES else []

    def __call__(self, samples: Samples) -> tuple[Array, Array, Array]:
        """Return scores, ages and levels of the next n steps of 20 ms; each call continues the last.

        Args:
            samples: The next samples, (lead + (n - 1) * step,).

        Returns:
            Log-odds of each output of ``OUTPUT_NAMES``, (outputs, n); seconds since the onset of "Face Off" and of
            "wild thing", if they end now, (2, n); and the level above 2.2 kHz of each 10 ms, in nats, (2 n,).
        """
        scores, ages, high, self._past = self._session.run(None, {"samples": samples[None], "past": self._past})
        return scores, ages, high[-2 * ages.shape[1] :]


class BandLevels:
    """Levels above 2.2 kHz in the last 6 seconds, which show where the "f" of a shout begins.

    Args:
        first: Time of the first sample that is added, in seconds.
    """

    def __init__(self, first: float) -> None:
        self._first = first  # time of the oldest level's first sample, in seconds
        self._levels: deque[float] = deque(maxlen=_MAX_LEVELS)

    def write(self, levels: Array) -> None:
        self._first += _LEVEL_STEP_S * max(0, len(self._levels) + len(levels) - _MAX_LEVELS)
        self._levels.extend(float(v) for v in levels)

    def rise(self, near: float) -> float:
        """Return the time of the clearest rise within 0.2 s of ``near`` (seconds); ``near`` itself if there is none."""
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
    """Detector of the shout "Face Off!" and of "Wild thing" at one microphone; use it from one thread at a time.

    It takes less than a hundredth of the sound's duration.

    Args:
        settings: The speech settings.
        net: The keyword network; None loads the shipped one.
        proof: Confirmation of possible phrases, which several listeners may share; None makes one.

    Raises:
        DeviceUnavailable: A model file is missing or damaged.
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
        self._heard = -len(self._rest)  # number of samples processed before the rest
        self._levels = BandLevels((self._heard + self._net.lead - _STEP_SAMPLES) / RATE)
        self._gain = Gain()
        self._talk: deque[float] = deque(maxlen=_TALK_LEVELS)
        self.table = 0.0  # log-odds added for a shout by what is known of the game

    @property
    def perhaps(self) -> float:
        """Onset of the latest possible shout, whether it was confirmed or not, in seconds fed; -inf before any."""
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
        """Return True if the words of the shout fit the sound that begins at ``start`` (seconds fed).

        Call it ``MAX_SHOUT_S`` after ``start`` or later, when the whole shout has been fed.
        """
        sound = self._ring.read(int((start - self._before) * RATE), int((start + MAX_SHOUT_S) * RATE))
        return min(self._proof.fits(SHOUT_PHRASE, sound)) > self._words

    def _prove_phrase(self, phrase: str, start: float, now: float) -> float:
        levels, since = np.array(self._talk), -int((now - start) * RATE / BLOCK_SAMPLES) - 1
        sound = self._ring.read(int((start - self._before) * RATE), round(now * RATE))
        proof = self._proof(phrase, sound, loudness_gain_over_talk(levels[: since - 1], levels[since:]))
        return proof + (self.table if phrase == SHOUT_PHRASE else 0.0)
