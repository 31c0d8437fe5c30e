"""The index of labelled sound files for the shout and the speech."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from companion.errors import BadInput
from companion.facts import Fact

COLUMNS = ("file", "label", "name", "gem", "onset_s", "end_s", "snr")
LABELS = ("speech", "shout", "wild", "pair", "near", "talk")


@dataclass(frozen=True)
class Row:
    """A labelled file: "speech", "shout", "wild", "pair" (two shouts), "near" (almost) or "talk".

    ``onset`` and ``end`` of what is said in seconds; ``snr`` in dB, ``voice`` and ``room`` as they are written, where
    the table has them; a voice is "synthesiser:voice".
    """

    path: Path
    label: str
    name: str
    gem: str
    onset: float | None
    end: float | None
    snr: str
    voice: str = ""
    room: str = ""


def read_index(index: Path) -> list[Row]:
    """Read the table of labels. Raises BadInput for a table without the columns or with another label."""
    try:
        with index.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("measure.speech-unreadable", path=str(index), why=str(error), columns=list(COLUMNS)) from None
    out = []
    for k, row in enumerate(rows, start=2):
        if any(row.get(c) is None for c in ("file", "label")) or row["label"] not in LABELS:
            known = {"columns": list(COLUMNS), "labels": list(LABELS)}
            raise BadInput(Fact("measure.speech-row", {"path": str(index), "line": k, **known}))
        try:
            onset, end = (float(row[c]) if row.get(c) else None for c in ("onset_s", "end_s"))
        except ValueError:
            raise BadInput("measure.speech-seconds", path=str(index), line=k) from None
        path = index.parent / row["file"]
        out.append(
            Row(
                path,
                row["label"],
                row.get("name") or "",
                row.get("gem") or "",
                onset,
                end,
                *(row.get(column) or "" for column in ("snr", "voice", "room")),
            )
        )
    if not out:
        raise BadInput("measure.speech-empty", path=str(index))
    return out
