"""An utterance as a whole: every candidate of every place scored on the whole sound, in the speaker's voice.

The whole sentence is laid over the sound with all names, gems and decoys in their places: that is a glance, which says
where the sentence would end. Then the words that fit move the model to the voice and the room, and it is laid again.
What a word is worth comes from two comparisons: with the others of its place, and with any talk at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.senses.speech.accents import with_accents
from companion.senses.speech.acoustics import SILENCE, Doubles, Index, Values, shipped_model
from companion.senses.speech.adaptation import adapted
from companion.senses.speech.cepstra import FRAME, around, cepstra, features
from companion.senses.speech.grammar import foreign, options
from companion.senses.speech.laying import Laid, Look
from companion.senses.speech.lexicon import Lexicon
from companion.senses.speech.network import Choice, Network
from companion.senses.speech.paths import Found
from companion.senses.speech.recogniser import Glance, Samples, Word
from companion.senses.speech.settings import GEM, NAME, Language, Settings

_ENOUGH = 20  # frames of the room from which it has a sound of its own
_VARIED = 0.3  # of the whole sound's variance, the least of the room's
_SHORTEST = 1.5  # seconds; nobody says the sentence faster


class Aligner:
    """For the players' names of one game and the sentence in one language. A few tenths of a second for a speech; one
    thread at a time.

    ``gems``: those of the hand, all of them where none is given. ``takes``: name -> phones in which its owner was heard
    to say it (see ``takes``).
    """

    def __init__(
        self,
        names: tuple[str, ...],
        settings: Settings,
        lexicon: Lexicon,
        gems: tuple[str, ...] = (),
        takes: Mapping[str, tuple[str, ...]] | None = None,
        language: Language = "en",
    ) -> None:
        self.settings = settings
        self._model = shipped_model()
        weighed = replace(settings, gems={g: said for g, said in settings.gems.items() if not gems or g in gems})
        said = [_choices(word, names, weighed, lexicon, language) for word in settings.words]
        said[settings.words.index(NAME)] += [
            Choice(name, tuple(sounds.split())) for name in names for sounds in (takes or {}).get(name, ())
        ]
        self._places = [k for k, choices in enumerate(said) if choices]  # of the sentence, by the network's own
        self._network = Network(self._model, [said[k] for k in self._places])
        self._laid = Laid(self._network, settings.align["outside"])
        self._last: tuple[Samples, Doubles, Look | None] | None = None
        silent = self._model.states[self._model.phones[SILENCE]]
        self._silence = np.flatnonzero(np.isin(self._network.senones, silent))
        self._slots = {self._places.index(settings.words.index(slot)) for slot in (NAME, GEM)}

    def glance(self, sound: Samples) -> Glance:
        """Where the sentence would end in [n] samples, and how well it fits."""
        _, look = self._first(sound)
        if look is None:
            return Glance(0.0, -np.inf)
        ended = max(p.end for p in look.found.pieces if self._network.arcs[p.arc].place >= 0)
        return Glance(ended * FRAME, self._carried(look))

    def _first(self, sound: Samples) -> tuple[Doubles, Look | None]:
        """Cepstra and the first look of [n] samples, None for too little of them; kept for whoever asks next."""
        if self._last is None or self._last[0] is not sound:
            rows = cepstra(sound)
            enough = len(rows) * FRAME >= _SHORTEST
            look = self._laid.look(self._model, features(rows), scored=False) if enough else None
            self._last = sound, rows, look
        return self._last[1:]

    def _carried(self, look: Look) -> float:
        """Mean fit of the words that carry the meaning."""
        fits = []
        for piece in look.found.pieces:
            place = self._network.arcs[piece.arc].place
            if place >= 0 and self.settings.words[self._places[place]] in self.settings.needed:
                fits.append(float(look.fit[piece.start : piece.end].mean()))
        return float(np.mean(fits)) if fits else -np.inf

    def words(self, sound: Samples) -> list[Word]:
        """The places of the sentence in [n] samples, each with what was said there; nothing for too short a sound, or
        where the sentence does not fit although the voice is known."""
        rows, look = self._first(sound)
        if look is None:
            return []
        for slots in (False, True):  # names and gems may be mistaken: the voice is learned from the others first
            heard = features(rows, around(look.found.pieces[0].start, look.found.pieces[-1].end))
            model = adapted(self._model, heard, self._taken_for(look.found, slots))
            look = self._laid.look(model, heard, self._room(heard, look.found), scored=slots)
            if self._carried(look) < self.settings.align["known"]:
                return []
        return self._judged(look)

    def _room(self, heard: Values, found: Found) -> dict[int, Values]:
        """For the senones of silence, [T] log density under what the room sounds like where nothing of the sentence is
        said: its pauses are not silent, and a name that begins hard must not take them. Nothing where too little of it
        was heard."""
        quiet = np.ones(len(heard), dtype=bool)
        for piece in found.pieces:
            if self._network.arcs[piece.arc].place >= 0:
                quiet[piece.start : piece.end] = False
        if quiet.sum() < _ENOUGH:
            return {}
        around = heard[quiet]
        var = np.maximum(around.var(axis=0), _VARIED * heard.var(axis=0))
        density = np.asarray(-0.5 * ((heard - around.mean(axis=0)) ** 2 / var + np.log(2 * np.pi * var)).sum(axis=1))
        return {int(column): density for column in self._silence}

    def _taken_for(self, found: Found, slots: bool) -> Index:
        """[T] senones of the sentence's words, -1 for silence, other talk, and for the slots unless asked for."""
        out = np.full(len(found.states), -1, dtype=np.int64)
        for piece in found.pieces:
            place = self._network.arcs[piece.arc].place
            if place >= 0 and (slots or place not in self._slots):
                states = found.states[piece.start : piece.end]
                out[piece.start : piece.end] = self._network.senones[self._network.column[states]]
        return out

    def _judged(self, look: Look) -> list[Word]:
        scores = self._laid.scores(look.found)
        words = []
        for piece in look.found.pieces:
            place = self._network.arcs[piece.arc].place
            if place < 0:
                continue
            word = self._word(self._places[place], scores[place])
            fit = float(look.fit[piece.start : piece.end].mean())
            if fit < self.settings.align["fit"]:
                word = replace(word, said="", others=())
            words.append(replace(word, start=piece.start * FRAME, end=piece.end * FRAME, fit=fit))
        return words

    def _word(self, place: int, scores: dict[str, float]) -> Word:
        rules = self.settings.align
        decoy = scores.pop("", -np.inf)
        ranked = sorted(scores, key=lambda said: -scores[said])
        best = scores[ranked[0]]
        if decoy - best > rules["doubt"]:
            return Word("", place, 0.0, 0.0, score=0.0)  # heard as something else
        second = max([decoy, *(scores[said] for said in ranked[1:])])
        score = 1 / (1 + float(np.exp(-(best - second) / rules["scale"])))
        others = tuple(said for said in ranked[1:] if best - scores[said] < rules["near"])
        return Word(ranked[0], place, 0.0, 0.0, round(score, 3), others)


def _choices(
    word: str, names: tuple[str, ...], settings: Settings, lexicon: Lexicon, language: Language
) -> list[Choice]:
    if language == "en":
        found = options(word, names, settings, lexicon)
    else:
        found = foreign(word, names, settings.sentence[language], settings, lexicon)
    return [Choice(option.said, tuple(sounds.split())) for option in found for sounds in with_accents(option.sounds)]
