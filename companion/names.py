"""Names: when two spellings are one (case, forms of Unicode, spaces), and which signs of them others are given."""

from __future__ import annotations

import os
import shlex
import unicodedata
from typing import Final


def fold_name(name: str) -> str:
    """Equal for all spellings of one name: "Zoë" typed in one or in two characters, "ANN" and "ann", "Ann  Marie"."""
    plain = " ".join(name.split())
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", plain).casefold())


SIGNS: Final = " -_.,:()#+&/'"  # no shell makes anything of them between double quotes


def outward(name: str) -> str:
    """A name as it leaves the program, or comes in from another one: letters, digits, spaces and a few signs."""
    kept = (c if c in SIGNS or unicodedata.category(c)[0] in "LMN" else " " for c in name)
    return " ".join("".join(kept).split())


def quote_for_shell(word: str) -> str:
    """One word of a command that people type, as their shell has to read it."""
    if word and outward(word) == word:
        return word if shlex.quote(word) == word else f'"{word}"'  # every shell reads this so
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline([word])
    return shlex.quote(word)
