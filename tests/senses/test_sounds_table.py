"""A page's microphone at the table: signals reach the game, our own spoken rulings do not, plays can be confirmed."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.clock import ManualClock
from companion.events import Event, Signal
from companion.referee.desk import SenseNeeds
from companion.senses.sounds.levels import Loudspeaker
from companion.senses.sounds.settings import NOISE_SETS, RATE
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.requests import JudgePlay
from companion.sitting.sitting import Sitting
from companion.sources.page_sources import PageMicrophone
from companion.web.kit.door import Door, Session
from companion.web.kit.page import Page
from companion.web.table.app import carry_out
from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of
from models.training.voices import perform


@pytest.fixture(autouse=True)
def no_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))


def heard_of(loudspeaker: Loudspeaker | None) -> tuple[list[Signal], MicrophoneStation]:
    """Return what a sitting hears of a moo that a page sends in pieces of a tenth of a second."""
    clock = ManualClock()
    events: list[Event] = []
    source = PageMicrophone("page", clock)
    sitting = Sitting(None, clock, observers=[events.append])
    sitting.crew.loudspeaker = loudspeaker
    sitting.crew.need(SenseNeeds(hears=True, signals=dict.fromkeys(NOISE_SETS["C"], 1)))
    worker = sitting.crew.ear("microphone phone Ann", lambda told: source, [], player="Ann", eager=False)
    rng = np.random.default_rng(0)
    sound = np.concatenate([np.zeros(RATE), perform("cow", 503).samples * 0.5, np.zeros(2 * RATE)])
    pcm = ((sound + rng.standard_normal(len(sound)) * 1e-3) * 32767).astype("<i2")
    for at in range(0, len(pcm), RATE // 10):
        clock.advance(0.1)
        source.offer(RATE.to_bytes(4, "little") + pcm[at : at + RATE // 10].tobytes())
    source.close()
    worker.start()
    thread = next(t for t in threading.enumerate() if t.name == "worker microphone phone Ann")
    thread.join(60)  # what was offered is heard to its end
    assert not thread.is_alive()
    sitting.pump()
    assert isinstance(worker.station, MicrophoneStation)
    return [e for e in events if isinstance(e, Signal)], worker.station


def test_a_sound_of_a_phone_is_its_players() -> None:
    found, ear = heard_of(None)
    assert [(e.name, e.player, e.phase) for e in found] == [("cow", "Ann", "on"), ("cow", "Ann", "off")]
    kept: list[NoiseProfile] = []
    ear.answer(JudgePlay(found[0], "Ann", True, kept.append))
    assert kept == [], "nobody has taught a moo here"
    ear.answer(JudgePlay(replace(found[0], source="another"), "Ann", True, kept.append))
    assert kept == []


def test_a_page_that_speaks_is_the_loudspeaker_of_the_tables_microphones() -> None:
    hub = TableHub(None, Door(), clock=ManualClock(5.0))
    players = [{"name": n} for n in ("Ann", "Ben", "Cleo")]
    hub.start(head_of({"game": "face-off", "players": players}, "en"))
    assert hub.sitting is not None
    assert hub.sitting.crew.loudspeaker is hub.devices.loudspeaker
    carry_out(hub, Page(Session("host")), {"do": "speaking", "on": True})
    assert hub.devices.loudspeaker.sounding(5.0, 6.0)
    hub.close()


def test_nothing_counts_while_the_page_speaks() -> None:
    speaker = Loudspeaker(echo=0.35)
    speaker.begins(0.0)
    assert heard_of(speaker)[0] == []
