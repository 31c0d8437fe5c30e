"""What every engine of answers and commands does: it is told what can be said, and says how likely each was said."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from companion.senses.speech.phrase_network import Grammar
from companion.senses.speech.recogniser import Samples


@dataclass(frozen=True, slots=True)
class HeardOption:
    """An option that may have been said from ``start`` to ``end``, seconds of the sound; ``log_odds`` that it was."""

    option: str
    log_odds: float
    start: float
    end: float


class AnswerEngine(Protocol):
    """One thread at a time."""

    title: str
    unknown: list[str]
    """Words that it was found not to know: their sayings are left out."""

    def expect(self, grammar: Grammar, names: Collection[str]) -> None:
        """Listen for this from now on."""

    def listen(self, sound: Samples) -> list[HeardOption]:
        """Return what may have been said in [n] samples at 16 kHz, likeliest first; nothing where nothing was."""

    def close(self) -> None:
        """Let go of what it holds."""
