"""The peer: raw blendshape thresholds (FaceLandmarker of the MediaPipe tasks API) on the same files.

It is given every kindness: one score a signal that blendshapes can carry, the same hold times and release as ours, and
the threshold that gives the best F1 *on these very labels* (ours never sees them). There is no blendshape for a tongue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import BadInput
from companion.senses.faces.geometry import to_rgb
from companion.senses.faces.settings import load_shipped
from companion.senses.hysteresis import Hysteresis
from companion.sources import open_source
from measure.evaluate.faces import Seen, as_json, score
from measure.evaluate.faces_labels import Span, read
from measure.evaluate.faces_match import Matched, Shown, match_clip
from measure.mediapipe_reference import drop_stderr, whole_mediapipe

Shapes = Mapping[str, float]
Track = list[tuple[float, Shapes]]


def _mean(b: Shapes, *names: str) -> float:
    return sum(b.get(n, 0.0) for n in names) / len(names)


def _wide(b: Shapes) -> float:
    return _mean(b, "eyeWideLeft", "eyeWideRight")


def _smile(b: Shapes) -> float:
    return _mean(b, "mouthSmileLeft", "mouthSmileRight")


SCORES: dict[str, Callable[[Shapes], float]] = {
    "eyes_wide": lambda b: _wide(b) if b.get("jawOpen", 0.0) < 0.25 else 0.0,
    "eyes_mouth_wide": lambda b: min(_wide(b), b.get("jawOpen", 0.0)),
    "sour": lambda b: min(_mean(b, "eyeBlinkLeft", "eyeBlinkRight"), 2 * _mean(b, "browDownLeft", "browDownRight")),
    "grin": lambda b: min(_smile(b), 4 * _mean(b, "mouthUpperUpLeft", "mouthUpperUpRight")),
}


def compare(labels: Path, task: Path, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return the same object as for our sense, with the chosen ``thresholds``.

    Raises BadInput.
    """
    spans = read(labels)
    with _landmarker(task) as landmarker:
        tracks: dict[str, Track] = {}
        for file, _ in groupby(sorted(spans, key=lambda s: s.file), key=lambda s: s.file):
            progress(f"blendshapes {file}")
            tracks[file] = list(_track(landmarker, labels.parent / file))
    thresholds = {name: _best(name, tracks, spans) for name in SCORES}

    def recognise(path: Path, still: bool) -> Seen:
        track = tracks[str(path.relative_to(labels.parent))]
        shown = [s for name, on in thresholds.items() for s in _shown(name, on, track, still=still)]
        return Seen(shown, int(bool(track)))

    return {**as_json(score(spans, labels.parent, recognise, lambda _: None)), "thresholds": thresholds}


def _landmarker(task: Path) -> Any:
    whole_mediapipe()
    from mediapipe.tasks import python as tasks
    from mediapipe.tasks.python import vision

    if not task.is_file():
        raise BadInput("measure.no-task", path=str(task))
    options = vision.FaceLandmarkerOptions(
        base_options=tasks.BaseOptions(model_asset_buffer=task.read_bytes()),
        running_mode=vision.RunningMode.IMAGE,
        output_face_blendshapes=True,
    )
    try:
        with drop_stderr():
            return vision.FaceLandmarker.create_from_options(options)
    except (RuntimeError, ValueError) as e:
        raise BadInput("measure.bad-task", path=str(task), why=str(e)) from None


def _track(landmarker: Any, path: Path) -> Iterator[tuple[float, Shapes]]:
    mp = whole_mediapipe()
    with open_source(str(path)) as source:
        for frame in source.frames():
            rgb = to_rgb(frame.image)
            if rgb is None:
                continue
            found = landmarker.detect(mp.Image(image_format=mp.ImageFormat.SRGB, data=rgb)).face_blendshapes
            if found:
                yield frame.t, {c.category_name: float(c.score) for c in found[0]}


def _shown(name: str, on: float, track: Track, *, still: bool) -> list[Shown]:
    """On-times with our hold times; the signal ends below 0.8 of its threshold."""
    values = [(t, SCORES[name](b)) for t, b in track]
    if still:
        return [Shown(name, 0.0, 0.0)] if any(v >= on for _, v in values) else []
    state = Hysteresis(replace(load_shipped().holds[name], on=on, off=0.8 * on))
    out: list[Shown] = []
    begun = 0.0
    for t, value in values:
        edge = state.update(t, value)
        if edge is not None and edge.on:
            begun = edge.onset
        elif edge is not None:
            out.append(Shown(name, begun, edge.onset))
    if state.is_on:
        out.append(Shown(name, begun, values[-1][0]))
    return out


def _best(name: str, tracks: Mapping[str, Track], spans: list[Span]) -> float:
    """Return the threshold with the best F1 on these labels' clips, else on their stills; the highest of equals."""
    clips = [s for s in spans if s.start is not None]
    best, chosen = -1.0, 1.0
    for on in np.linspace(0.98, 0.02, 49):
        f1 = _on_clips(name, float(on), tracks, clips) if clips else _on_stills(name, float(on), tracks, spans)
        if f1 > best:
            best, chosen = f1, float(on)
    return round(chosen, 3)


def _on_clips(name: str, on: float, tracks: Mapping[str, Track], spans: list[Span]) -> float:
    matched = Matched()
    for file, track in tracks.items():
        mine = [s for s in spans if s.file == file]
        if mine:
            match_clip(matched, file, _shown(name, on, track, still=False), mine)
    return matched.signals[name].f1() or 0.0


def _on_stills(name: str, on: float, tracks: Mapping[str, Track], spans: list[Span]) -> float:
    """F1 of a picture each."""
    told = [(span, bool(_shown(name, on, tracks[span.file], still=True))) for span in spans]
    right = sum(shown and span.label == name for span, shown in told)
    wrong = sum(shown and span.label != name and not span.spares(name) for span, shown in told)
    return 2 * right / max(right + wrong + sum(span.label == name for span in spans), 1)


def as_text(data: Mapping[str, Any]) -> Iterator[str]:
    """Both side by side; ``data`` is our object with the peer's under ``blendshapes``."""
    peer = data["blendshapes"]
    yield ""
    yield "against raw blendshapes, thresholds tuned on these labels:"
    yield f"{'signal':16} {'ours F1':>8} {'false':>6}   {'blendshapes F1':>14} {'false':>6} {'threshold':>10}"
    for name, ours in data["signals"].items():
        theirs, on = peer["signals"][name], peer["thresholds"].get(name)
        yield (
            f"{name:16} {_show(ours['f1']):>8} {ours['false']:6}   {_show(theirs['f1']):>14} {theirs['false']:6} "
            f"{'none' if on is None else format(on, '.2f'):>10}"
        )
    for name, ours in data["stills"].items():
        if ours["images"] and name in peer["thresholds"]:
            theirs = peer["stills"][name]
            yield (
                f"{name:16} stills: ours {ours['right']} of {ours['images']}, {ours['false']} false; blendshapes "
                f"{theirs['right']}, {theirs['false']} false at {peer['thresholds'][name]:.2f}"
            )
    yield f"{'on neutral spans':16} {'':8} {data['neutral_false']:6}   {'':14} {peer['neutral_false']:6}"


def _show(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
