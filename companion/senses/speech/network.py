"""All ways to say the sentence as one network of model states: places, each with several words, silence between them.

A word stands in the network once for every pair of neighbouring sounds, because its first and last phones sound
otherwise beside them. Nodes join words: a node is known by its place, the phone before and the phone after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.senses.speech.acoustics import BEGIN, END, INSIDE, SILENCE, SINGLE, AcousticModel, Index, Values

PAUSE = -3.0  # log weight of a silence between two words
WORD = -2.0  # of every word
BETWEEN = -1  # the place of a silence


@dataclass(frozen=True)
class Choice:
    """A way to say something in a place: what it means, its phones, its log weight."""

    said: str
    phones: tuple[str, ...]
    weight: float = 0.0


@dataclass(frozen=True)
class Arc:
    """A word between two nodes; ``place`` is BETWEEN for silence. ``choice`` numbers the choices of its place."""

    place: int
    choice: int
    start: int
    end: int
    triphones: tuple[int, ...]
    weight: float


class Network:
    """Arrays over states (S), arcs (A) and nodes (N), as ``paths`` needs them."""

    def __init__(self, model: AcousticModel, places: Sequence[Sequence[Choice]]) -> None:
        self.places = tuple(tuple(choices) for choices in places)
        self._nodes: dict[tuple[int, str, str], int] = {}
        arcs = [*self._words(model), *self._pauses(model)]
        self.begins = (self._node(0, "", SILENCE), self._node(0, SILENCE, ""))
        self.ending = self._node(len(self.places), SILENCE, "")
        left, entered = {arc.start for arc in arcs}, {arc.end for arc in arcs}
        self.arcs = [a for a in arcs if a.start in entered | set(self.begins) and a.end in left | {self.ending}]
        self.nodes = len(self._nodes)
        self._states(model)

    def _node(self, place: int, before: str, after: str) -> int:
        """Around silence the sound on its far side does not matter."""
        key = (place, "", SILENCE) if after == SILENCE else (place, SILENCE, "") if before == SILENCE else None
        return self._nodes.setdefault(key or (place, before, after), len(self._nodes))

    def _words(self, model: AcousticModel) -> list[Arc]:
        out = []
        for k, choices in enumerate(self.places):
            before = {SILENCE} | ({c.phones[-1] for c in self.places[k - 1]} if k else set())
            after = {SILENCE} | ({c.phones[0] for c in self.places[k + 1]} if k + 1 < len(self.places) else set())
            for number, choice in enumerate(choices):
                first, last = choice.phones[0], choice.phones[-1]
                for left in sorted(before):
                    for right in sorted(after):
                        start, end = self._node(k, left, first), self._node(k + 1, last, right)
                        sounds = _triphones(model, choice.phones, left, right)
                        out.append(Arc(k, number, start, end, sounds, choice.weight + WORD))
        return out

    def _pauses(self, model: AcousticModel) -> list[Arc]:
        silence = (model.phones[SILENCE],)
        count = len(self.places) + 1
        ends = [(self._node(k, "", SILENCE), self._node(k, SILENCE, "")) for k in range(count)]
        return [Arc(BETWEEN, 0, start, end, silence, PAUSE) for start, end in ends]

    def _states(self, model: AcousticModel) -> None:
        chains = [np.array(arc.triphones) for arc in self.arcs]
        every = np.concatenate(chains)
        self.senones: Index
        self.senones, inverse = np.unique(model.states[every].ravel(), return_inverse=True)
        self.column: Index = np.asarray(inverse.ravel(), dtype=np.int64)  # [S] into the senones
        moves = model.moves[every].reshape(-1, 2)
        self.stay: Values = moves[:, 0]
        self.go: Values = moves[:, 1]
        sizes = 3 * np.array([len(chain) for chain in chains])
        self.last: Index = np.cumsum(sizes) - 1  # [A] an arc's last state
        self.first: Index = self.last - sizes + 1
        self.start: Index = np.array([arc.start for arc in self.arcs])
        self.end: Index = np.array([arc.end for arc in self.arcs])
        self.weight: Values = np.array([arc.weight for arc in self.arcs], dtype=np.float32)


def _triphones(model: AcousticModel, phones: tuple[str, ...], left: str, right: str) -> tuple[int, ...]:
    around = (left, *phones, right)
    out = []
    for i, phone in enumerate(phones):
        position = SINGLE if len(phones) == 1 else BEGIN if i == 0 else END if i == len(phones) - 1 else INSIDE
        out.append(model.triphone(phone, around[i], around[i + 2], position))
    return tuple(out)
