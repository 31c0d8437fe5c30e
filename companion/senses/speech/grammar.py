"""What may be said in each place of the sentence: its own words and what people say in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.senses.speech.lexicon import Lexicon
from companion.senses.speech.settings import GEM, NAME, SpeechSettings

# British and German speakers leave out an R after a vowel, unless one follows; Scots and Germans keep it and say plain
# vowels for gliding ones, the British "o" is short; many Americans say "Ann" with the vowel of "end", Germans say
# every such vowel so, and D for DH. In quick speech the T of "totally" is a tap, and its vowel before the L, as that of
# "opal" and "emerald", is gone.
_VOWEL = "(?:A[AEHOWY]|E[HRY]|I[HY]|O[WY]|U[HW])"
_HABITS = [
    (re.compile(pattern), phones)
    for pattern, phones in (
        (rf"\bER\b(?! R| {_VOWEL})", "AH"),
        (rf"\bER\b(?= {_VOWEL})", "AH R"),
        (r"\bER\b", "EH R"),
        (rf"(?<=AA |AO |EH |IH |UH )R (?!{_VOWEL})", ""),
        (r"\bEY\b", "EH"),
        (r"\bOW\b", "AO"),
        (r"\bAA\b", "AO"),
        (r"\bAA\b", "AH"),
        (r"\bAE\b", "EH"),
        (r"\bDH\b", "D"),
        (r"\bT(?= AH L\b)", "D"),
        (r"\bAH L\b", "L"),
    )
]


def with_accents(sounds: tuple[str, ...]) -> tuple[str, ...]:
    """These pronunciations of a word, then those with one habit of speech each, every one once."""
    others = (pattern.sub(phones, said).strip() for said in sounds for pattern, phones in _HABITS)
    return tuple(dict.fromkeys((*sounds, *others)))


@dataclass(frozen=True)
class Option:
    """What may be said in a place: its meaning, "" for a decoy, and its pronunciations."""

    said: str
    sounds: tuple[str, ...]


def options(word: str, names: tuple[str, ...], settings: SpeechSettings, lexicon: Lexicon) -> list[Option]:
    """Right words of the sentence's ``word`` first, then decoys without the sounds of a right one.

    Raises BadInput for a name without letters.
    """
    if word == NAME:
        right = [Option(name, tuple(lexicon.name(name))) for name in names]
    elif word == GEM:
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
    """As ``options``, for the sentence in another language (``sentence`` of the settings); [] where it has no word.

    What is said keeps the place and the name that it has in the sentence of the rule book.
    """
    if word == NAME:
        right = [Option(name, tuple(lexicon.name(name))) for name in names]
    elif word == GEM:
        right = [Option(gem, tuple(sentence["gems"][gem])) for gem in settings.gems]
    elif word in sentence:
        right = [Option(word, tuple(sentence[word]))]
    else:
        return []
    return right + [Option("", (sounds,)) for sounds in sentence["decoys"].get(word, ())]
