"""Elision: short words that lose their vowel before a value that begins with one. "de" before "Ann" is "d'Ann"."""

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
    """The table ``[elision]`` of a ``language.toml``; pages use it too.

    Attributes:
        before: A regular expression for the first letters of a value that shorten the word before it; case is ignored.
        words: Word -> its short form, without a space: ``{"de": "d'"}``.
    """

    before: str
    words: Mapping[str, str]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = "|".join(map(re.escape, self.words))
        return re.compile(rf"\b({words}) {BEGIN}+(?=(?i:{self.before}))")

    def apply(self, marked: str) -> str:
        """Return the text with words shortened before values, and without Fluent's marks around values."""
        return self._pattern.sub(lambda found: self.words[found[1]], marked).translate(_UNMARKED)
