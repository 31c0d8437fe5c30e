"""Which dice lean, from their normals alone; and when a doubtful roll is said."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.facts import fact
from companion.senses.dice import photo_reader
from companion.senses.dice.die_classifier import Tilt, mean_tilt
from companion.senses.dice.rest_rules import DOUBTFUL_ROLL_TIMEOUT_S, REFUSED_ROLL_WATCH_S, RestPatience
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.table_plane import PosedDie, TablePlane
from companion.senses.dice.verdict import DiceVerdict
from models.training.dice.camera import Camera, along_sight, look, turn

F64 = NDArray[np.float64]
ERROR = 0.06


def camera(degrees: float, lens: float, roll: float = 0.1) -> Camera:
    """Return looking at the table at ``degrees``, 1.0 wide pictures."""
    return look(math.radians(degrees), 1.0, roll, 20.0, 1 / lens, (0.0, 0.0))


def posed(rng: np.random.Generator, seen_by: Camera, x: float, y: float, lean: float = 0.0) -> PosedDie:
    """Return a die at (x, y) of the picture that leans by ``lean`` degrees anywhere, as a network sees it."""
    place = seen_by.on_plane(x, y, 0.5)
    assert place is not None
    way = rng.uniform(0, 2 * math.pi)
    up = turn(2, way) @ turn(0, math.radians(lean)) @ turn(2, -way) @ np.array([0.0, 0, 1])
    n = along_sight(seen_by, place, up) + rng.normal(0, ERROR, 3)
    return PosedDie(Tilt((float(n[0]), float(n[1]), float(n[2])), ERROR, 0.0), x, y, 0.5)


def plain() -> TablePlane:
    """Return a plane with the margin at even chances, so that the normals alone are tested."""
    return TablePlane(offset=0.0)


@pytest.mark.parametrize("degrees", [35, 50, 70, 88])
@pytest.mark.parametrize("lens", [0.3, 1.1])
def test_the_die_that_leans_is_told_from_the_flat_ones(degrees: float, lens: float) -> None:
    seen_by, right = camera(degrees, lens), 0
    for seed in range(10):
        rng = np.random.default_rng([seed, int(degrees)])
        places = rng.uniform(-0.35, 0.35, (3, 2))
        flat = [posed(rng, seen_by, float(x), float(y)) for x, y in places]
        assert max(plain().lean(flat)) < 0.5
        tipped = [posed(rng, seen_by, float(places[0, 0]), float(places[0, 1]), lean=30), *flat[1:]]
        found = plain().lean(tipped)
        right += found[0] > 0.5 > max(found[1:])
    assert right >= 7


@pytest.mark.parametrize("degrees", [35, 60, 89])
def test_the_dice_show_which_way_a_lifted_die_would_move_in_the_picture(degrees: float) -> None:
    rng, seen_by, plane = np.random.default_rng(4), camera(degrees, 0.9, roll=0.0), plain()
    for _ in range(4):
        plane = plane.with_roll([posed(rng, seen_by, float(x), float(y)) for x, y in rng.uniform(-0.35, 0.35, (4, 2))])
    for x, y in ((0.0, -0.35), (0.0, 0.35), (-0.4, 0.2)):
        place = seen_by.on_plane(x, y, 0.0)
        assert place is not None
        (before, after), _ = seen_by.project(np.stack([place, place + np.array([0, 0, 1.0])]))
        moved, told = after - before, np.array(plane.upward(x, y))
        assert told @ moved > 0.9 * float(np.linalg.norm(told) * np.linalg.norm(moved))
    if degrees == 89:
        assert plane.upward(0.0, 0.35)[1] > 0 > plane.upward(0.0, -0.35)[1], "from above, dice stand outwards"
        assert np.hypot(*plane.upward(0.0, 0.0)) < 0.15


def test_earlier_throws_show_where_up_is() -> None:
    rng = np.random.default_rng(3)
    seen_by, plane = camera(60, 0.6), plain()
    lonely = posed(rng, seen_by, 0.1, 0.0, lean=25)
    before = plane.lean([lonely])[0]
    for _ in range(3):
        plane = plane.with_roll([posed(rng, seen_by, float(x), float(y)) for x, y in rng.uniform(-0.3, 0.3, (3, 2))])
    assert plane.lean([lonely])[0] > max(0.5, before)
    assert plane.lean([posed(rng, seen_by, -0.2, 0.1)])[0] < 0.2


def test_a_refused_roll_shows_the_table_to_the_next_throw_and_not_to_itself() -> None:
    rng = np.random.default_rng(3)
    seen_by, plane = camera(60, 0.6), plain()
    roll = [posed(rng, seen_by, 0.1, 0.0, lean=25), posed(rng, seen_by, -0.2, 0.1), posed(rng, seen_by, 0.2, 0.2)]
    flat, tipped = posed(rng, seen_by, -0.1, -0.2), posed(rng, seen_by, 0.0, 0.2, lean=25)
    before = plane.lean([flat, tipped])
    plane = plane.with_refused(roll)
    assert plane.lean([flat, tipped]) == before
    plane = plane.with_refused_learned()
    assert plane.lean([flat])[0] < 0.2 < 0.5 < plane.lean([tipped])[0]
    after = plane.lean([tipped])
    plane = plane.with_refused_learned()
    assert plane.lean([tipped]) == after, "it counts once"


def test_nothing_is_said_of_no_dice() -> None:
    plane = TablePlane().with_roll([])
    assert plane.lean([]) == []


def test_looks_at_one_die_are_averaged() -> None:
    both = mean_tilt([Tilt((0.0, -0.2, -0.9), 0.1, 1.0), Tilt((0.2, -0.4, -0.7), 0.1, 3.0)])
    assert both.normal == pytest.approx((0.1, -0.3, -0.8))
    assert both.error == pytest.approx(0.1)
    assert both.lean == 2.0


def reading(doubt: str) -> DiceVerdict:
    die = SeenDie(50, 50, (30, 30, 70, 70), 0.9, np.full(6, 1 / 6, np.float32), 0)
    return DiceVerdict((die,), fact("why") if doubt else None, doubt)


def test_a_clear_roll_is_said_at_once_and_once() -> None:
    pace = RestPatience()
    assert pace.due(1.0)
    assert pace.now(1.0, reading(""))
    assert not pace.due(1.1)
    assert not pace.pending


@pytest.mark.parametrize("doubt", ["cocked", "unsure", "missing"])
def test_a_doubtful_roll_is_refused_after_some_patience_and_may_still_be_read(doubt: str) -> None:
    pace = RestPatience()
    assert pace.due(1.0)
    assert not pace.now(1.0, reading(doubt))
    assert pace.pending
    assert not pace.due(1.05)
    t = 1.0 + DOUBTFUL_ROLL_TIMEOUT_S + 0.01
    assert pace.due(t)
    assert pace.now(t, reading(doubt))
    assert pace.asked
    assert pace.due(t + 1)
    assert not pace.now(t + 1, reading(doubt)), "the same refusal is said once"
    assert pace.due(t + 2)
    assert pace.now(t + 2, reading(""))
    assert pace.done


def test_nobody_watches_a_refused_roll_for_ever_and_a_clips_end_hurries() -> None:
    pace = RestPatience()
    pace.due(0.0)
    pace.now(REFUSED_ROLL_WATCH_S + 1, reading("cocked"))
    assert pace.done
    hurried = RestPatience(hurried=True)
    hurried.due(0.0)
    assert hurried.now(0.0, reading("cocked"))
    screen = RestPatience()
    screen.due(0.0)
    assert screen.now(0.0, reading("screen")), "more looks make no real dice of it"


@pytest.mark.parametrize(
    ("error", "cocked", "leans"),
    [(0.04, 0.02, True), (0.04, 0.005, False), (0.12, 0.02, False), (0.12, 0.6, True), (0.1, 0.02, False)],
)
def test_a_die_that_looks_flat_leans_only_by_a_normal_that_is_sure_of_itself_or_not_at_all(
    error: float, cocked: float, leans: bool
) -> None:
    box = (30.0, 30.0, 70.0, 70.0)
    die = SeenDie(50, 50, box, 0.9, np.full(6, 1 / 6, np.float32), cocked, tilt=Tilt((0, 0, -1), error, 0.0), lean=0.99)
    assert (photo_reader._seconded_lean(die) > 0.85) is leans
