"""Pronounce words with PocketSphinx's dictionary, and words that it lacks by analogy with similar spellings.

A letter of an unknown name is pronounced as in the dictionary's words with the same letters around it. Every name also
gets its pronunciation on the European continent (j as in Jan, w as v), which many families use.
"""

from __future__ import annotations

import bisect
import gzip
import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from companion import resources
from companion.errors import BadInput, CompanionError, system_says

DICTIONARY = "models/pronunciation/cmudict-en-us.dict.gz"
"""The dictionary of PocketSphinx's English model, packed by tools/phones.py."""


@cache
def letters() -> dict[str, frozenset[str]]:
    """Return for each letter the phones of the CMU dictionary that it may stand for."""
    return {letter: frozenset(phones.split()) for letter, phones in _table("letters").items()}


@cache
def rules(name: str) -> list[tuple[re.Pattern[str], str]]:
    """Return the rewriting rules of a table of calibration/pronunciation.toml: patterns with their replacements.

    Args:
        name: ``continental`` (German spelling to phones) or ``habits`` (phones to phones with an accent).
    """
    return [(re.compile(pattern), phones) for pattern, phones in _table(name)]


@cache
def _table(name: str) -> Any:  # the tables differ in shape
    return resources.toml("calibration/pronunciation.toml")[name]


def with_accents(sounds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pronunciations of a word, then each with one accent rule applied, without duplicates."""
    others = (pattern.sub(phones, said).strip() for said in sounds for pattern, phones in rules("habits"))
    return tuple(dict.fromkeys((*sounds, *others)))


_SILENT_LETTER_COST, _STRANGE_PHONE_COST, _SECOND_PHONE_COST = 0.7, 2.0, 0.5


@lru_cache(maxsize=8192)
def align(word: str, phones: tuple[str, ...]) -> tuple[str, ...]:
    """Return for each letter of a word the phones that it stands for, joined by blanks; empty for a silent letter.

    Silent letters, unusual phones and second phones have a cost; the alignment has the least total cost.
    """
    n, m = len(word), len(phones)
    far = 1e9
    cost = [[far] * (m + 1) for _ in range(n + 1)]
    took = [[0] * (m + 1) for _ in range(n + 1)]
    cost[0][0] = 0.0
    for i, letter in enumerate(word):
        fitting = letters().get(letter, frozenset())
        for j in range(m + 1):
            here = cost[i][j]
            if here >= far:
                continue
            for k in range(min(2, m - j) + 1):
                price = here + (
                    _SILENT_LETTER_COST
                    if k == 0
                    else sum(0.0 if p in fitting else _STRANGE_PHONE_COST for p in phones[j : j + k])
                )
                price += _SECOND_PHONE_COST * (k == 2)
                if price < cost[i + 1][j + k]:
                    cost[i + 1][j + k], took[i + 1][j + k] = price, k
    out = [""] * n
    j = m if cost[n][m] < far else min(range(m + 1), key=lambda q: cost[n][q])
    for i in range(n, 0, -1):
        k = took[i][j]
        out[i - 1] = " ".join(phones[j - k : j])
        j -= k
    return tuple(out)


def continental(word: str) -> str:
    """Return a lower-case word read as in German, in the dictionary's phones; letters without a rule are skipped."""
    at, out = 0, []
    while at < len(word):
        for pattern, phones in rules("continental"):
            found = pattern.match(word, at)
            if found:
                out.append(phones)
                at = found.end()
                break
        else:
            at += 1
    return " ".join(out) or "AH"


MAX_PRONUNCIATIONS = 4  # maximum number for one word
_MAX_WORDS_PER_LETTER = 60  # maximum dictionary words that are compared for one letter
_CONTEXT_WINDOWS = ((3, 3), (2, 3), (3, 2), (2, 2), (1, 2), (2, 1), (1, 1), (0, 1), (1, 0), (0, 0))


def _dictionary() -> Path:
    """Return the path of the dictionary's file.

    Raises:
        CompanionError: The file is not installed.
    """
    try:
        return resources.path(DICTIONARY)
    except resources.ResourceMissing as error:
        raise CompanionError("speech.none", why=str(error)) from None


def letters_of(name: str) -> str:
    """Return a name in the letters a to z, without accents and with ß as ss; empty for a name in another script."""
    text = "".join(_table("plain").get(c, c) for c in name.casefold())
    text = unicodedata.normalize("NFKD", text)
    return "".join(c for c in text if "a" <= c <= "z")


class Lexicon:
    """PocketSphinx's dictionary in memory (about 4 MB).

    Raises:
        CompanionError: The file is missing or cannot be read.
    """

    def __init__(self, path: Path | None = None) -> None:
        where = path or _dictionary()
        try:
            data = where.read_bytes()
            text = gzip.decompress(data) if where.suffix == ".gz" else data
        except OSError as error:
            raise CompanionError("speech.dictionary", why=system_says(error)) from None
        self._sounds: dict[str, list[str]] = {}
        for line in text.decode("utf-8").splitlines():
            head, _, phones = line.partition(" ")
            self._sounds.setdefault(re.sub(r"\(\d+\)$", "", head), []).append(phones.strip())
        heads = [w for w in self._sounds if w.isalpha() and w.isascii()]
        self._heads = "".join(f"^{w}$" for w in heads)
        self._starts = [0, *accumulate(len(w) + 2 for w in heads)]
        self._words = heads

    def has_word(self, word: str) -> bool:
        return word.casefold() in self._sounds

    def say(self, word: str) -> list[str]:
        """Return at most four pronunciations of one word, each as phones joined by blanks, likeliest first.

        Raises:
            BadInput: The word is not in the dictionary and has no letters a to z.
        """
        plain = letters_of(word)
        found = self._sounds.get(word.casefold()) or self._sounds.get(plain)
        if not found and not plain:
            raise BadInput("speech.no-letters", word=word)
        return list(dict.fromkeys(found or self._by_analogy(plain)))[:MAX_PRONUNCIATIONS]

    def name(self, name: str) -> list[str]:
        """Return pronunciations of a player's name of one or more words, English and continental, without duplicates.

        Raises:
            BadInput: The name has no letters a to z.
        """
        parts = [p for p in re.split(r"[\s\-_.']+", name) if letters_of(p)]
        if not parts:
            raise BadInput("speech.no-letters", word=name)
        english = [self.say(p) for p in parts]
        first = [" ".join(p[0] for p in english)]
        others = [*english[0][1:]] if len(parts) == 1 else []
        abroad = " ".join(continental(p.casefold()) for p in parts)
        return list(dict.fromkeys([*first, abroad, *others]))[: MAX_PRONUNCIATIONS + 1]

    def _by_analogy(self, word: str) -> list[str]:
        """Return the likeliest pronunciation letter by letter, and variants at the two least certain letters."""
        votes = [self._votes(word, i) for i in range(len(word))]
        best = [v[0][0] for v in votes]
        out = [best]
        doubtful = sorted((i for i, v in enumerate(votes) if len(v) > 1), key=lambda i: votes[i][0][1] - votes[i][1][1])
        for i in doubtful[:2]:
            out.append([*best[:i], votes[i][1][0], *best[i + 1 :]])
        said = [" ".join(p for p in parts if p) for parts in out]
        return [re.sub(r"\b(\w+)( \1\b)+", r"\1", s) for s in said if s] or [continental(word)]

    def _votes(self, word: str, i: int) -> list[tuple[str, float]]:
        """Return the one or two likeliest phones of letter ``i`` of a word, with their shares, 0..1.

        They are taken from the dictionary's words that have the same letters around it.
        """
        padded = f"^{word}$"
        for left, right in _CONTEXT_WINDOWS:
            low, high = max(0, i + 1 - left), min(len(padded), i + 2 + right)
            counted = self._count(padded[low:high], i + 1 - low)
            total = sum(counted.values())
            if total >= 3 or (total and left + right >= 5):
                return [(p, n / total) for p, n in counted.most_common(2)]
        return [("", 1.0)]

    @lru_cache(maxsize=4096)  # noqa: B019 - a lexicon lives as long as the program
    def _count(self, piece: str, at: int) -> Counter[str]:
        counted: Counter[str] = Counter()
        position = -1
        for _ in range(_MAX_WORDS_PER_LETTER):
            position = self._heads.find(piece, position + 1)
            if position < 0:
                break
            k = bisect.bisect_right(self._starts, position) - 1
            head = self._words[k]
            letter = position + at - self._starts[k] - 1
            if 0 <= letter < len(head):
                counted[align(head, tuple(self._sounds[head][0].split()))[letter]] += 1
        return counted


@lru_cache(maxsize=1)
def shipped_lexicon() -> Lexicon:
    """Return the shipped dictionary, loaded on first use and cached for the process."""
    return Lexicon()
