"""When two spellings are one name: whatever the case, the form in which Unicode writes a letter, or the spaces."""

from __future__ import annotations

import unicodedata


def folded(name: str) -> str:
    """Equal for all spellings of one name: "Zoë" typed in one or in two characters, "ANN" and "ann", "Ann  Marie"."""
    plain = " ".join(name.split())
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", plain).casefold())
