"""The second look at an utterance: every candidate of every place scored on the whole sound, in the speaker's voice.

PocketSphinx's search follows the speech while it is said. Afterwards the whole sentence is laid over the sound with
all names, gems and decoys in their places; the words that fit move the model to the voice and the room, and it is laid
again. What a word is worth comes from two comparisons: with the others of its place, and with any talk at all.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np

from companion.senses.speech.acoustics import AcousticModel, Index, Values, shipped_model
from companion.senses.speech.adaptation import adapted
from companion.senses.speech.cepstra import FRAME, features
from companion.senses.speech.grammar import options
from companion.senses.speech.lexicon import Lexicon
from companion.senses.speech.network import Choice, Network
from companion.senses.speech.paths import AnyTalk, Found, search
from companion.senses.speech.recogniser import Samples, Word
from companion.senses.speech.settings import GEM, NAME, Settings

_SHORTEST = 1.5  # seconds; nobody says the sentence faster


@dataclass(frozen=True)
class _Look:
    found: Found
    fit: Values  # [T] how much better a frame fits the sentence than any talk, log likelihood


class Aligner:
    """For the players' names of one game. A few tenths of a second for a speech; one thread at a time."""

    def __init__(self, names: tuple[str, ...], settings: Settings, lexicon: Lexicon) -> None:
        self.settings = settings
        self._model = shipped_model()
        self._network = Network(self._model, [_choices(word, names, settings, lexicon) for word in settings.words])
        self._talk = AnyTalk(self._model)
        self._senones: Index = np.union1d(self._network.senones, self._talk.senones)
        self._of_network = np.searchsorted(self._senones, self._network.senones)
        self._of_talk = np.searchsorted(self._senones, self._talk.senones)
        self._slots = {settings.words.index(NAME), settings.words.index(GEM)}

    def words(self, sound: Samples) -> list[Word]:
        """The places of the sentence in [n] samples, each with what was said there; nothing for too short a sound."""
        heard = features(sound)
        if len(heard) * FRAME < _SHORTEST:
            return []
        look = self._look(self._model, heard)
        for slots in (False, True):  # names and gems may be mistaken: the voice is learned from the others first
            model = adapted(self._model, heard, self._taken_for(look.found, slots))
            look = self._look(model, heard)
        return self._judged(look)

    def _look(self, model: AcousticModel, heard: Values) -> _Look:
        levels = model.log_likelihood(heard, self._senones)
        talk = self._talk.search(levels[:, self._of_talk])
        own = levels[:, self._of_network]
        found = search(self._network, own, talk - np.float32(self.settings.align["outside"]))
        spoken = np.maximum(found.states, 0)
        fit = own[np.arange(len(own)), self._network.column[spoken]] - talk
        return _Look(found, np.where(found.states >= 0, fit, 0.0))

    def _taken_for(self, found: Found, slots: bool) -> Index:
        """[T] senones of the sentence's words, -1 for silence, other talk, and for the slots unless asked for."""
        out = np.full(len(found.states), -1, dtype=np.int64)
        for piece in found.pieces:
            place = self._network.arcs[piece.arc].place
            if place >= 0 and (slots or place not in self._slots):
                states = found.states[piece.start : piece.end]
                out[piece.start : piece.end] = self._network.senones[self._network.column[states]]
        return out

    def _judged(self, look: _Look) -> list[Word]:
        scores = self._scores(look.found)
        words = []
        for piece in look.found.pieces:
            place = self._network.arcs[piece.arc].place
            if place < 0:
                continue
            word = self._word(place, scores[place])
            fit = float(look.fit[piece.start : piece.end].mean())
            if fit < self.settings.align["fit"]:
                word = replace(word, said="", others=())
            words.append(replace(word, start=piece.start * FRAME, end=piece.end * FRAME, fit=fit))
        return words

    def _scores(self, found: Found) -> dict[int, dict[str, float]]:
        """Place -> what may have been said there ("" for a decoy) -> its best path's score."""
        out: dict[int, dict[str, float]] = defaultdict(dict)
        for arc, score in zip(self._network.arcs, found.through, strict=True):
            if arc.place >= 0:
                said = self._network.places[arc.place][arc.choice].said
                out[arc.place][said] = max(out[arc.place].get(said, -np.inf), float(score))
        return out

    def _word(self, place: int, scores: dict[str, float]) -> Word:
        rules = self.settings.align
        decoy = scores.pop("", -np.inf)
        ranked = sorted(scores, key=lambda said: -scores[said])
        best = scores[ranked[0]]
        if decoy - best > rules["doubt"]:
            return Word("", place, 0.0, 0.0)
        second = max([decoy, *(scores[said] for said in ranked[1:])])
        score = 1 / (1 + float(np.exp(-(best - second) / rules["scale"])))
        others = tuple(said for said in ranked[1:] if best - scores[said] < rules["near"])
        return Word(ranked[0], place, 0.0, 0.0, round(score, 3), others)


def _choices(word: str, names: tuple[str, ...], settings: Settings, lexicon: Lexicon) -> list[Choice]:
    return [
        Choice(option.said, tuple(sounds.split()))
        for option in options(word, names, settings, lexicon)
        for sounds in option.sounds
    ]
