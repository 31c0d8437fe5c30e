"""Value types of recognised speech, and the verdict on the victory speech: heard, partly heard or not heard.

A word's fit is how much better it fits the sound than any talk, in mean log likelihood a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.senses.speech.settings import GEM_SLOT, NAME_SLOT, SpeechSettings

RATE = 16000
Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word of the victory speech as it was said.

    Attributes:
        word: The sentence's word, the player's name or the gem; empty if something else was said in its place.
        place: Index of the word in the sentence.
        start: Start, in seconds from the beginning of the sound.
        end: End, in seconds from the beginning of the sound.
        score: Confidence, 0..1.
        alternatives: Other words of this place that it may have been, likeliest first.
        fit: Fit of the word.
    """

    word: str
    place: int
    start: float
    end: float
    score: float = 1.0
    alternatives: tuple[str, ...] = ()
    fit: float = 0.0


@dataclass(frozen=True, slots=True)
class SpeechGlance:
    """Result of aligning the sentence with a sound, before the words are recognised.

    Attributes:
        ended: End of the sentence, in seconds from the beginning of the sound.
        fit: Mean fit of the key words (``SpeechSettings.needed``).
        words_left: Number of words still to come, supposing that somebody is still saying the sentence.
        begun: Fit of the words so far under the same supposition.
    """

    ended: float
    fit: float
    words_left: int = 0
    begun: float = 1.0


Ears: TypeAlias = Callable[[Samples], npt.NDArray[np.float32]]
"""Phoneme encoder: samples (n,) mono at 16 kHz -> scores (T, states), as from ``PhonemeEncoder``."""


Verdict = Literal["heard", "partly", "not"]


@dataclass(frozen=True)
class HeardSentence:
    """The victory speech as it was recognised.

    Attributes:
        verdict: ``heard``, ``partly`` or ``not``.
        name: The player's name; empty if it was unclear or not said.
        gem: The gem; empty if it was unclear or not said.
        coverage: Share of the sentence's words that were said, 0..1.
        missing: Words of the sentence that were unclear or not said, in order.
        words: Words of the sentence that were said, in order of time.
        perhaps: Candidates for an unclear name or gem, likeliest first, by slot.
    """

    verdict: Verdict
    name: str
    gem: str
    coverage: float
    missing: tuple[str, ...]
    words: tuple[SpokenWord, ...]
    perhaps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def start(self) -> float:
        return self.words[0].start if self.words else 0.0

    @property
    def end(self) -> float:
        return self.words[-1].end if self.words else 0.0


def judge(words: list[SpokenWord], settings: SpeechSettings) -> HeardSentence:
    """Return the verdict on the words of one utterance.

    If there are long pauses, only the part between two of them with the most recognised words is used.
    """
    right: dict[int, SpokenWord] = {}
    for word in _longest_run(sorted(words, key=lambda w: w.start), settings.longest_gap):
        if word.word and 0 <= word.place < len(settings.words):
            right.setdefault(word.place, word)
    perhaps = {
        settings.words[k]: (word.word, *word.alternatives)
        for k, word in right.items()
        if settings.words[k] in (NAME_SLOT, GEM_SLOT) and word.score < settings.align["clear"]
    }
    missing = tuple(w for k, w in enumerate(settings.words) if k not in right or w in perhaps)
    coverage = len(right) / len(settings.words)
    carrying = [word for k, word in right.items() if settings.words[k] in settings.needed]
    verdict = _verdict(coverage, carrying, set(missing), settings)
    ordered = tuple(sorted(right.values(), key=lambda w: w.start))
    name, gem = ("" if slot in missing else right[settings.words.index(slot)].word for slot in (NAME_SLOT, GEM_SLOT))
    return HeardSentence(verdict, name, gem, round(coverage, 3), missing, ordered, perhaps)


def _verdict(coverage: float, carrying: list[SpokenWord], missing: set[str], settings: SpeechSettings) -> Verdict:
    """Return ``heard``, ``partly`` or ``not``.

    Args:
        coverage: Share of the sentence's words that were said, 0..1.
        carrying: The key words (``SpeechSettings.needed``) that were said.
        missing: Words of the sentence that were unclear or not said.
        settings: The speech settings.
    """
    if sum(word.fit for word in carrying) < settings.align["together"] * len(carrying):
        return "not"
    if coverage >= settings.heard and not settings.needed & missing:
        return "heard"
    return "partly" if min(coverage, len(carrying) / max(1, len(settings.needed))) >= settings.partly else "not"


def _longest_run(words: list[SpokenWord], gap: float) -> list[SpokenWord]:
    """Return the words between two pauses that contain the most recognised words.

    Args:
        words: Words in order of time.
        gap: Length of a pause that separates, in seconds.
    """
    runs: list[list[SpokenWord]] = [[]]
    for word in words:
        if runs[-1] and word.start - runs[-1][-1].end > gap:
            runs.append([])
        runs[-1].append(word)
    return max(runs, key=lambda run: sum(bool(w.word) for w in run))
