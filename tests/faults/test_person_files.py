"""Player files: an import is checked whole before a byte is kept; what cannot be read hides and blocks nobody."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from companion.errors import BadInput, CompanionError, StorageError
from companion.people.attempt import Attempt, Throw
from companion.people.person import key_of
from companion.people.profile_lookup import noises_of
from companion.people.store import FACE_FILE, PERSON_FILE, SOUNDS_FILE, People
from companion.practice.personal_data import PracticePersonalData
from companion.practice.store import PracticeStore
from companion.terminal import practise, profiles
from tests.fuzz.parsers import PARSERS, text_of

AT = "2026-01-01T12:00:00+01:00"
TRY = {"drill": "learn", "asked": "grin", "made": None, "hit": True, "onset": None, "recognised": None, "score": None}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder in which Ben is kept."""
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    people(tmp_path).import_(export("Ben"))
    return tmp_path


def people(home: Path) -> People:
    return People(home / "profiles", PracticePersonalData(home / "practice.sqlite3"))


def export(name: str = "Ann", **parts: Any) -> bytes:
    (told,) = PARSERS["export of a person"].seeds()
    return text_of({**told, "name": name, **parts})


APP = typer.Typer()
profiles.register(APP)
APP.command("practise")(practise.practise)


def companion(*words: str) -> Result:
    """Return the command, in this process; the exit code as ``cli.main`` gives it."""
    done = CliRunner().invoke(APP, list(words))
    if isinstance(done.exception, CompanionError):
        done.exit_code = done.exception.exit_code
    elif done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def whole(home: Path) -> dict[str, bytes]:
    """Every file but the database, and the database's rows."""
    files = {str(p.relative_to(home)): p.read_bytes() for p in home.rglob("*") if p.is_file()}
    database = files.pop("practice.sqlite3", None)
    if database is not None:
        db = sqlite3.connect(home / "practice.sqlite3")
        files["rows"] = "\n".join(db.iterdump()).encode()
        db.close()
    return files


def throw(**more: Any) -> dict[str, Any]:
    return {"read": [1, 2], "fell": [1, 2], "asked": False, "at": AT, **more}


def attempt(**more: Any) -> dict[str, Any]:
    return {**TRY, "at": AT, **more}


BENT = {"shape": [9, 9], "f4": "AAAA"}
TAKE = {"name": "cow", "kind": "taught", "embedding": {"shape": [1], "f4": "AAAAAA=="}}
EYE = {"eye": 0.08, "width": 0.5}
WRONG: dict[str, dict[str, Any]] = {
    "a die below none": {"practice": [throw(read=[-1, 2])]},
    "a die of ten": {"practice": [throw(read=[10, 2])]},
    "a die of seven": {"practice": [throw(read=[7])]},
    "a die that is a text": {"practice": [throw(read=["1"])]},
    "no die": {"practice": [throw(fell=[])]},
    "dice without end": {"practice": [throw(read=[1] * 1000)]},
    "a time without a zone": {"practice": [throw(at="2026-01-01T12:00:00")]},
    "a time before all computers": {"practice": [throw(at="0001-01-01T00:00:00+00:00")]},
    "a zone that is a day away": {"practice": [throw(at="2026-01-01T12:00:00+23:59:59")]},
    "a number beyond all": {"practice": [attempt(score=10**400)]},
    "a hit that is a word": {"practice": [attempt(hit="no")]},
    "a signal without end": {"practice": [attempt(asked="x" * 10**6)]},
    "half a letter": {"practice": [attempt(asked="\ud800")]},
    "a sequence for the terminal": {"practice": [attempt(made="\x1b[2J")]},
    "a good row before a bad one": {"practice": [attempt(), throw(read=[9])]},
    "practice that is no list": {"practice": {"read": [1]}},
    "a field too many": {"practice": [attempt(more=1)]},
    "a face of infinity": {"face": {"version": 1, "player": "Ann", "neutral": {**EYE, "x": float("inf")}}},
    "half a letter for a signal": {"face": {"version": 1, "player": "Ann", "neutral": EYE, "signals": {"\ud800": 0.6}}},
    "a measure for the terminal": {"face": {"version": 1, "player": "Ann", "neutral": {**EYE, "\x1b[2J": 0.6}}},
    "a face of nobody": {"face": {"version": 1, "player": "Ann", "neutral": {}}},
    "a face of yes and no": {"face": {"version": 1, "player": "Ann", "neutral": {"eye": True, "width": True}}},
    "noises without a take's sound": {
        "sounds": {"version": 1, "player": "Ann", "model": "", "takes": [{"name": "cow", "kind": "taught"}]}
    },
    "a take's numbers of another shape": {
        "sounds": {"version": 1, "player": "Ann", "model": "", "takes": [{**TAKE, "steps": BENT}]}
    },
    "a consent that nobody gave": {"consent": {"play": "yes"}},
    "a name for the terminal": {"name": "Ann\x1b[2J"},
    "a name of two lines": {"name": "Ann\nBen"},
    "a name without end": {"name": "A" * 61},
    "no name": {"name": "  "},
    "a game that is none": {"games": [{"name": "x", "header": {}, "events": [{"type": "?"}]}]},
    "a part of its own": {"more": 1},
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("instead", [False, True])
def test_an_import_that_is_wrong_in_one_place_keeps_nothing(home: Path, wrong: str, instead: bool) -> None:
    """Nothing is written, nothing of what was there is lost, and everybody is read as before."""
    people(home).import_(export("Ann"))
    before = whole(home)
    parts = WRONG[wrong]
    data = export(**{"name": "Ann" if instead else "Cleo", **parts})
    with pytest.raises(BadInput) as error:
        people(home).import_(data, instead=instead)
    assert error.value.fact.code in ("people.no-export", "people.no-name")
    assert str(error.value).isprintable()
    assert whole(home) == before
    assert [p.name for p in people(home).all()] == ["Ann", "Ben"]


def test_an_import_that_the_disk_refuses_keeps_what_was_there(home: Path) -> None:
    """Practice is damaged, so the rows cannot be kept: neither are the face and the noises."""
    people(home).import_(export("Ann", practice=[]))
    (home / "practice.sqlite3").write_bytes(b"no database" * 100)
    before = whole_files(home)
    with pytest.raises(StorageError):
        people(home).import_(export("Ann", face=None), instead=True)
    assert whole_files(home) == before


def whole_files(home: Path) -> dict[str, bytes]:
    return {str(p.relative_to(home)): p.read_bytes() for p in home.rglob("*") if p.is_file()}


def test_an_import_instead_leaves_nothing_of_before(home: Path) -> None:
    people(home).import_(export("Ann", practice=[attempt(asked="old-signal")]))
    people(home).import_(export("ANN", face=None, sounds=None, practice=[]), instead=True)
    found = people(home).find("Ann")
    assert found is not None
    assert (found.name, found.face, found.sounds, found.practised) == ("ANN", None, None, 0)
    assert b"old-signal" not in b"".join(whole_files(home).values())
    assert sorted(p.name for p in (home / "profiles").iterdir()) == sorted((key_of("Ann"), key_of("Ben")))


@pytest.mark.parametrize("games", [None, []])
def test_an_export_of_a_version_before_is_taken(home: Path, games: list[Any] | None) -> None:
    """Games came later; a face's own thresholds and a take's other rooms, too."""
    told = json.loads(export("Ann"))
    del told["face"]["own"], told["sounds"]["own"]
    for take in told["sounds"]["takes"]:
        del take["beside"]
    data = text_of(told if games is None else {**told, "games": games})
    assert people(home).import_(data) == "Ann"
    found = people(home).find("Ann")
    assert found is not None
    assert found.troubles == ()


# What is kept already


def break_card(home: Path) -> None:
    (home / "profiles" / key_of("Ann") / PERSON_FILE).write_text('{"version": 1, "name": ["Ann"], "consent": {}}')


def break_face(home: Path) -> None:
    (home / "profiles" / key_of("Ann") / FACE_FILE).write_text("[]")


def break_names(home: Path) -> None:
    """Let half a letter name a signal, as the fuzzer did: nobody could be listed."""
    odd = {"version": 1, "player": "Ann", "neutral": EYE, "signals": {"\ud800": 0.6}}
    (home / "profiles" / key_of("Ann") / FACE_FILE).write_text(json.dumps(odd))


def break_sounds(home: Path) -> None:
    (home / "profiles" / key_of("Ann") / SOUNDS_FILE).write_bytes(b"PK")


def break_folder(home: Path) -> None:
    """Folders, links and files that nobody made lie in it."""
    inside = home / "profiles" / key_of("Ann")
    (inside / "deep" / "er").mkdir(parents=True)
    (inside / "deep" / "er" / "file").touch()
    (inside / "link").symlink_to(home / "profiles" / key_of("Ben"))
    (inside / FACE_FILE).unlink()
    (inside / FACE_FILE).mkdir()
    (inside / "deep").chmod(0)


def broken_row(statement: str, *values: Any) -> Callable[[Path], None]:
    def work(home: Path) -> None:
        db = sqlite3.connect(home / "practice.sqlite3")
        player = db.execute("SELECT id FROM player WHERE name = 'Ann'").fetchone()[0]
        db.execute(statement, (*values, player))
        db.commit()
        db.close()

    return work


BREAKS: dict[str, Callable[[Path], None]] = {
    "card": break_card,
    "face": break_face,
    "names": break_names,
    "sounds": break_sounds,
    "folder": break_folder,
    "read": broken_row("UPDATE throw SET read = ? WHERE player = ?", "-12"),
    "at": broken_row("UPDATE attempt SET at = ? WHERE player = ?", 1e300),
    "zone": broken_row("UPDATE attempt SET zone = ? WHERE player = ?", 10**9),
    "part of a minute": broken_row("UPDATE attempt SET zone = ? WHERE player = ?", -1.5),
    "text": broken_row("UPDATE attempt SET asked = CAST(? AS TEXT) WHERE player = ?", b"\xff\x1b"),
    "blob": broken_row("UPDATE throw SET fell = ? WHERE player = ?", b"\x09"),
}


@pytest.mark.parametrize("what", BREAKS)
def test_one_record_that_cannot_be_read_hides_and_blocks_nobody(home: Path, what: str) -> None:
    """Ben is listed, exported and reported as before; of Ann it is said what is wrong; both can be deleted."""
    people(home).import_(export("Ann"))
    ben = people(home).export("Ben")
    BREAKS[what](home)
    listed = companion("profiles", "list")
    assert listed.exit_code == 0, listed.output
    assert "Ben: face" in listed.output
    found = people(home).find("Ann")
    assert found is not None
    assert [t.code for t in found.troubles] in (["people.damaged"], ["practised.records"])
    assert people(home).export("Ben") == ben
    told = companion("profiles", "export", "Ann")
    assert told.exit_code == 4, "what is missing is said"
    assert json.loads(told.stdout)["companion-person"] == 1
    for name in ("Ann", "Ben"):
        assert companion("practise", "report", "--player", name).exit_code == 0
        assert companion("practise", "next", "--player", name).exit_code == 0
    gone = companion("profiles", "delete", "Ann")
    assert gone.exit_code == 0, gone.output
    assert b"Ann" not in b"".join(whole_files(home).values())
    assert [p.name for p in people(home).all()] == ["Ben"]
    assert people(home).export("Ben") == ben


def test_a_player_of_an_unreadable_name_is_listed_by_number_and_goes(home: Path) -> None:
    db = sqlite3.connect(home / "practice.sqlite3")
    db.executemany("INSERT INTO player VALUES (?, ?)", [(41, "  "), (42, b"\xff\xfe"), (43, "x" * 70)])
    db.execute("INSERT INTO throw SELECT NULL, 42, read, fell, asked, at, zone FROM throw")
    db.commit()
    db.close()
    with PracticeStore(home / "practice.sqlite3") as store:
        assert store.players() == ["#41", "#42", "#43", "Ben"]
    assert "#42" in companion("profiles", "list").output
    assert companion("profiles", "delete", "#42").exit_code == 0
    with PracticeStore(home / "practice.sqlite3") as store:
        assert store.players() == ["#41", "#43", "Ben"]


def test_a_folder_whose_name_cannot_be_read_goes_by_its_own(home: Path) -> None:
    people(home).import_(export("Ann", practice=[]))
    break_card(home)
    assert key_of("Ann") in [p.name for p in people(home).all()]
    assert companion("profiles", "delete", key_of("Ann")).exit_code == 0
    assert [p.name for p in people(home).all()] == ["Ben"]


def test_a_damaged_practice_database_hides_no_profile_and_stops_no_deletion(home: Path) -> None:
    (home / "practice.sqlite3").write_bytes(b"no database" * 100)
    listed = companion("profiles", "list")
    assert listed.exit_code == 0, listed.output
    assert "Ben: face" in listed.output
    assert "practice.sqlite3" in listed.output.replace("\n", "")
    gone = companion("profiles", "delete", "Ben")
    assert gone.exit_code == 4, "it is said that practice stays"
    assert not (home / "profiles" / key_of("Ben")).exists()


def test_noises_of_the_others_are_heard_where_ones_are_damaged(home: Path) -> None:
    people(home).import_(export("Ann"))
    break_sounds(home)
    told: list[Any] = []
    assert [p.player for p in noises_of(["Ann", "Ben"], told.append)] == ["Ben"]
    assert [t.code for t in told] == ["people.damaged"]


def test_throws_are_kept_digit_by_digit_and_nothing_else_can_be_a_throw(tmp_path: Path) -> None:
    """Files of before join the digits, too: each is one die."""
    at = datetime(2026, 1, 1, tzinfo=timezone.utc)
    throws = [Throw((0, 6), (1, 6), True, at), Throw((), (3,), False, at), Throw((1,) * 30, (6,) * 30, False, at)]
    with PracticeStore(tmp_path / "p.sqlite3") as store:
        store.add_all("Ann", [], throws)
        store._db.execute("INSERT INTO throw VALUES (NULL, 1, '16', '6', 0, 1e9, 0)")
        assert [t for t in store.throws("Ann") if t.at == at] == throws
        assert store.throws("Ann")[0].read == (1, 6)
        assert store.troubles("Ann") == []
    for read in ((10,), (-1, 2), (7,)):
        with pytest.raises(ValueError, match="dice show"):
            Throw(read, (1,), False, at)


def test_the_page_practises_on_and_says_what_cannot_be_read(home: Path) -> None:
    from companion.web.kit.door import Session
    from companion.web.kit.page import Page
    from companion.web.practice.practice_session import PracticeSession

    people(home).import_(export("Ann"))
    BREAKS["read"](home)
    desk = PracticeSession(home / "practice.sqlite3")
    desk.choose("Ann")
    state = desk.state(Page(Session("host")))
    assert "throw 2" in state["trouble"]
    assert state["progress"]["tries"] == 1
    desk.close()


def test_an_attempt_is_read_as_it_was_kept(tmp_path: Path) -> None:
    """The bounds of the decoder hold all that practice itself makes."""
    now = datetime.now().astimezone()
    made = Attempt(
        drill="reaction", asked="wild", made="cow", hit=False, at=now, onset=-0.25, recognised=61.0, score=-12
    )
    with PracticeStore(tmp_path / "p.sqlite3") as store:
        store.add("Ann", made)
        assert store.attempts("Ann") == [made]
