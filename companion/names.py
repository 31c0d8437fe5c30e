"""Names of players: comparing spellings, checking that they can be shown, and simplifying them for other programs."""

from __future__ import annotations

import os
import re
import shlex
import unicodedata
from itertools import pairwise
from typing import Final


def fold_name(name: str) -> str:
    """Return a form of a name that is the same for all its spellings.

    Spellings differ in case, spaces, zero-width joiners, and in how letters are composed: "ANN" and "ann" are one name,
    as are "Zoë" with one or two characters for the "ë".
    """
    plain = " ".join(name.translate(_WITHOUT_JOINERS).split())
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", plain).casefold())


JOINERS: Final = "\u200c\u200d"
"""Zero-width characters that join their neighbours, as in family emoji and in names of several scripts."""
_WITHOUT_JOINERS: Final = dict.fromkeys(map(ord, JOINERS))


def is_printable(name: str) -> bool:
    """Return True if all characters of a name can be shown. Zero-width joiners may only stand between two of them."""
    parts = re.split(f"[{JOINERS}]", name)
    joined = all(a and b and not a[-1].isspace() and not b[0].isspace() for a, b in pairwise(parts))
    return joined and all(part.isprintable() for part in parts)


SAFE_SIGNS: Final = " -_.,:()#+&/'"  # these have no special meaning to any shell between double quotes


def outward(name: str) -> str:
    """Return a name for other programs: its letters, digits, spaces and a few signs; others become spaces."""
    kept = (c if c in SAFE_SIGNS or unicodedata.category(c)[0] in "LMN" else " " for c in name)
    return " ".join("".join(kept).split())


def quote_for_shell(word: str) -> str:
    """Return one word of a command line, quoted for this system's shell if needed."""
    if word and outward(word) == word:
        return word if shlex.quote(word) == word else f'"{word}"'  # all shells read double quotes alike
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline([word])
    return shlex.quote(word)
