"""The readers' opinions, and how many looks a candidate gets: networks are stood in for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.facts import fact
from companion.senses.dice.dice_detector import DiceDetector, LookOptions, Sighting
from companion.senses.dice.dice_margins import load
from companion.senses.dice.die_classifier import CropVariant, DieOpinion, Tilt
from companion.senses.dice.die_evidence import FURTHER_LOOKS, GLANCE_LOOKS, examine, glance_at, merge_evidence
from companion.senses.dice.die_faces import weigh_size
from companion.senses.dice.frame_jobs import CLOSER_COST_PX, CLOSER_JOB, COUNT_JOB, MAX_CLOSER_PER_FRAME, TableLooks
from companion.senses.dice.photo_reader import settle_dice
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tracks import DieTrack
from companion.senses.dice.verdict import choose, verdict_for

GREY: NDArray[np.uint8] = np.full((400, 400, 3), 127, np.uint8)
Place = tuple[float, float, float]


def chances(value: int, sure: float) -> NDArray[np.float32]:
    out = np.full(6, (1 - sure) / 5, np.float32)
    out[value - 1] = sure
    return out


def die(x: float, value: int, sure: float = 0.6, score: float = 0.8) -> SeenDie:
    return SeenDie(x, 50.0, (x - 20, 30.0, x + 20, 70.0), score, chances(value, sure), 0.0)


def look(x: float, value: int, sure: float = 0.9, heat: float = 0.8) -> Sighting:
    return Sighting(x, 50.0, (x - 20, 30.0, x + 20, 70.0), heat, chances(value, sure), 0.0, 46.0)


def count_all(detector: DiceDetector, lying: list[DieTrack]) -> list[int]:
    """Count the pips of one die after the other; which they were, in their order."""
    table, counted = TableLooks(detector), list[int]()
    while waiting := [k for k in lying if k.needs_pip_count]:
        table.do(COUNT_JOB, GREY, lambda: lying)
        counted += [lying.index(k) for k in waiting if k.pips is not None]
    return counted


def test_a_die_twice_as_large_as_the_others_is_still_a_die_and_ten_times_as_large_is_none() -> None:
    small = [replace(d, box=(d.x - 20, 30.0, d.x + 20, 70.0)) for d in (die(50, 1), die(150, 2))]
    near = replace(die(300, 3), box=(260.0, 10.0, 340.0, 90.0))
    table = replace(die(300, 3), box=(100.0, -150.0, 500.0, 250.0))
    assert weigh_size([*small, near])[2].score > 0.75 * near.score
    assert weigh_size([*small, table])[2].score < 0.1 * table.score


@dataclass
class Maps:
    """Stands in for a network: all looks alike; counts what it was asked."""

    value: int = 3
    sure: float = 0.97
    heat: float = 0.9
    asked: list[int] = field(default_factory=list)

    def look_closely(self, image: Any, places: list[Place], how: LookOptions = LookOptions()) -> list[Sighting | None]:
        self.asked.append(len(places))
        return [look(x, self.value, self.sure, self.heat) for x, *_ in places]


@dataclass
class Judge:
    """Stands in for the die classifier."""

    is_die: float = 0.95
    value: int = 3
    numerals: float = 0.0
    asked: list[int] = field(default_factory=list)

    def look(self, image: Any, places: list[Place], way: CropVariant = CropVariant()) -> list[DieOpinion]:
        self.asked.append(len(places))
        tilt = Tilt((0.0, 0.0, -1.0), 0.2, -3.0)
        return [DieOpinion(self.is_die, chances(self.value, 0.97), tilt, self.numerals) for _ in places]


@dataclass
class Two(Maps):
    classifier: Any = None


@pytest.mark.parametrize(("sure", "is_die", "thorough"), [(0.97, 0.95, False), (0.7, 0.95, True), (0.97, 0.5, True)])
def test_a_die_beyond_doubt_gets_a_glance_and_a_doubtful_one_more_looks(
    sure: float, is_die: float, thorough: bool
) -> None:
    both = Two(sure=sure, classifier=Judge(is_die))
    detector = cast(DiceDetector, both)
    seen = examine(detector, GREY, glance_at(detector, GREY, [look(50, 3, sure)]))
    assert len(seen) == 1
    glance, more = ([len(step) for step in how] for how in (GLANCE_LOOKS, FURTHER_LOOKS))
    assert len(seen[0].looks) == 1 + glance[0] + thorough * more[0]
    assert sum(both.asked) == len(seen[0].looks)
    assert len(seen[0].opinions) == sum(both.classifier.asked) == glance[1] + thorough * more[1]
    assert (seen[0].pips is not None) == thorough
    assert merge_evidence(seen[0]).score > 0.7


def test_of_very_many_faint_candidates_none_is_dropped_and_few_are_looked_at_thoroughly() -> None:
    detector = cast(DiceDetector, Two(sure=0.4, heat=0.3, classifier=Judge(0.4)))
    found = [look(20.0 * k, 3, 0.4, heat=0.3 - 0.004 * k) for k in range(18)]
    seen = examine(detector, GREY, glance_at(detector, GREY, found))
    assert len(seen) == 18
    assert 0 < len([e for e in seen if len(e.looks) > 1 + len(GLANCE_LOOKS[0])]) < 18


def track(x: float, value: int, sure: float, looks: int = 4) -> DieTrack:
    out = DieTrack(x, 50.0, (x - 20, 30.0, x + 20, 70.0), 1.0, 1.0, (x, 50.0))
    for _ in range(looks):
        out.vote(look(x, value, sure))
    return out


def test_of_a_watched_throw_the_pips_of_the_most_doubtful_die_are_counted_first_and_of_each_once() -> None:
    both = cast(DiceDetector, Two(classifier=Judge()))
    lying = [track(50, 3, 0.95), track(150, 3, 0.5), track(250, 3, 0.8), track(350, 3, 0.4, looks=1)]
    assert count_all(both, lying) == [], "none was looked at from close"
    TableLooks(both).do(CLOSER_JOB, GREY, lambda: lying[:3])
    assert count_all(both, lying) == [1, 2, 0]
    lying[1].restart(2.0)
    assert lying[1].pips is None


def test_of_many_watched_dice_those_with_the_fewest_looks_are_looked_at_first_and_few_at_once() -> None:
    lying = [track(50.0 * k, 3, 0.95) for k in range(MAX_CLOSER_PER_FRAME + 1)]
    table = TableLooks(cast(DiceDetector, Two(classifier=Judge())))
    table.scale.edge, table.tracks.all = 40.0, lying
    assert table.costs(GREY, lying, scaled=True)[CLOSER_JOB] == MAX_CLOSER_PER_FRAME * CLOSER_COST_PX
    for looked_at in ([1] * MAX_CLOSER_PER_FRAME + [0], [2] * (MAX_CLOSER_PER_FRAME - 1) + [1, 1]):
        table.do(CLOSER_JOB, GREY, lambda: lying)
        assert [len(k.opinions) for k in lying] == looked_at


@pytest.mark.parametrize("count", [None, 1, 2])
def test_dice_with_numerals_are_told_as_such_and_not_read(count: int | None) -> None:
    margins = replace(load(), sure=0.5)
    both = [replace(die(x, value), numerals=0.99) for x, value in ((50, 4), (150, 6))]
    reading = choose(both[: count or 2], count, margins)
    assert (reading.doubt, reading.refused) == ("numerals", fact("dice.numerals"))
    assert verdict_for(both, margins).doubt == "numerals"


def test_one_die_that_may_bear_numerals_is_outvoted_and_what_is_not_counted_may_bear_what_it_likes() -> None:
    margins = replace(load(), sure=0.5)
    pips = [die(50, 4, sure=0.99), die(250, 2, sure=0.99)]
    odd = replace(die(150, 6, sure=0.99), numerals=0.99)
    assert choose([*pips, odd], 3, margins).refused is None
    assert choose([pips[0], replace(odd, score=0.3 * pips[0].score)], 1, margins).refused is None


def test_a_watched_die_with_numerals_is_told_as_such_and_one_that_is_read_otherwise_is_in_doubt() -> None:
    lying, other = track(50, 4, 0.9), track(150, 4, 0.9)
    assert lying.die().numerals == 0
    assert other.die().sure > 0.8
    for one, said in ((lying, Judge(value=4, numerals=0.99)), (other, Judge(value=6))):
        table = TableLooks(cast(DiceDetector, Two(value=4, classifier=said)))
        table.do(CLOSER_JOB, GREY, lambda one=one: [one])  # type: ignore[misc]
    assert lying.die().numerals > 0.9
    assert other.die().sure < 0.8


@pytest.mark.parametrize(("side", "read"), [(9.0, False), (20.0, True)])
def test_a_fleck_of_the_ground_is_no_die(side: float, read: bool) -> None:
    half = side / 2
    seen = replace(die(50, 3, sure=0.95), box=(50 - half, 50 - half, 50 + half, 50 + half), face=0.97)
    assert (choose(settle_dice(GREY, [seen]), 1, load()).refused is None) is read
