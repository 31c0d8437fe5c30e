"""Pronounce the words of answers and commands in the phones of the shipped network, by language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias

from companion import resources
from companion.errors import BadInput
from companion.senses.speech.lexicon import continental, letters_of, shipped_lexicon, with_accents

Pronounce: TypeAlias = Callable[[str], tuple[str, ...]]
"""Function from a word to its pronunciations, each as phones joined by blanks; empty if it has none."""
PRONOUNCED_LANGUAGES: Final = ("en", "de")
"""Languages that the shipped network can recognise."""


def pronounce_by(language: str, names: Collection[str], takes: Mapping[str, tuple[str, ...]]) -> Pronounce:
    """Return a function that gives a word's pronunciations in a language, empty if the word has none.

    Args:
        language: The language.
        names: Names of the players.
        takes: Pronunciations of each name, in phones, as recorded from its owner.
    """
    listed: Mapping[str, list[str]] = resources.toml("calibration/pronunciation.toml")["spoken"].get(language, {})
    folded = {name.casefold(): name for name in names}

    def pronounce(word: str) -> tuple[str, ...]:
        if (name := folded.get(word.casefold())) is not None:
            said = shipped_lexicon().name(name) if letters_of(name) else []
            return tuple(dict.fromkeys([*with_accents(tuple(said)), *takes.get(name, ())]))
        if (known := listed.get(word if len(word) == 1 else word.casefold())) is not None:
            return with_accents(tuple(known))
        try:
            return with_accents(
                tuple(shipped_lexicon().say(word) if language == "en" else [continental(word.casefold())])
            )
        except BadInput:
            return ()

    return pronounce
