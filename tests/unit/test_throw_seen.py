"""The picture of a throw: which die is where, what would help with it, what is cut out around the dice."""

from __future__ import annotations

import numpy as np
import pytest

from companion.events import Roll, Source
from companion.facts import Fact, fact
from companion.senses.dice.seen_die import SeenDie
from companion.sitting.throw_picture import throw_of
from companion.sources.pixels import header_of
from companion.web.kit.drawn_throws import DrawnThrows, cut_of, draw

IMAGE = np.zeros((480, 640, 3), np.uint8)


def die(x: float, y: float, value: int, edge: float = 40.0) -> SeenDie:
    chances = np.full(6, 0.02, np.float32)
    chances[value - 1] = 0.9
    box = (x - edge / 2, y - edge / 2, x + edge / 2, y + edge / 2)
    return SeenDie(x, y, box, 0.9, chances, 0.0, lab=(50.0, 60.0, 40.0))


def told(*values: int, refused: Fact | None = None) -> Roll:
    return Roll(onset=3.0, decided=3.4, source="camera 0", values=values, refused=refused)


def hint(x: float, y: float) -> Source:
    return Source(
        onset=3.0, decided=3.4, source="camera 0", status="online", detail=fact("dice.hint.glare", die="red", x=x, y=y)
    )


UNSURE = fact("dice.unsure", die="red", a=5, b=6)


def test_each_die_stands_where_it_lies_in_the_whole_picture_with_what_would_help() -> None:
    region = (0.25, 0.5, 1.0, 1.0)  # the play area begins at 160, 240
    dice = [die(40, 60, 4), die(240, 120, 6)]
    seen = throw_of([told(4, 0, refused=UNSURE), hint(400 / 640, 360 / 480), hint(0.9, 0.9)], dice, region, IMAGE)
    assert seen is not None
    assert [(m.x, m.y, m.value) for m in seen.marks] == [(200 / 640, 300 / 480, 4), (400 / 640, 360 / 480, 0)]
    assert [m.hint is not None for m in seen.marks] == [False, True]
    assert seen.marks[1].likely[0] == 6
    assert [h.values["x"] for h in seen.hints] == [0.9]  # of something that was not counted
    better = seen.with_correction(told(4, 6))
    assert [(m.value, m.hint) for m in better.marks] == [(4, None), (6, None)]
    assert better.refused is None


def test_a_frame_without_a_throw_has_none() -> None:
    assert throw_of([hint(0.5, 0.5)], [die(40, 60, 4)], (0.0, 0.0, 1.0, 1.0), IMAGE) is None


@pytest.mark.parametrize("places", [[(30, 30)], [(20, 20), (620, 460)], [(320, 240), (360, 250), (330, 200)], []])
def test_all_dice_are_in_the_part_that_is_shown_and_a_tap_means_the_whole_picture(
    places: list[tuple[int, int]],
) -> None:
    dice = [die(x, y, 3) for x, y in places]
    seen = throw_of([told(*[3] * len(dice), refused=UNSURE)], dice, (0.0, 0.0, 1.0, 1.0), IMAGE)
    assert seen is not None
    cut = cut_of(seen, 640, 480)
    assert 0 <= cut.x <= cut.x + cut.w <= 1 + 1e-9
    assert 0 <= cut.y <= cut.y + cut.h <= 1 + 1e-9
    throws = DrawnThrows(lambda work: work(), lambda: None)
    drawn = draw(seen, 0.0)
    header = header_of(drawn.jpeg)
    assert header is not None
    assert (header.width, header.height) == pytest.approx((cut.w * 640, cut.h * 480), abs=1.5)
    throws._on_drawn(drawn)
    shown = throws.to_json("de")
    assert shown is not None
    for one, (x, y) in zip(shown["dice"], places, strict=True):
        assert 0 < one["x"] < 1
        assert 0 < one["y"] < 1
        assert one["at"] == [pytest.approx(x / 640, abs=1e-3), pytest.approx(y / 480, abs=1e-3)]
    assert cut.w < 1 or len(places) != 1  # one die alone is shown large
