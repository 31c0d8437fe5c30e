"""Players get their seats by themselves, keep them when they move, and nobody else does. Meshes of rendered people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.errors import BadInput
from companion.events import Seat, Signal
from companion.facts import Fact
from companion.people.person import key_of
from companion.people.store import FACE_FILE, People
from companion.practice.face_samples import FaceSample, FaceSamples
from companion.senses.faces.appearance import Appearance
from companion.senses.faces.features import FaceScores
from companion.senses.faces.identity import BONE_COUNT
from companion.senses.faces.settings import FaceProfile
from companion.sitting.camera_stations import FaceStation
from companion.sitting.mouths import Mouths
from companion.sitting.seat_places import SeatPlaces
from companion.sources.picture_source import Frame
from tests.senses.faces_help import SEEDS, fit, picture
from tests.senses.test_faces_seating import Table, Where

ANN, BEN, CLEO, TV = SEEDS[:4]


@pytest.fixture(autouse=True)
def profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("companion.people.store.settings", lambda: SimpleNamespace(profiles=tmp_path))
    return tmp_path


def places(table: Table, *players: str) -> SeatPlaces:
    sense: Any = SimpleNamespace(seats=table.seating.seats, source="camera")
    return SeatPlaces(sense, list(players))


def run(
    table: Table, at: SeatPlaces, where: Where, seconds: float = 2.0, far: frozenset[int] = frozenset()
) -> list[Fact]:
    """Frames of people at places; gives what was said."""
    said: list[Fact] = []
    for _ in range(round(seconds * 30)):
        table.step(where, small=far)
        at._sense.seats = table.seating.seats  # type: ignore[misc]
        said += [e.detail for e in at.update(table.t) if isinstance(e, Seat) and e.detail is not None]
    return said


def who(table: Table, where: Where) -> dict[int, str | None]:
    """Return the name that each person has now."""
    names = {s.number: s.player for s in table.seating.seats}
    return {person: names[n] for person, n in table.numbers(where).items()}


def keep(folder: Path, name: str, seed: int) -> None:
    shape = fit(seed).shape
    assert shape is not None
    People(folder).keep_face(FaceProfile(name, {"eye": 0.09, "width": 0.5}, {}, tuple(shape[:BONE_COUNT].tolist())))


def test_unknown_players_sit_from_left_to_right() -> None:
    table = Table()
    at = places(table, "Ann", "Ben")
    said = run(table, at, where := {ANN: (200, 300), BEN: (700, 300)})
    assert [(s.code, s.values["name"], s.values["seat"]) for s in said] == [
        ("seat.taken", "Ann", 1),
        ("seat.taken", "Ben", 2),
    ]
    assert who(table, where) == {ANN: "Ann", BEN: "Ben"}


def test_known_players_sit_wherever_they_are(profiles: Path) -> None:
    keep(profiles, "Ann", ANN)
    keep(profiles, "Cleo", CLEO)
    table = Table()
    at = places(table, "Ann", "Ben", "Cleo")
    where = {CLEO: (200, 300), BEN: (600, 300), ANN: (1000, 300)}
    run(table, at, where)
    assert who(table, where) == {ANN: "Ann", BEN: "Ben", CLEO: "Cleo"}


def test_names_follow_faces_that_swap_places() -> None:
    table = Table()
    at = places(table, "Ann", "Ben")
    run(table, at, {ANN: (200, 300), BEN: (700, 300)})
    run(table, at, {}, 2.0)
    run(table, at, where := {ANN: (700, 300), BEN: (200, 300)})
    assert who(table, where) == {ANN: "Ann", BEN: "Ben"}


def test_a_passer_by_and_a_face_on_a_screen_are_no_players() -> None:
    """Ben is late: the small face behind the table does not become Ben, nor does whoever walks through."""
    table = Table()
    at = places(table, "Ann", "Ben")
    run(table, at, where := {ANN: (200, 300)})
    run(table, at, where := {**where, TV: (900, 100)}, 3.0, far=frozenset({TV}))
    run(table, at, {**where, CLEO: (600, 300)}, 1.2, far=frozenset({TV}))
    assert who(table, where) == {ANN: "Ann", TV: None}
    run(table, at, where := {**where, BEN: (600, 320)}, 3.0, far=frozenset({TV}))
    assert who(table, where) == {ANN: "Ann", BEN: "Ben", TV: None}


def test_the_nearest_faces_are_the_players() -> None:
    table = Table()
    at = places(table, "Ann", "Ben")
    where = {TV: (150, 100), ANN: (400, 300), BEN: (800, 300)}
    run(table, at, where, far=frozenset({TV}))
    assert who(table, where) == {ANN: "Ann", BEN: "Ben", TV: None}


def test_a_command_swaps_two_players_and_names_what_it_cannot_do() -> None:
    table = Table()
    at = places(table, "Ann", "Ben")
    run(table, at, where := {ANN: (200, 300), BEN: (700, 300)})
    at.assign(2, "ann", table.t)
    assert who(table, where) == {ANN: "Ben", BEN: "Ann"}
    with pytest.raises(BadInput, match="seats in view are 1, 2"):
        at.assign(7, "Ann", table.t)


def test_a_damaged_profile_is_told_once_and_its_player_sits_all_the_same(profiles: Path) -> None:
    keep(profiles, "Ann", ANN)
    (profiles / key_of("Ann") / FACE_FILE).write_text("{")
    table = Table()
    said = run(table, places(table, "Ann"), {ANN: (200, 300)})
    assert len(said) == 1
    assert said[0].code == "seat.taken-but"
    assert said[0].values["why"].code == "people.damaged"  # type: ignore[union-attr]


class Wide:
    """A face network that sees wide eyes while ``open``."""

    def __init__(self) -> None:
        self.open = True

    def __call__(self, crops: list[Any]) -> list[FaceScores]:
        calm = FaceScores(sour=0.01, wide=0.02, closed=0.02, laughing=0.02, frown=0.05)
        return [replace(calm, wide=0.98) if self.open else calm for _ in crops]


@pytest.mark.parametrize(
    ("way", "rate", "stale"),
    [("camera 0", 15, 1), ("phone", 10, 1), ("page", 12, 2), ("clip.mp4", 12, 1), ("practice", 15, 1)],
)
@pytest.mark.parametrize("opens", [True, False])
def test_every_way_in_tells_wide_eyes_of_a_stranger_by_a_change_alone(
    way: str, rate: int, stale: int, opens: bool
) -> None:
    """Table, phones, pages, watch and practice: whoever is met with wide eyes may have them always.

    ``stale``: so many times each picture comes, as from a page that has no new one.
    """
    source: Any = SimpleNamespace(name=way, live=way != "clip.mp4", is_still=True, close=lambda: None)
    station = FaceStation(source, ["Ann"], Mouths(), workers=1)
    sees = Wide()
    station.sense._appearance = Appearance(station.sense.settings, None, sees, None)
    if way == "practice":
        station.looks.append(FaceSamples("Ann"))
    shown = picture(700002)
    told: list[tuple[float, str]] = []
    near: list[float] = []
    t = 0.0
    for sees.open, seconds in ((False, 0.4), (True, 0.8)) if opens else ((True, 3.0),):
        for _ in range(round(seconds * rate)):
            t += 1 / rate
            for k in range(stale):
                batch = station.feed(Frame(shown, t, 0, way, stale=k > 0))
                told += [(e.decided, e.name) for e in batch.events if isinstance(e, Signal) and e.phase == "on"]
                near += [e.scores["eyes_wide"].value for e in batch.events if isinstance(e, FaceSample) and e.scores]
    station.close()
    assert [name for _, name in told] == (["eyes_wide"] if opens else [])
    assert not station.sense.seats[0].judge.neutral.ready or not opens
    assert (len(near) > 0) == (way == "practice")


def shared(table: Table, before: SeatPlaces, *players: str, mirrored: bool = False) -> SeatPlaces:
    """Return the places of a camera that is opened anew in the same evening."""
    sense: Any = SimpleNamespace(seats=table.seating.seats, source="camera")
    after = SeatPlaces(sense, list(players), mirrored=mirrored)
    after.known = before.known
    return after


def test_a_tap_outlives_the_camera_and_places_that_are_exchanged() -> None:
    """Named in the wrong order, mended by one tap; the camera starts again and everybody sits elsewhere."""
    table = Table()
    at = places(table, "Ann", "Ben", "Cleo")
    where = {BEN: (200, 300), ANN: (600, 300), CLEO: (1000, 300)}
    run(table, at, where)
    assert who(table, where) == {BEN: "Ann", ANN: "Ben", CLEO: "Cleo"}
    at.assign(table.numbers(where)[ANN], "Ann", table.t)
    run(table, at, where, 1.0)
    assert who(table, where) == {ANN: "Ann", BEN: "Ben", CLEO: "Cleo"}
    again = Table()
    later = shared(again, at, "Ann", "Ben", "Cleo")
    where = {CLEO: (200, 300), BEN: (600, 300), ANN: (1000, 300)}
    run(again, later, where)
    assert who(again, where) == {ANN: "Ann", BEN: "Ben", CLEO: "Cleo"}


def test_a_stranger_gets_the_name_of_nobody_who_was_named() -> None:
    table = Table()
    at = places(table, "Ann", "Ben")
    run(table, at, where := {ANN: (200, 300), BEN: (700, 300)})
    at.assign(1, "Ann", table.t)
    run(table, at, where, 1.0)
    again = Table()
    later = shared(again, at, "Ann", "Ben")
    run(again, later, where := {TV: (200, 300), BEN: (700, 300)}, 4.0)
    assert who(again, where) == {TV: None, BEN: "Ben"}


def test_whoever_comes_in_another_light_is_left_to_the_table() -> None:
    table = Table()
    at = places(table, "Ann", "Ben")
    run(table, at, where := {ANN: (200, 300), BEN: (700, 300)})
    at.assign(1, "Ann", table.t)
    run(table, at, where, 1.0)
    for name, look in list(at.known._looks.values()):
        darker = look.copy()
        darker[BONE_COUNT:] -= 2.2
        at.known.learn(name, darker)
    again = Table()
    later = shared(again, at, "Ann", "Ben")
    run(again, later, where, 4.0)
    assert who(again, where) == {ANN: None, BEN: None}
    later.assign(again.numbers(where)[BEN], "Ben", again.t)  # one answer, and that face is known by its new look
    run(again, later, where, 1.0)
    third = Table()
    last = shared(third, later, "Ann", "Ben")
    run(third, last, where := {BEN: (200, 300)}, 4.0)
    assert who(third, where) == {BEN: "Ben"}


def test_names_follow_the_picture_as_it_is_shown() -> None:
    """A live camera's picture is shown as in a mirror: its left is the camera's right."""
    where = {ANN: (700, 300), BEN: (200, 300)}
    table = Table()
    run(table, shared(table, places(table), "Ann", "Ben", mirrored=True), where)
    assert who(table, where) == {ANN: "Ann", BEN: "Ben"}
