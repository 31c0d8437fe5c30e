"""No cell of an export is a formula, whichever sign a spreadsheet splits at."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from companion.spreadsheet import in_cell, sheet

FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "|calc", "%0A", "\uff1d1+1", "\t=1")
PACKAGE = Path(__file__).resolve().parents[2] / "companion"


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("before", ["", " ", "a;", "a,", "a\t", "a\n", "a; ", 'a";', 'a",', "a;b;"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_nothing_begins_a_formula_after_any_separator(formula: str, before: str, delimiter: str) -> None:
    text = sheet([("name", "n"), (before + formula, -5)]).removeprefix("\ufeff")
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        for row in csv.reader(io.StringIO(text), delimiter=delimiter, quoting=quoting):
            for cell in row:
                begun = cell.strip(' "')
                assert not begun.startswith(("=", "+", "@", "|", "%", "\uff1d")), row
                assert not begun.startswith("-") or begun.startswith("-5"), row
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[1][1] == "-5"


def test_plain_words_and_numbers_stay() -> None:
    assert in_cell("Ann Marie-Luise (2)") == "Ann Marie-Luise (2)"
    assert sheet([("Ann", 3, None)]) == '\ufeff"Ann","3",""\r\n'


def test_every_export_is_written_by_it() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert path.name == "spreadsheet.py" or "csv.writer" not in path.read_text("utf-8"), path
