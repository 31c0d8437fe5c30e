"""The licensed recordings that training may use, and which of them are kept for testing.

Read from the shared sounds folder (`index.csv`: file, label, repository, path, licence, note), 16 kHz mono FLAC.
Never trained on: three of the six digit speakers, every third ESC-10 clip, every fourth speech clip. Animal clips carry
their repository as `group`, so that a model can be trained without one source and tested on it.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import soundfile

from models.training.voices.source import RATE, Samples

HELD_SPEAKERS = ("george", "jackson", "nicolas")
_FOLDER_LABEL = {"person_sneeze": "cough", "speech": "speech"}


@dataclass(frozen=True)
class Recording:
    """`label` one of the model's; `group` the source it came from; `held` true if it is for testing only."""

    file: str
    label: str
    group: str
    held: bool
    samples: Samples


def load(folder: Path) -> list[Recording]:
    rows = sorted(csv.DictReader((folder / "index.csv").open(encoding="utf-8")), key=lambda row: row["file"])
    seen: dict[str, int] = {}
    found: list[Recording] = []
    for row in rows:
        parts = row["file"].split("/")
        kind, name = parts[0], parts[1]
        index = seen[name] = seen.get(name, -1) + 1
        if kind == "animals":
            label, held = ("lamb" if name == "sheep" else name), False
        elif kind == "voices":
            label, held = "speech", name in HELD_SPEAKERS
        else:
            label = _FOLDER_LABEL.get(name, "other")
            held = index % 4 == 3 if name == "speech" else index % 3 == 2
        samples, rate = soundfile.read(folder / row["file"])
        assert rate == RATE, row["file"]
        found.append(
            Recording(row["file"], label, f"{kind}:{row['repository'] if kind == 'animals' else name}", held, samples)
        )
    return found
