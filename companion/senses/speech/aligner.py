"""Align the victory speech's sentence with a sound, and score every word that may be said in each of its places.

A place is the position of one word in the sentence; several names, gems or wrong words ("decoys") may be said there.
The first alignment says where the sentence would end. Then every candidate word is scored: against the other words of
its place, and against any talk at all.
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

    A decoy is a wrong word that people often say there. It is listed so that it is not taken for the right word.

    Attributes:
        word: The sentence's word, the player's name or the gem; empty for a decoy.
        sounds: Its pronunciations, each as phones joined by blanks.
    """

    word: str
    sounds: tuple[str, ...]


def options(word: str, names: tuple[str, ...], settings: SpeechSettings, lexicon: Lexicon) -> list[Option]:
    """Return the words that may be said in the place of ``word`` in the English sentence: the right ones, then decoys.

    A pronunciation that a right word has is removed from the decoys.

    Args:
        word: Word of the sentence, or the slot for the name or the gem.
        names: Names of the players.
        settings: Settings with the gems and the decoys.
        lexicon: The pronunciations.

    Raises:
        BadInput: A name has no letters.
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
    """Return the words that may be said in the place of ``word`` in another language's sentence; empty if it has none.

    Each option's ``word`` is that of the English sentence.

    Args:
        word: Word of the English sentence.
        names: Names of the players.
        sentence: The other language's table in calibration/speech.toml.
        settings: Settings with the gems.
        lexicon: The pronunciations.

    Raises:
        BadInput: A name has no letters.
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


_MIN_SENTENCE_S = 1.5  # minimum length of a sound that may be the sentence


class Aligner:
    """Finds the words of the victory speech's sentence in sounds, in one language and with the players' names.

    An alignment takes a tenth of a second. Use it from one thread at a time.

    Args:
        names: Names of the players.
        settings: The speech settings.
        lexicon: The pronunciations.
        gems: Gems that may be named in this hand; empty for all.
        takes: Pronunciations of each name, in phones, as recorded from its owner (see ``SphinxRecogniser``).
        language: Language of the sentence.
        phones: The phoneme encoder, which several aligners may share; None loads one.
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
        self._places = [
            k for k, choices in enumerate(said) if choices
        ]  # index in the sentence of each place of the network
        network = SentenceNetwork(shipped_phones(), [said[k] for k in self._places])
        self._laid = Laid(network, settings.align["outside"])
        self._last: tuple[Samples, SentenceFit | None] | None = None

    def glance(self, sound: Samples) -> SpeechGlance:
        """Return where the sentence would end in the samples (n,), and how well it fits; -inf for less than 1.5 s."""
        look = self._first(sound)
        if look is None:
            return SpeechGlance(0.0, -np.inf)
        return SpeechGlance(look.words[-1].end * ROW_S, self._key_word_fit(look), *look.found.so_far())

    def _first(self, sound: Samples) -> SentenceFit | None:
        """Return the sentence aligned with the samples (n,); None for less than 1.5 s.

        The result for the latest array is cached.
        """
        if self._last is None or self._last[0] is not sound:
            enough = len(sound) >= _MIN_SENTENCE_S * RATE
            self._last = sound, self._laid.look(self._phones(sound)) if enough else None
        return self._last[1]

    def _key_word_fit(self, look: SentenceFit) -> float:
        """Return the mean fit of the words in ``SpeechSettings.needed``; -inf if there are none."""
        said, needed = self.settings.words, self.settings.needed
        fits = [word.fit for word in look.words if said[self._places[word.place]] in needed]
        return float(np.mean(fits)) if fits else -np.inf

    def words(self, sound: Samples) -> list[SpokenWord]:
        """Return the word said in each place of the sentence in the samples (n,); empty if the key words do not fit."""
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
