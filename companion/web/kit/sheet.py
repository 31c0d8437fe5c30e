"""What the pages of table and practice draw alike: a cell of the sheet (``static/sheet.js``), a small picture."""

from __future__ import annotations

import base64
from typing import Any

from companion.people.warmup.sheet import Cell
from companion.words import Language, say, term


def cell_shown(cell: Cell, language: Language) -> dict[str, Any]:
    """A cell as pages draw it."""
    return {
        "signal": cell.signal, "title": term("signal", cell.signal, language), "grade": cell.grade,
        "word": term("grade", cell.grade, language), "text": say(cell.told, language),
    }  # fmt: skip


def data_url(jpeg: bytes) -> str:
    """A picture within a page's state."""
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")
