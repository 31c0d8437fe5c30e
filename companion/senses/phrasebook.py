"""Sentences of a sense in German: events carry the English, and whoever shows it asks for its language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property


class Phrasebook:
    """``entries``: English with values in braces to German with the same values. ``held``: the regular expression of a
    value by its name; ``worded``: a value's name and text to what German puts in its place."""

    def __init__(
        self, entries: Mapping[str, str], held: Callable[[str], str], worded: Callable[[str, str], object]
    ) -> None:
        self._entries, self._held, self._worded = entries, held, worded

    def told(self, sentence: str, language: str) -> str:
        """A sentence of the book in ``language`` ("en", "de"); any other text as it is."""
        return self.german(sentence) if language == "de" else sentence

    def german(self, sentence: str) -> str:
        if (whole := self._entries.get(sentence)) is not None:
            return whole
        for pattern, german in self._patterns:
            if found := pattern.fullmatch(sentence):
                return german.format(**{key: self._worded(key, value) for key, value in found.groupdict().items()})
        return sentence

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return [(self._pattern(english), german) for english, german in self._entries.items() if "{" in english]

    def _pattern(self, english: str) -> re.Pattern[str]:
        parts = re.split(r"\{(\w+)\}", english)
        held = [f"(?P<{p}>{self._held(p)})" if k % 2 else re.escape(p) for k, p in enumerate(parts)]
        return re.compile("".join(held))
