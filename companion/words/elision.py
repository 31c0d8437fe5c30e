"""Short words that lose their vowel before a value that begins with one: "de" before "Ann" is "d'Ann" in French."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

BEGIN: Final = "\u2068"  # FIRST STRONG ISOLATE: Fluent puts it before each value that it fills in
END: Final = "\u2069"  # POP DIRECTIONAL ISOLATE: behind it
_UNMARKED: Final = str.maketrans("", "", BEGIN + END)


@dataclass(frozen=True)
class Elision:
    """The table ``[elision]`` of a ``language.toml``; pages read it as well.

    Attributes:
        before: a regular expression for the first letters that a word is shortened before, of any case.
        words: the short form of each word, without a blank: ``{"de": "d'"}``.
    """

    before: str
    words: Mapping[str, str]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = "|".join(map(re.escape, self.words))
        return re.compile(rf"\b({words}) {BEGIN}+(?=(?i:{self.before}))")

    def apply(self, marked: str) -> str:
        """Return the text without Fluent's marks, its words shortened before values that ask for it."""
        return self._pattern.sub(lambda found: self.words[found[1]], marked).translate(_UNMARKED)
