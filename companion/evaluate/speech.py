"""The speech sense on labelled sound files: heard, name and gem right, false accepts, delays, shouts."""

from __future__ import annotations

import csv
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
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
LABELS = ("speech", "shout", "near", "talk")
_BLOCK = RATE // 10
NEAR = 0.4  # seconds from its first sound within which a shout counts as found


@dataclass(frozen=True)
class Row:
    """A file: "speech" (the whole sentence), "shout" (its two first words), "near" (almost) or "talk".

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
        raise BadInput(f"{index} lists no file")
    return out


def phrases_of(
    path: Path, names: tuple[str, ...], recogniser: Recogniser, settings: Settings
) -> tuple[list[Phrase], float, float]:
    """What the sense hears in a file, fed in blocks as from a microphone; the file's seconds, and those of computing
    that the slowest block took."""
    sense = SpeechSense(path.name, names, recogniser, settings)
    samples = read(path)
    out: list[Phrase] = []
    slowest = 0.0
    for k in range(0, len(samples), _BLOCK):
        since = time.process_time()
        out += sense.feed(samples[k : k + _BLOCK], k / RATE)
        slowest = max(slowest, time.process_time() - since)
    return [*out, *sense.finish()], len(samples) / RATE, slowest


@dataclass
class Figures:
    """Counts over files, grown one by one. Lists of bool: was it as it should be; lists of float: seconds."""

    heard: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))  # by the row's snr
    right: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))  # name and gem, of those heard
    by: dict[str, dict[str, list[bool]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    asked: list[bool] = field(default_factory=list)  # of those not heard: what was missing was asked for
    computing: list[float] = field(default_factory=list)  # seconds that the decision itself took
    accepted: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))  # by label
    delays: list[float] = field(default_factory=list)
    shouted: list[bool] = field(default_factory=list)
    onsets: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    false_shouts: int = 0
    talk: float = 0.0

    def add(self, row: Row, phrases: list[Phrase], seconds: float, computing: float = 0.0) -> None:
        """What was heard in one file; ``computing``: seconds that the slowest piece of its sound took."""
        speech = next((p for p in phrases if p.kind == "speech" and p.slots["heard"] == "heard"), None)
        shouts = [p for p in phrases if p.kind == "shout"]
        if row.label != "speech":
            self.accepted[row.label].append(speech is not None)
        if row.label == "talk":
            self.talk += seconds
            self.false_shouts += len(shouts)
        if row.label in ("speech", "shout"):
            self._shout(row, shouts)
        if row.label == "speech":
            self._speech(row, speech, any(p.kind == "speech" for p in phrases))
            if speech is not None:
                self.computing.append(computing)
                self.delays += [speech.decided - row.end] if row.end is not None else []

    def _speech(self, row: Row, speech: Phrase | None, asked: bool) -> None:
        heard = speech is not None
        self.heard[row.snr].append(heard)
        if not heard:
            self.asked.append(asked)
        right = speech is not None and (speech.slots["name"], speech.slots["gem"]) == (row.name, row.gem)
        if heard:
            self.right[row.snr].append(right)
        for kind, value in (("synthesiser", row.voice.partition(":")[0]), ("room", row.room)):
            if value:
                self.by[f"heard_by_{kind}"][value].append(heard)
            if value and heard:
                self.by[f"right_of_heard_by_{kind}"][value].append(right)

    def _shout(self, row: Row, shouts: list[Phrase]) -> None:
        if row.onset is None:
            return
        first = [p for p in shouts if abs(p.onset - row.onset) <= NEAR]
        self.shouted.append(bool(first))
        self.onsets += [abs(p.onset - row.onset) for p in first[:1]]
        self.late += [p.decided - row.onset for p in first[:1]]

    def as_json(self) -> dict[str, Any]:
        """All figures as plain values; counts beside every share."""
        return {
            "heard": _shares(self.heard),
            "name_and_gem_right_of_heard": _shares(self.right),
            **{kind: {k: _share(v) for k, v in sorted(values.items())} for kind, values in self.by.items()},
            "not_heard_but_asked_for_the_rest": _share(self.asked),
            "false_accepts": {label: _share(values) for label, values in self.accepted.items()},
            "delay_after_last_word_s": _middle(self.delays),
            "computing_of_the_decision_s": _middle(self.computing),
            "shout": {
                "within_0.4_s": _share(self.shouted),
                "onset_off_by_s": _middle(self.onsets),
                "told_after_its_first_sound_s": _middle(self.late),
                "false": self.false_shouts,
                "talk_s": round(self.talk, 1),
                "false_an_hour_of_talk": round(3600 * self.false_shouts / self.talk, 2) if self.talk else None,
            },
        }


def evaluate(
    index: Path, names: tuple[str, ...], recogniser: Recogniser, progress: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """The figures of every file of the index, heard as from a microphone. Raises BadInput."""
    settings, figures = Settings.load(), Figures()
    for row in read_index(index):
        progress(row.path.name)
        figures.add(row, *phrases_of(row.path, names, recogniser, settings))
    return {"recogniser": recogniser.title, **figures.as_json()}


def _shares(values: dict[str, list[bool]]) -> dict[str, Any]:
    """All together, and by noise level in dB where the rows name it."""
    parts = {snr: _share(found) for snr, found in sorted(values.items(), key=lambda item: item[0].zfill(8)) if snr}
    return {"all": _share([v for found in values.values() for v in found]), **parts}


def _share(values: list[bool]) -> dict[str, Any]:
    return {"yes": sum(values), "of": len(values), "share": round(sum(values) / len(values), 3) if values else None}


def _middle(values: list[float]) -> dict[str, float | None]:
    if not values:
        return {"median": None, "p95": None}
    return {"median": round(float(np.median(values)), 3), "p95": round(float(np.percentile(values, 95)), 3)}
