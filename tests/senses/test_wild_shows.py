"""``wild Ann`` at a sitting: the dealer's face and noise are learned from the shows; others are told by the noise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import soundfile

from companion.errors import BadInput
from companion.events import Event, Ruling, Signal
from companion.referee.face_off import FaceOffDesk
from companion.referee.match import Match
from companion.rules.face_off import GAME
from companion.senses.sounds.names import RATE, WILD
from companion.senses.sounds.table import TableEars
from companion.sitting.session import Batch, Session
from companion.terminal.script import Line, read_line
from tests.senses.test_faces_wild import DEALER, SETTINGS, WildThing
from tests.senses.test_faces_wild import Person as Face
from tests.senses.test_sounds_wild import noise
from tests.senses.wild_acts import CALM
from tests.senses.wild_acts import WILD as ACTS

REST, SHOW = 2.0, 2.2  # seconds


class Camera:
    """Ann's composed face as a feed: two shows of head circles, then rest."""

    name, live = "camera", False

    def __init__(self) -> None:
        person = Face(DEALER)
        judge = SimpleNamespace(neutral=person.neutral, shown=[])
        self._ann = SimpleNamespace(number=1, player="Ann", frame=None, judge=judge)
        sense: Any = SimpleNamespace(seats=[self._ann], source=self.name, settings=SETTINGS)
        self.wild, self.heard = WildThing(sense), list[str]()
        person.t = 0.0
        self._frames = [
            frame
            for act, seconds in ((CALM, REST), (ACTS["head circles"], SHOW)) * 2
            for frame in person.act(act, seconds)
        ]
        self._frames += list(person.act(CALM, 12.0))
        self._ann.frame = self._frames[0]

    def batches(self) -> Iterator[Batch]:
        for frame in self._frames:
            self._ann.frame = frame
            yield frame.t, self.wild.update(frame.t)

    def hear(self, event: Signal) -> None:
        self.wild.hear(event)
        self.heard.append(event.name)

    def drain(self) -> list[Event]:
        return []

    def seat(self, number: int, name: str, t: float) -> Event:
        raise BadInput("no seats")

    def close(self) -> None: ...


def microphone(path: Path, *noises: tuple[float, int, int]) -> TableEars:
    """A clip of 20 s with these noises: (time, kind, person)."""
    sound = np.random.default_rng(1).standard_normal(20 * RATE).astype(np.float32) * 1e-3
    for at, kind, person in noises:
        part = noise(kind, person)[RATE : 3 * RATE]
        sound[int(at * RATE) : int(at * RATE) + len(part)] += part
    soundfile.write(path, sound, RATE)
    return TableEars(str(path), lambda: ("cow", WILD), players=["Ann", "Ben", "Cleo"], profiles=[])


def sitting(camera: Camera, ears: TableEars) -> tuple[Session, list[Event]]:
    match = Match(GAME, GAME.options(["Ann", "Ben", "Cleo"], advanced=True, cards="physical", signal_set="C"), 1)
    match.desk = FaceOffDesk(match)
    shown: list[Event] = []
    session = Session(match, [camera, ears], shown.append)
    session.begin()
    session.take(Line(None, "wild Ann").command(0.0))
    return session, shown


def heard(shown: list[Event]) -> list[float]:
    return [round(e.onset) for e in shown if isinstance(e, Signal) and e.name == WILD and e.phase == "on"]


def test_the_noise_is_learned_with_the_face_and_told_in_another_voice(tmp_path: Path) -> None:
    camera = Camera()
    ears = microphone(tmp_path / "table.wav", (2.1, 3, 101), (6.3, 3, 101), (14.0, 3, 230), (17.0, 0, 231))
    session, shown = sitting(camera, ears)
    session.run_clips()
    assert camera.wild.learned_from == (0, 1)
    assert ears._listener.sense.wild is not None
    assert 14 in heard(shown)
    assert 17 not in heard(shown)
    assert WILD in camera.heard
    ears.close()


def test_a_silent_wild_thing_has_no_noise_and_noises_that_differ_are_said(tmp_path: Path) -> None:
    for noises, said in (((), ""), (((2.1, 0, 100), (6.3, 3, 100)), "differ too much")):
        session, shown = sitting(Camera(), microphone(tmp_path / "table.wav", *noises))
        session.run_clips()
        told = [e.text for e in shown if isinstance(e, Ruling) and e.code == "wild"]
        assert [said in text for text in told] == ([True] if said else [])


def test_a_new_hand_forgets_face_and_noise(tmp_path: Path) -> None:
    camera = Camera()
    ears = microphone(tmp_path / "table.wav", (2.1, 3, 101), (6.3, 3, 101), (14.0, 3, 230))
    session, shown = sitting(camera, ears)
    lines = ["@11 Ben: claim ruby", "@11.1 confirm", "@11.5 verdict clean", "@12 next D"]
    session.run_clips([line for text in lines if (line := read_line(text))])
    assert [e.code for e in shown if isinstance(e, Ruling)].count("new-hand") == 2
    assert camera.wild.model is None
    assert ears._listener.sense.wild is None


def test_who_may_show_it_is_said_in_a_sentence(tmp_path: Path) -> None:
    session, shown = sitting(Camera(), microphone(tmp_path / "table.wav"))
    for text, why in (("wild", "write wild NAME"), ("wild Zoe", "write wild NAME"), ("wild Ben", "not in view")):
        session.take(Line(None, text).command(0.0))
        last = shown[-1]
        assert isinstance(last, Ruling)
        assert why in last.text
    session.feeds.pop(0)
    session.take(Line(None, "wild Ann").command(0.0))
    assert isinstance(shown[-1], Ruling)
    assert "no camera is watching" in shown[-1].text
