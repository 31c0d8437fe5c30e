"""The next dealer's choice said aloud: "set A", "signal set Bravo", "Set C bitte". Listened for between two hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.senses.speech.best_path import Laid
from companion.senses.speech.phoneme_encoder import FRAME, PhonemeEncoder, powers, shipped_phones
from companion.senses.speech.recogniser import RATE, Ears, Samples
from companion.senses.speech.sentence_network import Choice, SentenceNetwork
from companion.senses.speech.settings import Language, SpeechSettings
from companion.sources.audio import SampleRing

_WINDOW_S = 2.5  # seconds that are looked at
_EVERY = int(0.4 * RATE)  # samples between two looks
_SURE = 0.3  # seconds of sound after the letter
_LETTER = 1  # its place in the phrase
_VAGUE = "A?"  # the letter as a vowel alone
_FEWEST = RATE // 2  # samples in which something can be said
_QUIET = -55.0  # dB full scale under which nobody speaks


@dataclass(frozen=True)
class ChosenSet:
    """``sets``: the letter that was said first, then those that it may have been. Seconds from the first sample."""

    sets: tuple[str, ...]
    start: float
    end: float
    fit: float


class SignalSets:
    """Feed sound as it comes while a choice is due; a look takes a few hundredths of a second. One thread at a time."""

    def __init__(self, settings: SpeechSettings, language: Language = "en", phones: Ears | None = None) -> None:
        self._rules = settings.sets.get(language, settings.sets["en"])
        self._ring = SampleRing(_WINDOW_S + 1.0)
        self._next = 0
        self._told = 0.0  # seconds up to which what was said has been told
        self._phones: Ears = phones or PhonemeEncoder(settings.align["weight"])
        self._laid = Laid(SentenceNetwork(shipped_phones(), _places(self._rules)), self._rules["outside"])

    def feed(self, samples: Samples) -> list[ChosenSet]:
        self._ring.write(samples)
        if self._ring.end < self._next:
            return []
        self._next = self._ring.end + _EVERY
        start = max(int(self._told * RATE), self._ring.end - int(_WINDOW_S * RATE))
        found = self._look(self._ring.read(start, self._ring.end), start / RATE)
        if found is None or found.end > self._ring.end / RATE - _SURE:
            return []
        self._told = found.end
        return [found]

    def _look(self, sound: Samples, start: float) -> ChosenSet | None:
        if len(sound) < _FEWEST or 20 * np.log10(np.abs(sound).max() + 1e-9) < _QUIET:
            return None
        look = self._laid.look(self._phones(sound))
        begin, end = look.words[0].start, look.words[-1].end
        sets = self._rank_letters(self._laid.scores(look.found)[_LETTER])
        fit = min(word.fit for word in look.words)
        if fit < self._rules["fit" if len(sets) == 1 else "ask"] or _rise(sound, begin, end) < self._rules["rise"]:
            return None
        return ChosenSet(sets, start + begin * FRAME, start + end * FRAME, fit)

    def _rank_letters(self, best: Mapping[str, float]) -> tuple[str, ...]:
        order = sorted(best, key=lambda letter: -best[letter])
        near = [letter for letter in order if best[order[0]] - best[letter] < self._rules["clear"]]
        if order[0] == _VAGUE:  # many words end so: it is asked for
            near += order[:3]
        return tuple(dict.fromkeys(letter.removesuffix("?") for letter in near))


def _rise(sound: Samples, begin: int, end: int) -> float:
    """DB of these rows over the quiet third of the sound around them."""
    power = powers(sound) + 1e-10
    return float(10 * np.log10(power[begin:end].mean() / np.percentile(power, 33)))


def _places(rules: Mapping[str, Any]) -> list[list[Choice]]:
    before = [Choice("set", tuple(sounds.split())) for sounds in rules["before"]]
    letters = [
        Choice(letter, tuple(phones.split())) for letter, sounds in rules["letters"].items() for phones in sounds
    ]
    return [before, letters]
