"""A page's microphone at the table: signals reach the game, our own spoken rulings do not, plays can be confirmed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.clock import ManualClock
from companion.events import Event, Signal
from companion.senses.sounds.loudspeaker import Loudspeaker
from companion.senses.sounds.names import RATE, SETS
from companion.web.table.ears import Ear, PageMicrophone
from models.synth.voices import perform


@pytest.fixture(autouse=True)
def no_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))


def heard_of(loudspeaker: Loudspeaker | None) -> tuple[list[Signal], Ear]:
    """What an ear tells of a moo that a page sends in pieces of a tenth of a second."""
    clock = ManualClock()
    events: list[Event] = []
    source = PageMicrophone("page", clock)

    def post(work: Callable[[], None]) -> None:
        work()

    ear = Ear(
        source, "Ann", ("Ann", "Ben"),
        clock=clock, post=post, hear=events.append, level=lambda ear, found: None, loudspeaker=loudspeaker,
    )  # fmt: skip
    ear.active(dict.fromkeys(SETS["C"], 1))
    rng = np.random.default_rng(0)
    sound = np.concatenate([np.zeros(RATE), perform("cow", 503).samples * 0.5, np.zeros(2 * RATE)])
    pcm = ((sound + rng.standard_normal(len(sound)) * 1e-3) * 32767).astype("<i2")
    for at in range(0, len(pcm), RATE // 10):
        clock.advance(0.1)
        source.offer(RATE.to_bytes(4, "little") + pcm[at : at + RATE // 10].tobytes())
    thread = next(t for t in threading.enumerate() if t.name == "ear page")
    ear.close()
    thread.join(60)  # what was offered is heard to its end
    assert not thread.is_alive()
    return [e for e in events if isinstance(e, Signal)], ear


def test_a_sound_of_a_phone_is_its_players() -> None:
    found, ear = heard_of(None)
    assert [(e.name, e.player, e.phase) for e in found] == [("cow", "Ann", "on"), ("cow", "Ann", "off")]
    assert ear.confirm(found[0], "Ann") is None, "nobody has taught a moo here"
    assert ear.confirm(replace(found[0], source="another"), "Ann") is None


def test_nothing_counts_while_the_page_speaks() -> None:
    speaker = Loudspeaker(echo=0.35)
    speaker.begins(0.0)
    assert heard_of(speaker)[0] == []
