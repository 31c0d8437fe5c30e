"""Tables that people open in a spreadsheet: one writer of CSV for every export."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Cell: TypeAlias = "str | float | None"

_FORMULA_PATTERN: Final = re.compile(r"(^|[;,\t\r\n])(?=\s*[=+\-@|%\uff1d\uff0b\uff0d\uff20\t\r])")
"""Where a spreadsheet would take up a formula, or a command to another program.

Not at a cell's beginning alone: some split at ";", others at "," or a tab, and not all of them heed quotes.
"""


def in_cell(text: str) -> str:
    """Return the text as a cell: an apostrophe stands before whatever would be a formula."""
    return _FORMULA_PATTERN.sub(r"\1'", text)


def sheet(rows: Iterable[Sequence[Cell]]) -> str:
    """Return the rows as CSV, every cell quoted, with the byte order mark that spreadsheets need to read UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    writer.writerows(["" if c is None else in_cell(c) if isinstance(c, str) else c for c in row] for row in rows)
    return "\ufeff" + out.getvalue()
