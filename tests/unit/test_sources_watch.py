"""Status of a live source and the budget of its reconnection, on a clock that the test moves."""

from __future__ import annotations

import pytest

from companion import events
from companion.facts import fact
from companion.sources.picture_source import Limits, RetryDelay, SourceWatchdog, StatusBoard

LIMITS = Limits(frozen_after=2, same_after=5, offline_after=5, first_delay=0.5, longest_delay=4, budget=20)
SIZE = (640, 480)


def watched() -> tuple[SourceWatchdog, list[events.Source]]:
    told: list[events.Source] = []
    return SourceWatchdog(StatusBoard("camera 0", told.append), LIMITS), told


def test_online_is_told_once() -> None:
    watch, told = watched()
    watch.started(0)
    for n in range(50):
        watch.frame(n * 0.1, bytes([n]), SIZE)
        assert not watch.tick(n * 0.1 + 0.05)
    assert [(e.status, e.decided) for e in told] == [("online", 0)]


def test_silence_freezes_then_goes_offline_and_asks_for_a_new_connection() -> None:
    watch, told = watched()
    watch.started(0)
    watch.frame(1.0, b"a", SIZE)
    times = [1.5, 2.9, 3.0, 3.5, 5.9, 6.0, 7.0]
    assert [watch.tick(t) for t in times] == [False, False, False, False, False, True, False]
    assert [(e.status, e.onset, e.decided) for e in told] == [
        ("online", 1.0, 1.0),
        ("frozen", 1.0, 3.0),
        ("offline", 1.0, 6.0),
    ]
    assert not watch.waiting


def test_the_same_picture_is_frozen_until_it_changes() -> None:
    watch, told = watched()
    watch.started(0)
    for n in range(80):
        watch.frame(n * 0.1, b"same", SIZE)
    watch.frame(8.0, b"other", SIZE)
    assert [e.status for e in told] == ["online", "frozen", "online"]
    assert told[1].onset == 0.0
    assert told[1].decided == pytest.approx(5.0)
    assert told[1].detail is not None
    assert told[1].detail.code == "source.same-picture"
    assert told[1].detail.values["seconds"] == pytest.approx(5.0)


def test_a_connection_that_never_gives_a_picture_goes_offline() -> None:
    watch, told = watched()
    watch.started(10)
    assert not watch.tick(14.9)
    assert watch.tick(15.0)
    assert [(e.status, e.onset) for e in told] == [("offline", 10)]


def test_a_changed_size_is_noted_and_published_under_the_standing_status() -> None:
    watch, told = watched()
    watch.started(0)
    watch.frame(0.1, b"a", (640, 480))
    watch.frame(0.2, b"b", (320, 240))
    assert watch.board.notes == [fact("source.resized", was="640x480", now="320x240", t=0.2)]
    assert (told[-1].status, told[-1].detail) == ("online", watch.board.notes[0])


def test_delays_double_up_to_the_longest_and_end_with_the_budget() -> None:
    retry, t, delays = RetryDelay(LIMITS), 100.0, []
    while (delay := retry.delay(t)) is not None:
        delays.append(delay)
        t += delay
        assert t <= 120.0 + 1e-9
    assert delays == [0.5, 1.0, 2.0, 4.0, 4.0, 4.0, 4.0, 0.5]
    assert t == pytest.approx(120.0)


def test_pictures_give_the_budget_back_but_flickering_does_not() -> None:
    retry = RetryDelay(LIMITS)
    assert retry.delay(0) == 0.5
    assert retry.delay(10) == 1.0
    retry.picture(10.2)  # one picture, then lost again: still the same loss
    assert retry.delay(10.3) == 2.0
    for tenth in range(120):  # pictures for longer than the loss lasted
        retry.picture(11 + tenth / 10)
    assert retry.delay(30) == 0.5
    retry = RetryDelay(LIMITS)
    t = 0.0
    while retry.delay(t) is not None:  # a picture each time does not keep it alive for ever
        t += 0.6
        retry.picture(t)
    assert t <= 21
