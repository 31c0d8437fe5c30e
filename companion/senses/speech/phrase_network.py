"""A grammar as one network of phone states, in which sayings that begin with the same words share these words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.senses.speech.phoneme_encoder import SILENCE, STATES_PER_PHONE, Index, PhoneSet, Values
from companion.senses.speech.pronouncing import Pronounce
from companion.senses.speech.sentence_network import PAUSE_LOG_WEIGHT, SILENCE_PLACE, WORD_LOG_WEIGHT, Arc
from companion.words.spoken_words import Saying

Grammar = Mapping[str, Sequence[Saying]]
"""What can be said: the sayings of each option."""


class PhraseNetwork:
    """Network of the sayings of a grammar, as arrays over states and arcs for ``best_path`` (see ``SentenceNetwork``).

    Every saying begins at node 0.

    Attributes:
        ends: Option of each node at which a saying ends.
        unknown: Words without a pronunciation; sayings with such words are left out.

    Args:
        phones: The phones.
        grammar: Sayings of each option.
        pronounce: Function that returns a word's pronunciations.
        pause: Log weight of each frame of silence between words; 0 makes silence weigh like a frame of a word.
    """

    def __init__(self, phones: PhoneSet, grammar: Grammar, pronounce: Pronounce, pause: float = 0.0) -> None:
        self.ends: dict[int, str] = {}
        self.unknown: list[str] = []
        self.arcs: list[Arc] = []
        self._follows: dict[tuple[int, str], int] = {}
        self.nodes = 1
        for option, sayings in grammar.items():
            for saying in sayings:
                self._add(option, saying, pronounce)
        self.arcs += [Arc(SILENCE_PLACE, 0, node, node, (SILENCE,), PAUSE_LOG_WEIGHT) for node in range(1, self.nodes)]
        chains = [[phones.numbers[phone] for phone in arc.phones] for arc in self.arcs]
        every = [phone for chain in chains for phone in chain]
        self.column: Index = phones.columns(every)
        moves = phones.moves[every].reshape(-1, 2).copy()
        self.stay: Values = moves[:, 0]
        self.go: Values = moves[:, 1]
        sizes = STATES_PER_PHONE * np.array([len(chain) for chain in chains], dtype=np.int64)
        self.last: Index = np.cumsum(sizes) - 1
        self.first: Index = self.last - sizes + 1
        self.start: Index = np.array([arc.start for arc in self.arcs], dtype=np.int64)
        self.end: Index = np.array([arc.end for arc in self.arcs], dtype=np.int64)
        for arc, first, last in zip(self.arcs, self.first, self.last, strict=True):
            if arc.place == SILENCE_PLACE:
                self.stay[first : last + 1] += pause
                self.go[first : last + 1] += pause
        self.weight: Values = np.array([arc.weight for arc in self.arcs], dtype=np.float32)

    def _add(self, option: str, saying: Saying, pronounce: Pronounce) -> None:
        """Add a saying to the network; if a word has no pronunciation, add only that word to ``unknown``."""
        heard = [pronounce(word) for word in saying]
        if silent := [word for word, sounds in zip(saying, heard, strict=True) if not sounds]:
            self.unknown += [word for word in silent if word not in self.unknown]
            return
        node = 0
        for place, (word, sounds) in enumerate(zip(saying, heard, strict=True)):
            key = node, word.casefold()
            if key not in self._follows:
                self._follows[key] = self.nodes
                self.nodes += 1
                arcs = enumerate(tuple(phones.split()) for phones in sounds)
                self.arcs += [Arc(place, k, node, self._follows[key], phones, WORD_LOG_WEIGHT) for k, phones in arcs]
            node = self._follows[key]
        self.ends.setdefault(node, option)
