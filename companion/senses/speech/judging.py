"""From words to "heard", "partly heard" or "not heard": coverage, order in time, and what was missed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.senses.speech.recogniser import Word
from companion.senses.speech.settings import GEM, NAME, Settings

Verdict = Literal["heard", "partly", "not"]


@dataclass(frozen=True)
class Heard:
    """``name`` and ``gem`` are "" where they were not understood; ``missing``: words of the sentence, in order.

    ``words`` are those of the sentence; ``start`` and ``end`` their span in seconds of the recogniser's sound.
    """

    verdict: Verdict
    name: str
    gem: str
    coverage: float
    missing: tuple[str, ...]
    words: tuple[Word, ...]

    @property
    def start(self) -> float:
        return self.words[0].start if self.words else 0.0

    @property
    def end(self) -> float:
        return self.words[-1].end if self.words else 0.0


def judge(words: list[Word], settings: Settings) -> Heard:
    """Words of one utterance against the sentence. A long pause splits it: the larger part counts."""
    run = _longest_run(sorted(words, key=lambda w: w.start), settings.longest_gap)
    right: dict[int, Word] = {}
    for word in run:
        if word.said and 0 <= word.place < len(settings.words):
            right.setdefault(word.place, word)
    said = [settings.words[k] for k in right]
    missing = tuple(w for k, w in enumerate(settings.words) if k not in right)
    coverage = len(said) / len(settings.words)
    if coverage >= settings.heard and not settings.needed & set(missing):
        verdict: Verdict = "heard"
    else:
        carrying = sum(settings.words[k] in settings.needed for k in right) / max(1, len(settings.needed))
        verdict = "partly" if min(coverage, carrying) >= settings.partly else "not"
    ordered = tuple(sorted(right.values(), key=lambda w: w.start))
    return Heard(
        verdict, _slot(right, settings, NAME), _slot(right, settings, GEM), round(coverage, 3), missing, ordered
    )


def _slot(right: dict[int, Word], settings: Settings, slot: str) -> str:
    place = settings.words.index(slot)
    return right[place].said if place in right else ""


def _longest_run(words: list[Word], gap: float) -> list[Word]:
    """The words between two long pauses that say most of the sentence."""
    runs: list[list[Word]] = [[]]
    for word in words:
        if runs[-1] and word.start - runs[-1][-1].end > gap:
            runs.append([])
        runs[-1].append(word)
    return max(runs, key=lambda run: sum(bool(w.said) for w in run))
