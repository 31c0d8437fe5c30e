"""Whose sound was it: composed cases of two players from labelled face clips, with a sound laid under.

A sound is laid under the span in which one player's mouth is labelled as moving, while the other player's clip shows a
span of another label. Cases where both mouths move may be answered with "unknown", those where none does must be.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.senses.sounds.attribution import Attribution

Series = list[tuple[float, tuple[float, float, float]]]
MOVING = frozenset({"talking", "talking_teeth", "talking_no_teeth", "mouth_wide", "eyes_mouth_wide", "fish_shape"})
STILL = frozenset({"neutral", "eyes_wide", "sour", "grin"})
_LENGTH = 1.2  # seconds of a case: a quarter before the sound, the rest with it


@dataclass(frozen=True)
class Span:
    """A labelled span of a clip with the mouth's shape over it."""

    file: str
    start: float
    end: float
    label: str
    mouth: Series


def spans(labels: Path, mouths: Callable[[Path], Series]) -> list[Span]:
    """Return the spans that cases are made of; `mouths` gives a clip's (t, (gap, width, chin)) a frame."""
    out: list[Span] = []
    known: dict[str, Series] = {}
    with labels.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if not row["start_s"] or row["label"] not in MOVING | STILL:
                continue
            series = known.setdefault(row["file"], []) or mouths(labels.parent / row["file"])
            known[row["file"]] = series
            start, end = float(row["start_s"]), float(row["end_s"])
            if row["label"] in STILL and end - start < _LENGTH:
                continue  # the mouth is only known to be still within the span
            if len([1 for t, _ in series if start <= t <= end]) >= 4:
                out.append(Span(row["file"], start, end, row["label"], series))
    return out


def case(one: Span, other: Span, level: Callable[[float], float]) -> tuple[str | None, tuple[str, ...]]:
    """Who is said to have sounded when `one` and `other` sit side by side and the sound begins with `one`'s span."""
    table = Attribution()
    for name, span in (("one", one), ("other", other)):
        first = (
            span.start - 0.25 if span.label in MOVING - {"talking", "talking_teeth", "talking_no_teeth"} else span.start
        )
        for t, shape in span.mouth:
            if -0.5 <= t - first <= _LENGTH + 0.5:
                table.mouth(name, 10.0 + t - first, shape)
    onset = 10.25
    for k in range(int((_LENGTH + 1.0) * 100)):
        t = 9.5 + k / 100
        table.level(t, level(t - onset))
    found = table.who(onset, onset + _LENGTH - 0.25)
    return found.player, found.candidates


def sound_level(rng: np.random.Generator) -> Callable[[float], float]:
    """Return the level in dB of a drawn imitation: one long sound, or a few short ones, over a quiet room."""
    rate, duty = rng.uniform(2.0, 5.0), rng.uniform(0.4, 0.8)
    long = rng.random() < 0.5

    def level(t: float) -> float:
        if t < 0 or t > 0.95:
            return -60.0
        return -20.0 if long or (t * rate) % 1.0 < duty else -45.0

    return level


def evaluate(found: list[Span], seed: int = 1) -> dict[str, Any]:
    """Return counts over all pairs of spans from different clips: right, unknown and wrong, by kind of case."""
    rng = np.random.default_rng(seed)
    out = {
        kind: {"cases": 0, "right": 0, "unknown": 0, "wrong": 0} for kind in ("one_moves", "both_move", "none_moves")
    }
    for one in found:
        for other in found:
            if one.file == other.file:
                continue
            kind = _kind(one, other)
            if kind is None:
                continue
            player, _ = case(one, other, sound_level(rng))
            cell = out[kind]
            cell["cases"] += 1
            if player is None:
                cell["unknown"] += 1
            elif player == "one" and kind != "none_moves":
                cell["right"] += 1
            else:
                cell["wrong"] += 1
    return out


def _kind(one: Span, other: Span) -> str | None:
    if one.label in MOVING:
        return "both_move" if other.label in MOVING else "one_moves"
    return "none_moves" if other.label in STILL else None


def clip_mouths(path: Path) -> Series:
    """Return the mouth's shape over a clip, by the face sense.

    Raises what opening the clip raises.
    """
    from companion.senses.faces.face_sense import FaceSense
    from companion.sources import open_source

    out: Series = []
    with open_source(str(path)) as source, FaceSense(source.name, workers=1) as sense:
        for frame in source.frames():
            sense.process(frame.image, frame.t)
            for seat in sense.seats:
                if seat.frame is not None and seat.frame.t == frame.t:
                    m = seat.frame.measures
                    out.append((frame.t, (m.gap, m.width, m.chin)))
                    break
    return out


__all__ = ["MOVING", "STILL", "Span", "case", "clip_mouths", "evaluate", "spans"]
