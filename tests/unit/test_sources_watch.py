"""Status of a live source, on a clock that the test moves."""

from __future__ import annotations

import pytest

from companion import events
from companion.facts import fact
from companion.sources.picture_source import Limits, SourceWatchdog, StatusBoard

LIMITS = Limits(frozen_after=2, same_after=5, offline_after=5)
SIZE = (640, 480)


def watched() -> tuple[SourceWatchdog, list[events.Source]]:
    told: list[events.Source] = []
    return SourceWatchdog(StatusBoard("camera 0", told.append), LIMITS), told


def test_online_is_told_once() -> None:
    watch, told = watched()
    watch.on_connected(0)
    for n in range(50):
        watch.frame(n * 0.1, bytes([n]), SIZE)
        assert not watch.tick(n * 0.1 + 0.05)
    assert [(e.status, e.decided) for e in told] == [("online", 0)]


def test_silence_freezes_and_then_asks_for_a_new_connection() -> None:
    watch, told = watched()
    watch.on_connected(0)
    watch.frame(1.0, b"a", SIZE)
    assert [watch.tick(t) for t in (1.5, 2.9, 3.0, 3.5, 5.9)] == [None] * 5
    assert watch.tick(6.0) == fact("source.no-picture", seconds=5)
    assert [(e.status, e.onset, e.decided) for e in told] == [("online", 1.0, 1.0), ("frozen", 1.0, 3.0)]
    watch.on_connected(7.0)
    watch.frame(7.1, b"a", SIZE)
    assert told[-1].status == "online"


def test_the_same_picture_is_frozen_until_it_changes() -> None:
    watch, told = watched()
    watch.on_connected(0)
    for n in range(80):
        watch.frame(n * 0.1, b"same", SIZE)
    watch.frame(8.0, b"other", SIZE)
    assert [e.status for e in told] == ["online", "frozen", "online"]
    assert told[1].onset == 0.0
    assert told[1].decided == pytest.approx(5.0)
    assert told[1].detail is not None
    assert told[1].detail.code == "source.same-picture"
    assert told[1].detail.values["seconds"] == pytest.approx(5.0)


def test_a_connection_that_never_gives_a_picture_is_lost() -> None:
    watch, told = watched()
    watch.on_connected(10)
    assert watch.tick(14.9) is None
    assert watch.tick(15.0) is not None
    assert told == []


def test_a_changed_size_is_noted_and_published_under_the_standing_status() -> None:
    watch, told = watched()
    watch.on_connected(0)
    watch.frame(0.1, b"a", (640, 480))
    watch.frame(0.2, b"b", (320, 240))
    assert watch.board.notes == [fact("source.resized", was="640x480", now="320x240", t=0.2)]
    assert (told[-1].status, told[-1].detail) == ("online", watch.board.notes[0])
