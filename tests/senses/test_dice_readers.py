"""The readers' opinions, and how many looks a candidate gets: networks are stood in for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.facts import fact
from companion.senses.dice.dice_detector import ClassifierVote, DiceDetector, LookOptions, Sighting
from companion.senses.dice.dice_margins import DiceMargins, load
from companion.senses.dice.die_classifiers import DieOpinion, FaceDirection, Tilt
from companion.senses.dice.die_evidence import GLANCE, REST, examine, merged
from companion.senses.dice.die_faces import weigh_size
from companion.senses.dice.frame_jobs import TableLooks
from companion.senses.dice.photo_reader import settled
from companion.senses.dice.readers import ASKED, FAINT, READERS, asked_later, opinion_b, with_opinion
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tracks import DieTrack
from companion.senses.dice.verdict import believed, choose

GREY: NDArray[np.uint8] = np.full((400, 400, 3), 127, np.uint8)
Place = tuple[float, float, float]
B = READERS["die_classifier_b"]


def chances(value: int, sure: float) -> NDArray[np.float32]:
    out = np.full(6, (1 - sure) / 5, np.float32)
    out[value - 1] = sure
    return out


def die(x: float, value: int, sure: float = 0.6, score: float = 0.8) -> SeenDie:
    return SeenDie(x, 50.0, (x - 20, 30.0, x + 20, 70.0), score, chances(value, sure), 0.0, 0.0, 0.9)


def look(x: float, value: int, sure: float = 0.9, heat: float = 0.8) -> Sighting:
    return Sighting(x, 50.0, (x - 20, 30.0, x + 20, 70.0), heat, chances(value, sure), 0.0, 0.0, 0.9, 46.0)


def told(one: SeenDie, looks: Sequence[Sighting | None]) -> SeenDie:
    """The die with classifier b's opinion."""
    return with_opinion(one, B, opinion_b(one.size, [ClassifierVote(look) for look in looks]))


def ask_all(detector: DiceDetector, name: str, lying: list[DieTrack]) -> list[int]:
    """Ask this reader about one die after the other; which they were, in their order."""
    table, asked = TableLooks(detector), list[int]()
    while waiting := [k for k in lying if k.waits_for(name)]:
        table.do(name, GREY, lambda: lying, doubtful=False)
        asked += [lying.index(k) for k in waiting if name in k.opinions]
    return asked


def test_what_all_readers_see_is_believed_and_what_they_read_otherwise_is_asked_about() -> None:
    margins = DiceMargins(score=0.3, sure=0.8)
    alone = choose([die(50, 4)], 1, margins)
    assert alone.doubt == "unsure"
    agreed = choose([told(die(50, 4), [look(50, 4), look(50, 4)])], 1, margins)
    assert (agreed.values, agreed.doubt) == ((4,), "")
    sure = die(50, 4, sure=0.85)
    assert choose([sure], 1, margins).doubt == ""
    assert choose([told(sure, [look(50, 6), look(50, 6)])], 1, margins).doubt == "unsure"


def test_a_die_that_classifier_b_sees_plainly_is_one_and_what_it_does_not_see_is_less_of_one() -> None:
    plain = replace(die(50, 1, sure=0.99), face=0.2)
    assert told(plain, [look(50, 1), look(50, 1)]).face == 1.0
    letter = told(plain, [look(50, 1, heat=0.1), None])
    assert letter.face == 0.2
    assert letter.score < 0.5 * plain.score


def test_a_die_twice_as_large_as_the_others_is_still_a_die_and_ten_times_as_large_is_none() -> None:
    small = [replace(d, box=(d.x - 20, 30.0, d.x + 20, 70.0)) for d in (die(50, 1), die(150, 2))]
    near = replace(die(300, 3), box=(260.0, 10.0, 340.0, 90.0))
    table = replace(die(300, 3), box=(100.0, -150.0, 500.0, 250.0))
    assert weigh_size([*small, near])[2].score > 0.75 * near.score
    assert weigh_size([*small, table])[2].score < 0.1 * table.score


def test_looks_that_show_nothing_or_something_of_another_size_say_nothing_of_the_value() -> None:
    large = replace(look(50, 6), box=(0.0, 0.0, 300.0, 300.0))
    assert (told(die(50, 4), [None, large]).chances == die(50, 4).chances).all()


@dataclass
class Maps:
    """Stands in for a network: all looks alike; counts what it was asked."""

    value: int = 3
    sure: float = 0.97
    heat: float = 0.9
    numerals: float = 0.0
    asked: list[int] = field(default_factory=list)

    def look_closely(self, image: Any, places: list[Place], how: LookOptions = LookOptions()) -> list[Sighting | None]:
        self.asked.append(len(places))
        return [look(x, self.value, self.sure, self.heat) for x, *_ in places]

    def judge(self, image: Any, places: list[Place], how: LookOptions = LookOptions()) -> list[ClassifierVote]:
        return [ClassifierVote(seen, self.numerals) for seen in self.look_closely(image, places, how)]


@dataclass
class Judge:
    """Stands in for classifier a."""

    is_die: float = 0.95
    value: int = 3
    asked: list[int] = field(default_factory=list)

    def look(self, image: Any, places: list[Place], way: FaceDirection = FaceDirection()) -> list[DieOpinion]:
        self.asked.append(len(places))
        return [DieOpinion(self.is_die, chances(self.value, 0.97), Tilt((0.0, 0.0, -1.0), 0.2, -3.0)) for _ in places]


@dataclass
class Two(Maps):
    classifier_b: Maps = field(default_factory=Maps)
    classifier_a: Any = None


def test_classifier_b_is_asked_about_the_best_dice_and_about_no_clutter() -> None:
    both = Two()
    dice = [die(20.0 * k, 3, score=0.9 - 0.02 * k) for k in range(ASKED + 3)] + [die(900, 3, score=FAINT / 2)]
    out = asked_later(cast(DiceDetector, both), GREY, dice)
    assert both.classifier_b.asked == [ASKED] * 2
    assert [o.sure > d.sure for o, d in zip(out, dice, strict=True)] == [True] * ASKED + [False] * 4
    assert [(o.x, o.y) for o in out] == [(d.x, d.y) for d in dice]
    assert asked_later(cast(DiceDetector, both), GREY, []) == []


@pytest.mark.parametrize(("sure", "is_die", "thorough"), [(0.97, 0.95, False), (0.7, 0.95, True), (0.97, 0.5, True)])
def test_a_die_beyond_doubt_gets_a_glance_and_a_doubtful_one_more_looks(
    sure: float, is_die: float, thorough: bool
) -> None:
    both = Two(sure=sure, classifier_a=Judge(is_die))
    seen = examine(cast(DiceDetector, both), GREY, [look(50, 3, sure)])
    assert len(seen) == 1
    glance, more = ([len(step) for step in how] for how in (GLANCE, REST))
    assert seen[0].asked == 1 + glance[0] + thorough * more[0]
    assert sum(both.asked) == seen[0].asked
    assert len(seen[0].said) == sum(both.classifier_a.asked) == glance[1] + thorough * more[1]
    assert seen[0].pips is not None
    assert merged(seen[0]).score > 0.7


def test_of_very_many_faint_candidates_none_is_dropped_and_few_are_looked_at_thoroughly() -> None:
    both = Two(sure=0.4, heat=0.3, classifier_a=Judge(0.4))
    found = [look(20.0 * k, 3, 0.4, heat=0.3 - 0.004 * k) for k in range(18)]
    seen = examine(cast(DiceDetector, both), GREY, found)
    assert len(seen) == 18
    assert 0 < len([e for e in seen if e.asked > 1 + len(GLANCE[0])]) < 18


def track(x: float, value: int, sure: float, looks: int = 4) -> DieTrack:
    out = DieTrack(x, 50.0, (x - 20, 30.0, x + 20, 70.0), 1.0, 1.0, (x, 50.0))
    for _ in range(looks):
        out.vote(look(x, value, sure))
    return out


def test_of_a_watched_throw_the_most_doubtful_die_is_looked_at_first_and_each_once() -> None:
    both = cast(DiceDetector, Two())
    lying = [track(50, 3, 0.95), track(150, 3, 0.5), track(250, 3, 0.8), track(350, 3, 0.4, looks=1)]
    assert ask_all(both, B.name, lying) == [1, 2, 0]
    before, after = track(150, 3, 0.5).die(), lying[1].die()
    assert after.sure > before.sure
    assert after.score == before.score
    lying[1].restart(2.0)
    assert B.name not in lying[1].opinions


@pytest.mark.parametrize("count", [None, 1, 2])
def test_dice_with_numerals_are_told_as_such_and_not_read(count: int | None) -> None:
    margins = replace(load(), sure=0.5)
    both = asked_later(
        cast(DiceDetector, Two(classifier_b=Maps(value=6, numerals=0.99))), GREY, [die(50, 4), die(150, 6)]
    )
    reading = choose(both[: count or 2], count, margins)
    assert (reading.doubt, reading.refused) == ("numerals", fact("dice.numerals"))
    assert believed(both, margins).doubt == "numerals"


def test_one_die_that_may_bear_numerals_is_outvoted_and_what_is_not_counted_may_bear_what_it_likes() -> None:
    margins = replace(load(), sure=0.5)
    pips = [die(50, 4, sure=0.99), die(250, 2, sure=0.99)]
    odd = replace(die(150, 6, sure=0.99), numerals=0.99)
    assert choose([*pips, odd], 3, margins).refused is None
    assert choose([pips[0], replace(odd, score=0.3 * pips[0].score)], 1, margins).refused is None


def test_a_watched_die_with_numerals_is_told_as_such() -> None:
    lying = track(50, 4, 0.9)
    assert lying.die().numerals == 0
    ask_all(cast(DiceDetector, Two(classifier_b=Maps(value=4, numerals=0.99))), B.name, [lying])
    assert lying.die().numerals > 0.9


def test_a_watched_die_that_classifier_b_reads_otherwise_is_in_doubt() -> None:
    lying = track(50, 4, 0.9)
    assert lying.die().sure > 0.8
    ask_all(cast(DiceDetector, Two(classifier_b=Maps(value=6))), B.name, [lying])
    assert lying.die().sure < 0.8


class Sized(Maps):
    """Sees a die of each place's own size."""

    def look_closely(self, image: Any, places: list[Place], how: LookOptions = LookOptions()) -> list[Sighting | None]:
        return [
            replace(look(x, self.value), box=(x - side / 2, y - side / 2, x + side / 2, y + side / 2))
            for x, y, side in places
        ]


@pytest.mark.parametrize(("side", "read"), [(9.0, False), (20.0, True)])
def test_a_fleck_of_the_ground_is_no_die(side: float, read: bool) -> None:
    both, half = Two(classifier_b=Sized()), side / 2
    seen = replace(die(50, 3, sure=0.95), box=(50 - half, 50 - half, 50 + half, 50 + half), face_a=0.97)
    assert (choose(settled(cast(DiceDetector, both), GREY, [seen]), 1, load()).refused is None) is read
