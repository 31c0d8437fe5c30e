"""The labels' format of face clips and stills: file, start_s, end_s, label, note; paths beside the labels file."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

from companion.errors import BadInput, system_says

SIGNALS = ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour", "grin")
NEGATIVES = (
    "neutral",
    "mouth_wide",
    "fish_shape",
    "tongue_inside",
    "talking",
    "talking_teeth",
    "talking_no_teeth",
    "teeth",
    "other",
)
AT_REST = ("neutral", "talking", "talking_teeth", "talking_no_teeth")

# A note may say that a span shows what a signal asks for although its label is another: it then counts neither way.
_SPARED = re.compile(r"must not count against (\w+)")
_AMBIGUOUS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"\beyes (opened )?wide\b|\bwide eyes\b"), ("eyes_wide", "eyes_mouth_wide")),
    (re.compile(r"\bopen smile\b|\blaugh"), ("grin",)),
)


@dataclass(frozen=True, slots=True)
class Span:
    """What a file shows between two times in seconds; both None for a still."""

    file: str
    start: float | None
    end: float | None
    label: str
    note: str

    def spares(self, signal: str) -> bool:
        """Whether ``signal`` shown here counts neither as right nor as wrong."""
        if self.label == signal:
            return False
        named = _SPARED.search(self.note)
        if named and named[1] == signal:
            return True
        return any(signal in names and pattern.search(self.note) for pattern, names in _AMBIGUOUS)


def read(path: Path) -> list[Span]:
    """All rows. Raises BadInput with the line's number for what is wrong."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file)
            missing = {"file", "label"} - set(reader.fieldnames or ())
            if missing:
                raise BadInput("measure.labels-columns", path=str(path), missing=sorted(missing)[0])
            spans = [_span(path, n, row) for n, row in enumerate(reader, 2)]
    except OSError as e:
        raise BadInput("measure.labels-unreadable", path=str(path), why=system_says(e)) from None
    except (UnicodeDecodeError, csv.Error) as e:
        raise BadInput("measure.labels-no-csv", path=str(path), why=str(e)) from None
    if not spans:
        raise BadInput("measure.labels-empty", path=str(path))
    return spans


def _span(path: Path, line: int, row: dict[str, str | None]) -> Span:
    file, label = (row.get("file") or "").strip(), (row.get("label") or "").strip()
    if label not in SIGNALS + NEGATIVES:
        known = list(SIGNALS + NEGATIVES)
        raise BadInput("measure.labels-unknown", path=str(path), line=line, label=label, known=known)
    if not (path.parent / file).is_file():
        raise BadInput("measure.labels-no-file", path=str(path), line=line, file=file)
    try:
        start, end = (float(v) if (v := (row.get(k) or "").strip()) else None for k in ("start_s", "end_s"))
    except ValueError:
        raise BadInput("measure.labels-seconds", path=str(path), line=line) from None
    if (start is None) != (end is None) or (start is not None and end is not None and not 0 <= start < end):
        raise BadInput("measure.labels-span", path=str(path), line=line)
    return Span(file, start, end, label, (row.get("note") or "").strip())
