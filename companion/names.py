"""Names: when two spellings are one (case, forms of Unicode, spaces), and which signs of them others are given."""

from __future__ import annotations

import os
import re
import shlex
import unicodedata
from itertools import pairwise
from typing import Final


def fold_name(name: str) -> str:
    """Equal for all spellings of one name: "Zoë" typed in one or in two characters, "ANN" and "ann", "Ann  Marie"."""
    plain = " ".join(name.translate(_WITHOUT_JOINERS).split())
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", plain).casefold())


JOINERS: Final = "\u200c\u200d"
"""Signs without a width of their own, between those that they join: in a family emoji, in names of many languages."""
_WITHOUT_JOINERS: Final = dict.fromkeys(map(ord, JOINERS))


def is_printable(name: str) -> bool:
    """Return True if all of a name can be shown; joiners can between two signs that can."""
    parts = re.split(f"[{JOINERS}]", name)
    joined = all(a and b and not a[-1].isspace() and not b[0].isspace() for a, b in pairwise(parts))
    return joined and all(part.isprintable() for part in parts)


SAFE_SIGNS: Final = " -_.,:()#+&/'"  # no shell makes anything of them between double quotes


def outward(name: str) -> str:
    """Return a name as it leaves the program, or comes in from another one: letters, digits, spaces and a few signs."""
    kept = (c if c in SAFE_SIGNS or unicodedata.category(c)[0] in "LMN" else " " for c in name)
    return " ".join("".join(kept).split())


def quote_for_shell(word: str) -> str:
    """Quote one word of a command that people type, as their shell has to read it."""
    if word and outward(word) == word:
        return word if shlex.quote(word) == word else f'"{word}"'  # every shell reads this so
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline([word])
    return shlex.quote(word)
