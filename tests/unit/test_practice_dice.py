"""The dice check: keys, what counts as a throw, the report card; the chart."""

from __future__ import annotations

from datetime import datetime, timezone
from random import Random

import pytest

from companion.events import Roll
from companion.facts import Fact, fact
from companion.people.attempt import Throw
from companion.practice import charts
from companion.practice.dice_check import DiceRun, card_of, format_values
from companion.practice.throw_light import ThrowLight
from companion.words import say

NOW = datetime(2026, 11, 21, 12, tzinfo=timezone.utc)


def roll(*values: int, refused: Fact | None = None, at: float = 1.0) -> Roll:
    return Roll(onset=at, decided=at + 0.4, values=values, refused=refused)


@pytest.fixture
def kept() -> list[Throw]:
    return []


@pytest.fixture
def run(kept: list[Throw]) -> DiceRun:
    return DiceRun("Ann", None, kept.append)


def press(run: DiceRun, *keys: str) -> None:
    for key in keys:
        run.key(key)


def told(kept: list[Throw]) -> list[tuple[tuple[int, ...], tuple[int, ...], bool]]:
    return [(t.read, t.fell, t.asked) for t in kept]


def test_one_key_corrects_the_marked_die(run: DiceRun, kept: list[Throw]) -> None:
    run.see(roll(3, 5, 1))
    press(run, "\t", "6", "\r")
    assert told(kept) == [((3, 5, 1), (3, 6, 1), False)]
    assert kept[0].was_corrected


def test_a_throw_counts_when_somebody_calls_it_right(run: DiceRun, kept: list[Throw]) -> None:
    """Neither the next throw nor the end of the check counts one that nobody called right."""
    run.see(roll(2, 2, at=1.0))
    assert kept == []
    run.see(roll(4, 1, at=5.0))
    assert kept == []
    assert run.last == fact("practice.dice-unconfirmed", shown="2 2")
    press(run, "\r")
    assert told(kept) == [((4, 1), (4, 1), False)]
    run.see(roll(3, 3, at=9.0))
    run.finish()
    run.finish()
    assert len(kept) == 1
    assert (run.session.right, run.session.uncounted) == (1, 2)


def test_an_unread_die_is_marked_and_waits_for_its_value(run: DiceRun, kept: list[Throw]) -> None:
    run.see(roll(3, 0, 1, refused=fact("dice.unsure", die="red", a=5, b=3)))
    assert run.pending is not None
    assert format_values(run.pending.values, run.pending.marked) == "3 [?] 1"
    press(run, "\r")
    assert kept == []
    press(run, "5", " ")
    assert told(kept) == [((3, 0, 1), (3, 5, 1), True)]


def test_another_look_at_the_same_dice_is_no_other_throw(run: DiceRun, kept: list[Throw]) -> None:
    """The reader may think better of it; what somebody has corrected stands."""
    doubt = fact("dice.unsure", die="red", a=5, b=3)
    run.see(roll(3, 0, refused=doubt))
    run.see(roll(3, 0, refused=doubt))
    run.see(roll(3, 5))
    assert (run.session.uncounted, run.session.doubts.total()) == (0, 1)
    press(run, "6")
    run.see(roll(3, 5))
    press(run, "\r")
    assert told(kept) == [((3, 5), (6, 5), False)]


def test_the_summary_says_what_counted_what_was_unsure_and_what_would_help(run: DiceRun) -> None:
    def see(*values: int, at: float, refused: Fact | None = None, light: tuple[Fact, ...] = ()) -> None:
        run.see(roll(*values, at=at, refused=refused))
        run.see(ThrowLight(onset=at, decided=at, advice=light))

    glare = [fact("dice.hint.glare", die="red", x=x, y=0.5) for x in (0.2, 0.7)]
    doubt = fact("dice.unsure", die="red", a=4, b=6)
    see(3, 5, at=1)
    press(run, "\r")
    see(3, 0, at=2, refused=doubt, light=(glare[0],))
    press(run, "4", "\r")
    see(0, 2, at=3, refused=doubt, light=(glare[1], fact("light.dark")))
    press(run, "-")
    run.stop()
    assert run.is_done
    assert [say(told) for told in run.session.facts] == [
        "2 throws counted: 1 read right, 1 corrected; 1 not counted.",
        "Unsure: 2 times the red die could be a 4 or a 6: look at it from nearer, or from straight above.",
        "Tip: the lamp glares on the red die: move the lamp or turn the die a little",
        "Tip: It is too dark to read pips: switch on a lamp.",
    ]


def test_the_summary_of_a_check_without_doubts(run: DiceRun) -> None:
    run.see(roll(3, 5))
    press(run, "\r")
    run.stop()
    assert [say(told) for told in run.session.facts] == [
        "1 throw counted: 1 read right, 0 corrected.",
        "Nothing was unsure.",
        "The light is good.",
    ]
    assert len(DiceRun("Ann", None, lambda throw: None).session.facts) == 1  # nothing was seen: nothing is judged


def test_a_reading_that_was_no_throw_is_dropped(run: DiceRun, kept: list[Throw]) -> None:
    run.see(roll(6, 6))
    press(run, "-", "3", "\r", "x")
    assert kept == []
    assert run.pending is None


@pytest.mark.parametrize("key", ["12", "123456", "0", "7", "٣", "x"])
def test_what_is_no_key_of_a_die_corrects_nothing(run: DiceRun, kept: list[Throw], key: str) -> None:
    run.see(roll(3, 5))
    press(run, key, "\r")
    assert told(kept) == [((3, 5), (3, 5), False)]


def test_a_throw_has_dice_and_a_zone() -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        Throw((1, 7), (1, 7), False, NOW)
    with pytest.raises(ValueError, match="at least one die"):
        Throw((), (), False, NOW)
    with pytest.raises(ValueError, match="zone"):
        Throw((1,), (1,), False, datetime(2026, 1, 1))


def test_the_report_card() -> None:
    throws = [Throw((1, 2), (1, 2), False, NOW)] * 27 + [Throw((1, 2), (1, 3), False, NOW)] * 2
    card = card_of([*throws, Throw((0, 2), (4, 2), True, NOW)])
    assert (card.throws, card.corrected, card.asked, card.missing) == (30, 3, 1, 0)
    assert card.share == pytest.approx(0.1)
    assert card.fairness.counts == (29, 28, 2, 1, 0, 0)
    assert card.fairness.p is not None
    assert card.fairness.p < 1e-9
    assert card.as_fact == fact("practice.dice-card", throws=30, corrected=3, share=0.1, asked=1)
    assert card.fair == card.fairness.as_fact()
    assert card_of(throws[:5]).missing == 25
    assert card_of(throws[:5]).fair == fact("practice.dice-more", n=25)
    assert card_of([]).share == 0.0


def test_fair_dice_look_fair_and_the_chart_shows_each_count() -> None:
    luck = Random(4)
    throws = [Throw(v, v, False, NOW) for _ in range(200) if (v := (luck.randint(1, 6), luck.randint(1, 6)))]
    card = card_of(throws)
    assert card.fairness.p is not None
    assert card.fairness.p > 0.05
    drawn = charts.dice(card.fairness.counts, "dice", charts.LIGHT_INK)
    assert all(f">{count}</text>" in drawn for count in card.fairness.counts)


def test_a_check_before_a_camera_tells_each_step(kept: list[Throw]) -> None:
    run = DiceRun("Ann", 2, kept.append)
    said: list[Fact] = []
    run.facts.add(said.append)
    assert (run.needs.sees, run.needs.dice) == ("throws", 2)
    run.see(roll(3, 5))
    press(run, "4", "\r")
    run.see(roll(0, 1, refused=fact("dice.none"), at=5.0))
    run.key("-")
    run.see(roll(2, 1, at=9.0))
    run.finish()
    codes = [t.code.removeprefix("practice.dice-") for t in said]
    assert codes == ["read", "read", "corrected", "unread", "read", "dropped", "read", "unconfirmed"]
    assert said[1].values["shown"] == "4 [5]"
    assert [(t.read, t.fell) for t in kept] == [((3, 5), (4, 5))]


def test_dice_that_were_corrected_and_still_lie_there_teach_the_reader() -> None:
    taught: list[tuple[int, ...]] = []
    run = DiceRun("Ann", 2, lambda throw: None)
    run.corrected.add(taught.append)
    run.see(roll(3, 5))
    run.key("\r")  # as it was read: there is nothing to learn
    run.see(roll(2, 0, at=5.0))
    press(run, "6", "\r")
    assert taught == [(2, 6)]
    run.see(roll(1, 1, at=9.0))
    run.key("4")
    run.see(roll(3, 3, at=13.0))  # other dice lie there now
    run.key("\r")
    assert taught == [(2, 6)]
