"""The demo on the table page: lines at their times, the next act after the clip; sound in step with its clip."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.clock import ManualClock
from companion.config import settings
from companion.demo.stage import ACT_PAUSE_S, Stage
from companion.demo.story import acts, strangers
from companion.sources.audio import RATE, Chunk
from companion.web.kit.devices import Devices
from companion.web.kit.door import Door
from companion.web.kit.own_devices import CLIP_START_TIMEOUT_S, DatedSource, SharedBeginning
from companion.web.table.hub import TableHub


@pytest.fixture
def clip() -> Any:
    """Return a clip that has not begun."""
    return SimpleNamespace(beginning=SharedBeginning(), seen=0.0, status="online")


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, clip: Any) -> TableHub:
    """Return a table whose camera plays the clip above; nothing is opened."""

    def opened(self: Devices) -> None:
        self.clip = clip

    monkeypatch.setattr(Devices, "reopen", opened)
    return TableHub(None, Door(), clock=ManualClock(100.0))


def said(hub: TableHub) -> list[str]:
    assert hub.game is not None
    return [e.text for e in hub.game.match.log.events() if e.type == "command"]  # type: ignore[union-attr,attr-defined]


def at(hub: TableHub, t: float) -> None:
    """Set the clock and the clip's last frame to ``t``."""
    hub.clock.set(t)  # type: ignore[attr-defined]
    clip = hub.devices.clip
    assert clip is not None
    clip.seen = t - (clip.beginning.at or 0.0)
    hub.tick()


def test_lines_are_said_at_the_times_of_the_clip(hub: TableHub, clip: Any) -> None:
    Stage(hub, acts(), "en").begin()
    assert hub.devices.camera.endswith("demo.mp4")
    assert hub.devices.microphone.endswith("demo.flac")
    at(hub, 150.0)
    assert said(hub) == []  # the clip has not begun
    clip.beginning.at = 140.0
    at(hub, 157.9)
    assert said(hub) == []
    at(hub, 158.0)
    assert said(hub) == ["confirm"]


def test_lines_wait_for_a_clip_that_lags_behind(hub: TableHub, clip: Any) -> None:
    Stage(hub, acts(), "en").begin()
    clip.beginning.at = 100.0
    at(hub, 117.9)
    hub.clock.set(130.0)  # type: ignore[attr-defined]
    hub.tick()
    assert said(hub) == []


def test_the_next_act_begins_a_while_after_the_clip_has_ended(hub: TableHub, clip: Any) -> None:
    Stage(hub, acts(), "de").begin()
    clip.beginning.at = 100.0
    at(hub, 140.0)
    clip.status = "ended"
    at(hub, 141.0)
    at(hub, 141.0 + ACT_PAUSE_S - 0.1)
    assert hub.game is not None
    assert hub.game.match.game.name == "face-off"
    at(hub, 141.0 + ACT_PAUSE_S)
    assert hub.game.match.game.name == "keep-smiling"
    assert hub.spoken == "de"
    assert hub.devices.microphone == ""


def test_a_game_that_somebody_starts_is_left_alone(hub: TableHub, clip: Any) -> None:
    story = acts()
    Stage(hub, story, "en").begin()
    hub.start(story[1].head("en"))
    clip.beginning.at, clip.status = 100.0, "ended"
    at(hub, 100.0 + 200.0)
    assert said(hub) == []


class File:
    """A second of sound in pieces of a tenth."""

    name, live = "sound", False

    def chunks(self) -> Iterator[Chunk]:
        for k in range(10):
            yield Chunk(np.zeros(RATE // 10, np.float32), k / 10)

    def close(self) -> None:
        """Nothing to close."""


class Clock(ManualClock):
    """Somebody else, the clip's worker, does something at a time."""

    def __init__(self, start: float, at: float, work: Callable[[], None]) -> None:
        super().__init__(start)
        self._at, self._work = at, work

    def set(self, to: float) -> None:
        super().set(to)
        if to >= self._at:
            self._at = float("inf")
            self._work()


def test_a_sound_file_keeps_the_times_of_its_clip() -> None:
    beginning = SharedBeginning()
    clock = Clock(50.0, 50.03, lambda: setattr(beginning, "at", 49.5))
    times = [(chunk.t, clock.now()) for chunk in DatedSource(File(), clock, beginning, follows=True).chunks()]
    assert [t for t, _ in times] == pytest.approx([49.5 + k / 10 for k in range(10)])
    assert times[0][1] < 50.1  # what is late is caught up with
    assert times[-1][1] == pytest.approx(50.5)


def test_a_sound_file_whose_clip_never_begins_plays_by_itself() -> None:
    clock = ManualClock(50.0)
    times = [chunk.t for chunk in DatedSource(File(), clock, SharedBeginning(), follows=True).chunks()]
    assert times == pytest.approx([50.0 + CLIP_START_TIMEOUT_S + k / 10 for k in range(10)], abs=0.1)


def test_nobody_is_known_in_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", "somewhere")
    before = settings().profiles
    with strangers():
        assert settings().profiles != before
        assert not settings().profiles.exists()
    assert settings().profiles == before
    assert os.environ["COMPANION_DATA_FOLDER"] == "somewhere"
