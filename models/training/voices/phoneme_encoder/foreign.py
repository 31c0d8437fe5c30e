"""German words in the phones of the English dictionary, from what espeak-ng makes of them."""

from __future__ import annotations

import re
import subprocess
from functools import cache

# espeak-ng's IPA, longest first: what each may be among the English phones.
_SOUNDS = {
    "t^ʃ": ("CH",), "d^ʒ": ("JH",), "t^s": ("T S",), "p^f": ("P F", "F"), "a^ɪ": ("AY",), "a^ʊ": ("AW",), 
    "ɔ^ø": ("OY",), "ɔ^ɪ": ("OY",), "ɔ^y": ("OY",), "e^ɪ": ("EY",), "o^ʊ": ("OW",), "ə^ʊ": ("OW",),
    "iː": ("IY",), "yː": ("UW", "IY"), "uː": ("UW",), "eː": ("EY", "EH"), "øː": ("ER", "UH"), "oː": ("OW", "AO"),
    "ɛː": ("EH",), "aː": ("AA",), "ɑː": ("AA",), "ɔː": ("AO",), "ɜː": ("ER",),
    "ɪ": ("IH",), "i": ("IY",), "ʏ": ("UH", "IH"), "y": ("UW", "IY"), "ʊ": ("UH",), "u": ("UW",), "e": ("EH", "EY"),
    "ɛ": ("EH",), "œ": ("ER", "EH"), "ø": ("ER", "UH"), "a": ("AH", "AA"), "ɑ": ("AA",), "ɒ": ("AA", "AO"),
    "ɔ": ("AO",), "o": ("OW", "AO"), "ə": ("AH",), "ɐ": ("AH",), "ɜ": ("AH", "ER"), "ʌ": ("AH",), "æ": ("AE",),
    "ɚ": ("ER",), "ɾ": ("D",),
    "p": ("P",), "b": ("B",), "t": ("T",), "d": ("D",), "k": ("K",), "ɡ": ("G",), "g": ("G",), "m": ("M",), "n": ("N",),
    "ŋ": ("NG",), "f": ("F",), "v": ("V",), "s": ("S",), "z": ("Z",), "ʃ": ("SH",), "ʒ": ("ZH",), "h": ("HH",),
    "θ": ("TH",), "ð": ("DH",), "x": ("K", "HH"), "ç": ("SH", "HH"), "l": ("L",), "r": ("R",), "ɹ": ("R",), "ʁ": ("R",),
    "j": ("Y",), "w": ("W",),
}  # fmt: skip
_ANY = re.compile("|".join(map(re.escape, sorted(_SOUNDS, key=len, reverse=True))))
MOST = 6


@cache
def said(word: str, language: str = "de") -> tuple[str, ...]:
    """Pronunciations of a word: the first of every sound, then each with one other."""
    command = ["espeak-ng", "-q", "--ipa", "--tie=^", "-v", language, word]
    ipa = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    sounds = [_SOUNDS[found] for found in _ANY.findall(re.sub(r"\([^)]*\)|[ˈˌ]", "", ipa))]
    out = [" ".join(each[0] for each in sounds)]
    for k, each in enumerate(sounds):
        out += [" ".join(o if i == k else s[0] for i, s in enumerate(sounds)) for o in each[1:]]
    return tuple(dict.fromkeys(o for o in out if o))[:MOST]
