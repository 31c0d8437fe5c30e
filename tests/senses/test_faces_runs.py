"""``evaluate faces --runs``: regions that are moved a little, and figures as mean and range."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.senses.faces.face_networks import FaceMesh, Region
from measure.evaluate.faces import Result, Seen, as_json, score
from measure.evaluate.faces_labels import Span
from measure.evaluate.faces_match import Shown
from measure.evaluate.faces_runs import MAX_SHIFT, JitteredMesh, as_text, known_as_text, summarise, summarise_known


def test_regions_move_a_little_and_the_same_way_for_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    regions: list[Region] = []

    def fit(_: FaceMesh, rgb: Any, region: Region) -> Any:
        regions.append(region)
        return None, 0.0

    meshes = [JitteredMesh(seed) for seed in ("1 a.mp4", "1 a.mp4", "2 a.mp4")]
    monkeypatch.setattr(FaceMesh, "fit", fit)
    for mesh in meshes:
        for _ in range(20):
            mesh.fit(np.zeros((9, 9, 3), np.uint8), Region(100.0, 50.0, 80.0, 0.1))
    one, again, other = regions[:20], regions[20:40], regions[40:]
    assert one == again != other
    assert len(set(one)) == 20
    assert all(abs(r.x - 100) <= MAX_SHIFT and abs(r.y - 50) <= MAX_SHIFT for r in regions)
    assert {(r.side, r.angle) for r in regions} == {(80.0, 0.1)}


def run(found: int, *wrong: str) -> dict[str, Any]:
    signal = {"events": 5, "found": found, "false": 1, "unlabelled": 0}
    still = {"images": 4, "right": found - 1, "false": 0}
    return {
        "signals": {"grin": signal},
        "stills": {"grin": still},
        "neutral_false": 0,
        "wrong_verdicts": list(wrong),
    }


def test_figures_have_a_mean_a_range_and_what_flips() -> None:
    summary = summarise([run(4, "a: grin missed", "b"), run(3, "b"), run(4, "b")])
    assert summary["signals"]["grin"]["found"] == {"mean": 3.667, "low": 3, "high": 4}
    assert summary["flips"] == {"a: grin missed": 1}
    lines = list(as_text(summary))
    assert any("3.7 (3-4)" in line for line in lines)
    assert lines[-1] == "  in 1 of 3: a: grin missed"


def known(found_after: int) -> dict[str, dict[str, int]]:
    row = {"shown": 3, "found_before": 1, "found_after": found_after, "others": 9, "false_before": 2, "false_after": 0}
    return {"sour": row}


def test_figures_of_known_people_have_a_mean_and_a_range_before_and_after() -> None:
    summary = summarise_known([known(2), known(3)])
    assert summary["sour"]["found_after"] == {"mean": 2.5, "low": 2, "high": 3}
    assert (summary["sour"]["shown"], summary["sour"]["others"]) == (3, 9)
    (line,) = [line for line in known_as_text(summary) if line.startswith("sour")]
    assert line.split() == ["sour", "3", "9", "1.0", "(1-1)", "2.5", "(2-3)", "2.0", "(2-2)", "0.0", "(0-0)"]


def run_of_talk(*starts: float) -> dict[str, Any]:
    """Return the figures of a run that takes talk from 1 s to 3 s for grins that begin at these times."""
    grins = [Shown("grin", start, start + 0.3) for start in starts]
    spans = [Span("a.mp4", 1.0, 3.0, "talking", ""), Span("a.mp4", 5.0, 6.0, "sour", "")]
    result: Result = score(spans, Path(), lambda path, still: Seen(grins, 1), lambda name: None)
    return as_json(result)


def test_an_event_that_begins_a_frame_later_is_no_flip() -> None:
    runs = [run_of_talk(1.5), run_of_talk(1.54), run_of_talk(1.5, 2.1)]
    assert runs[0]["mistakes"] != runs[1]["mistakes"]
    assert summarise(runs)["flips"] == {}


def test_a_verdict_that_one_run_gives_flips_once_however_many_events_gave_it() -> None:
    flips = summarise([run_of_talk(1.5, 2.1), run_of_talk()])["flips"]
    assert flips == {"a.mp4: grin shown, labelled talking 1.00-3.00 s": 1}


def test_a_signal_that_drops_out_of_a_run_was_not_found_there() -> None:
    for runs in ([known(2), {}], [{}, known(2)]):
        row = summarise_known(runs)["sour"]
        assert row["found_after"] == {"mean": 1, "low": 0, "high": 2}
        assert (row["shown"], row["others"]) == (3, 9)


def test_what_ran_once_has_neither_mean_nor_range() -> None:
    (line,) = [line for line in known_as_text(summarise_known([known(2)])) if line.startswith("sour")]
    assert line.split() == ["sour", "3", "9", "1", "2", "2", "0"]
    lines = list(as_text(summarise([run(4)])))
    assert not any("(" in line or "mean" in line for line in lines)
