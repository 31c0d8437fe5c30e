"""``bench sounds``: its figures come from the sense itself, and what it says of the budgets is true."""

from __future__ import annotations

from dataclasses import replace

from measure.bench.sounds import LABEL_S, ONSET_MS, SHARE, TOGETHER, Row, bench, lines


def test_the_demo_is_heard_with_and_without_takes() -> None:
    """Over ten seconds: the minute is heard three times."""
    hints, taught, together = bench(0)
    assert (hints.players, taught.players) == (0, 3)
    assert taught.told == taught.made == 7, "every noise that was taught is told"
    assert 3 <= hints.told <= hints.made
    assert together.company
    assert together.players == 3
    assert 5 <= together.told <= together.made, "talk hides few of them"
    assert together.share > taught.share, "the speech is listened for as well"
    for row in (hints, taught):
        assert 0 < row.share < 1
        assert row.minutes >= 1
        assert row.onset_ms <= ONSET_MS
        assert row.label_s <= LABEL_S
    assert len(lines([hints, taught, together])) == 5


def test_a_budget_that_is_missed_is_said() -> None:
    good = Row(players=0, minutes=1.0, share=SHARE / 2, onset_ms=10.0, label_s=0.5, told=7, made=7)
    slow = Row(players=0, minutes=1.0, share=SHARE * 2, onset_ms=10.0, label_s=0.5, told=7, made=7)
    assert good.within
    assert not slow.within
    assert slow.as_dict()["budget"]["share"] == SHARE
    assert "OVER" in lines([slow])[-1]
    assert replace(good, share=TOGETHER * 0.9, company=True).within
    assert not replace(good, share=TOGETHER * 1.1, company=True).within
