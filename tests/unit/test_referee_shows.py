"""Which shows meet: pairs after the settling time, three listed, spent shows, lingering sounds."""

from __future__ import annotations

import pytest

from companion.referee.signal_shows import SignalMeeting, SignalShows
from companion.rules.face_off.data import Rank


class Hand:
    """The shows of one hand, one after the other; ``linger`` in seconds."""

    def __init__(self, linger: float = 0.4) -> None:
        self.shows = SignalShows()
        self._linger = lambda rank: linger

    def begin(self, player: int, rank: Rank, onset: float, now: float) -> None:
        self.shows = self.shows.begin(player, rank, onset, now, self._linger, onset)

    def end(self, player: int, rank: Rank, at: float) -> None:
        self.shows = self.shows.end(player, rank, at)

    def spend(self, players: tuple[int, ...], rank: Rank) -> None:
        self.shows = self.shows.spend(players, rank)

    def due(self) -> float | None:
        return self.shows.due(settle=0.5)

    def decide(self, now: float) -> list[SignalMeeting]:
        return self.shows.ready(now, settle=0.5)

    def showing(self, player: int, now: float) -> Rank | None:
        return self.shows.showing(player, now, self._linger)


def test_two_overlapping_shows_of_one_number_meet_after_the_settling_time() -> None:
    s = Hand()
    s.begin(0, 2, 1.0, 1.2)
    assert s.due() is None
    s.begin(1, 2, 1.4, 1.6)
    assert s.due() == pytest.approx(2.1)
    assert s.decide(2.0) == []
    assert s.decide(2.1) == [SignalMeeting(2, (0, 1), 1.6)]
    s.spend((0, 1), 2)
    assert s.decide(9.9) == []


def test_different_numbers_never_meet() -> None:
    s = Hand()
    s.begin(0, 2, 1.0, 1.2)
    s.begin(1, 3, 1.0, 1.2)
    assert s.due() is None


def test_a_third_within_the_settling_time_is_listed_not_left_out() -> None:
    s = Hand()
    for player, t in ((0, 1.0), (2, 1.2), (1, 1.5)):
        s.begin(player, 4, t, t)
    assert s.decide(1.7) == [SignalMeeting(4, (0, 1, 2), 1.2)]


def test_shows_that_do_not_overlap_do_not_meet() -> None:
    s = Hand()
    s.begin(0, 1, 1.0, 1.2)
    s.end(0, 1, 2.0)
    s.begin(1, 1, 2.6, 2.8)
    assert s.due() is None


def test_a_noise_that_is_over_still_meets_its_answer() -> None:
    s = Hand(linger=2.0)
    s.begin(0, 1, 1.0, 1.8)
    s.end(0, 1, 1.3)
    s.begin(1, 1, 2.0, 2.6)
    assert s.decide(3.2) == [SignalMeeting(1, (0, 1), 2.6)]


def test_a_noise_that_is_told_late_meets_what_lived_as_it_began() -> None:
    s = Hand(linger=2.0)
    s.begin(0, 1, 1.0, 1.8)
    s.end(0, 1, 1.3)
    s.begin(1, 1, 3.2, 4.1)
    assert s.decide(4.6) == [SignalMeeting(1, (0, 1), 4.1)]


def test_a_spent_show_trades_again_only_when_shown_again() -> None:
    s = Hand()
    s.begin(0, 2, 1.0, 1.0)
    s.begin(1, 2, 1.0, 1.0)
    assert len(s.decide(1.5)) == 1
    s.spend((0, 1), 2)
    s.begin(2, 2, 3.0, 3.0)
    assert s.due() is None
    s.begin(0, 2, 4.0, 4.0)
    assert s.decide(4.5) == [SignalMeeting(2, (0, 2), 4.0)]


def test_a_new_number_ends_the_old_show() -> None:
    s = Hand()
    s.begin(0, 2, 1.0, 1.0)
    s.begin(0, 3, 2.0, 2.0)
    s.begin(1, 2, 2.6, 2.6)
    assert s.due() is None
    assert s.showing(0, 2.6) == 3
