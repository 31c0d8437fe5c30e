"""The second look at an utterance: every candidate of every place scored on the whole sound, in the speaker's voice.

PocketSphinx's search follows the speech while it is said. Afterwards the whole sentence is laid over the sound with
all names, gems and decoys in their places; the words that fit move the model to the voice and the room, and it is laid
again. What a word is worth comes from two comparisons: with the others of its place, and with any talk at all.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np

from companion.senses.speech.accents import with_accents
from companion.senses.speech.acoustics import SILENCE, AcousticModel, Index, Values, shipped_model
from companion.senses.speech.adaptation import adapted
from companion.senses.speech.cepstra import FRAME, around, cepstra, features
from companion.senses.speech.grammar import options
from companion.senses.speech.lexicon import Lexicon
from companion.senses.speech.network import Choice, Network
from companion.senses.speech.paths import AnyTalk, Found, search
from companion.senses.speech.recogniser import Samples, Word
from companion.senses.speech.settings import GEM, NAME, Settings

_ENOUGH = 20  # frames of the room from which it has a sound of its own
_VARIED = 0.3  # of the whole sound's variance, the least of the room's
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
        silent = self._model.states[self._model.phones[SILENCE]]
        self._silence = np.flatnonzero(np.isin(self._network.senones, silent))
        self._slots = {settings.words.index(NAME), settings.words.index(GEM)}

    def words(self, sound: Samples) -> list[Word]:
        """The places of the sentence in [n] samples, each with what was said there; nothing for too short a sound."""
        rows = cepstra(sound)
        if len(rows) * FRAME < _SHORTEST:
            return []
        look = self._look(self._model, features(rows))
        for slots in (False, True):  # names and gems may be mistaken: the voice is learned from the others first
            heard = features(rows, around(look.found.pieces[0].start, look.found.pieces[-1].end))
            model = adapted(self._model, heard, self._taken_for(look.found, slots))
            look = self._look(model, heard, self._room(heard, look.found), scored=slots)
        return self._judged(look)

    def _look(self, model: AcousticModel, heard: Values, room: Values | None = None, scored: bool = False) -> _Look:
        levels = model.log_likelihood(heard, self._senones)
        talk = self._talk.search(levels[:, self._of_talk])
        own = levels[:, self._of_network]
        if room is not None:
            own[:, self._silence] = np.maximum(own[:, self._silence], room[:, None])
        found = search(self._network, own, talk - np.float32(self.settings.align["outside"]), scored)
        spoken = np.maximum(found.states, 0)
        fit = own[np.arange(len(own)), self._network.column[spoken]] - talk
        return _Look(found, np.where(found.states >= 0, fit, 0.0))

    def _room(self, heard: Values, found: Found) -> Values | None:
        """[T] log density under what the room sounds like where nothing of the sentence is said: its pauses are not
        silent, and a name that begins hard must not take them. None where too little of it was heard."""
        quiet = np.ones(len(heard), dtype=bool)
        for piece in found.pieces:
            if self._network.arcs[piece.arc].place >= 0:
                quiet[piece.start : piece.end] = False
        if quiet.sum() < _ENOUGH:
            return None
        around = heard[quiet]
        var = np.maximum(around.var(axis=0), _VARIED * heard.var(axis=0))
        return np.asarray(-0.5 * ((heard - around.mean(axis=0)) ** 2 / var + np.log(2 * np.pi * var)).sum(axis=1))

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
        for sounds in with_accents(option.sounds)
    ]
