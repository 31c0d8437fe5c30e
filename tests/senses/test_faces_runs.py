"""``evaluate faces --runs``: regions that are moved a little, and figures as mean and range."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.senses.faces.face_networks import FaceMesh, Region
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


def run(found: int, *mistakes: str) -> dict[str, Any]:
    signal = {"events": 5, "found": found, "false": 1, "unlabelled": 0}
    still = {"images": 4, "right": found - 1, "false": 0}
    return {"signals": {"grin": signal}, "stills": {"grin": still}, "neutral_false": 0, "mistakes": list(mistakes)}


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
