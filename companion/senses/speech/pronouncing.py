"""How the words of answers and commands sound in the phones of the shipped network, by language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias

from companion import resources
from companion.errors import BadInput
from companion.senses.speech.lexicon import continental, letters_of, shipped_lexicon, with_accents

Pronounce: TypeAlias = Callable[[str], tuple[str, ...]]
"""A word -> its pronunciations, each as phones with blanks between; none for one that cannot be said."""
PRONOUNCED_LANGUAGES: Final = ("en", "de")
"""Languages whose words the shipped network knows how to hear."""


def pronounce_by(language: str, names: Collection[str], takes: Mapping[str, tuple[str, ...]]) -> Pronounce:
    """Return what pronounces the words of a language. ``takes``: name -> phones in which its owner says it."""
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
