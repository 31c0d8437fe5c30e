"""Find the best path of a sound through a network of words, and the score of the best path through each other word.

This is Viterbi's search without a beam. A sentence of fourteen words with all candidates has some two thousand states,
and the search takes a few thousandths of the sound's duration. ``outside`` is the score of talk before and after the
sentence.

In array shapes T is the number of 10 ms frames, A of arcs, S of states, and N of nodes. The columns (n) are the phoneme
encoder's outputs.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from companion.senses.speech.phoneme_encoder import STATES_PER_PHONE, Index, PhoneSet, Values, shipped_phones
from companion.senses.speech.phrase_network import PhraseNetwork
from companion.senses.speech.sentence_network import SILENCE_PLACE, SentenceNetwork

Flags = npt.NDArray[np.bool_]
IMPOSSIBLE = np.float32(-1e30)
_EARLY_BEAM = 100.0  # bonus in log likelihood, as the first words of a sentence are the least clear
_NEXT_PHONE_WEIGHT = -4.0  # log weight of each phone in a free sequence


@dataclass(frozen=True)
class PathPiece:
    """A word or silence on the best path: the index of its arc, its first frame, and the frame after its last."""

    arc: int
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class BestPath:
    """The best path of a sound through a sentence's network.

    Attributes:
        pieces: Words and silences on the path, in order.
        states: State in each frame, (T,); -1 outside of the sentence.
        network: The network.
        levels: Log likelihoods as passed to ``search``, (T, n).
        leaving: Best score of any path that leaves each arc after each frame, (T, A).
        before: Score of talk from the beginning up to each frame, (T + 1,).
        here: Best score of any path that is in each state after the last frame, (S,).
    """

    pieces: tuple[PathPiece, ...]
    states: Index
    network: SentenceNetwork
    levels: Values
    leaving: Values
    before: Values
    here: Values

    def so_far(self) -> tuple[int, float]:
        """Return how far the sentence has come, supposing that somebody is still saying it at the end of the sound.

        Returns:
            The number of words still to come, and how much better the words so far fit than other talk, in mean log
            likelihood a frame.
        """
        state = int(self.here.argmax())
        begun = float(self.here[state] - self.before[-1]) + _EARLY_BEAM
        place = int(self.network.start[np.searchsorted(self.network.last, state)])
        return len(self.network.places) - place, begun / max(1, len(self.states))

    @cached_property
    def through(self) -> Values:
        """Score of the best whole path that contains each arc, (A,).

        It is computed on first use, which takes as long as ``search``.
        """
        after = _backward(self.network, self.levels, self.before[-1] - self.before)
        return np.asarray((self.leaving + after[1:][:, self.network.end]).max(axis=0), np.float32)


def search(network: SentenceNetwork, levels: Values, outside: Values) -> BestPath:
    """Return the best path of a sound through a sentence's network.

    Args:
        network: The network.
        levels: Log likelihood of each state of each phone, (T, n).
        outside: Log likelihood of each frame if it is outside of the sentence, (T,).
    """
    before = np.concatenate([[0.0], np.cumsum(outside, dtype=np.float64)]).astype(np.float32)
    node, leaving, entered, here = _forward(network, levels, before)
    finish = node[:, network.ending] + before[-1] - before
    pieces, states = _trace(network, node, leaving, entered, (int(finish.argmax()), network.ending), before)
    return BestPath(pieces, states, network, levels, leaving, before, here)


@dataclass(frozen=True, eq=False)
class PhrasePath:
    """The best path of a sound through the sayings of one option of a grammar.

    Attributes:
        option: The option.
        gain: How much better the path fits than other talk, in log likelihood.
        pieces: Words and silences on the path, in order.
        states: State in each frame, (T,); -1 outside of the saying.
    """

    option: str
    gain: float
    pieces: tuple[PathPiece, ...]
    states: Index


def search_phrases(network: PhraseNetwork, levels: Values, outside: Values) -> list[PhrasePath]:
    """Return the best path of each option, best first; only the first has pieces and states.

    Args:
        network: The network.
        levels: Log likelihood of each state of each phone, (T, n).
        outside: Log likelihood of each frame if it is outside of a saying, (T,).
    """
    before = np.concatenate([[0.0], np.cumsum(outside, dtype=np.float64)]).astype(np.float32)
    node, leaving, entered, _ = _forward(network, levels, before)
    best: dict[str, tuple[float, int, int]] = {}
    nodes = list(network.ends)
    gains = node[:, nodes] - before[:, None]
    for k, (at, option) in enumerate(network.ends.items()):
        t = int(gains[:, k].argmax())
        if option not in best or gains[t, k] > best[option][0]:
            best[option] = float(gains[t, k]), t, at
    ordered = sorted(best.items(), key=lambda item: -item[1][0])
    empty = np.full(len(levels), -1, dtype=np.int64)
    found = [PhrasePath(option, gain, (), empty) for option, (gain, _, _) in ordered]
    if found:
        _, t, at = ordered[0][1]
        pieces, states = _trace(network, node, leaving, entered, (t, at), before)
        found[0] = PhrasePath(found[0].option, found[0].gain, pieces, states)
    return found


def _forward(
    n: SentenceNetwork | PhraseNetwork, levels: Values, before: Values
) -> tuple[Values, Values, Flags, Values]:
    """Return the best scores of all paths, computed from the first frame to the last.

    Args:
        n: The network.
        levels: Log likelihoods, (T, n).
        before: Score of talk from the beginning up to each frame, (T + 1,).

    Returns:
        Four arrays: scores of the nodes, (T + 1, N); scores of leaving each arc after a frame, (T, A); True where the
        best path entered a state from the previous state instead of staying, (T, S); and scores of the states after the
        last frame, (S,).
    """
    count, states = len(levels), len(n.column)
    order = np.argsort(n.end, kind="stable")
    targets, groups = np.unique(n.end[order], return_index=True)
    node = np.full((count + 1, n.nodes), IMPOSSIBLE, dtype=np.float32)
    leaving = np.empty((count, len(n.arcs)), dtype=np.float32)
    entered = np.empty((count, states), dtype=bool)
    here = np.full(states, IMPOSSIBLE, dtype=np.float32)
    move = np.empty(states, dtype=np.float32)
    on = n.go[n.last]
    node[0, 0] = 0.0
    for t in range(count):
        np.add(here[:-1], n.go[:-1], out=move[1:])
        move[n.first] = node[t].take(n.start) + n.weight
        here += n.stay
        np.greater(move, here, out=entered[t])
        np.maximum(move, here, out=here)
        here += levels[t].take(n.column)
        np.add(here.take(n.last), on, out=leaving[t])
        node[t + 1, targets] = np.maximum.reduceat(leaving[t].take(order), groups)
        node[t + 1, 0] = max(node[t + 1, 0], before[t + 1])
    return node, leaving, entered, here


def _backward(n: SentenceNetwork, levels: Values, after: Values) -> Values:
    """Return the best score of all that follows each node, (T + 1, N), computed from the last frame to the first.

    Args:
        n: The network.
        levels: Log likelihoods, (T, n).
        after: Score of talk from each frame to the end, (T + 1,).
    """
    count = len(levels)
    order = np.argsort(n.start, kind="stable")
    sources, groups = np.unique(n.start[order], return_index=True)
    node = np.full((count + 1, n.nodes), IMPOSSIBLE, dtype=np.float32)
    node[:, n.ending] = after
    here = np.full(len(n.column), IMPOSSIBLE, dtype=np.float32)
    go = np.empty(len(n.column), dtype=np.float32)
    for t in range(count - 1, -1, -1):
        np.add(here[1:], n.go[:-1], out=go[:-1])
        go[n.last] = node[t + 1, n.end] + n.go[n.last]
        here += n.stay
        np.maximum(here, go, out=here)
        here += levels[t].take(n.column)
        entering = here[n.first] + n.weight
        node[t, sources] = np.maximum(node[t, sources], np.maximum.reduceat(entering[order], groups))
    return node


def _trace(
    n: SentenceNetwork | PhraseNetwork,
    node: Values,
    leaving: Values,
    entered: Flags,
    finish: tuple[int, int],
    before: Values,
) -> tuple[tuple[PathPiece, ...], Index]:
    """Return the words and silences of the path that ends at ``finish``, and the state in each frame, (T,); -1 outside.

    Args:
        n: The network.
        node: Scores of the nodes, as from ``_forward``.
        leaving: Scores of leaving each arc, as from ``_forward``.
        entered: Where paths entered a state, as from ``_forward``.
        finish: Number of frames up to the path's end, and the node that it reaches there.
        before: Score of talk from the beginning up to each frame, (T + 1,).
    """
    t, at = finish
    states = np.full(len(leaving), -1, dtype=np.int64)
    pieces: list[PathPiece] = []
    while t > 0 and not (at == 0 and node[t, at] <= before[t]):
        arcs = np.flatnonzero(n.end == at)
        arc = int(arcs[leaving[t - 1, arcs].argmax()])
        state, end = int(n.last[arc]), t
        while t > 0:
            t -= 1
            states[t] = state
            if entered[t, state]:
                if state == n.first[arc]:
                    break
                state -= 1
        pieces.append(PathPiece(arc, t, end))
        at = int(n.start[arc])
    return tuple(reversed(pieces)), states


class AnyTalk:
    """A network in which any phone may follow any other, so that it fits whatever was said.

    The fit of words is measured against it, frame by frame.
    """

    def __init__(self, phones: PhoneSet) -> None:
        spoken = {name: number for name, number in phones.numbers.items() if not name.startswith("+")}
        numbers = list(spoken.values())
        self._names = list(spoken)
        self._columns = phones.columns(numbers)
        self._stay, self._go = (phones.moves[numbers][:, :, k].astype(np.float64) for k in (0, 1))

    def search(self, levels: Values) -> Values:
        """Return the log likelihood of each frame on the best sequence of phones, (T,).

        Args:
            levels: Log likelihood of each state of each phone, (T, n).
        """
        return self._run(levels)[0]

    def phones(self, levels: Values) -> list[str]:
        """Return the names of the phones on the best sequence.

        Args:
            levels: Log likelihood of each state of each phone, (T, n).
        """
        return [self._names[k] for k in self._run(levels)[1]]

    def _run(self, levels: Values) -> tuple[Values, list[int]]:
        count = len(levels)
        each = levels[:, self._columns].reshape(count, -1, STATES_PER_PHONE)
        here = np.full(each.shape[1:], IMPOSSIBLE, dtype=np.float64)
        entered = np.empty(each.shape, dtype=bool)
        ended = np.zeros(count + 1, dtype=np.int64)
        best = 0.0
        move = np.empty_like(here)
        for t in range(count):
            np.add(here[:, :2], self._go[:, :2], out=move[:, 1:])
            move[:, 0] = best + _NEXT_PHONE_WEIGHT
            here += self._stay
            np.greater(move, here, out=entered[t])
            np.maximum(move, here, out=here)
            here += each[t]
            leaving = here[:, 2] + self._go[:, 2]
            ended[t + 1] = last = leaving.argmax()
            best = leaving[last]
        return self._along(each, entered, ended)

    @staticmethod
    def _along(each: Values, entered: npt.NDArray[np.bool_], ended: Index) -> tuple[Values, list[int]]:
        out = np.zeros(len(each), dtype=np.float32)
        t = len(each)
        run: list[int] = []
        while t > 0:
            phone, state = int(ended[t]), 2
            run.append(phone)
            while t > 0:
                t -= 1
                out[t] = each[t, phone, state]
                if entered[t, phone, state]:
                    if state == 0:
                        break
                    state -= 1
        return out, run[::-1]


@dataclass(frozen=True)
class LaidWord:
    """A word of the sentence aligned with the sound.

    Attributes:
        place: Index of its place in the network.
        start: First frame.
        end: Frame after the last one.
        fit: How much better it fits than any talk, in mean log likelihood a frame.
    """

    place: int
    start: int
    end: int
    fit: float


@dataclass(frozen=True)
class SentenceFit:
    """A sentence aligned with a sound.

    Attributes:
        found: The best path.
        words: The aligned words, in order.
        fit: How much better each frame fits than any talk, in log likelihood, (T,); 0 outside of the sentence.
    """

    found: BestPath
    words: tuple[LaidWord, ...]
    fit: Values


class Laid:
    """Aligns the network of one sentence with sounds.

    Args:
        network: The network of the sentence.
        outside: Log weight subtracted from each frame of talk before and after the sentence.
    """

    def __init__(self, network: SentenceNetwork, outside: float) -> None:
        self.network = network
        self._outside = np.float32(outside)

    def look(self, heard: Values) -> SentenceFit:
        """Return the best alignment of the sentence with the phoneme encoder's output, (T, states)."""
        talk = any_talk().search(heard)
        found = search(self.network, heard, talk - self._outside)
        fit = heard[np.arange(len(heard)), self.network.column[np.maximum(found.states, 0)]] - talk
        placed = [(self.network.arcs[piece.arc].place, piece.start, piece.end) for piece in found.pieces]
        words = (
            LaidWord(k, start, end, float(fit[start:end].mean())) for k, start, end in placed if k != SILENCE_PLACE
        )
        return SentenceFit(found, tuple(words), np.where(found.states >= 0, fit, 0.0))

    def scores(self, found: BestPath) -> dict[int, dict[str, float]]:
        """Return the best score of each word in each place of the sentence; an empty word stands for the decoys."""
        out: dict[int, dict[str, float]] = defaultdict(dict)
        for arc, score in zip(self.network.arcs, found.through, strict=True):
            if arc.place >= 0:
                said = self.network.places[arc.place][arc.choice].word
                out[arc.place][said] = max(out[arc.place].get(said, -np.inf), float(score))
        return out


@lru_cache(maxsize=1)
def any_talk() -> AnyTalk:
    """Return the network of any talk, built from the shipped phones on first use and cached for the process."""
    return AnyTalk(shipped_phones())
