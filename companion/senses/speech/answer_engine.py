"""Interface of recognition engines for answers and commands: set a grammar, then get each option's log-odds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from companion.senses.speech.phrase_network import Grammar
from companion.senses.speech.recogniser import Samples


@dataclass(frozen=True, slots=True)
class HeardOption:
    """An option of the grammar that may have been said.

    Attributes:
        option: The option, as in the grammar.
        log_odds: Log-odds that it was said.
        start: Its start, in seconds from the beginning of the sound.
        end: Its end, in seconds from the beginning of the sound.
    """

    option: str
    log_odds: float
    start: float
    end: float


class AnswerEngine(Protocol):
    """Interface of an engine that recognises spoken answers and commands. Use it from one thread at a time."""

    title: str
    unknown: list[str]
    """Words of the grammar that it does not know; sayings with them are left out."""

    def expect(self, grammar: Grammar, names: Collection[str]) -> None:
        """Set the grammar to listen for, and the players' names in it."""

    def listen(self, sound: Samples) -> list[HeardOption]:
        """Return the options that may have been said in samples (n,) at 16 kHz, likeliest first; empty if none."""

    def close(self) -> None:
        """Release the engine's resources."""
