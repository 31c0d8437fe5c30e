"""``bench dice``: photos and the demo's throw are read, and what it says of the budgets is true."""

from __future__ import annotations

from dataclasses import replace

import pytest

from measure.bench.dice import FRAME_MS, PHOTO_MS, PHOTOS, Row, bench, lines


@pytest.mark.slow
def test_photos_and_the_throw_of_the_demo_are_read() -> None:
    photo, frame = bench(0)
    assert photo.looks == photo.rolls == PHOTOS
    assert PHOTOS / 2 < photo.right <= PHOTOS
    assert frame.looks > 60
    assert (frame.rolls, frame.right) == (1, 1)
    assert 0 < photo.median_ms <= photo.high_ms
    assert photo.raw_ms > 0


def test_a_budget_that_is_missed_is_said() -> None:
    photo = Row("photo", 5, PHOTO_MS, 0.9, PHOTO_MS * 3, 25.0, 5, 5)
    frame = Row("frame", 90, FRAME_MS / 2, 0.95, FRAME_MS, 25.0, 1, 1)
    slow, late = replace(photo, median_ms=PHOTO_MS + 1), replace(frame, high_ms=FRAME_MS + 1)
    assert [r.within for r in (photo, frame, slow, late)] == [True, True, False, False]
    assert late.as_dict()["budget"] == {"high_ms": FRAME_MS}
    assert ["OVER" in line for line in lines([photo, late])][2:] == [False, True]
