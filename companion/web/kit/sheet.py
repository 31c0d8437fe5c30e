"""A cell of the sheet, a player by a signal, as the pages of table and practice draw it (``static/sheet.js``)."""

from __future__ import annotations

from typing import Any

from companion.people.warmup.sheet import Cell
from companion.words import Language, say, term


def cell_shown(cell: Cell, language: Language) -> dict[str, Any]:
    """A cell as pages draw it."""
    return {
        "signal": cell.signal, "title": term("signal", cell.signal, language), "grade": cell.grade,
        "word": term("grade", cell.grade, language), "margin": cell.margin, "text": say(cell.told, language),
    }  # fmt: skip
