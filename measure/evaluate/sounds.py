"""Figures of the sound sense on labelled clips, through the running path: resampling, onset, network, hysteresis.

Index: a CSV with columns `file` and `label` (others are passed over), files beside it. A clip whose label is a signal
of the set is a hit when the first signal told is the right one; every signal told in any other clip is a false one.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from companion.events import Signal
from companion.senses.sounds.hints import SoundLook
from companion.senses.sounds.noise_embedding import EmbeddedSound, NoiseEmbedding
from companion.senses.sounds.settings import NOISE_SETS, RATE, SIGNALS, canonical
from companion.senses.sounds.sound_features import NoiseProfile
from companion.senses.sounds.sound_sense import SoundSense
from companion.sources.audio_files import read

Array = npt.NDArray[np.float32]
_LEAD = 0.5  # seconds of the faintest noise before a clip, as a microphone has


@dataclass(frozen=True)
class Row:
    """One line of an index: the file, its label as written, and the signal that it means (None: no signal)."""

    path: Path
    label: str
    signal: str | None


@dataclass(frozen=True)
class Result:
    """What was told of one clip: names with onsets and decision times in the clip's seconds, and its best scores."""

    row: Row
    seconds: float
    told: tuple[tuple[str, float, float], ...]
    best: dict[str, float]


class Remembering(NoiseEmbedding):
    """The network, which looks once at a window that several sets are asked about. ``forget`` between clips."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[bytes, bool], EmbeddedSound] = {}

    def hear(self, samples: Array, both: bool = False) -> EmbeddedSound:
        key = samples.tobytes(), both
        if key not in self._said:
            self._said[key] = super().hear(samples, both)
        return self._said[key]

    def forget(self) -> None:
        self._said.clear()


def index(path: Path) -> list[Row]:
    """Return the rows of an index.

    Raises BadInput.
    """
    if not path.is_file():
        raise BadInput("measure.index-missing", path=str(path))
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            table = csv.DictReader(lines)
            if not {"file", "label"} <= set(table.fieldnames or ()):
                raise BadInput("measure.index-columns", path=str(path))
            found = [
                Row(path.parent / line["file"], line["label"], canonical(line["label"] or ""))
                for line in table
                if line["file"]
            ]
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput("measure.index-no-csv", path=str(path), why=str(error)) from None
    if not found:
        raise BadInput("measure.index-empty", path=str(path))
    return found


def hear(row: Row, sense: SoundSense, active: Sequence[str], samples: Array | None = None) -> Result:
    """Hear one clip through the whole path, as from a microphone that had been on for half a second."""
    looks: list[SoundLook] = []
    sense.watchers[:] = [looks.append]
    sense.restart(active)
    samples = read(row.path) if samples is None else samples
    lead = (np.random.default_rng(0).standard_normal(int(_LEAD * RATE)) * 1e-4).astype(np.float32)
    found = sense.feed(lead, -_LEAD) + sense.feed(samples, 0.0) + sense.finish()
    told = tuple((e.name, e.onset, e.decided) for e in found if isinstance(e, Signal) and e.phase == "on")
    best = {name: max((look.scores[name] for look in looks), default=-20.0) for name in active}
    return Result(row, len(samples) / RATE, told, best)


def run(
    rows: Sequence[Row],
    active: Sequence[str],
    *,
    profiles: Sequence[NoiseProfile] = (),
    progress: Callable[[str], None] = lambda name: None,
) -> list[Result]:
    """Every clip through one sense. Raises BadInput for a file that cannot be read."""
    sense = SoundSense("clip", net=NoiseEmbedding(), profiles=profiles)
    out: list[Result] = []
    for row in rows:
        progress(row.path.name)
        out.append(hear(row, sense, active))
    return out


def run_sets(
    rows: Sequence[Row],
    sets: Mapping[str, Sequence[str]],
    *,
    profiles: Sequence[NoiseProfile] = (),
    progress: Callable[[str], None] = lambda name: None,
) -> dict[str, list[Result]]:
    """`run` once for each of `sets` (its active signals by its name); every window goes through the network once."""
    net = Remembering()
    sense = SoundSense("clip", net=net, profiles=profiles)
    out: dict[str, list[Result]] = {name: [] for name in sets}
    for row in rows:
        progress(row.path.name)
        net.forget()
        samples = read(row.path)
        for name, active in sets.items():
            out[name].append(hear(row, sense, active, samples))
    return out


def figures(results: Sequence[Result], active: Sequence[str]) -> dict[str, Any]:
    """`macro_recall`, `classes.NAME.{clips,recall}`, `false.{clips,accepted,signals,minutes}`, and latency in seconds.

    Clips of signals that are not in play count as negatives.
    """
    classes: dict[str, dict[str, float]] = {}
    for name in active:
        mine = [r for r in results if r.row.signal == name]
        if mine:
            right = sum(1 for r in mine if r.told and r.told[0][0] == name)
            wrong = sum(1 for r in mine if r.told and r.told[0][0] != name)
            classes[name] = {"clips": len(mine), "recall": round(right / len(mine), 4), "taken_for_another": wrong}
    negative = [r for r in results if r.row.signal not in active]
    late = [decided - onset for r in results for name, onset, decided in r.told if name == r.row.signal]
    return {
        "active": list(active),
        "macro_recall": round(float(np.mean([c["recall"] for c in classes.values()])), 4) if classes else None,
        "classes": classes,
        "false": {
            "clips": len(negative),
            "accepted": sum(1 for r in negative if r.told),
            "signals": sum(len(r.told) for r in negative),
            "minutes": round(sum(r.seconds for r in negative) / 60, 2),
        },
        "seconds_to_label": round(float(np.median(late)), 3) if late else None,
    }


def at_false_alarms(results: Sequence[Result], active: Sequence[str], rate: float) -> dict[str, Any]:
    """Recall where one threshold over all signals lets `rate` of the negative clips through."""
    negative = [max(r.best.values(), default=-20.0) for r in results if r.row.signal not in active]
    if not negative:
        return {}
    bar = float(np.quantile(negative, 1 - rate, method="higher"))
    recall: dict[str, float] = {}
    for name in active:
        mine = [r for r in results if r.row.signal == name]
        if mine:
            hits = [max(r.best, key=lambda n: r.best[n]) == name and r.best[name] > bar for r in mine]
            recall[name] = round(float(np.mean(hits)), 4)
    return {
        "rate": rate,
        "threshold": round(bar, 3),
        "recall": recall,
        "macro_recall": round(float(np.mean(list(recall.values()))), 4) if recall else None,
    }


def active_of(letter: str) -> tuple[str, ...]:
    """Return the sounds of a set, or all for "".

    Raises BadInput.
    """
    name = letter.strip().upper()
    if not name:
        return SIGNALS
    if name not in NOISE_SETS or not NOISE_SETS[name]:
        raise BadInput("measure.no-set", set=letter)
    return NOISE_SETS[name]


def evaluate(path: Path, letter: str = "", progress: Callable[[str], None] = lambda name: None) -> dict[str, Any]:
    """Return all figures of an index for one set's signals, or for all nine and, under ``sets``, for each set."""
    active, rows = active_of(letter), index(path)
    if letter.strip():
        return _whole(run(rows, active, progress=progress), active)
    sets = {name: signals for name, signals in NOISE_SETS.items() if signals}
    results = run_sets(rows, {"": active, **sets}, progress=progress)
    return {**_whole(results[""], active), "sets": {name: of_set(results[name], sets[name]) for name in sets}}


def _whole(results: Sequence[Result], active: Sequence[str]) -> dict[str, Any]:
    return {**figures(results, active), "at_1_percent": at_false_alarms(results, active, 0.01)}


def of_set(results: Sequence[Result], active: Sequence[str]) -> dict[str, Any]:
    """One set's entry: `classes.NAME` also has its `recall_at_1_percent`; a set without clips has None as recall."""
    found, strict = figures(results, active), at_false_alarms(results, active, 0.01)
    for name, entry in found["classes"].items():
        entry["recall_at_1_percent"] = strict.get("recall", {}).get(name)
    return {
        "macro_recall": found["macro_recall"],
        "macro_recall_at_1_percent": strict.get("macro_recall"),
        "classes": found["classes"],
        "false": found["false"],
    }
