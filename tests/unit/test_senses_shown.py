"""What pages are shown of the senses: face numbers, previews, the panel's figures and thresholds."""

from __future__ import annotations

import base64
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
import soundfile

from companion.clock import ManualClock
from companion.errors import BadInput
from companion.people.store import People
from companion.referee.desk_registry import header, match_of
from companion.senses.faces.geometry import Pose
from companion.senses.faces.seat import SeatFit
from companion.senses.faces.settings import FaceProfile, load_shipped
from companion.senses.faces.signal_judge import SignalJudge
from companion.senses.faces.signals import SignalScore
from companion.sitting.camera_stations import FaceStation
from companion.sitting.requests import Request, SeatFace
from companion.sitting.table_sitting import TableSitting, table_of
from companion.web.kit.preview import Previews, level_of
from companion.web.kit.sense_glimpse import SPECTROGRAM_BANDS, SenseGlimpse, column, likeliest
from companion.web.kit.thresholds import Thresholds
from companion.words import say
from tests.images import decode_image, read_image

NAMES = ["Ann", "Ben", "Cleo"]
CALM = Pose(0.0, 0.0, 0.0, 0.0, 0.0, 40.0, np.eye(3))


def table() -> TableSitting:
    made = match_of(header("face-off", NAMES, {"cards": "physical"}, 7, "en"), None)
    made.begin()
    return table_of(made, ManualClock(1.0))


def seat(number: int, x: float, player: str | None = None, since: float = 0.0) -> Any:
    points = np.array([[x - 20, 30, 0], [x + 20, 80, 0]], float)
    return SimpleNamespace(number=number, player=player, since=since, fit=SeatFit(points, CALM, 1.0, None))


class Camera:
    """A camera with these seats, whose station notes who was named."""

    def __init__(self, at: TableSitting, *seats: Any, name: str = "camera 0") -> None:
        self.table, self.name = at, name
        self.station = FaceStation.__new__(FaceStation)
        self.station.sense = SimpleNamespace(seats=list(seats))  # type: ignore[assignment]
        self.named: list[tuple[int, str]] = []
        at.sitting.crew.workers[name] = self  # type: ignore[assignment]
        self.source = SimpleNamespace(name=name)
        self.is_threaded = False
        self.trouble = None

    def ask(self, request: Request, refused: Any = None) -> None:
        if isinstance(request, SeatFace):
            self.named.append((request.number, request.name))
        else:
            self.station.answer(request)

    def close(self) -> None:
        """Nothing is open."""

    def see(self, t: float = 10.0) -> None:
        image = np.zeros((100, 400, 3), np.uint8)
        assert self.table.faces is not None
        self.table.faces._look(self.station, SimpleNamespace(image=image, source=self.name, t=t))  # type: ignore


def test_faces_are_numbered_from_the_cameras_left_whoever_came_first() -> None:
    at = table()
    camera = Camera(at, seat(1, 350), seat(2, 50, "Ben"), seat(3, 200))
    camera.see()
    assert at.faces is not None
    assert [(f.number, f.player, f.key) for f in at.faces.visible_faces()] == [
        (1, "Ben", "camera 0/2"),
        (2, None, "camera 0/3"),
        (3, None, "camera 0/1"),
    ]
    at.sitting.command("seat 3 Ann")
    assert camera.named == [(1, "Ann")]  # the camera's own number of the face on the right
    at.sitting.command("gesicht 2 Cleo")
    assert camera.named[-1] == (3, "Cleo")


def test_a_tap_names_the_face_that_was_shown_even_after_people_moved() -> None:
    at = table()
    camera = Camera(at, seat(1, 50), seat(2, 300))
    camera.see()
    assert at.faces is not None
    tapped = at.faces.visible_faces()[0].key
    moved: Any = camera.station.sense.seats[0]
    moved.fit.points[:, 0] += 320  # both changed places meanwhile
    camera.see()
    at.faces.name(1, "Ann", tapped)
    assert camera.named == [(1, "Ann")]


def test_two_cameras_count_on() -> None:
    at = table()
    Camera(at, seat(1, 50), seat(2, 300)).see()
    Camera(at, seat(1, 80), name="camera 1").see()
    assert at.faces is not None
    assert [(f.number, f.key) for f in at.faces.visible_faces()] == [
        (1, "camera 0/1"),
        (2, "camera 0/2"),
        (3, "camera 1/1"),
    ]


def test_a_player_without_a_face_is_said_and_the_unnamed_face_is_asked_about() -> None:
    at = table()
    camera = Camera(at, seat(1, 50, "Ann"), seat(2, 200), seat(3, 350, "Ben"))
    camera.see()
    assert at.faces is not None
    assert at.faces.missing() == ["Cleo"]
    (question,) = at.sitting.questions()
    assert say(question.text) == "Who is this?"
    assert question.picture.startswith(b"\xff\xd8")
    assert [say(a.text, "de") for a in question.answers] == ["Cleo", "niemand, der mitspielt"]
    at.sitting.answer(question.id, "seat2")
    assert camera.named == [(2, "Cleo")]
    at.sitting.answer(question.id, "nobody")
    assert at.sitting.questions() == []


def test_a_face_that_just_came_is_not_asked_about() -> None:
    at = table()
    Camera(at, seat(1, 50, "Ann"), seat(2, 200, since=9.0)).see(10.0)
    assert at.sitting.questions() == []


def test_no_such_face_is_said() -> None:
    at = table()
    Camera(at, seat(1, 50, "Ann")).see()
    assert at.faces is not None
    with pytest.raises(BadInput) as refused:
        at.faces.name(4, "Ben")
    assert refused.value.fact.code == "seat.unknown"
    with pytest.raises(BadInput):
        at.faces.name(1, "Zoe")
    empty = table().faces
    assert empty is not None
    with pytest.raises(BadInput) as refused:
        empty.name(1, "Ann")
    assert refused.value.fact.code == "seat.none"


# Previews


def test_a_camera_is_shown_live_and_closed_when_nobody_looks(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10.0, (640, 480))  # type: ignore[attr-defined]
    for k in range(200):
        writer.write(np.full((480, 640, 3), k, np.uint8))
    writer.release()
    previews = Previews()
    first = decode_image(previews.camera(str(path)))
    assert first.shape[1] == 480
    time.sleep(0.8)
    later = decode_image(previews.camera(str(path)))
    assert later.mean() > first.mean() + 2  # the clip went on
    (look,) = previews._looks.values()
    previews.close()
    assert not look.is_alive()
    with pytest.raises(BadInput):
        previews.camera(str(tmp_path / "none.avi"))


def test_a_microphones_level(tmp_path: Path) -> None:
    loud = 0.5 * np.sin(np.arange(16000 * 20) / 7).astype(np.float32)
    soundfile.write(tmp_path / "loud.wav", loud, 16000)
    previews = Previews()
    assert 0.7 < previews.microphone(str(tmp_path / "loud.wav")) < 1
    previews.close()
    assert level_of(np.zeros(100, np.float32)) == 0
    assert level_of(np.ones(100, np.float32)) == 1


# The panel


def judged(**scores: float) -> Any:
    judge = SignalJudge(load_shipped())
    judge.scores = {name: SignalScore(value, {}) for name, value in scores.items()}
    return SimpleNamespace(player="Ann", number=1, judge=judge, fit=object(), profile=None)


def test_the_five_likeliest_signals_with_their_thresholds() -> None:
    holds = load_shipped().holds
    names = list(holds)[:7]
    seen = judged(**{name: holds[name].on - 0.01 * k for k, name in enumerate(names)})
    found = likeliest(seen)
    assert [f[0] for f in found] == names[:5]
    assert all(on == usual == round(holds[name].on, 3) for name, _, on, usual in found)


def test_nothing_is_worked_out_while_nobody_looks() -> None:
    told: list[Any] = []
    glimpse = SenseGlimpse(lambda work: work(), lambda message, to: told.append(message("de")))
    page: Any = object()
    glimpse.look("camera 0", 1.0, [judged(grin=0.4)])
    assert told == []
    glimpse.on.add(page)
    glimpse.look("camera 0", 2.0, [judged(grin=0.4)])
    glimpse.look("camera 0", 2.1, [judged(grin=0.4)])  # five times a second
    assert [message["people"][0]["signals"][0]["text"] for message in told] == ["Grinsen"]
    glimpse.hear("Ann", np.zeros(3200, np.float32), [["cow", 0.5, 0.3]])
    assert told[1]["heard"][0]["text"] == "Kuh"
    assert len(base64.b64decode(told[1]["spectrogram"])) == SPECTROGRAM_BANDS
    glimpse.on.discard(page)
    glimpse.hear("Ann", np.zeros(3200, np.float32), [])
    assert len(told) == 2


def test_the_spectrogram_shows_a_tone_where_it_is() -> None:
    t = np.arange(3200) / 16000
    low, high = (
        int(np.argmax(list(column((0.3 * np.sin(2 * np.pi * f * t)).astype(np.float32))))) for f in (300, 3000)
    )
    assert low < high
    assert max(column(np.zeros(3200, np.float32))) == 0


def test_a_threshold_counts_at_once_is_kept_and_goes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    at = table()
    camera = Camera(at, seat(1, 50, "Ann"))
    asked: list[Any] = []
    camera.station.answer = lambda request: asked.append((request.player, dict(request.parts))) or ()  # type: ignore
    usual = load_shipped().holds["grin"].on
    moved = Thresholds()
    assert moved.move(at.sitting, "Ann", "grin", 1.5 * usual) == "threshold.not-kept"
    assert asked[-1] == ("Ann", {"grin": 1.5})
    People().keep_face(FaceProfile("Ben", {"eye": 0.3, "width": 0.5}, {}, (), {"grin": 0.9, "sour": 1.2}))
    assert moved.move(at.sitting, "Ben", "grin", 2 * usual) == "threshold.kept"
    kept = People().face("Ben")
    assert kept is not None
    assert kept.own == {"grin": 2.0, "sour": 1.2}
    moved.move(at.sitting, "Ben", "grin", None)
    kept = People().face("Ben")
    assert kept is not None
    assert kept.own == {"grin": 0.9, "sour": 1.2}  # as it was
    for signal, value in (("grin", 100.0), ("grin", -1.0), ("cow", 1.0), (None, 1.0), ("grin", "x")):
        with pytest.raises(BadInput):
            moved.move(at.sitting, "Ann", signal, value)


def test_who_sits_where_in_words_and_as_a_picture(tmp_path: Path) -> None:
    at = table()
    told: list[Any] = []
    at.sitting.observers.add(told.append)
    at.sitting.command("faces")
    Camera(at, seat(1, 350), seat(2, 50, "Ben")).see()
    path = tmp_path / "table.png"
    at.sitting.command(f"gesichter {path}")
    lines = [say(e.as_fact, "de") for e in told if getattr(e, "code", "") == "told"]
    assert lines[0] == "Kein Gesicht ist im Bild."
    said = "Im Bild von links: 1 Ben, 2 noch niemand. Noch ohne Gesicht: Ann und Cleo."
    assert lines[1] == f"{said} Das Bild mit den Nummern ist {path}."
    drawn = read_image(path)
    assert drawn.shape == (100, 400, 3)
    assert drawn[:, :120].max() > 200  # a number beside each face
    assert drawn[:, 330:].max() > 200
    assert drawn[:, 150:300].max() == 0
    at.sitting.command("faces table.txt")
    assert told[-1].code == "refused"


def test_a_named_player_without_a_face_is_said_once() -> None:
    at = table()
    told: list[Any] = []
    at.sitting.observers.add(told.append)
    Camera(at, seat(1, 50, "Ann"), seat(2, 200, "Ben")).see()
    at.sitting.pass_time(20.0)
    at.sitting.pass_time(21.0)
    lines = [say(e.as_fact) for e in told if getattr(e, "code", "") == "told"]
    assert lines == ["Cleo has no face yet: sit in view, or name a face: seat NUMBER Cleo"]


def test_watch_saves_the_picture_as_faces_come(tmp_path: Path) -> None:
    from companion.sitting.followers.face_naming import NumberedPictures
    from companion.sitting.sitting import Sitting

    sitting = Sitting(None, ManualClock(1.0))
    pictures = NumberedPictures(sitting, tmp_path / "faces.png")
    at: Any = SimpleNamespace(sitting=sitting, faces=pictures)
    camera = Camera(at, seat(3, 300), seat(1, 50))
    camera.see()
    assert (pictures.number("camera 0", 3), pictures.number("camera 0", 1), pictures.number("camera 0", 7)) == (2, 1, 7)
    list(pictures.tick(1.0))
    assert (tmp_path / "faces.png").is_file()
