"""The sentence as one network of phone states: places with several words each, and silence between them.

Phones sound the same regardless of their neighbours, because models/phoneme_encoder takes these into account. So a node
is a place between two words, and each word is in the network once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.senses.speech.phoneme_encoder import SILENCE, STATES_PER_PHONE, Index, PhoneSet, Values

PAUSE_LOG_WEIGHT = -3.0  # for a silence between two words
WORD_LOG_WEIGHT = -2.0  # for each word
SILENCE_PLACE = -1  # the place of a silence


@dataclass(frozen=True)
class Choice:
    """A way to say something in a place: its meaning, phones and log weight."""

    word: str
    phones: tuple[str, ...]
    weight: float = 0.0


@dataclass(frozen=True)
class Arc:
    """A word between two nodes, or a silence.

    Attributes:
        place: Its place in the sentence; SILENCE_PLACE for a silence.
        choice: Index among the choices of its place.
        start: Node where it begins.
        end: Node where it ends.
        phones: Its phones.
        weight: Its log weight.
    """

    place: int
    choice: int
    start: int
    end: int
    phones: tuple[str, ...]
    weight: float


class SentenceNetwork:
    """Arrays over states (S) and arcs (A), for ``best_path``.

    The sentence begins at node 0. There is a node after each place, and the last silence leads to ``ending``.
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
        ends = [*range(count), self.ending]  # a silence before a word returns to the node where it began
        self.arcs += [Arc(SILENCE_PLACE, 0, k, end, (SILENCE,), PAUSE_LOG_WEIGHT) for k, end in enumerate(ends)]
        chains = [[phones.numbers[p] for p in arc.phones] for arc in self.arcs]
        every = [phone for chain in chains for phone in chain]
        self.column: Index = phones.columns(every)  # (S,) column of each state in the output of models/phoneme_encoder
        moves = phones.moves[every].reshape(-1, 2)
        self.stay: Values = moves[:, 0]
        self.go: Values = moves[:, 1]
        sizes = STATES_PER_PHONE * np.array([len(chain) for chain in chains])
        self.last: Index = np.cumsum(sizes) - 1  # (A,) last state of each arc
        self.first: Index = self.last - sizes + 1
        self.start: Index = np.array([arc.start for arc in self.arcs])
        self.end: Index = np.array([arc.end for arc in self.arcs])
        self.weight: Values = np.array([arc.weight for arc in self.arcs], dtype=np.float32)
