"""``evaluate faces``: the face sense on labelled clips and stills.

Every clip is a session of its own that runs through the very code of ``watch``, frame by frame: the neutral face is
learned from the clip up to each frame, nothing looks ahead, and no event is changed afterwards. A still is one frame:
the typical face stands in for the neutral one, and no hold applies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from companion import events
from companion.senses.faces.face_networks import FaceMesh
from companion.senses.faces.face_sense import FaceSense
from companion.sources import open_source
from measure.evaluate.faces_labels import SIGNALS, Span, read
from measure.evaluate.faces_match import Matched, Shown, match_clip
from measure.evaluate.faces_mouth import Moment, MouthFigures
from measure.evaluate.faces_runs import JitteredMesh


@dataclass(slots=True)
class Seen:
    """What was recognised in a file: signals' on-times, faces followed, and the mouth scores of the first seat."""

    shown: list[Shown]
    faces: int
    mouths: list[Moment] = field(default_factory=list)


@dataclass(slots=True)
class Stills:
    """One signal on stills: pictures that show it, right ones, and pictures of other labels that were taken for it."""

    images: int = 0
    right: int = 0
    false: int = 0
    others: int = 0


@dataclass(slots=True)
class Result:
    """Clips matched, stills counted, frames seen, and files in which nobody was found."""

    matched: Matched = field(default_factory=Matched)
    stills: dict[str, Stills] = field(default_factory=lambda: {name: Stills() for name in SIGNALS})
    still_confusion: dict[str, dict[str, int]] = field(default_factory=dict)
    files: int = 0
    faceless: list[str] = field(default_factory=list)
    mouth: MouthFigures = field(default_factory=MouthFigures)


def evaluate(labels: Path, progress: Callable[[str], None] = lambda _: None, seed: int | None = None) -> Result:
    """Run the sense over all files of a labels file. Raises BadInput.

    With a ``seed`` the regions of landmarks are moved a little (``faces_runs``).
    """

    def recognise(path: Path, still: bool) -> Seen:
        return ours(path, still, None if seed is None else JitteredMesh(f"{seed} {path.name}"))

    return score(read(labels), labels.parent, recognise, progress)


def score(
    spans: list[Span], folder: Path, recognise: Callable[[Path, bool], Seen], progress: Callable[[str], None]
) -> Result:
    """Compare what ``recognise`` (path, is it a still) saw with the labels."""
    out = Result()
    for file, rows in groupby(sorted(spans, key=lambda s: s.file), key=lambda s: s.file):
        progress(file)
        mine = list(rows)
        seen = recognise(folder / file, mine[0].start is None)
        out.files += 1
        out.mouth.add(seen.mouths, mine)
        if not seen.faces:
            out.faceless.append(file)
        if mine[0].start is None:
            _still(out, file, seen.shown, mine)
        else:
            match_clip(out.matched, file, seen.shown, mine)
    return out


def _still(out: Result, file: str, shown: list[Shown], spans: list[Span]) -> None:
    names = {s.name for s in shown}
    for span in spans:
        row = out.still_confusion.setdefault(span.label, {})
        for name in sorted(names) or ["nothing"]:
            row[name] = row.get(name, 0) + 1
        for signal, tally in out.stills.items():
            if span.label == signal:
                tally.images += 1
                tally.right += signal in names
            else:
                tally.others += 1
                tally.false += signal in names and not span.spares(signal)
        if span.label in SIGNALS and span.label not in names:
            _note_still(out, f"{file}: {span.label} missed")
        for name in sorted(names - {span.label}):
            _note_still(out, f"{file}: {name} shown, labelled {span.label}")


def _note_still(out: Result, mistake: str) -> None:
    """Note a mistake on a still, whose text has no times of events: it is its verdict's key as well."""
    out.matched.mistakes.append(mistake)
    out.matched.wrong_verdicts.append(mistake)


def ours(path: Path, still: bool, mesh: FaceMesh | None = None) -> Seen:
    """Run the face sense on one file, as ``watch`` does."""
    with FaceSense(path.name, mesh=mesh, workers=1) as sense, open_source(str(path)) as source:
        found: list[events.Event] = []
        mouths: list[Moment] = []
        for frame in source.frames():
            found += sense.process(frame.image, frame.t)
            mouths += [(s.frame.t, s.frame.mouth) for s in sense.seats[:1] if s.frame is not None]
        if still:
            return Seen(_at_once(sense), len(sense.seats), mouths)
        found += sense.finish()
        return Seen(on_times(found), len(sense.seats), mouths)


def on_times(found: list[events.Event]) -> list[Shown]:
    """Pairs of "on" and "off" of each seat's signals as on-times."""
    out, begun = [], {}
    for event in found:
        if not isinstance(event, events.Signal):
            continue
        key = (event.evidence.get("seat"), event.name)
        if event.phase == "on":
            begun[key] = event.onset
        elif key in begun:
            out.append(Shown(event.name, begun.pop(key), event.onset))
    return out


def _at_once(sense: FaceSense) -> list[Shown]:
    """Signals whose score is over their threshold on the frame just seen."""
    holds = sense.settings.holds
    names = {n for s in sense.seats for n, v in s.judge.scores.items() if v.value >= holds[n].on}
    return [Shown(n, 0.0, 0.0) for n in sorted(names)]


def as_json(result: Result) -> dict[str, Any]:
    """Return the one object that ``--json`` prints."""
    m = result.matched
    return {
        "files": result.files,
        "faceless": result.faceless,
        "signals": {
            name: {
                "events": t.events,
                "found": t.found,
                "false": t.false,
                "f1": _round(t.f1()),
                "false_strict": t.false_strict,
                "f1_strict": _round(t.f1(strict=True)),
                "unlabelled": t.unlabelled,
            }
            for name, t in m.signals.items()
        },
        "stills": {
            name: {
                "images": s.images,
                "right": s.right,
                "false": s.false,
                "recall": _round(s.right / s.images) if s.images else None,
                "others": s.others,
            }
            for name, s in result.stills.items()
        },
        "neutral_false": m.neutral_false,
        **result.mouth.as_json(),
        "spans": dict(m.spans),
        "confusion": {label: dict(row) for label, row in m.confusion.items()},
        "still_confusion": result.still_confusion,
        "mistakes": m.mistakes,
        "wrong_verdicts": m.wrong_verdicts,
    }


def as_text(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the same for reading."""
    yield f"{'signal':16} {'events':>6} {'found':>6} {'false':>6} {'F1':>6} {'strict':>7} {'unlabelled':>11}"
    for name, s in data["signals"].items():
        yield (
            f"{name:16} {s['events']:6} {s['found']:6} {s['false']:6} {_show(s['f1']):>6} "
            f"{_show(s['f1_strict']):>7} {s['unlabelled']:11}"
        )
    yield f"false signals on neutral spans: {data['neutral_false']}"
    yield ""
    yield f"{'still':16} {'images':>6} {'right':>6} {'false':>6} {'recall':>6}"
    for name, s in data["stills"].items():
        yield f"{name:16} {s['images']:6} {s['right']:6} {s['false']:6} {_show(s['recall']):>6}"
    teeth, tongue = data["teeth"], data["tongue"]
    yield f"teeth by the mouth model: {teeth['frames']} frames, balanced accuracy {_show(teeth['balanced_accuracy'])}"
    verdicts = data["teeth_verdicts"]
    wrong = ", ".join(verdicts["wrong"])
    yield f"teeth verdicts: {verdicts['right']} of {verdicts['spans']} spans right{': ' if wrong else ''}{wrong}"
    yield (
        f"tongue by the mouth model: {tongue['images']} pictures, AUC {_show(tongue['auc'])}, "
        f"recall at 1 % false alarms {_show(tongue['recall_at_1pct'])}"
    )
    yield ""
    yield "labelled spans and what was shown on their cores:"
    for label, row in data["confusion"].items():
        yield f"  {label:18} {data['spans'][label]:3}  " + ", ".join(f"{k} {v}" for k, v in sorted(row.items()))
    for file in data["faceless"]:
        yield f"no face found: {file}"
    for line in data["mistakes"]:
        yield f"mistake: {line}"


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _show(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
