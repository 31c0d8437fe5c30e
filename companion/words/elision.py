"""Elision, as in French: a word is shortened before a value that begins with a vowel. "de" before "Ann" is "d'Ann"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

BEGIN: Final = "\u2068"  # FIRST STRONG ISOLATE: Fluent puts it before each value
END: Final = "\u2069"  # POP DIRECTIONAL ISOLATE: Fluent puts it after each value
_UNMARKED: Final = str.maketrans("", "", BEGIN + END)


@dataclass(frozen=True)
class Elision:
    """The rules of elision of one language: the table ``[elision]`` of its ``language.toml``, which pages use too.

    Attributes:
        before: A regular expression; a value whose beginning it matches shortens the word before it. Case is ignored.
        words: Word -> its short form, without a space: ``{"de": "d'"}``.
    """

    before: str
    words: Mapping[str, str]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = "|".join(map(re.escape, self.words))
        return re.compile(rf"\b({words}) {BEGIN}+(?=(?i:{self.before}))")

    def apply(self, marked: str) -> str:
        """Return the text with words shortened before values.

        Fluent's invisible marks, which show where values begin and end, are removed.
        """
        return self._pattern.sub(lambda found: self.words[found[1]], marked).translate(_UNMARKED)
