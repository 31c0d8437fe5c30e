"""How others say the dictionary's American words: one habit at a time, as phones of the dictionary."""

from __future__ import annotations

import re

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
