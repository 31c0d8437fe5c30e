"""What was said: words with times and scores, and whether they are the sentence: heard, partly heard or not heard."""

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
    """A word of the speech. ``place``: its index among the sentence's words, -1 for anything else.

    ``word``: the word, the player's name or the gem; "" where something else was said in this place. ``start`` and
    ``end``: seconds from the first sample that was fed. ``score``: 0..1. ``alternatives``: what else it may have
    been, likeliest first. ``fit``: by how much it fits better than any talk, log likelihood a frame.
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
    """A first, cheap look at a stretch of sound.

    ``ended``: seconds from its first sample to where the sentence would end if it were laid over the sound; ``fit``:
    the mean fit of the words that carry its meaning, as in ``SpokenWord``. Supposing that the sentence is not over
    yet: ``words_left``, how many of its words would follow, and ``begun``, by how much that fits better than other
    talk.
    """

    ended: float
    fit: float
    words_left: int = 0
    begun: float = 1.0


Ears: TypeAlias = Callable[[Samples], npt.NDArray[np.float32]]
"""What hears phones: [n] mono at 16 kHz -> [T, states], as ``PhonemeEncoder`` gives them."""


Verdict = Literal["heard", "partly", "not"]


@dataclass(frozen=True)
class HeardSentence:
    """``name`` and ``gem`` are "" where they were not understood; ``missing``: words of the sentence, in order.

    ``words`` are those of the sentence; ``start`` and ``end`` their span in seconds of the recogniser's sound.
    ``perhaps``: for a missing name or gem what it may have been, likeliest first.
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
    """Return words of one utterance against the sentence. A long pause splits it: the larger part counts."""
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
    """``coverage``: share of the sentence that was said; ``carrying``: words said that carry its meaning."""
    if sum(word.fit for word in carrying) < settings.align["together"] * len(carrying):
        return "not"
    if coverage >= settings.heard and not settings.needed & missing:
        return "heard"
    return "partly" if min(coverage, len(carrying) / max(1, len(settings.needed))) >= settings.partly else "not"


def _longest_run(words: list[SpokenWord], gap: float) -> list[SpokenWord]:
    """Return the words between two long pauses that say most of the sentence."""
    runs: list[list[SpokenWord]] = [[]]
    for word in words:
        if runs[-1] and word.start - runs[-1][-1].end > gap:
            runs.append([])
        runs[-1].append(word)
    return max(runs, key=lambda run: sum(bool(w.word) for w in run))
