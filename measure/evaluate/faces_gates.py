"""What each gate of calibration/faces.toml costs and saves: `python -m measure.evaluate.faces_gates LABELS.csv ...`.

Faces are measured once; then every file is judged again with one gate opened at a time, all else as shipped. Printed
for each gate: signals found and false ones with it, and how many more of both without it (spans and stills together).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.settings import FaceSettings, load_shipped
from companion.senses.faces.signal_judge import SignalChange, SignalJudge
from companion.sources import open_source
from measure.evaluate.faces import Result, Seen, score
from measure.evaluate.faces_labels import SIGNALS, Span, read
from measure.evaluate.faces_match import Shown

Seats = Mapping[int, FaceFrame]
# Where a gate is, and the value that opens it.
GATES: tuple[tuple[str, str, float], ...] = (
    ("seats", "turned", 90.0),
    ("neutral", "calm_smile", 9.0),
    ("neutral", "calm_purse", 9.0),
    ("neutral", "calm_tongue", 9.0),
    ("neutral", "calm_laugh", 9.0),
    ("neutral", "below_from", 90.0),
    ("neutral", "aside_from", 90.0),
    ("neutral", "gap_above", 0.0),
    ("eyes_wide", "gap_most", 9.0),
    ("eyes_wide", "gap", 0.0),
    ("eyes_wide", "turned_doubt", 0.0),
    ("eyes_wide", "unsure", 0.0),
    ("eyes_wide", "yaw_most", 90.0),
    ("eyes_wide", "rise", -9.0),
    ("eyes_wide", "rest_most", 0.0),
    ("eyes_wide", "aside", 0.0),
    ("eyes_wide", "purse", 0.0),
    ("eyes_wide", "tongue", 0.0),
    ("eyes_mouth_wide", "mouth_least", -9.0),
    ("eyes_mouth_wide", "width_least", 0.0),
    ("eyes_mouth_wide", "tongue", 0.0),
    ("eyes_mouth_wide", "laugh", 0.0),
    ("eyes_mouth_wide", "frown", 0.0),
    ("eyes_mouth_wide", "unsure", 0.0),
    ("eyes_mouth_wide", "rise", -9.0),
    ("eyes_mouth_wide", "rest_most", 0.0),
    ("eyes_mouth_wide", "rest_least", 0.0),
    ("eyes_mouth_wide", "aside", 0.0),
    ("eyes_mouth_wide", "turned_doubt", 0.0),
    ("eyes_mouth_wide", "yaw_most", 90.0),
    ("grin", "gap_doubt", 0.0),
    ("grin", "gap_most", 9.0),
    ("grin", "teeth_doubt", 0.0),
    ("grin", "tongue_most", 9.0),
    ("grin", "eye_doubt", 0.0),
    ("grin", "turned_doubt", 0.0),
    ("grin", "unsure", 0.0),
    ("grin", "look", 0.0),
    ("grin", "talk_doubt", 0.0),
    ("grin", "look_small", 1.0),
    ("grin", "yaw_most", 90.0),
    ("sour", "nose", 0.0),
    ("sour", "purse", 0.0),
    ("sour", "gap", 0.0),
    ("sour", "tongue", 0.0),
    ("sour", "teeth", 0.0),
    ("sour", "closed", 0.0),
    ("sour", "frown", 0.0),
    ("sour", "laugh", 0.0),
    ("sour", "rise", -9.0),
    ("sour", "rise_known", -9.0),
    ("sour", "rest_most", 0.0),
    ("sour", "turned_doubt", 0.0),
    ("sour", "unsure", 0.0),
    ("sour", "yaw_most", 90.0),
    ("tongue_out", "lips_doubt", 0.0),
    ("tongue_out", "gap_doubt", 0.0),
    ("tongue_out", "neutral_most", 0.0),
    ("tongue_out", "turned_doubt", 0.0),
    ("tongue_out", "yaw_most", 90.0),
)


@dataclass(frozen=True)
class Recorded:
    """A file's labels and its measured faces: (time, frames by seat) in order."""

    spans: list[Span]
    frames: list[tuple[float, Seats]]


def record(labels: Path) -> dict[str, Recorded]:
    """Run the face sense over every file, and keep what it measured."""
    out = {}
    for file, rows in groupby(sorted(read(labels), key=lambda s: s.file), key=lambda s: s.file):
        frames: list[tuple[float, Seats]] = []
        with FaceSense(file, workers=1) as sense, open_source(str(labels.parent / file)) as source:
            for frame in source.frames():
                sense.process(frame.image, frame.t)
                frames.append((frame.t, {s.number: s.frame for s in sense.seats if s.fit and s.frame}))
        out[file] = Recorded(list(rows), frames)
    return out


def judged(recorded: Recorded, settings: FaceSettings) -> Seen:
    """Return the signals of a recorded file under these settings, as the face sense tells them."""
    judges: dict[int, SignalJudge] = {}
    shown: list[Shown] = []
    begun: dict[tuple[int, str], float] = {}

    def note(seat: int, changes: list[SignalChange]) -> None:
        for change in changes:
            if change.edge.on:
                begun[seat, change.name] = change.edge.onset
            elif (seat, change.name) in begun:
                shown.append(Shown(change.name, begun.pop((seat, change.name)), change.edge.onset))

    for t, seats in recorded.frames:
        for number in {*judges, *seats}:
            judge = judges.setdefault(number, SignalJudge(settings))
            frame = seats.get(number)
            if frame is None or frame.size < settings.seats["smallest"]:
                note(number, judge.blind(t))
            elif abs(frame.yaw) > settings.seats["turned"]:
                note(number, judge.blind(t, frame))
            else:
                note(number, judge.see(frame))
    if recorded.spans[0].start is None:
        on = settings.holds
        names = {n for j in judges.values() for n, s in j.scores.items() if s.value >= on[n].on}
        return Seen([Shown(n, 0.0, 0.0) for n in sorted(names)], len(judges))
    for number, judge in judges.items():
        note(number, judge.end(recorded.frames[-1][0]))
    return Seen(shown, len(judges))


def opened(settings: FaceSettings, where: str, name: str, value: float) -> FaceSettings:
    """Return the settings with one number changed."""
    if where in ("seats", "neutral"):
        changed: dict[str, Any] = {where: {**getattr(settings, where), name: value}}
        return replace(settings, **changed)
    numbers = {**settings.numbers, where: {**settings.numbers[where], name: value}}
    return replace(settings, numbers=numbers)


def measured(files: Mapping[str, Recorded], settings: FaceSettings) -> Result:
    """All files judged and compared with their labels."""
    seen = {file: judged(recorded, settings) for file, recorded in files.items()}
    spans = [s for recorded in files.values() for s in recorded.spans]
    return score(spans, Path(), lambda path, _: seen[str(path)], lambda _: None)


def totals(result: Result, names: tuple[str, ...]) -> tuple[int, int]:
    """(found, false) of these signals, in spans and stills together."""
    found = sum(result.matched.signals[n].found + result.stills[n].right for n in names)
    return found, sum(result.matched.signals[n].false + result.stills[n].false for n in names)


def main() -> None:
    """Print a line a gate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path, nargs="+")
    given = parser.parse_args()
    settings = load_shipped()
    for labels in given.labels:
        files = record(labels)
        base = measured(files, settings)
        print(f"{labels}: {len(files)} files")
        for where, name, value in GATES:
            names = (where,) if where in SIGNALS else SIGNALS
            found, false = totals(base, names)
            more, wrong = totals(measured(files, opened(settings, where, name, value)), names)
            print(
                f"{where:16} {name:13} found {found} false {false}; without: {more - found:+d} {wrong - false:+d}",
                flush=True,
            )


if __name__ == "__main__":
    main()
