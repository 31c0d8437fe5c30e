"""A picture that never moves is no player: it gets neither seat nor signal.

People who sit calmly are seated all the same, within seconds.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from companion import events
from companion.cli import build
from companion.senses.faces.geometry import Floats
from companion.senses.faces.life_signs import LifeSigns, change_of_shape
from companion.sitting.camera_stations import FaceStation
from companion.sitting.mouths import Mouths
from companion.sources import open_source
from tests.senses.faces_help import PEOPLE, SEEDS, picture, scene

WITHIN_S = 2.0  # seconds in which people who sit calmly are seated
CALM = ("d9.mp4", "d20.mp4", "grid_lbbc2a.mpg", "grid_sbwe5n.mpg", "d13.mp4")


def watch(path: Path, players: list[str], seconds: float = 60.0) -> tuple[FaceStation, list[events.Event]]:
    """Return a sitting's face station after a clip, and what it said."""
    with open_source(str(path)) as source:
        station = FaceStation(source, players, Mouths(), workers=1)
        found: list[events.Event] = []
        for frame in source.frames():
            if frame.t > seconds:
                break
            found += station.feed(frame).events
        found += station.finish().events
    station.close()
    return station, found


def places(station: FaceStation) -> dict[str, float]:
    """How far from the left each player sits, pixels."""
    return {s.player: s.last.pose.x for s in station.sense.seats if s.player is not None and s.last is not None}


def notices(found: list[events.Event]) -> list[str]:
    return [e.detail.code for e in found if isinstance(e, events.Source) and e.detail is not None]


def test_a_still_between_two_people_gets_no_seat_and_no_signal(shared: Path) -> None:
    station, found = watch(shared / "data" / "bugs" / "poster.mp4", ["Ann", "Ben"])
    assert {e.name for e in found if isinstance(e, events.Signal)} == {"grin", "eyes_mouth_wide"}
    assert [s.number for s in station.sense.seats] == [1, 2]
    at = places(station)
    assert at["Ann"] < at["Ben"]
    assert notices(found).count("face.motionless") == 1


@pytest.mark.parametrize("name", CALM)
def test_who_sits_calmly_is_seated_within_two_seconds(shared: Path, name: str) -> None:
    """The calmest of the shared clips."""
    station, found = watch(shared / "data" / "faces" / "clips" / name, ["Ann"], WITHIN_S)
    assert list(places(station)) == ["Ann"]
    assert "face.motionless" not in notices(found)


def test_a_photo_on_the_wall_is_left_alone_and_a_person_beside_it_is_seated(tmp_path: Path) -> None:
    """Rendered: a photo in light that flickers, noise on it, the camera shaken; and a person who grins."""
    noise = np.random.default_rng(3)
    writer = cv2.VideoWriter(str(tmp_path / "room.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 15.0, (960, 540))
    for k in range(75):
        label = "grin" if 15 < k < 30 else "neutral"
        room = scene((SEEDS[0], 150, 120), label="eyes_wide")
        room[:, 480:] = scene((SEEDS[1], 600, 130), label=label)[:, 480:]
        light = 1 + 0.1 * np.sin(k / 3)
        shaken = cv2.warpAffine(room, np.array([[1, 0, 3 * np.sin(k)], [0, 1, 2 * np.cos(k)]]), (960, 540))
        lit = shaken * light + noise.normal(0, 4, shaken.shape)
        writer.write(np.clip(lit, 0, 255).astype(np.uint8))
    writer.release()
    station, found = watch(tmp_path / "room.avi", ["Ann", "Ben"])
    assert len(station.sense.seats) == 1
    assert places(station)["Ann"] > 480
    assert not any(isinstance(e, events.Signal) and e.name == "eyes_wide" for e in found)
    assert "face.motionless" in notices(found)


def test_a_still_given_to_watch_is_judged_as_before(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "wide.png"), picture(SEEDS[0], "eyes_wide"))
    shown = CliRunner().invoke(build(), ["watch", str(tmp_path / "wide.png"), "--lang", "en"])
    assert shown.exit_code == 0, shown.output
    assert "seat 1: seen" in shown.output
    assert "does not move" not in shown.output
    station, _ = watch(tmp_path / "wide.png", ["Ann"])
    assert list(places(station)) == ["Ann"]


def test_of_a_face_that_is_seen_briefly_nobody_says_that_it_does_not_move(tmp_path: Path) -> None:
    """A clip of half a second ends before anybody can have blinked."""
    writer = cv2.VideoWriter(str(tmp_path / "brief.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 15.0, (960, 540))
    noise = np.random.default_rng(3)
    for _ in range(8):
        seen = scene((SEEDS[0], 300, 150)) + noise.normal(0, 4, (540, 960, 3))
        writer.write(np.clip(seen, 0, 255).astype(np.uint8))
    writer.release()
    _, found = watch(tmp_path / "brief.avi", ["Ann", "Ben"])
    assert notices(found) == ["face.brief"]


def flat(points: Floats, matrix: list[list[float]]) -> Floats:
    return points[:, :2] @ np.array(matrix)


def test_what_any_flat_picture_does_is_no_sign_of_life() -> None:
    """A photo that is waved, tilted or brought nearer, against a blink and a word."""
    points = PEOPLE[SEEDS[0], "neutral"]
    for matrix in ([[1.0, 0.0], [0.0, 1.0]], [[0.8, 0.1], [-0.1, 1.2]], [[0.0, 1.0], [-1.0, 0.0]]):
        assert max(change_of_shape(points[:, :2], flat(points, matrix))) < 1e-6
    whole, lids = change_of_shape(points[:, :2], PEOPLE[SEEDS[0], "eyes_wide"][:, :2])
    assert lids > 1.0 > whole
    assert change_of_shape(np.zeros((478, 2)), points[:, :2]) == (0.0, 0.0)


def test_one_face_that_is_lost_and_another_found_are_no_sign_of_life() -> None:
    life = LifeSigns()
    for k, seed in enumerate((SEEDS[0], SEEDS[1])):
        for t in islice((k + n / 15 for n in range(15)), 14):
            life.add(t, PEOPLE[seed, "neutral"], 70.0)
        life.restart()
    assert not life.is_alive
    for n in range(15):
        life.add(3 + n / 15, PEOPLE[SEEDS[0], "neutral" if n < 8 else "grin"], 70.0)
    assert life.is_alive
