"""Writes CSV for spreadsheets; all exports use it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Cell: TypeAlias = "str | float | None"

_FORMULA_PATTERN: Final = re.compile(r"(^|[;,\t\r\n])(?=\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20\t\r])")
"""Matches where a spreadsheet could begin a formula or a command to another program.

That is not only at the start of a cell: some programs split cells at ";", "," or a tab, even within quotes.
"""


def in_cell(text: str) -> str:
    """Return a text with an apostrophe wherever a formula could begin, so that no spreadsheet runs it."""
    return _FORMULA_PATTERN.sub(r"\1'", text)


def sheet(rows: Iterable[Sequence[Cell]]) -> str:
    """Return the rows as CSV text: every cell quoted, with the byte order mark that spreadsheets need for UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    writer.writerows(["" if c is None else in_cell(c) if isinstance(c, str) else c for c in row] for row in rows)
    return "\ufeff" + out.getvalue()
