"""The speech sense on labelled sound files: heard, name and gem right, false accepts, delays, shouts."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import BadInput
from companion.events import Phrase
from companion.senses.speech.recogniser import RATE, Recogniser
from companion.senses.speech.sense import SpeechSense
from companion.senses.speech.settings import Settings
from companion.sources.audio_files import read

COLUMNS = ("file", "label", "name", "gem", "onset_s", "end_s", "snr")
LABELS = ("speech", "near", "talk")
_BLOCK = RATE // 10


@dataclass(frozen=True)
class Row:
    """A file: "speech" (the whole sentence), "near" (almost) or "talk"; times in seconds, ``snr`` in dB or None."""

    path: Path
    label: str
    name: str
    gem: str
    onset: float | None
    end: float | None
    snr: str


def read_index(index: Path) -> list[Row]:
    """Raises BadInput for a table without the columns or with another label."""
    try:
        with index.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{index} cannot be read ({error}): give a CSV with {', '.join(COLUMNS)}") from None
    out = []
    for k, row in enumerate(rows, start=2):
        if any(row.get(c) is None for c in ("file", "label")) or row["label"] not in LABELS:
            raise BadInput(f"{index} line {k}: columns {', '.join(COLUMNS)}, label one of {', '.join(LABELS)}")
        try:
            onset, end = (float(row[c]) if row.get(c) else None for c in ("onset_s", "end_s"))
        except ValueError:
            raise BadInput(f"{index} line {k}: onset_s and end_s are seconds") from None
        path = index.parent / row["file"]
        out.append(
            Row(path, row["label"], row.get("name") or "", row.get("gem") or "", onset, end, row.get("snr") or "")
        )
    if not out:
        raise BadInput(f"{index} lists no file")
    return out


def phrases_of(
    path: Path, names: tuple[str, ...], recogniser: Recogniser, settings: Settings
) -> tuple[list[Phrase], float]:
    """What the sense hears in a file, fed in blocks as from a microphone, and the file's seconds."""
    sense = SpeechSense(path.name, names, recogniser, settings)
    samples = read(path)
    out: list[Phrase] = []
    for k in range(0, len(samples), _BLOCK):
        out += sense.feed(samples[k : k + _BLOCK], k / RATE)
    return [*out, *sense.finish()], len(samples) / RATE


def evaluate(
    index: Path, names: tuple[str, ...], recogniser: Recogniser, progress: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """All figures as plain values; counts beside every share."""
    settings = Settings.load()
    heard: dict[str, list[bool]] = defaultdict(list)
    right, accepts = [], defaultdict(list)
    delays, onsets, shouted, late = [], [], [], []
    false_shouts, talk_seconds = 0, 0.0
    for row in read_index(index):
        progress(row.path.name)
        phrases, seconds = phrases_of(row.path, names, recogniser, settings)
        speech = next((p for p in phrases if p.kind == "speech" and p.slots["heard"] == "heard"), None)
        shouts = [p for p in phrases if p.kind == "shout"]
        if row.label != "speech":
            accepts[row.label].append(speech is not None)
            if row.label == "talk":
                talk_seconds += seconds
                false_shouts += len(shouts)
            continue
        heard[row.snr].append(speech is not None)
        first = [p for p in shouts if row.onset is not None and abs(p.onset - row.onset) <= 0.4]
        shouted.append(bool(first))
        if first and row.onset is not None:
            onsets.append(abs(first[0].onset - row.onset))
            late.append(first[0].decided - row.onset)
        if speech is not None:
            right.append(speech.slots["name"] == row.name and speech.slots["gem"] == row.gem)
            if row.end is not None:
                delays.append(speech.decided - row.end)
    return {
        "recogniser": recogniser.title,
        "heard": {snr or "all": _share(values) for snr, values in sorted(heard.items())},
        "name_and_gem_right_of_heard": _share(right),
        "false_accepts": {label: _share(values) for label, values in accepts.items()},
        "delay_after_last_word_s": _middle(delays),
        "shout": {
            "within_0.4_s": _share(shouted),
            "onset_off_by_s": _middle(onsets),
            "told_after_its_first_sound_s": _middle(late),
            "false": false_shouts,
            "talk_s": round(talk_seconds, 1),
            "false_an_hour_of_talk": round(3600 * false_shouts / talk_seconds, 2) if talk_seconds else None,
        },
    }  # fmt: skip


def _share(values: list[bool]) -> dict[str, Any]:
    return {"yes": sum(values), "of": len(values), "share": round(sum(values) / len(values), 3) if values else None}


def _middle(values: list[float]) -> dict[str, float | None]:
    if not values:
        return {"median": None, "p95": None}
    return {"median": round(float(np.median(values)), 3), "p95": round(float(np.percentile(values, 95)), 3)}
