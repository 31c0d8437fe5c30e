"""Faces before and after a warm-up: a calm span and one show of each face of one person, tested on the person's others.

Before: the neutral face that the seat learns by itself from the same calm span, and the shipped thresholds. After: what
``people.own.faces`` made of the calm span and the shows. Every other span of the person is a test: one of the signal
should be told, one of anything else should not.

Spans are judged by the warm-up's own path (``face_thresholds``: scores, holds and thresholds of a span alone), not by
the table's ``SignalJudge``: no second look, no doubt of talk, no rise and no motions. Figures are those of scores, and
are not to be set beside the ones of ``evaluate faces``.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.people.thresholds import face_thresholds
from companion.senses.faces.face_networks import FaceMesh
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import FaceFrame, upright
from companion.senses.faces.neutral_face import NeutralFace
from companion.senses.faces.settings import FaceSettings, load_shipped
from companion.senses.faces.signals import SCORERS
from measure.evaluate.faces_runs import JitteredMesh

FPS = 15.0
SHOWN = 18  # frames of a still that is held


@dataclass(frozen=True)
class Span:
    """A label and the frames of it."""

    label: str
    frames: Sequence[FaceFrame]


def compare(
    calm: Sequence[FaceFrame], spans: Sequence[Span], settings: FaceSettings
) -> list[tuple[str, str, bool, bool]]:
    """(signal, label of the span, told before, told after) for each test span; the first of each signal is its show."""
    shows: dict[str, Sequence[FaceFrame]] = {}
    tests: list[Span] = []
    for span in spans:
        if span.label in SCORERS and span.label not in shows:
            shows[span.label] = span.frames
        else:
            tests.append(span)
    own = NeutralFace(settings)
    for frame in calm:
        seen = upright(frame, settings)
        own.learn(seen.t, seen.measures, seen.mouth, seen.face)
    found = face_thresholds.settle(calm, shows, settings, own.beliefs)
    after = face_thresholds.beliefs_of(found.neutral, settings) if found.neutral else own.beliefs
    out = []
    for span in tests:
        for name in shows:
            plain = face_thresholds.is_recognised(
                face_thresholds.table(span.frames, own.beliefs, settings)[name], name, 1.0, settings
            )
            mine = face_thresholds.is_recognised(
                face_thresholds.table(span.frames, after, settings)[name], name, found.own.get(name, 1.0), settings
            )
            out.append((name, span.label, plain, mine))
    return out


def figures(rows: Sequence[tuple[str, str, bool, bool]]) -> dict[str, Any]:
    """By signal: tests, found and false before and after."""
    out: dict[str, dict[str, int]] = defaultdict(
        lambda: dict.fromkeys(("shown", "found_before", "found_after", "others", "false_before", "false_after"), 0)
    )
    for name, label, before, after in rows:
        cell = out[name]
        kind = "found" if label == name else "false"
        cell["shown" if label == name else "others"] += 1
        cell[f"{kind}_before"] += before
        cell[f"{kind}_after"] += after
    return dict(out)


def of_clips(
    labels: Path, progress: Callable[[str], None] = lambda name: None, seed: int | None = None
) -> dict[str, Any]:
    """Clips with a neutral span and shows of one person. Raises what reading the labels raises.

    With a ``seed`` the regions of landmarks are moved a little (``faces_runs``).
    """
    rows: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
    with labels.open(encoding="utf-8-sig", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["start_s"]:
                rows[row["file"]].append((float(row["start_s"]), float(row["end_s"]), row["label"]))
    found, settings = [], load_shipped()
    for file, spans in rows.items():
        if not any(s[2] == "neutral" for s in spans) or not any(s[2] in SCORERS for s in spans):
            continue
        progress(file)
        mesh = None if seed is None else JitteredMesh(f"{seed} {Path(file).name}")
        seen = _clip(labels.parent / file, mesh)
        calm = [f for a, b, label in spans if label == "neutral" for f in _within(seen, a, b)]
        cut = [Span(label, _within(seen, a, b)) for a, b, label in spans if label != "neutral"]
        tests = [span for span in cut if len(span.frames) > 2]
        found += compare(calm, tests, settings)
    return figures(found)


def _within(frames: Sequence[FaceFrame], start: float, end: float) -> list[FaceFrame]:
    return [f for f in frames if start <= f.t <= end]


def _clip(path: Path, mesh: FaceMesh | None) -> list[FaceFrame]:
    from companion.sources import open_source

    out: list[FaceFrame] = []
    with open_source(str(path)) as source, FaceSense(source.name, mesh=mesh, workers=1) as sense:
        for frame in source.frames():
            sense.process(frame.image, frame.t)
            out += [s.frame for s in sense.seats[:1] if s.frame is not None and s.frame.t == frame.t]
    return out


def of_strangers(count: int, seed: int, progress: Callable[[str], None] = lambda name: None) -> dict[str, Any]:
    """Return rendered people: a portrait at rest, each face twice as they make it, and as many others."""
    from measure.rendered.strangers import SIZE, face_of
    from models.training.people.camera import ROOM, portrait
    from models.training.people.face import render_face
    from models.training.people.figure import Figure
    from models.training.people.identity import sample_identity
    from models.training.people.pose import Pose
    from models.training.people.scene import room

    found, settings = [], load_shipped()
    labels = ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour", "grin")
    others = ("smile", "brows_raised", "squint", "talking", "low_brows", "mouth_wide")
    for number in range(count):
        progress(f"person {number + 1}")
        who = sample_identity(80_000 + 1000 * seed + number)
        figure, rng = Figure(who), np.random.default_rng([who.seed, 31])
        shots: list[tuple[str, Pose]] = [("neutral", Pose(**who.tongue_build))]
        for label in (*labels, *labels, *labels, *others):
            shots.append((label, face_of(label, who, rng)))
        spans = []
        with FaceSense("stranger", workers=1) as sense:
            for k, (label, pose) in enumerate(shots):
                turned = pose.with_(yaw=float(rng.normal(0, 7)), pitch=float(rng.normal(-4, 6)))
                camera = portrait(SIZE, float(rng.uniform(5, 10)), float(rng.uniform(0.42, 0.6)))
                image = render_face(
                    figure, turned, SIZE, camera, ROOM, room(SIZE, SIZE, who.seed), oversample=1.0
                ).image
                picture = np.ascontiguousarray(image[..., ::-1])
                for again in range(3):
                    sense.process(picture, 10.0 * k + again / FPS)
                seat = next((s for s in sense.seats if s.frame is not None), None)
                if seat is not None and seat.frame is not None:
                    spans.append(Span(label, _still(seat.frame, 45 if label == "neutral" else SHOWN)))
        calm = [f for s in spans if s.label == "neutral" for f in s.frames]
        if calm:
            found += compare(calm, [s for s in spans if s.label != "neutral"], settings)
    return figures(found)


def _still(frame: FaceFrame, count: int) -> list[FaceFrame]:
    """Return a face that is held: the same frame again and again."""
    return [replace(frame, t=k / FPS, speed=0.0) for k in range(count)]
