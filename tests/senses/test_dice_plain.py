"""Plain dice from near: what the renders draw, what survey and closer looks make of it, help with a doubtful die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.facts import fact
from companion.senses.dice import photo_reader
from companion.senses.dice.corrections import DiceCorrections, correct_die, nearest
from companion.senses.dice.crops import Place
from companion.senses.dice.dice_detector import MAX_SIGHTINGS, DiceDetector, LookOptions, Sighting, decode, distinct
from companion.senses.dice.dice_judge import of_expected_set
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.dice_scene import DiceCandidates, DiceScene, ExpectedDice
from companion.senses.dice.die_classifier import DieOpinion, Tilt
from companion.senses.dice.die_colour import DieSet
from companion.senses.dice.die_evidence import DETECTOR_LOOKS, Evidence, merge_evidence, weight
from companion.senses.dice.photo_reader import clearest, find_overlooked, survey
from companion.senses.dice.pip_counter import count_pips
from companion.senses.dice.recent_roll import RecentRoll, cause
from companion.senses.dice.rest_rules import RestPatience
from companion.senses.dice.screen_check import MIN_SCREEN_PEAK, grid_strength
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.verdict import DiceVerdict, choose, roll_chance
from companion.words import say
from models.training.dice import grounds, render, scene
from models.training.dice.die import Die, layout
from models.training.dice.style import draw, luma

RED, BLUE = (45.0, 60.0, 38.0), (35.0, 14.0, -48.0)


def die(x: float, value: int, sure: float = 0.95, second: int = 1, lab: tuple[float, float, float] = RED) -> SeenDie:
    chances = np.full(6, 0.01, np.float32)
    chances[second - 1] = 0.96 - sure
    chances[value - 1] = sure
    return SeenDie(x, 50.0, (x - 20, 30.0, x + 20, 70.0), 0.9, chances / chances.sum(), 0.0, lab)


def sighting(x: float, y: float, size: float, heat: float, edge: float = 46.0) -> Sighting:
    h = size / 2
    chances = np.array([0.9, *[0.02] * 5], np.float32)
    return Sighting(x, y, (x - h, y - h, x + h, y + h), heat, chances, 0.0, edge)


# ---- renders ----


def test_sixes_have_columns_of_any_distance_and_plain_dice_are_as_common_as_fancy_ones() -> None:
    styles = [draw(np.random.default_rng([1, k])) for k in range(400)]
    ratios = np.array([s.six_columns / s.six_squeeze for s in styles])
    assert ratios.min() < 0.5
    assert ratios.max() > 1.35
    assert np.mean(ratios < 0.75) > 0.15
    assert {s.flip[2] for s in styles if s.six_columns / s.six_squeeze < 0.6} == {True, False}
    white = [s for s in styles if luma(s.body) > 200 and luma(s.pip) < 70 and s.material == "plain"]
    assert np.mean([s.material == "plain" for s in styles]) > 0.5
    assert len(white) > 0.15 * len(styles)
    for s in styles:
        spots = [(u, w) for u, w, *_ in layout(s, 6)]
        assert min(np.hypot(a - c, b - d) for a, b in spots for c, d in spots if (a, b) != (c, d)) > 0.05


def test_dice_with_numerals_are_drawn_and_are_none_that_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = scene._die

    def numbered(*args: object) -> Die:
        found = usual(*args)  # type: ignore[arg-type]
        found.look = replace(found.look, numerals=True, blank=False)
        return found

    pictures = [render(np.random.default_rng([2, k])) for k in range(3)]
    monkeypatch.setattr(scene, "_die", numbered)
    assert any(p.labels for p in pictures)
    assert all(not render(np.random.default_rng([2, k])).labels for k in range(3))


@pytest.mark.parametrize("kind", grounds.GROUNDS)
def test_grounds_are_pictures_of_their_own(kind: object) -> None:
    first, again, other = (kind(np.random.default_rng(s)) for s in (4, 4, 5))  # type: ignore[operator]
    assert first.shape == (grounds.SIZE, grounds.SIZE, 3)
    assert np.isfinite(first).all()
    assert (first == again).all()
    assert np.abs(first - other).mean() > 1


def test_there_are_pictures_of_a_ground_alone() -> None:
    empty = sum(not render(np.random.default_rng([6, k]), 96).labels for k in range(60))
    assert 2 <= empty < 40


# ---- survey and closer looks ----


def test_sightings_of_one_face_are_told_as_pair_by_pair() -> None:
    rng = np.random.default_rng(8)
    places = rng.uniform((0, 0, 8, 0), (200, 200, 60, 1), (300, 4)).tolist()
    many = [sighting(x, y, size, heat) for x, y, size, heat in places]
    many.sort(key=lambda s: -s.heat)

    def one(a: Sighting, b: Sighting) -> bool:
        near = np.hypot(a.x - b.x, a.y - b.y) < 0.28 * min(a.size, b.size)
        return bool(near and max(a.size, b.size) <= 1.9 * min(a.size, b.size))

    kept: list[Sighting] = []
    for s in many:
        if not any(one(s, k) for k in kept):
            kept.append(s)
    assert distinct(many, 1000) == kept
    assert distinct(many, 7) == kept[:7]
    assert len(distinct(many, 1000, np.inf)) <= len(kept)
    assert distinct([], 5) == []


def test_a_carpet_of_peaks_costs_no_more_than_a_few() -> None:
    maps = np.zeros((16, 120, 160), np.float32)
    maps[0] = -9
    maps[0, ::3, ::3] = np.random.default_rng(3).uniform(0, 4, (40, 54))
    found = decode(maps, 0.2)
    assert len(found) == 4 * MAX_SIGHTINGS
    assert found[0].heat == pytest.approx(1 / (1 + np.exp(-maps[0].max())), abs=1e-5)


def opinion(is_die: float) -> DieOpinion:
    return DieOpinion(is_die, np.full(6, 1 / 6, np.float32), Tilt((0.0, 0.0, -1.0), 0.2, 0.0))


def test_closer_looks_add_to_what_the_survey_saw_and_take_nothing_away() -> None:
    found = sighting(50, 50, 40, 0.8)
    blind = merge_evidence(Evidence(found, (None,), (opinion(1.0),)))
    assert blind.score >= weight(found)
    assert merge_evidence(Evidence(found, (None,), (opinion(0.1),))).score > 0.5 * weight(found)
    assert blind.value == 1
    faint = sighting(50, 50, 40, 0.3)
    clear = merge_evidence(Evidence(faint, (sighting(50, 50, 40, 0.9),) * len(DETECTOR_LOOKS), (opinion(1.0),)))
    assert clear.score == pytest.approx(0.9, abs=0.03)


class Passes(DiceDetector):
    """Sees one die in each pass, and a faint one beside it in those that show dice of 36 pixels."""

    def __init__(self, edge: float, close: float) -> None:
        self.edge, self.close = edge, close

    def look(
        self, image: NDArray[np.uint8], scale: float, least: float = 0.3, *, quick: bool = False
    ) -> list[Sighting]:
        seen = self.edge * scale
        faint = [sighting(500, 50, self.edge, 0.17, seen)] if 30 < seen < 43 else []
        return [sighting(300, 50, self.edge, 0.9 if 25 < seen < 90 else 0.2, seen), *faint]

    def look_closely(
        self, image: NDArray[np.uint8], places: Sequence[Place], look: LookOptions = LookOptions()
    ) -> list[Sighting | None]:
        return [sighting(x, y, size, self.close, look.edge) for x, y, size in places]


@pytest.mark.parametrize(
    ("edge", "close", "sides"),
    [
        (300, 0.2, [160, 226, 320, 452]),
        (60, 0.9, [160, 226, 320, 452, 640]),
        (40, 0.2, [160, 226, 320, 452, 640, 905]),
        (20, 0.2, [160, 226, 320, 452, 640, 905, 1280, 1810]),
    ],
)
def test_finer_steps_are_looked_at_only_while_nothing_is_sure_or_smaller_dice_may_show(
    edge: float, close: float, sides: list[int]
) -> None:
    steps, (first,) = survey(Passes(edge, close), np.zeros((900, 1200, 3), np.uint8))
    assert [round(scale * 1200) for scale in steps] == sides
    (one,) = clearest(steps)
    assert (one.x, one.heat, first.found) == (300, 0.9, one)
    (further,) = find_overlooked(steps, [replace(die(300, 3), box=one.box)])
    assert (further.x, further.heat) == (500, 0.17)


def test_what_is_sure_from_close_needs_no_finer_step() -> None:
    steps, _ = survey(Passes(46, close=0.9), np.zeros((900, 1200, 3), np.uint8))
    assert [round(scale * 1200) for scale in steps] == [160, 226, 320, 452, 640]


@pytest.mark.parametrize(("across", "along"), [(0.5, 1.0), (0.6, 1.0), (1.0, 0.62)])
def test_a_six_with_close_columns_is_counted_as_six(across: float, along: float) -> None:
    image = np.full((120, 120, 3), 120, np.uint8)
    cv2.rectangle(image, (35, 35), (85, 85), (240, 240, 240), -1)
    for u in (-1, 1):
        for w in (-1, 0, 1):
            cv2.circle(
                image, (round(60 + 13 * u * across), round(60 + 13 * w * along)), 3, (15, 15, 15), -1, cv2.LINE_AA
            )
    shares = count_pips(image, 60, 60, 54, Tilt((0.0, 0.0, -1.0), 0.2, -3.0))
    assert int(shares.argmax()) + 1 == 6


def test_a_soft_enlarged_picture_is_none_of_a_screen() -> None:
    rng = np.random.default_rng(2)
    small = np.full((120, 160, 3), 150.0) + rng.normal(0, 9, (120, 160, 3))
    cv2.rectangle(small, (65, 45), (95, 75), (235, 235, 235), -1)
    small[45:76, 65:96] += rng.normal(0, 9, (31, 31, 3))
    large = cv2.resize(np.clip(small, 0, 255).astype(np.uint8), (640, 480), interpolation=cv2.INTER_CUBIC)
    one = replace(die(320, 1), y=240.0, box=(260.0, 180.0, 380.0, 300.0))
    assert grid_strength(np.asarray(large, np.uint8), [one]) < MIN_SCREEN_PEAK / 3


@pytest.mark.parametrize(("wave", "told"), [(4.0, True), (0.3, False)])
def test_a_display_is_told_by_a_grid_that_can_be_seen(wave: float, told: bool) -> None:
    """An enlarged picture has no fine frequencies: a wave of rounding stands far above the nothing around it."""
    grey = np.tile(150 + wave * np.sin(np.arange(480) * 2 * np.pi / 3.4), (360, 1))
    grey += cv2.GaussianBlur(np.random.default_rng(3).normal(0, 60, grey.shape), (0, 0), 5)
    image = np.repeat(np.round(grey)[..., None], 3, 2).astype(np.uint8)
    one = replace(die(240, 1), y=180.0, box=(180.0, 120.0, 300.0, 240.0))
    assert (grid_strength(image, [one]) > MIN_SCREEN_PEAK) == told


def test_a_phone_s_large_picture_is_worked_on_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = list[int]()

    def settle(image: NDArray[np.uint8], seen: list[SeenDie]) -> list[SeenDie]:
        sides.append(max(image.shape))
        return [die(100, 3)]

    monkeypatch.setattr(photo_reader, "settle_dice", settle)
    monkeypatch.setattr(photo_reader, "survey", lambda *_: ({1.0: []}, []))
    (one,) = photo_reader.candidates(Passes(0, 0.2), np.zeros((3000, 4032, 3), np.uint8)).dice
    assert sides == [photo_reader.MAX_SIDE_PX]
    assert (one.x, one.y, one.size) == (200, 2 * die(100, 3).y, 2 * die(100, 3).size)


# ---- help ----


def face(light: int, spot: int | None = None) -> NDArray[np.uint8]:
    rng = np.random.default_rng(1)
    image = np.full((100, 200, 3), light, np.uint8)
    cv2.circle(image, (50, 50), 4, (light // 4,) * 3, -1)
    if spot is not None:
        cv2.circle(image, (55, 45), 8, (spot,) * 3, -1)
    return np.asarray(np.clip(image + rng.normal(0, 1, image.shape), 0, 255), np.uint8)


def test_the_cause_of_a_doubt_is_told_from_the_pixels() -> None:
    one = die(50, 5)
    assert cause(face(180), one) is None
    assert cause(face(180, spot=255), one) == "glare"
    assert cause(face(30), one) == "dark"
    assert cause(cv2.GaussianBlur(face(180), (0, 0), 6).astype(np.uint8), one) == "blurred"
    small = replace(one, box=(42.0, 42.0, 58.0, 58.0))
    assert cause(face(180), small) == "closer"


def test_hints_name_the_doubtful_die_alone_and_have_words() -> None:
    image = face(180, spot=255)
    (hint,) = told(choose([die(50, 5, sure=0.5), die(150, 3)], 2, DiceMargins()), image).hints()
    assert (hint.code, hint.values["x"], hint.values["die"]) == ("dice.hint.glare", 0.375, "red")
    assert "red" in say(hint, "en")
    assert "rote Würfel" in say(hint, "de")
    assert told(choose([die(50, 5), die(150, 3)], 2, DiceMargins()), image).hints() == []


def test_a_corrected_look_is_read_right_the_next_time_and_others_stay() -> None:
    taught, odd = DiceCorrections(), die(50, 5, sure=0.6, second=6)
    taught.teach(odd, 6)
    again, clear, foreign = taught.apply([die(90, 5, sure=0.58, second=6), die(90, 5), replace(odd, lab=BLUE)])
    assert (again.value, clear.value, foreign.value) == (6, 5, 5)
    assert clear.sure > 0.85
    with pytest.raises(ValueError, match="7 is no value"):
        taught.teach(odd, 7)


def test_a_second_correction_starts_from_the_same_reading() -> None:
    """A die that corrections shifted, or that a tap settled, teaches what was read of it."""
    taught, odd = DiceCorrections(), die(50, 5, sure=0.6, second=6)
    taught.teach(odd, 6)
    (shifted,) = taught.apply([odd])
    assert shifted.value == 6
    taught.teach(shifted, 6)
    (settled,) = correct_die(choose([shifted], 1, DiceMargins()), shifted, 4).dice
    taught.teach(settled, 6)
    first, *later = taught.lessons
    assert all(np.allclose(lesson.looked, first.looked) for lesson in later)


def test_a_tap_settles_its_die_and_no_other() -> None:
    first, second = die(50, 5, sure=0.5, second=6), die(150, 3, sure=0.5)
    reading = choose([first, second], 2, DiceMargins())
    assert nearest(reading.dice, 58, 40) is first
    assert nearest(reading.dice, 100, 50) is None
    half = correct_die(reading, first, 6)
    assert half.doubt == "unsure"
    assert [d.sure for d in half.dice] == [1.0, pytest.approx(second.sure)]
    whole = correct_die(half, half.dice[1], 3)
    assert (whole.refused, whole.values) == (None, (6, 3))
    many = choose([first, second, die(250, 1)], 2, DiceMargins())
    assert correct_die(many, many.dice[0], 6).doubt == many.doubt == "too many"


@pytest.mark.parametrize("count", [None, 1])
def test_one_of_a_pattern_is_no_die(count: int | None) -> None:
    """Letters of a text: one looks like a die, and many more nearly so."""
    margins = DiceMargins(score=0.5, presence=0.15)
    best = replace(die(50, 6), face=0.97)
    nearly = [replace(die(150 + 100 * k, 6, sure=0.96), score=0.42, face=0.97) for k in range(40)]
    assert choose([best, *nearly], count, margins).doubt == "no die"
    assert choose([best], count, margins).refused is None
    assert choose([best, *nearly], count, margins.live()).doubt != "no die"


@pytest.mark.parametrize(("word", "doubt"), [(0.5, "no die"), (0.99, "")])
def test_what_the_die_classifier_takes_for_no_die_is_no_roll(word: float, doubt: str) -> None:
    """Halves of two dominoes: the score alone would have them read."""
    margins = DiceMargins(presence=0.15)
    dice = [replace(die(x, 4, sure=0.97), face=word) for x in (50, 150)]
    assert choose(dice, 2, margins).doubt == doubt


def test_the_chance_of_a_roll_falls_with_each_further_candidate_and_with_each_doubtful_die() -> None:
    sure, vague = replace(die(50, 4), face=0.999), replace(die(150, 2), face=0.6)
    assert roll_chance([sure, sure], []) > 0.9
    assert roll_chance([sure, sure], []) > roll_chance([sure, sure], [vague]) > roll_chance([sure, sure], [sure])
    assert roll_chance([sure, sure], [sure]) < 0.5
    assert roll_chance([sure, vague], []) < roll_chance([sure], [vague])


def told(verdict: DiceVerdict, image: NDArray[np.uint8] = np.zeros((9, 9, 3), np.uint8)) -> RecentRoll:
    """Told of a play area that begins at (100, 40) of a picture of 400 x 200 pixels."""
    seen = DiceScene(image, corner=(100, 40), whole=(400.0, 200.0))
    return RecentRoll(replace(verdict, sets=("red",) * len(verdict.dice)), seen, 3.0)


def test_a_tap_is_told_in_shares_of_the_whole_picture() -> None:
    taught, first = DiceCorrections(), die(50, 5, sure=0.5, second=6)
    said = told(choose([first, die(150, 3)], 2, DiceMargins()), face(180, spot=255))
    settled = said.correct_at(taught, 150 / 400, 90 / 200, 6, DiceMargins())
    assert settled is not None
    assert (settled.verdict.refused, settled.verdict.values, settled.since) == (None, (6, 3), 3.0)
    assert [lesson.value for lesson in taught.lessons] == [6]
    assert said.correct_at(taught, 50 / 400, 50 / 200, 6, DiceMargins()) is None
    hint = said.hints()[0]
    assert (hint.code, hint.values["x"], hint.values["y"]) == ("dice.hint.glare", 0.375, 0.45)


@pytest.mark.parametrize(
    ("typed", "kept"), [((6, 3), [6]), ((3, 6), [6]), ((5, 3), [5]), ((6, 3, 1), []), ((0, 3), [])]
)
def test_typed_values_in_any_order_teach_the_dice_that_were_in_doubt(typed: tuple[int, ...], kept: list[int]) -> None:
    taught = DiceCorrections()
    said = told(choose([die(50, 5, sure=0.5, second=6), die(150, 3)], 2, DiceMargins()))
    assert said.learn_values(taught, typed, DiceMargins()) == len(kept)
    assert [lesson.value for lesson in taught.lessons] == kept


def test_a_colour_between_two_sets_is_looked_at_again_before_it_is_refused() -> None:
    sets = (DieSet("red", RED), DieSet("blue", BLUE))
    between = DiceVerdict((die(50, 1, lab=(40.0, 37.0, -5.0)),))
    seen = DiceScene(face(180), ExpectedDice(1, "red"), sets=sets)
    doubt = of_expected_set(between, seen, DiceCandidates(between.dice))
    pace = RestPatience()
    assert (pace.due(1.0), pace.now(1.0, doubt), pace.pending) == (True, False, True)
    clear = of_expected_set(DiceVerdict((die(50, 1),)), seen, DiceCandidates(()))
    assert pace.due(1.15)
    assert pace.now(1.15, clear)
    assert pace.done


def test_where_dice_are_missing_one_may_be_tapped_that_was_not_seen() -> None:
    taught, faint = DiceCorrections(), replace(die(250, 4), score=0.01)
    reading = choose([die(50, 5), faint], 3, DiceMargins())
    assert reading.doubt == "missing"
    said = told(replace(reading, dice=(die(50, 5),), spare=(faint,)))
    two = said.correct_at(
        taught, 350 / 400, 90 / 200, 2, DiceMargins()
    )  # what was hardly seen there: its look is learned
    assert two is not None
    assert (two.verdict.values, two.verdict.sets) == ((5, 2), ("red", "red"))
    assert two.verdict.refused == fact("dice.missing", n=2, count=3)
    assert [lesson.value for lesson in taught.lessons] == [2]
    three = two.correct_at(taught, 250 / 400, 90 / 200, 6, DiceMargins())  # nothing was seen there
    assert three is not None
    assert (three.verdict.values, three.verdict.refused) == ((5, 2, 6), None)
    assert len(taught.lessons) == 1
    assert three.correct_at(taught, 0.99, 0.05, 6, DiceMargins()) is None  # no die is missing any more
    with pytest.raises(ValueError, match="no value of a die"):
        two.correct_at(taught, 250 / 400, 90 / 200, 7, DiceMargins())
