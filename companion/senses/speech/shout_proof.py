"""A second look at what may be a shout: whether its words are heard there, and whether it stands out.

The keyword spotter listens all the time and is small. Talk in which words are nearly a phrase's ("elbows off"), or
which mentions it in passing, now and then scores as a soft shout does. Only there models/phoneme_encoder is asked about
that second, and the loudness of what was said just before.
"""

from __future__ import annotations

import numpy as np

from companion.senses.speech.best_path import Laid
from companion.senses.speech.grammar import with_accents
from companion.senses.speech.phoneme_encoder import PhonemeEncoder, shipped_phones
from companion.senses.speech.recogniser import Ears, Samples
from companion.senses.speech.sentence_network import Choice, SentenceNetwork
from companion.senses.speech.settings import SpeechSettings

_WORDS = 2  # of either phrase, said once or twice
_BLOCK = 640  # samples of one level: 40 ms
_LOUD = 75  # percent of the levels that are softer than what counts
_GAP = 640  # samples right before the first sound that say nothing: it is dated a little late or early
_SOFTEST = 1e-10  # power


class ShoutProof:
    """What speaks for a phrase, log-odds. A few hundredths of a second a call; one thread at a time. ``phones``: what
    hears, one for several. Raises DeviceUnavailable where its network is missing or damaged."""

    def __init__(self, settings: SpeechSettings, phones: Ears | None = None) -> None:
        self._rules = settings.proof
        self._phones: Ears = phones or PhonemeEncoder(settings.align["weight"])
        self._laid = {}
        for phrase, rules in self._rules["phrases"].items():
            said = [with_accents(tuple(word)) for word in rules["words"]]
            places = [[Choice("said", tuple(phones.split())) for phones in word] for word in said]
            self._laid[phrase] = Laid(SentenceNetwork(shipped_phones(), places), self._rules["outside"])

    def __call__(self, phrase: str, sound: Samples, first: int) -> float:
        """``sound`` [n] mono at 16 kHz up to now, the phrase's first sound at sample ``first`` of it."""
        rules = self._rules["phrases"][phrase]
        each = np.reshape(self.fits(phrase, sound), (-1, _WORDS)).mean(axis=1)  # each time that it is said
        fit = max(float(each.min()), self._rules["worst"])
        rise = float(np.clip(rise_of(sound, first), 0.0, self._rules["most"])) if rules["rise"] else 0.0
        return float(rules["fit"] * fit + rules["rise"] * rise - rules["enough"])

    def fits(self, phrase: str, sound: Samples) -> list[float]:
        """How well each of its words fits, against any talk: mean log likelihood a frame."""
        laid = self._laid[phrase]
        look = laid.look(self._phones(sound), scored=False)
        words = [piece for piece in look.found.pieces if laid.network.arcs[piece.arc].place >= 0]
        return [float(look.fit[w.start : w.end].mean()) for w in words]


def rise_of(sound: Samples, first: int) -> float:
    """dB of what was said from its first sound on over what was said before."""
    before = _levels(sound[: max(0, first - _GAP)])
    after = _levels(sound[first:])
    return float(np.percentile(after, _LOUD) - np.percentile(before, _LOUD)) if len(before) and len(after) else 0.0


def _levels(sound: Samples) -> Samples:
    count = len(sound) // _BLOCK
    power = np.mean(sound[: count * _BLOCK].reshape(count, _BLOCK).astype(np.float64) ** 2, axis=1)
    return np.asarray(10 * np.log10(power + _SOFTEST), dtype=np.float32)
