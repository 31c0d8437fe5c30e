"""All ways to say the sentence as one network of phones' states: places, each with several words, silence between.

A phone sounds the same whatever stands beside it: models/phoneme_encoder has heard its neighbours. So a node is a place
between two words, and a word stands in the network once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.senses.speech.phoneme_encoder import SILENCE, STATES_PER_PHONE, Index, PhoneSet, Values

PAUSE_LOG_WEIGHT = -3.0  # log weight of a silence between two words
WORD_LOG_WEIGHT = -2.0  # of every word
SILENCE_PLACE = -1  # the place of a silence


@dataclass(frozen=True)
class Choice:
    """A way to say something in a place: what it means, its phones, its log weight."""

    word: str
    phones: tuple[str, ...]
    weight: float = 0.0


@dataclass(frozen=True)
class Arc:
    """A word between two nodes; ``place`` is SILENCE_PLACE for silence. ``choice`` numbers the choices of its place."""

    place: int
    choice: int
    start: int
    end: int
    phones: tuple[str, ...]
    weight: float


class SentenceNetwork:
    """Arrays over states (S) and arcs (A), for ``best_path``.

    The sentence begins at node 0, a node stands after each place, and the last silence leads to ``ending``.
    """

    def __init__(self, phones: PhoneSet, places: Sequence[Sequence[Choice]]) -> None:
        self.places = tuple(tuple(choices) for choices in places)
        count = len(self.places)
        self.ending, self.nodes = count + 1, count + 2
        self.arcs = [
            Arc(k, number, k, k + 1, choice.phones, choice.weight + WORD_LOG_WEIGHT)
            for k, choices in enumerate(self.places)
            for number, choice in enumerate(choices)
        ]
        ends = [*range(count), self.ending]  # a silence before a word leads back to where it began
        self.arcs += [Arc(SILENCE_PLACE, 0, k, end, (SILENCE,), PAUSE_LOG_WEIGHT) for k, end in enumerate(ends)]
        chains = [[phones.numbers[p] for p in arc.phones] for arc in self.arcs]
        every = [phone for chain in chains for phone in chain]
        self.column: Index = phones.columns(every)  # [S] of an answer of models/phoneme_encoder
        moves = phones.moves[every].reshape(-1, 2)
        self.stay: Values = moves[:, 0]
        self.go: Values = moves[:, 1]
        sizes = STATES_PER_PHONE * np.array([len(chain) for chain in chains])
        self.last: Index = np.cumsum(sizes) - 1  # [A] an arc's last state
        self.first: Index = self.last - sizes + 1
        self.start: Index = np.array([arc.start for arc in self.arcs])
        self.end: Index = np.array([arc.end for arc in self.arcs])
        self.weight: Values = np.array([arc.weight for arc in self.arcs], dtype=np.float32)
