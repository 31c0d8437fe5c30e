"""The victory speech's sentence as one network of phone states: a choice of words for each place, and silences between.

The scores of models/phoneme_encoder already take neighbouring phones into account. So a word has the same phones
whatever stands beside it, and is in the network only once. A node is a point between two words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.senses.speech.phoneme_encoder import SILENCE, STATES_PER_PHONE, Index, PhoneSet, Values

PAUSE_LOG_WEIGHT = -3.0  # log weight of a silence between two words
WORD_LOG_WEIGHT = -2.0  # log weight of each word
SILENCE_PLACE = -1  # the place of a silence


@dataclass(frozen=True)
class Choice:
    """One way to say a place of the sentence: the word that it means, its phones and its log weight."""

    word: str
    phones: tuple[str, ...]
    weight: float = 0.0


@dataclass(frozen=True)
class Arc:
    """A word between two nodes, or a silence.

    Attributes:
        place: Index of the word in the sentence or saying; SILENCE_PLACE for a silence.
        choice: Index among the choices of that place.
        start: Node where the arc begins.
        end: Node where the arc ends.
        phones: Phones of the arc.
        weight: Log weight of the arc.
    """

    place: int
    choice: int
    start: int
    end: int
    phones: tuple[str, ...]
    weight: float


class SentenceNetwork:
    """Network of a sentence, as arrays over its S states and A arcs for ``best_path``.

    The sentence begins at node 0. There is a node after each place, and the last silence leads to node ``ending``.

    Args:
        phones: The phones.
        places: Choices for each word of the sentence.
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
