"""Figures of faces over several runs, each with the regions of landmarks moved a little.

Landmarks find the region of the next frame, which finds the next landmarks: a loop that any noise takes another way. A
region moved by .04 pixels flips verdicts that hang on one frame, with MediaPipe's own graph as well. One run is a lucky
point; figures are quoted as the mean and the range of several.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.senses.faces.face_networks import FaceMesh, Region
from companion.senses.faces.geometry import Floats, Image

MAX_SHIFT = 0.05  # pixels of the frame by which a region is moved, in x and y
_KNOWN_FIGURES = ("found_before", "found_after", "false_before", "false_after")


class JitteredMesh(FaceMesh):
    """Fits landmarks in regions that are moved by up to ``MAX_SHIFT``, the same way for the same seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        super().__init__()

    def fit(self, bgr: Image, region: Region) -> tuple[Floats | None, float]:
        dx, dy = (self._random.uniform(-MAX_SHIFT, MAX_SHIFT) for _ in range(2))
        return super().fit(bgr, replace(region, x=region.x + dx, y=region.y + dy))


def summarise(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return mean and range of the figures of ``runs``, and the verdicts that not every run gives.

    Args:
        runs: One object of ``faces.as_json`` a run.
    """
    first = runs[0]
    # A verdict counts once a run, however many events made it: by its labelled span, never by the events' times.
    wrong = Counter(verdict for run in runs for verdict in set(run["wrong_verdicts"]))
    return {
        "runs": len(runs),
        "signals": {
            name: {
                "events": first["signals"][name]["events"],
                **{
                    key: _spread([run["signals"][name][key] for run in runs])
                    for key in ("found", "false", "unlabelled")
                },
            }
            for name in first["signals"]
        },
        "stills": {
            name: {
                "images": first["stills"][name]["images"],
                **{key: _spread([run["stills"][name][key] for run in runs]) for key in ("right", "false")},
            }
            for name in first["stills"]
        },
        "neutral_false": _spread([run["neutral_false"] for run in runs]),
        "flips": {line: count for line, count in sorted(wrong.items()) if count < len(runs)},
    }


def summarise_known(runs: Sequence[Mapping[str, Mapping[str, int]]]) -> dict[str, Any]:
    """Return mean and range of the figures of ``runs``, each one object of ``warmup_faces.figures``.

    A span on which a run follows no face drops out of that run, and a signal with it where it was the only one: what
    was not tested was not found, so ``shown`` and ``others`` are the most that any run tested.
    """
    names = dict.fromkeys(name for run in runs for name in run)
    return {name: _summarise_row([run.get(name, {}) for run in runs]) for name in names}


def _summarise_row(rows: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    return {
        "runs": len(rows),
        **{key: max(row.get(key, 0) for row in rows) for key in ("shown", "others")},
        **{key: _spread([row.get(key, 0) for row in rows]) for key in _KNOWN_FIGURES},
    }


def known_as_text(summary: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines for reading: as strangers, then with the own calm face and one show known."""
    yield "by scores and holds alone, without the second look and the doubts of a table's judge"
    heads = ("found", "known", "false", "known")
    yield f"{'signal':16} {'shown':>6} {'others':>7} " + " ".join(f"{head:>14}" for head in heads)
    for name, row in summary.items():
        cells = " ".join(f"{_show(row[key], row['runs']):>14}" for key in _KNOWN_FIGURES)
        yield f"{name:16} {row['shown']:6} {row['others']:7} {cells}"


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {"mean": round(sum(values) / len(values), 3), "low": min(values), "high": max(values)}


def as_text(summary: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines for reading: "2.4 (2-3)" is a mean and a range; one run has neither."""
    runs = summary["runs"]
    yield "1 run" if runs == 1 else f"{runs} runs, mean (range)"
    yield f"{'signal':16} {'events':>6} {'found':>14} {'false':>14} {'unlabelled':>14}"
    for name, s in summary["signals"].items():
        yield f"{name:16} {s['events']:6} " + " ".join(
            f"{_show(s[key], runs):>14}" for key in ("found", "false", "unlabelled")
        )
    yield f"false signals on neutral spans: {_show(summary['neutral_false'], runs)}"
    yield ""
    yield f"{'still':16} {'images':>6} {'right':>14} {'false':>14}"
    for name, s in summary["stills"].items():
        yield f"{name:16} {s['images']:6} {_show(s['right'], runs):>14} {_show(s['false'], runs):>14}"
    yield ""
    yield f"mistakes that not every run makes: {len(summary['flips'])}"
    for line, count in summary["flips"].items():
        yield f"  in {count} of {runs}: {line}"


def _show(spread: Mapping[str, float], runs: int) -> str:
    if runs == 1:
        return f"{spread['mean']:g}"
    return f"{spread['mean']:.1f} ({spread['low']:g}-{spread['high']:g})"
