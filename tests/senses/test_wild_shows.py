"""``wild Ann`` at a sitting: the dealer's face and noise are learned from the shows; others are told by the noise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import soundfile

from companion.clock import ManualClock
from companion.events import Event, Notice, Ruling, Seat, Signal
from companion.referee.face_off_desk import FaceOffDesk
from companion.referee.match import Match
from companion.rules.face_off.game import GAME
from companion.senses.sounds.settings import RATE, WILD_THING
from companion.sitting.followers.victory_watch import WildShows
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.requests import ForgetWild, HearNoise, Request, TeachWild
from companion.sitting.sitting import Sitting
from companion.sitting.wild_thing import WildThing
from companion.sitting.worker import Batch
from companion.sources.audio_files import AudioFile
from tests.senses.test_faces_wild import DEALER, SETTINGS
from tests.senses.test_faces_wild import Person as Face
from tests.senses.test_sounds_wild import noise
from tests.senses.wild_acts import CALM
from tests.senses.wild_acts import WILD as ACTS
from tests.wording import worded

REST, SHOW = 2.0, 2.2  # seconds


class Camera:
    """Ann's composed face as a source and its station: two shows of head circles, then rest."""

    name, live = "camera", False

    def __init__(self) -> None:
        person = Face(DEALER)
        judge = SimpleNamespace(neutral=person.neutral, shown_signals=[])
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

    def items(self, source: object) -> Iterator[Any]:
        yield from self._frames

    def feed(self, item: Any) -> Batch:
        self._ann.frame = item
        return Batch(item.t, self.wild.update(item.t))

    def finish(self) -> Batch:
        return Batch(self._frames[-1].t, [])

    def answer(self, request: Request) -> Iterable[Event]:
        match request:
            case TeachWild(player):
                self.wild.teach(player)
            case HearNoise(signal):
                self.wild.hear(signal)
                self.heard.append(signal.name)
            case ForgetWild():
                self.wild.forget()
        return ()

    def close(self) -> None: ...


def microphone(path: Path, *noises: tuple[float, int, int]) -> Path:
    """Return a clip of 20 s with these noises: (time, kind, person)."""
    sound = np.random.default_rng(1).standard_normal(20 * RATE).astype(np.float32) * 1e-3
    for at, kind, person in noises:
        part = noise(kind, person)[RATE : 3 * RATE]
        sound[int(at * RATE) : int(at * RATE) + len(part)] += part
    soundfile.write(path, sound, RATE)
    return path


def sitting(camera: Camera, sound: Path) -> tuple[Sitting, list[Event]]:
    match = Match(
        GAME, GAME.options(["Ann", "Ben", "Cleo"], advanced=True, cards="physical", signal_set="C"), 1, FaceOffDesk()
    )
    shown: list[Event] = []
    session = Sitting(match, ManualClock(), observers=[shown.append])
    session.followers.append(WildShows(session))
    eye = session.crew.add("camera", lambda told: camera, lambda source: camera)
    session.crew.eyes = lambda: [w for w in (eye,) if w in session.crew.workers.values()]  # type: ignore[method-assign]
    session.crew.ear("microphone", lambda told: AudioFile(sound), [])
    session.begin()
    session.command("wild Ann")
    return session, shown


def ear(session: Sitting) -> MicrophoneStation:
    station = session.crew.workers["microphone"].station
    assert isinstance(station, MicrophoneStation)
    return station


def heard(shown: list[Event]) -> list[float]:
    return [round(e.onset) for e in shown if isinstance(e, Signal) and e.name == WILD_THING and e.phase == "on"]


def test_the_noise_is_learned_with_the_face_and_told_in_another_voice(tmp_path: Path) -> None:
    camera = Camera()
    sound = microphone(tmp_path / "table.wav", (2.1, 3, 101), (6.3, 3, 101), (14.0, 3, 230), (17.0, 0, 231))
    session, shown = sitting(camera, sound)
    session.run_merged()
    assert camera.wild.learned_from == (0, 1)
    assert ear(session).sense.wild is not None
    assert 14 in heard(shown)
    assert 17 not in heard(shown)
    assert WILD_THING in camera.heard
    session.close()


def test_a_silent_wild_thing_has_no_noise_and_noises_that_differ_are_said(tmp_path: Path) -> None:
    for noises, said in (((), ""), (((2.1, 0, 100), (6.3, 3, 100)), "wild.noises-differ")):
        session, shown = sitting(Camera(), microphone(tmp_path / "table.wav", *noises))
        session.run_merged()
        told = [e.detail.code for e in shown if isinstance(e, Seat) and e.detail and e.source == "table.wav"]
        assert told == ([said] if said else [])


def test_a_new_hand_forgets_face_and_noise(tmp_path: Path) -> None:
    camera = Camera()
    sound = microphone(tmp_path / "table.wav", (2.1, 3, 101), (6.3, 3, 101), (14.0, 3, 230))
    session, shown = sitting(camera, sound)
    session.run_merged([(11, "Ben: claim ruby"), (11.1, "confirm"), (11.5, "verdict clean"), (12, "next D")])
    assert [e.code for e in shown if isinstance(e, Ruling)].count("new-hand") == 2
    assert camera.wild.model is None
    assert ear(session).sense.wild is None


def test_who_may_show_it_is_said_in_a_sentence(tmp_path: Path) -> None:
    session, shown = sitting(Camera(), microphone(tmp_path / "table.wav"))
    for text, why in (("wild", "write wild NAME"), ("wild Zoe", "write wild NAME"), ("wild Ben", "not in view")):
        session.command(text)
        last = shown[-1]
        assert isinstance(last, Notice)
        assert why in worded(last)
    session.crew.close("camera")
    session.command("wild Ann")
    assert isinstance(shown[-1], Notice)
    assert "no camera is watching" in worded(shown[-1])
