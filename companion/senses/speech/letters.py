"""Which phones a letter may stand for: alignment of spellings with pronunciations, and a continental reading."""

from __future__ import annotations

import re
from functools import lru_cache

# Phones are those of the CMU dictionary. What is not listed costs more, so alignments stay sensible.
SOUNDS: dict[str, frozenset[str]] = {
    letter: frozenset(phones.split())
    for letter, phones in {
        "a": "AE AA AH AO EY EH ER AW", "b": "B", "c": "K S CH SH", "d": "D T JH", "e": "EH IY AH ER EY IH",
        "f": "F V", "g": "G JH ZH F", "h": "HH", "i": "IH IY AY AH Y", "j": "JH Y HH ZH", "k": "K", "l": "L",
        "m": "M", "n": "N NG", "o": "AA AO AH OW UW UH OY AW", "p": "P F", "q": "K", "r": "R ER",
        "s": "S Z SH ZH", "t": "T TH DH CH SH", "u": "AH UW UH ER W Y AW", "v": "V F", "w": "W V",
        "x": "K Z S G", "y": "IY AY IH Y", "z": "Z S T ZH",
    }.items()
}  # fmt: skip
_SILENT, _STRANGE, _SECOND = 0.7, 2.0, 0.5


@lru_cache(maxsize=8192)
def align(word: str, phones: tuple[str, ...]) -> tuple[str, ...]:
    """For each letter the phones that it stands for, joined by blanks; "" for a silent letter. Least total cost."""
    n, m = len(word), len(phones)
    far = 1e9
    cost = [[far] * (m + 1) for _ in range(n + 1)]
    took = [[0] * (m + 1) for _ in range(n + 1)]
    cost[0][0] = 0.0
    for i, letter in enumerate(word):
        fitting = SOUNDS.get(letter, frozenset())
        for j in range(m + 1):
            here = cost[i][j]
            if here >= far:
                continue
            for k in range(min(2, m - j) + 1):
                price = here + (
                    _SILENT if k == 0 else sum(0.0 if p in fitting else _STRANGE for p in phones[j : j + k])
                )
                price += _SECOND * (k == 2)
                if price < cost[i + 1][j + k]:
                    cost[i + 1][j + k], took[i + 1][j + k] = price, k
    out = [""] * n
    j = m if cost[n][m] < far else min(range(m + 1), key=lambda q: cost[n][q])
    for i in range(n, 0, -1):
        k = took[i][j]
        out[i - 1] = " ".join(phones[j - k : j])
        j -= k
    return tuple(out)


# (letters as a pattern, phones), the first that fits is taken. German first of all, good enough for its neighbours.
_RULES = [
    (re.compile(pattern), phones)
    for pattern, phones in (
        ("sch", "SH"), ("tsch", "CH"), ("chs", "K S"), ("ch", "K"), ("ck", "K"), ("ph", "F"), ("th", "T"),
        ("qu", "K V"), ("ss|ß", "S"), ("ll", "L"), ("nn", "N"), ("mm", "M"), ("tt", "T"), ("pp", "P"), ("ff", "F"),
        ("rr", "R"), ("bb", "B"), ("dd", "D"), ("gg", "G"), ("zz", "T S"), ("(?<![a-z])st", "SH T"),
        ("(?<![a-z])sp", "SH P"), ("ei|ai|ay|ey", "AY"), ("ie", "IY"), ("eu|äu|oi", "OY"), ("au", "AW"),
        ("ee|eh", "EY"), ("aa|ah", "AA"), ("oo|oh", "OW"), ("uh", "UW"), ("ih", "IY"), ("er$", "ER"), ("e$", "AH"),
        ("ng", "NG"), ("ä|æ", "EH"), ("ö|ø|œ", "ER"), ("ü", "UW"), ("å", "AO"), ("[aàáâã]", "AA"), ("[eèéêë]", "EH"),
        ("[iìíîï]", "IY"), ("[oòóôõ]", "OW"), ("[uùúû]", "UW"), ("y(?=[aeiou])", "Y"), ("y", "IY"), ("j", "Y"),
        ("w", "V"), ("v", "F"), ("z", "T S"), ("x", "K S"), ("c(?=[ei])", "T S"), ("[cçkq]", "K"),
        ("s(?=[aeiouäöü])", "Z"), ("[sš]", "S"), ("b", "B"), ("d", "D"), ("f", "F"), ("g", "G"), ("h", "HH"),
        ("l|ł", "L"), ("m", "M"), ("n|ñ", "N"), ("p", "P"), ("r", "R"), ("t", "T"),
    )
]  # fmt: skip


def continental(word: str) -> str:
    """A lower-case word read as a German would, in the dictionary's phones; letters of no rule are passed over."""
    at, out = 0, []
    while at < len(word):
        for pattern, phones in _RULES:
            found = pattern.match(word, at)
            if found:
                out.append(phones)
                at = found.end()
                break
        else:
            at += 1
    return " ".join(out) or "AH"
