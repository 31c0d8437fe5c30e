"""Which shows meet: pairs after the settling time, three listed, spent shows, lingering sounds."""

from __future__ import annotations

import pytest

from companion.referee.shows import Meeting, Shows


def shows(linger: float = 0.4) -> Shows:
    return Shows(settle=0.5, linger=lambda kind: linger)


def test_two_overlapping_shows_of_one_number_meet_after_the_settling_time() -> None:
    s = shows()
    s.begin(0, "2", 1.0, 1.2)
    assert s.due() is None
    s.begin(1, "2", 1.4, 1.6)
    assert s.due() == pytest.approx(2.1)
    assert s.decide(2.0) == []
    assert s.decide(2.1) == [Meeting("2", (0, 1), 1.6)]
    assert s.decide(9.9) == []


def test_different_numbers_never_meet() -> None:
    s = shows()
    s.begin(0, "2", 1.0, 1.2)
    s.begin(1, "3", 1.0, 1.2)
    assert s.due() is None


def test_a_third_within_the_settling_time_is_listed_not_left_out() -> None:
    s = shows()
    for player, t in ((0, 1.0), (2, 1.2), (1, 1.5)):
        s.begin(player, "4", t, t)
    assert s.decide(1.7) == [Meeting("4", (0, 1, 2), 1.2)]


def test_shows_that_do_not_overlap_do_not_meet() -> None:
    s = shows()
    s.begin(0, "1", 1.0, 1.2)
    s.end(0, "1", 2.0)
    s.begin(1, "1", 2.6, 2.8)
    assert s.due() is None


def test_a_noise_that_is_over_still_meets_its_answer() -> None:
    s = shows(linger=2.0)
    s.begin(0, "1", 1.0, 1.8)
    s.end(0, "1", 1.3)
    s.begin(1, "1", 2.0, 2.6)
    assert s.decide(3.2) == [Meeting("1", (0, 1), 2.6)]


def test_a_spent_show_trades_again_only_when_shown_again() -> None:
    s = shows()
    s.begin(0, "2", 1.0, 1.0)
    s.begin(1, "2", 1.0, 1.0)
    assert len(s.decide(1.5)) == 1
    s.spend((0, 1), "2")
    s.begin(2, "2", 3.0, 3.0)
    assert s.due() is None
    s.begin(0, "2", 4.0, 4.0)
    assert s.decide(4.5) == [Meeting("2", (0, 2), 4.0)]


def test_a_new_number_ends_the_old_show() -> None:
    s = shows()
    s.begin(0, "2", 1.0, 1.0)
    s.begin(0, "3", 2.0, 2.0)
    s.begin(1, "2", 2.6, 2.6)
    assert s.due() is None
    assert s.showing(0, 2.6) == "3"


def test_a_hand_that_ends_clears_everything() -> None:
    s = shows()
    s.begin(0, "2", 1.0, 1.0)
    s.begin(1, "2", 1.0, 1.0)
    s.clear()
    assert s.decide(9.0) == []
    assert s.showing(0, 1.1) is None
