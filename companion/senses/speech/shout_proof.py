"""A second look at what may be a shout: whether its words are heard there, and whether it is louder than the talk here.

The keyword spotter listens all the time and is small. It learned the shape of a short call more than its words. So
where it hears a phrase, models/phoneme_encoder is asked how well each word fits that second. All together decide.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.senses.speech.best_path import Laid, LaidWord
from companion.senses.speech.grammar import with_accents
from companion.senses.speech.phoneme_encoder import PhonemeEncoder, shipped_phones
from companion.senses.speech.recogniser import Ears, Samples
from companion.senses.speech.sentence_network import Choice, SentenceNetwork
from companion.senses.speech.settings import SpeechSettings

_WORDS = 2  # of either phrase, said once or twice
_LOUD = 75  # percent of the levels that are softer than what counts
_TALK, _FEWEST = 20.0, 4  # dB under the loudest of late that are talk, and how many such levels tell how loud it is

Levels = npt.NDArray[np.float64]


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

    def __call__(self, phrase: str, sound: Samples, over: float) -> float:
        """``sound`` [n] mono at 16 kHz: what was heard from a little before the phrase up to now. ``over``: dB by
        which it is louder than the talk here."""
        rules, weighed = self._rules["phrases"][phrase], self.evidence(phrase, sound, over)
        return float(sum(rules[name] * value for name, value in weighed.items()) - rules["enough"])

    def evidence(self, phrase: str, sound: Samples, over: float) -> dict[str, float]:
        """What is weighed, by name: the fit of the worst word, the mean fit the worse time it is said, and ``over``;
        each within its bounds."""
        fits = np.maximum(self.fits(phrase, sound), self._rules["least"])
        mean = np.reshape(fits, (-1, _WORDS)).mean(axis=1).min()
        louder = np.clip(over, self._rules["softer"], self._rules["louder"])
        return {"worst": float(fits.min()), "mean": float(mean), "over": float(louder)}

    def fits(self, phrase: str, sound: Samples) -> list[float]:
        """How well each of its words fits, against any talk: mean log likelihood a frame."""
        return [word.fit for word in self.words(phrase, sound)]

    def words(self, phrase: str, sound: Samples) -> tuple[LaidWord, ...]:
        """Its words where they fit best; training cuts sounds there."""
        return self._laid[phrase].look(self._phones(sound)).words


def over_talk(before: Levels, after: Levels) -> float:
    """dB by which a phrase is louder than the talk before it, from levels in dB. 0 where nobody was heard."""
    talk = before[before > before.max(initial=-np.inf) - _TALK]
    if len(talk) < _FEWEST or not len(after):
        return 0.0
    return float(np.percentile(after, _LOUD) - np.percentile(talk, _LOUD))
