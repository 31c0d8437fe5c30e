"""An utterance as a whole: every candidate of every place scored on the whole sound.

The sentence is laid over the sound with all names, gems and decoys in their places. That is a glance, which says where
the sentence would end, and then what every other word would be worth. What a word is worth comes from two comparisons:
with the others of its place, and with any talk at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.senses.speech.best_path import Laid, SentenceFit
from companion.senses.speech.lexicon import Lexicon, with_accents
from companion.senses.speech.phoneme_encoder import ROW_S, PhonemeEncoder, shipped_phones
from companion.senses.speech.recogniser import RATE, Samples, SpeechGlance, SpokenWord
from companion.senses.speech.sentence_network import Choice, SentenceNetwork
from companion.senses.speech.settings import GEM_SLOT, NAME_SLOT, Language, SpeechSettings


@dataclass(frozen=True)
class Option:
    """A word that may be said in one place of the sentence.

    ``word``: its meaning, "" for a decoy; ``sounds``: its pronunciations.
    """

    word: str
    sounds: tuple[str, ...]


def options(word: str, names: tuple[str, ...], settings: SpeechSettings, lexicon: Lexicon) -> list[Option]:
    """Return what may be said in the place of the sentence's ``word``: the right words first, then decoys.

    Decoys have no pronunciation in common with a right word. Raises BadInput for a name without letters.
    """
    if word == NAME_SLOT:
        right = [Option(name, tuple(lexicon.name(name))) for name in names]
    elif word == GEM_SLOT:
        right = [
            Option(gem, tuple(s for form in spoken for s in lexicon.say(form))) for gem, spoken in settings.gems.items()
        ]
    else:
        right = [Option(word, tuple(lexicon.say(word)))]
    taken = {s for option in right for s in option.sounds}
    decoys = [tuple(s for s in lexicon.say(decoy) if s not in taken) for decoy in settings.decoys.get(word, ())]
    return right + [Option("", sounds) for sounds in decoys if sounds]


def foreign(
    word: str, names: tuple[str, ...], sentence: Mapping[str, Any], settings: SpeechSettings, lexicon: Lexicon
) -> list[Option]:
    """Return what may be said in the place of ``word`` where the sentence is in another language.

    ``sentence``: that language's table of the settings; [] where it has nothing in this place. Each option has the
    meaning that it has in the English sentence of the rule book.
    """
    if word == NAME_SLOT:
        right = [Option(name, tuple(lexicon.name(name))) for name in names]
    elif word == GEM_SLOT:
        right = [Option(gem, tuple(sentence["gems"][gem])) for gem in settings.gems]
    elif word in sentence:
        right = [Option(word, tuple(sentence[word]))]
    else:
        return []
    return right + [Option("", (sounds,)) for sounds in sentence["decoys"].get(word, ())]


_MIN_SENTENCE_S = 1.5  # seconds; nobody says the sentence faster


class Aligner:
    """Lays the sentence over speech, for the players' names of one game and one language.

    It takes a tenth of a second for a speech; use it from one thread at a time. ``gems``: those of the hand, without
    any all of them. ``takes``: by name, phones as which its owner was heard to say it (see ``SphinxRecogniser``).
    ``phones``: the encoder, which several aligners may share.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        settings: SpeechSettings,
        lexicon: Lexicon,
        gems: tuple[str, ...] = (),
        takes: Mapping[str, tuple[str, ...]] | None = None,
        language: Language = "en",
        phones: PhonemeEncoder | None = None,
    ) -> None:
        self.settings = settings
        self._phones = phones or PhonemeEncoder(settings.align["weight"])
        weighed = replace(settings, gems={g: said for g, said in settings.gems.items() if not gems or g in gems})
        said = [_choices(word, names, weighed, lexicon, language) for word in settings.words]
        said[settings.words.index(NAME_SLOT)] += [
            Choice(name, tuple(sounds.split())) for name in names for sounds in (takes or {}).get(name, ())
        ]
        self._places = [k for k, choices in enumerate(said) if choices]  # of the sentence, by the network's own
        network = SentenceNetwork(shipped_phones(), [said[k] for k in self._places])
        self._laid = Laid(network, settings.align["outside"])
        self._last: tuple[Samples, SentenceFit | None] | None = None

    def glance(self, sound: Samples) -> SpeechGlance:
        """Return where the sentence would end in the sound, [n] samples, and how well it fits."""
        look = self._first(sound)
        if look is None:
            return SpeechGlance(0.0, -np.inf)
        return SpeechGlance(look.words[-1].end * ROW_S, self._key_word_fit(look), *look.found.so_far())

    def _first(self, sound: Samples) -> SentenceFit | None:
        """Return the sentence laid over the sound, [n] samples; None for a sound that is too short for it.

        The last result is kept: asking again about the same sound costs nothing.
        """
        if self._last is None or self._last[0] is not sound:
            enough = len(sound) >= _MIN_SENTENCE_S * RATE
            self._last = sound, self._laid.look(self._phones(sound)) if enough else None
        return self._last[1]

    def _key_word_fit(self, look: SentenceFit) -> float:
        """Return the mean fit of the words that carry the meaning, -inf where there are none."""
        said, needed = self.settings.words, self.settings.needed
        fits = [word.fit for word in look.words if said[self._places[word.place]] in needed]
        return float(np.mean(fits)) if fits else -np.inf

    def words(self, sound: Samples) -> list[SpokenWord]:
        """Return what was said in each place of the sentence in the sound, [n] samples; [] where it does not fit."""
        look = self._first(sound)
        if look is None or self._key_word_fit(look) < self.settings.align["known"]:
            return []
        scores = self._laid.scores(look.found)
        words = []
        for laid in look.words:
            word = self._word(self._places[laid.place], scores[laid.place])
            if laid.fit < self.settings.align["fit"]:
                word = replace(word, word="", alternatives=())
            words.append(replace(word, start=laid.start * ROW_S, end=laid.end * ROW_S, fit=laid.fit))
        return words

    def _word(self, place: int, scores: dict[str, float]) -> SpokenWord:
        rules = self.settings.align
        decoy = scores.pop("", -np.inf)
        ranked = sorted(scores, key=lambda spoken: -scores[spoken])
        best = scores[ranked[0]]
        if decoy - best > rules["doubt"]:
            return SpokenWord("", place, 0.0, 0.0, score=0.0)  # heard as something else
        second = max([decoy, *(scores[said] for said in ranked[1:])])
        score = 1 / (1 + float(np.exp(-(best - second) / rules["scale"])))
        others = tuple(said for said in ranked[1:] if best - scores[said] < rules["near"])
        return SpokenWord(ranked[0], place, 0.0, 0.0, round(score, 3), others)


def _choices(
    word: str, names: tuple[str, ...], settings: SpeechSettings, lexicon: Lexicon, language: Language
) -> list[Choice]:
    if language == "en":
        found = options(word, names, settings, lexicon)
    else:
        found = foreign(word, names, settings.sentence[language], settings, lexicon)
    return [Choice(option.word, tuple(sounds.split())) for option in found for sounds in with_accents(option.sounds)]
