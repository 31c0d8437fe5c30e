"""What measures the dice: the ladder of readers, with parts switched off, and evenings at one table."""

from __future__ import annotations

import json
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.senses.dice.detector import Detector
from companion.senses.dice.picture import read
from companion.senses.dice.watch import DiceWatcher
from models.dice import evening, ladder
from models.dice.stills import draw_still


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> ladder.Photo:
    still = draw_still(np.random.default_rng([5, 1]), "home")
    folder = tmp_path_factory.mktemp("ladder")
    (folder / "home").mkdir()
    cv2.imwrite(str(folder / "home/0001.png"), cv2.cvtColor(still.image, cv2.COLOR_RGB2BGR))
    (folder / "labels.json").write_text(json.dumps({"images": {"home/0001.png": {"boxes": still.boxes}}}))
    (found,) = ladder.photos(folder / "labels.json")
    return found


def test_each_part_of_the_reader_can_be_switched_off_and_is_on_again_after(photo: ladder.Photo) -> None:
    ways = ladder.parts()
    assert all(resolve_name(f"companion.senses.dice.{name}") for changed, _ in ways.values() for name in changed)
    names = [ladder.TODAY, "no second reader", "no die network", "no closer looks"]
    lines = list(ladder.by_parts([photo], names, set()))
    assert [line["reader"] for line in lines] == names
    assert lines[0]["known"] == "right"
    assert all(line["ms"] > 0 and line["mb"] <= lines[0]["mb"] for line in lines)
    assert sum(line["mb"] < lines[0]["mb"] for line in lines) == 2, "two networks can be left out"
    (again,) = ladder.by_parts([photo], names[:1], set())
    assert {**again, "ms": 0} == {**lines[0], "ms": 0}
    assert not list(ladder.by_parts([photo], names, {(name, photo.file) for name in names}))


def test_the_table_counts_each_set_and_each_single_one() -> None:
    lines: list[dict[str, Any]] = [
        {"reader": "ours", "set": "a", "file": f"/x/IMG_20200101_10{k}000.jpg", "known": known, "unknown": unknown,
         "guess": True, "ms": 10.0, "mb": 1.5}
        for k, (known, unknown) in enumerate([("right", "wrong"), ("refused", "right"), ("wrong", "refused")])
    ]  # fmt: skip
    assert "| ours | 1/1/1 (3), 1/1 | 10 | 1.5 |" in ladder.table(lines, ["a"], lambda line: line["set"])
    assert [ladder.session_of(line) for line in lines] == ["a 20200101_100", "a 20200101_101", "a 20200101_102"]


def test_a_photo_opens_no_network_in_eight_bits_and_a_watched_table_does_before_its_first_frame() -> None:
    detector = Detector()
    read(np.full((200, 200, 3), 90, np.uint8), detector=detector)
    assert "wide" not in vars(detector)
    DiceWatcher(detector)
    assert "wide" in vars(detector)


@pytest.mark.parametrize(("dice", "times"), [(3, 2), (7, 1)])
def test_a_doubtful_throw_gets_two_looks_a_frame_where_they_fit(dice: int, times: int) -> None:
    watcher = DiceWatcher(Detector())
    assert watcher._times([SimpleNamespace()] * dice) == 1  # type: ignore[list-item]
    watcher._pace.due(1.0)  # the dice lie still, and nothing was said yet
    assert watcher._times([SimpleNamespace()] * dice) == times  # type: ignore[list-item]


def test_an_evening_has_throws_and_what_is_none() -> None:
    rng, seen = np.random.default_rng([3, 0]), []
    for throw, pictures in evening.evening(rng, 3, 8.0):
        seen.append((throw, [image for _, image in pictures]))
    assert sum(throw is not None for throw, _ in seen) == 3
    passing = next(images for throw, images in seen if throw is None)
    changed = np.abs(passing[3].astype(int) - passing[-1]).max(2) > 60
    assert changed.mean() > 0.005, "a hand was there"
