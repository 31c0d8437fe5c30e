"""The decisions on top of the network: which candidates are the roll, when to refuse, whose dice, votes, fairness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from companion.errors import StorageError
from companion.facts import Fact, fact
from companion.senses.dice import tray
from companion.senses.dice.dice_detector import Sighting
from companion.senses.dice.dice_judge import of_expected_set
from companion.senses.dice.dice_margins import DiceMargins, load
from companion.senses.dice.dice_scene import DiceCandidates, DiceScene, ExpectedDice
from companion.senses.dice.die_colour import DieSet, name, owner, split
from companion.senses.dice.die_faces import common_size, without_parts
from companion.senses.dice.fairness import by_player, fairness, survival
from companion.senses.dice.rest_rules import DOUBTFUL_ROLL_TIMEOUT_S, RestPatience
from companion.senses.dice.resting_dice import RestingDice, is_unmoved
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tracks import DieTracks
from companion.senses.dice.tray import TraySetup
from companion.senses.dice.verdict import DiceVerdict, choose

RED, BLUE, WHITE = (45.0, 60.0, 38.0), (35.0, 14.0, -48.0), (90.0, 0.0, 3.0)


def die(
    x: float,
    value: int,
    *,
    y: float = 50.0,
    size: float = 40.0,
    score: float = 0.9,
    sure: float = 0.95,
    lab: tuple[float, float, float] = RED,
) -> SeenDie:
    chances = np.full(6, (1 - sure) / 5, np.float32)
    chances[value - 1] = sure
    h = size / 2
    return SeenDie(x, y, (x - h, y - h, x + h, y + h), score, chances, 0.0, lab)


def test_known_count_takes_the_best_and_ignores_weak_clutter() -> None:
    seen = [die(50, 3), die(150, 5), die(250, 1, score=0.8), die(350, 6, score=0.3)]
    reading = choose(seen, 3, DiceMargins())
    assert (reading.refused, sorted(reading.values)) == (None, [1, 3, 5])
    assert len(reading.spare) == 1


@pytest.mark.parametrize(
    ("seen", "count", "doubt", "said"),
    [
        ([], 3, "none", fact("dice.none")),
        ([], None, "none", fact("dice.none")),
        ([die(50, 3), die(150, 5)], 3, "missing", fact("dice.missing", n=2, count=3)),
        ([die(50, 3)], 2, "missing", fact("dice.missing-one", n=1, count=2)),
        ([die(50 * k, 3) for k in range(1, 5)], 3, "too many", fact("dice.too-many", n=4, count=3)),
        ([die(50 * k, 3) for k in range(1, 32)], None, "too many", fact("dice.most", most=30)),
        ([die(50, 3), replace(die(150, 5), lean=0.9)], 2, "cocked", fact("dice.leaning", die="red")),
        ([die(50, 3), die(150, 5, sure=0.4)], 2, "unsure", fact("dice.unsure", die="red", a=5, b=1)),
        ([die(50, 3), die(150, 5, score=0.07)], 2, "no die", fact("dice.no-die", die="red")),
    ],
)
def test_below_the_margin_the_reader_asks(seen: list[SeenDie], count: int | None, doubt: str, said: Fact) -> None:
    reading = choose(seen, count, DiceMargins())
    assert reading.doubt == doubt
    assert reading.refused == said


def test_what_the_die_network_takes_for_no_face_is_asked_about_and_is_no_rival() -> None:
    dice = [die(50, 3), die(150, 5), replace(die(250, 1), face=0.2)]
    assert choose(dice, 3, DiceMargins()).refused == fact("dice.no-die", die="red")
    assert choose(dice, None, DiceMargins()).doubt == "no die"
    many = choose([replace(d, face=0.2) for d in dice], 3, DiceMargins())
    assert many.refused == fact("dice.no-dice")
    assert choose(dice, 2, DiceMargins()).refused is None
    assert choose([*dice[:2], die(250, 1)], 2, DiceMargins()).doubt == "too many"


def test_pips_inside_a_better_die_are_no_dice() -> None:
    large = die(100, 5, size=120, y=100)
    small = [die(70, 1, size=30, y=70, score=0.7), die(130, 1, size=30, y=130, score=0.6)]
    assert without_parts([*small, large]) == [large]
    beside = die(300, 1, size=60, y=100)
    assert len(without_parts([large, beside])) == 2


def test_dice_on_something_large_that_the_die_network_takes_for_none_are_no_pips() -> None:
    patch = replace(die(100, 2, size=300, y=100, score=0.56), face=0.6)
    dice = [die(70, 5, size=40, y=70, score=0.93), die(140, 4, size=45, y=140, score=0.74)]
    assert without_parts([patch, *dice]) == dice


def known(up: tuple[float, float]) -> DiceScene:
    """Return a scene whose table is known: which way is up."""
    return cast(DiceScene, SimpleNamespace(upward=lambda _: up))


def test_of_two_faces_the_one_that_lies_upward_is_the_upper_one() -> None:
    higher, lower = die(100, 3, y=80, score=0.8), die(100, 2, y=95, score=0.85)
    assert without_parts([higher, lower]) == [higher]
    assert without_parts([higher, lower], known((0.0, 0.4))) == [lower], "at the lower border, seen from above"
    assert without_parts([higher, lower], known((0.0, -0.01))) == [lower], "straight below the camera"


def test_a_neighbour_in_front_is_a_die_and_a_side_face_is_none() -> None:
    behind = die(100, 6, size=120, y=100)
    assert len(without_parts([behind, die(115, 5, size=120, y=165, score=0.75)])) == 2
    assert without_parts([behind, die(115, 5, size=120, y=165, score=0.35)]) == [behind]


def test_a_sharp_die_before_a_blurred_one_that_it_touches_is_no_side_face() -> None:
    blurred = replace(die(100, 1, size=120, y=100, score=0.59, sure=0.97), face=0.96)
    sharp = replace(die(140, 5, size=130, y=160, score=0.89, sure=0.98), face=1.0)
    assert without_parts([blurred, sharp]) == [sharp, blurred]
    side = replace(sharp, face=0.4)
    assert without_parts([blurred, side]) == [blurred], "the die network knows a side face"


def test_clutter_behind_a_clear_die_is_not_its_upper_face() -> None:
    clear, clutter = die(100, 4, size=120, y=100, score=0.87), die(90, 1, size=110, y=60, score=0.46, sure=0.35)
    assert without_parts([clear, clutter]) == [clear]


def test_chips_of_a_patterned_ground_that_look_less_like_dice_than_the_dice_do_not_count() -> None:
    margins = DiceMargins(presence=0.15, face=0.7)
    thrown = [replace(die(60, 2, score=0.85), face=0.99), replace(die(160, 5, score=0.8), face=0.99)]
    ground = [replace(die(60 + 50 * k, 6, y=200, score=0.4), face=0.5) for k in range(5)]
    assert choose([*thrown, *ground], 2, margins).doubt == ""
    assert choose([*thrown, *(replace(d, face=0.99, score=0.75) for d in ground)], 2, margins).doubt == "too many"
    plain = [replace(d, score=0.6, face=0.75) for d in ground]
    assert choose([*thrown, *plain], 2, margins.live()).doubt == "too many", "in play any four are asked about"


def test_common_size_follows_the_score() -> None:
    assert common_size([die(0, 1, size=40), die(0, 1, size=42), die(0, 1, size=90, score=0.9)]) == pytest.approx(
        41, abs=2
    )
    assert common_size([]) == 0


MINE, YOURS = DieSet("red", RED), DieSet("blue", BLUE)
FOREIGN = fact("dice.foreign-one", n=1, set="blue", turn="red")
TURN = fact("dice.turn", n=2, set="blue", turn="red")
MANY = fact("dice.set-many", n=4, count=3, set="red")


def of_red(verdict: DiceVerdict, lying: Sequence[bool], count: int = 3) -> DiceVerdict:
    """Return what is believed of these dice where so many red ones were to be thrown."""
    scene = DiceScene(np.zeros((9, 9, 3), np.uint8), ExpectedDice(count, "red"), sets=(MINE, YOURS))
    return of_expected_set(verdict, scene, DiceCandidates(verdict.dice, tuple(lying)))


@pytest.mark.parametrize(
    ("dice", "lying", "refused", "values", "remarks"),
    [
        ([die(50, 1), die(150, 2), die(250, 3)], [False] * 3, None, (1, 2, 3), 0),
        ([die(50, 1, lab=BLUE), die(150, 2, lab=BLUE)], [False] * 2, TURN, (), 0),
        ([die(50, 1), die(150, 2)], [False] * 2, fact("dice.set-few", n=2, count=3, set="red"), (1, 2), 0),
        ([die(50 * k, 1) for k in range(1, 5)], [False] * 4, MANY, (1, 1, 1, 1), 0),
        ([die(50, 1), die(150, 2), die(250, 3), die(350, 4, lab=BLUE)], [False] * 3 + [True], None, (1, 2, 3), 1),
        ([die(50, 1), die(150, 2), die(250, 3), die(350, 4, lab=BLUE)], [False] * 4, FOREIGN, (1, 2, 3), 0),
    ],
)
def test_two_sets(
    dice: list[SeenDie], lying: list[bool], refused: Fact | None, values: tuple[int, ...], remarks: int
) -> None:
    judged = of_red(DiceVerdict(tuple(dice)), lying)
    assert judged.refused == refused
    assert judged.values == values
    assert len(judged.remarks) == remarks


def test_a_set_with_too_few_dice_is_looked_at_again_before_it_is_told() -> None:
    """One that is hard to see may still be found; the other player's dice stay a matter of colour."""
    few = of_red(DiceVerdict((die(50, 1), die(150, 2))), [False] * 2)
    foreign = of_red(DiceVerdict((die(50, 1), die(150, 2, lab=BLUE))), [False] * 2)
    assert (few.doubt, foreign.doubt) == ("missing", "colour")
    pace = RestPatience()
    pace.due(0.0)
    assert not pace.now(0.0, few)
    assert pace.now(DOUBTFUL_ROLL_TIMEOUT_S + 0.01, few)


def test_only_doubts_about_the_dice_that_count_stop_a_roll() -> None:
    def judged(*dice: SeenDie) -> DiceVerdict:
        seen = choose(dice, None, DiceMargins())
        return of_red(seen, [d.lab == BLUE for d in seen.dice])

    mine, his = [die(50 * k, k) for k in (1, 2, 3)], die(350, 4, sure=0.3, lab=BLUE)
    assert (judged(*mine, his).refused, judged(*mine, his).values) == (None, (1, 2, 3))
    doubted = judged(*mine[:2], die(150, 3, sure=0.3), his).refused
    assert doubted is not None, "hidden behind his die's doubt"
    assert (doubted.code, doubted.values["die"]) == ("dice.unsure", "red")
    assert judged(*(replace(d, face=0.2) for d in (*mine, his))).refused == fact("dice.no-dice")


def test_a_die_between_the_colours_belongs_to_nobody() -> None:
    between = (40.0, 37.0, -5.0)
    judged = of_red(DiceVerdict((die(50, 1, lab=between),)), [False], 1)
    assert judged.refused == fact("dice.neither-set", die=name(between))


@pytest.mark.parametrize("light", [0.35, 0.6, 1.0])
def test_sets_are_told_apart_in_dim_light(light: float) -> None:
    for mine, lab in (("red", RED), ("blue", BLUE)):
        dim = (lab[0] * light, lab[1] * light, lab[2] * light)
        assert owner(dim, (MINE, YOURS))[0] == mine


def test_two_sets_are_learned_from_throws_and_one_set_is_not_split() -> None:
    rng = np.random.default_rng(1)

    def near(lab: tuple[float, float, float]) -> tuple[float, float, float]:
        a, b, c = (lab + rng.normal(0, 2, 3)).tolist()
        return a, b, c

    both = split([near(RED) for _ in range(5)] + [near(BLUE) for _ in range(3)])
    assert both is not None
    assert {s.name for s in both} == {"red", "blue"}
    assert split([near(RED) for _ in range(9)]) is None
    assert split([RED, BLUE]) is None


@pytest.mark.parametrize(
    ("lab", "called"), [(RED, "red"), (BLUE, "blue"), (WHITE, "white"), ((12.0, 0.0, 0.0), "black")]
)
def test_names_of_colours(lab: tuple[float, float, float], called: str) -> None:
    assert name(lab) == called


def sighting(x: float, value: int, heat: float = 0.9, sure: float = 0.9) -> Sighting:
    d = die(x, value, sure=sure)
    return Sighting(d.x, d.y, d.box, heat, d.chances, 0.0, 46.0)


def test_votes_outweigh_one_bad_look_and_a_move_starts_them_anew() -> None:
    tracks = DieTracks()
    for k in range(10):
        tracks.update(k / 30, [sighting(100, 6 if k == 4 else 5)])
    (track,) = tracks.all
    assert track.die().value == 5
    assert tracks.resting_since() == 0.0
    tracks.update(10 / 30, [sighting(112, 2)])
    assert tracks.all == [track]
    assert track.die().value == 2
    assert tracks.resting_since() == 10 / 30


def test_many_looks_of_a_weak_opinion_stay_weak() -> None:
    tracks = DieTracks()
    for k in range(60):
        tracks.update(k / 30, [sighting(100, 5, sure=0.5)])
    assert tracks.all[0].die().sure < 0.6


def test_a_track_ends_when_its_die_is_gone() -> None:
    tracks = DieTracks()
    tracks.update(0.0, [sighting(100, 5), sighting(200, 1)])
    tracks.update(0.1, [sighting(100, 5)])
    assert len(tracks.all) == 2
    tracks.update(0.4, [sighting(100, 5)])
    assert len(tracks.all) == 1
    assert tracks.resting_since() == 0.4


def test_unmoved_needs_place_and_value() -> None:
    assert is_unmoved(die(101, 3), [die(100, 3)])
    assert not is_unmoved(die(101, 4), [die(100, 3)])
    assert not is_unmoved(die(130, 3), [die(100, 3)])
    assert is_unmoved(die(101, 4, sure=0.5), [die(100, 3)]), "half of a domino reads otherwise from look to look"


def seen_at(tracks: DieTracks, t: float, *places: tuple[float, int]) -> None:
    for k in range(6):
        tracks.update(t + k / 10, [sighting(x, v) for x, v in places], calm=True)


def test_what_lay_there_all_the_while_was_not_thrown_whatever_it_reads() -> None:
    tracks, lying = DieTracks(), RestingDice()
    seen_at(tracks, 0.0, (300, 5))  # half of a domino, before anything moved; nothing was told of it
    assert not lying.has_moved
    lying.on_motion(1.0)
    seen_at(tracks, 1.0, (300, 2), (100, 4), (200, 6))
    before = [lying.before(k.die(), tracks) for k in tracks.all]
    assert (lying.has_moved, before) == (True, [True, False, False])
    lying.on_motion(2.0)  # a hand, before the roll was told: the dice are those of the throw still
    assert not lying.before(tracks.all[1].die(), tracks)
    lying.mark_reported([k.die() for k in tracks.all])
    assert not lying.before(tracks.all[1].die(), tracks), "a refused roll is looked at again as it was thrown"
    lying.on_motion(3.0)
    seen_at(tracks, 3.0, (300, 5), (100, 4), (200, 6))
    assert lying.is_unchanged([k.die() for k in tracks.all], tracks), "a hand passed by, and the domino reads otherwise"
    seen_at(tracks, 4.0, (300, 5), (100, 4), (230, 6))
    assert not lying.is_unchanged([k.die() for k in tracks.all], tracks)


def test_where_the_picture_is_as_it_was_nothing_was_thrown() -> None:
    rng, lying, tracks = np.random.default_rng(1), RestingDice(), DieTracks()
    table = rng.uniform(60, 120, (90, 160)).astype(np.float32)  # a third as large as the camera's picture
    lying.look(table, 1 / 3)
    lying.on_motion(1.0)
    after = table + rng.normal(0, 1, table.shape).astype(np.float32) + 6  # noise, and the lamp a little brighter
    after[10:24, 30:44] = 220
    after[14:17, 34:37] = 20
    lying.look(after, 1 / 3)
    assert lying.before(die(300, 5, y=150), tracks), "half of a domino, or a knot in the wood"
    assert not lying.before(die(111, 1, y=51), tracks), "a white die that was thrown"
    lying.look(after[:40], 1 / 3)
    assert not lying.before(die(300, 5, y=150), tracks), "another part of the picture is watched now"


def test_a_thing_set_beside_the_dice_is_no_throw_and_a_die_thrown_again_is_one() -> None:
    tracks, lying = DieTracks(), RestingDice()
    last = [die(100, 4), die(200, 6), die(300, 1)]
    domino = (500, 5)
    seen_at(tracks, 0.0, domino, (100, 4), (200, 6), (300, 1))
    lying.mark_reported([k.die() for k in tracks.all])
    lying.on_motion(1.0)

    def put(*places: tuple[float, int], face: float = 0.95, score: float = 0.7) -> bool:
        lain = [die(x, v) for x, v in places if (x, v) in (domino, (100, 4), (200, 6), (300, 1))]
        new = [replace(die(x, v, score=score), face=face) for x, v in places if die(x, v).x not in {d.x for d in lain}]
        return lying.only_put([*lain, *new], tracks, last, 3, 0.7)

    assert put(domino, (100, 4), (200, 6), (300, 1), (400, 2)), "a pawn beside them that looks like a die"
    assert put(domino, (400, 2), face=0.3), "they were taken away, and something faint is seen"
    assert not put(domino, (400, 2), face=0.3, score=0.9)
    assert not put(domino, (100, 4), (200, 6), (400, 2)), "the third die was thrown again"
    assert not put(domino, (130, 4), (230, 6), (400, 2), face=0.3), "a whole throw that is hard to see is spoken of"
    assert not put(domino, (100, 4), (200, 6), (300, 1)), "nothing is new: told by what is unchanged"


def test_a_refusal_is_told_once_and_a_reading_after_it_all_the_same() -> None:
    pace, doubtful = RestPatience(), DiceVerdict((die(50, 3),), fact("dice.unsure"), "unsure")
    many = DiceVerdict((die(50, 3),), fact("dice.too-many"), "too many")
    assert [pace.due(0.0), pace.now(0.0, doubtful), pace.now(0.6, doubtful)] == [True, False, True]
    assert [pace.now(1.2, many), pace.now(1.8, doubtful), pace.done] == [False, False, False]
    assert pace.now(2.4, DiceVerdict((die(50, 3),)))


def test_a_die_alone_on_a_table_that_nobody_has_seen_is_not_called_leaning_as_soon() -> None:
    shipped = load()
    alone, others = shipped.live(alone=True), shipped.live()
    lone = [replace(die(50, 3, sure=0.99), lean=0.78)]
    assert choose(lone, 1, alone).refused is None
    assert choose(lone, 1, others).doubt == "cocked"
    assert replace(alone, cocked=others.cocked) == others


def test_what_was_in_doubt_must_be_clear_before_it_is_read() -> None:
    margins, pace = replace(DiceMargins(), sure_live=0.85, cocked_live=0.7).live(), RestPatience()
    wavering = [[die(50, 3, sure=0.88)], [replace(die(50, 3), lean=0.68)]]
    for dice in wavering:
        assert choose(dice, 1, margins).refused is None
        assert choose(dice, 1, margins.after_doubt()).refused is not None
    clear = [replace(die(50, 3, sure=0.97), lean=0.2)]
    assert choose(clear, 1, margins.after_doubt()).refused is None
    assert not pace.now(0.0, choose([die(50, 3, sure=0.8)], 1, margins))
    assert pace.doubted
    patient = RestPatience()
    patient.now(0.0, choose([], 1, margins))
    assert not patient.doubted, "a die too few is no doubt about the others"


def test_chi_square_against_published_quantiles() -> None:
    for x, p in ((1.610, 0.90), (4.351, 0.50), (9.236, 0.10), (11.070, 0.05), (15.086, 0.01), (20.515, 0.001)):
        assert survival(x) == pytest.approx(p, rel=5e-3)


def test_fairness_and_its_caveat() -> None:
    few = fairness([1, 2, 3])
    assert few.p is None
    assert few.as_fact() == fact("fairness.few", dice=3, least=30)
    even = fairness([1, 2, 3, 4, 5, 6] * 20)
    assert even.p == pytest.approx(1.0)
    assert even.as_fact().values["verdict"] == fact("fairness.fair")
    loaded = fairness([6] * 60 + [1, 2, 3, 4, 5] * 12)
    assert loaded.p is not None
    assert loaded.p < 1e-6
    assert loaded.as_fact().values["verdict"] == fact("fairness.hard")
    with pytest.raises(ValueError, match="0 is no value"):
        fairness([0])
    assert by_player([("Ann", (3, 0, 5)), ("Ben", (1,))])["Ann"].counts == (0, 0, 1, 0, 1, 0)


def test_tray_round_trip_and_damage(tmp_path: Path) -> None:
    path = tmp_path / "dice.json"
    assert tray.load(path) is None
    setup = TraySetup(region=(0.1, 0.2, 0.9, 0.8), edge=0.07, sets=(MINE, YOURS), thumb=((1, 2), (3, 4)))
    tray.save(setup, path)
    assert tray.load(path) == setup
    for text in (
        "{",
        "[]",
        '{"version": 2}',
        path.read_text().replace("0.07", "7"),
        path.read_text().replace("0.9,", "0.1,"),
    ):
        path.write_text(text)
        with pytest.raises(StorageError, match="calibrate dice"):
            tray.load(path)


def test_without_the_count_a_die_is_held_against_the_clear_ones_and_what_nearly_is_one_is_asked_about() -> None:
    margins = replace(DiceMargins(), score=0.4, share=0.7, sure=0.8)
    clear = [replace(die(50.0 * k, 3), score=0.8) for k in range(3)]
    clutter, nearly, small = (replace(die(300, 1), score=s) for s in (0.45, 0.52, 0.45))
    assert choose([*clear, clutter], None, margins).values == (3, 3, 3)
    asked = choose([*clear, nearly], None, margins)
    assert (asked.doubt, asked.refused is None) == ("no die", False)
    dim = [replace(d, score=0.6) for d in clear]
    assert sorted(choose([*dim, small], None, margins).values) == [1, 3, 3, 3]
    assert choose([*clear, nearly], None, replace(margins, share=0.0)).values.count(1) == 1
