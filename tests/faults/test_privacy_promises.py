"""PRIVACY.md, promise by promise: each has a test, here or where it is named, and each test a promise.

A machine of its own (home, caches, temporary and current folder) is searched byte by byte.
"""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.people.profile_lookup import EveningMemory
from companion.people.store import People
from companion.practice.personal_data import PracticePersonalData
from companion.practice.store import PracticeStore
from companion.referee.desk_registry import header, match_of
from companion.referee.log import Log
from companion.senses.faces.settings import FaceProfile
from companion.senses.sounds.sound_features import TAUGHT, NoiseProfile, NoiseTake, SoundFeatures
from companion.web.kit.door import Door
from tests import starter
from tests.faults.test_privacy import NAME, everything

ROOT = Path(__file__).resolve().parents[2]
TRACES = (NAME, NAME.upper(), NAME.casefold(), *NAME.split(), NAME.encode("utf-16-le").decode("latin-1"))
GAME = "2026-01-01-000000-face-off"
HERE = Path(__file__).name
PROMISES = {
    "**Nothing is sent.**": "test_no_network.py::test_no_connection_leaves_this_machine",
    "**With `--mqtt HOST`**": "test_club_privacy.py::test_no_picture_no_sound_and_no_word_that_was_heard_or_typed",
    "**No picture and no sound is kept.**": "test_privacy.py::test_no_picture_or_sample_lies_in_what_was_written",
    "**What is kept**, all in one folder of yours": f"{HERE}::test_all_is_kept_in_one_folder",
    "that nobody else may read": "test_private_files.py::test_what_commands_write",
    "| a game: names": f"{HERE}::test_what_is_deleted_is_in_no_byte_of_any_folder",
    "| a player you taught: numbers": f"{HERE}::test_of_a_player_numbers_are_kept_and_no_picture_or_sound",
    "| practice: which signal was asked": f"{HERE}::test_practice_is_kept_until_it_is_deleted",
    "| with `--mqtt`: the table's random ID": f"{HERE}::test_the_folder_of_the_club_names_nobody",
    "| which phones are in (scrambled)": f"{HERE}::test_who_is_in_is_kept_scrambled_and_for_a_week",
    "| the certificate for phones": "test_private_files.py::test_what_the_table_writes",
    "| a recording for a bug report": "test_privacy.py::test_a_recording_ends_after_a_week_whatever_its_folder_says",
    "**In the browser** stays what was chosen": f"{HERE}::test_a_browser_keeps_what_is_promised",
    "**Recording** for a bug report": "test_privacy.py::test_every_page_says_that_it_is_recorded",
    "deletes all of it at once": "test_privacy.py::test_the_command_records_says_so_and_deletes",
    "**Everything about me, please:**": f"{HERE}::test_everything_about_a_player_is_exported",
    "`companion profiles delete NAME` deletes": f"{HERE}::test_what_is_deleted_is_in_no_byte_of_any_folder",
    "(`--keep-games` keeps those)": f"{HERE}::test_games_are_kept_where_that_is_asked",
    "Copies of games that were taken elsewhere": f"{HERE}::test_what_is_deleted_is_in_no_byte_of_any_folder",
    "databases' unused pages": "test_privacy.py::test_deletion_holds_against_an_old_database_with_a_journal",
    "**Children.** No consent is assumed": f"{HERE}::test_without_consent_nothing_of_a_game_is_kept",
    "| a tournament: names, teams": "test_tournament_start.py::"
    "test_the_tournament_is_in_the_export_and_deleting_says_what_stays",
    "**Libraries.**": "test_privacy.py::test_a_whole_game_writes_its_log_and_settings_and_nothing_else",
}


def test_every_promise_has_its_test() -> None:
    text = (ROOT / "PRIVACY.md").read_text("utf-8")
    assert [promise for promise in PROMISES if promise not in text] == []
    for paragraph in re.findall(r"^(?:\*\*|\| [a-z]).*$", text, re.M):
        if not paragraph.startswith("| what |"):
            assert any(promise in paragraph for promise in PROMISES), paragraph
    for test in PROMISES.values():
        file, name = test.split("::")
        assert f"def {name}(" in (Path(__file__).parent / file).read_text("utf-8"), test


def test_a_browser_keeps_what_is_promised() -> None:
    scripts = {p.name: p.read_text("utf-8") for p in (ROOT / "companion").rglob("*.js")}
    written = [one for text in scripts.values() for one in re.findall(r"document\.cookie = (.+)", text)]
    assert written == ["`language=${tag}; path=/; max-age=31536000; samesite=strict`;"]
    lasting = re.compile("localStorage|indexedDB|cookieStore")
    assert [name for name, text in scripts.items() if lasting.search(text)] == ["prefs.js"]
    lines = [line for text in scripts.values() for line in text.splitlines() if "EVENING" not in line]
    kept = {name for line in lines for name in re.findall(r'\bkeep\("(\w+)"', line)}  # the evening's go with their tab
    assert kept == {"theme", "sounds", "game", "names"}


class Machine:
    """A computer of one user's, below one folder."""

    def __init__(self, root: Path) -> None:
        self.root, self.home, self.temp, self.here = root, root / "home", root / "tmp", root / "here"
        self.data = self.home / "data"
        for folder in (self.data, self.temp, self.here):
            folder.mkdir(parents=True, mode=0o700)

    def companion(self, *words: str, said: str = "", code: int = 0) -> Any:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "COMPANION_"))}
        where = {"HOME": self.home, "TMPDIR": self.temp, "TEMP": self.temp, "COMPANION_DATA_FOLDER": self.data}
        env = {**kept, **{k: str(v) for k, v in where.items()}, "PYTHONPATH": str(ROOT)}
        done = starter.run(*words, env=env, cwd=self.here, typed=said)
        assert done.returncode == code, done.stderr
        return done

    def holding(self, *traces: str) -> list[str]:
        """Files that hold one of these in their name or in any byte."""
        found = []
        for path in self.root.rglob("*"):
            whole = path.name.encode() + (path.read_bytes() if path.is_file() else b"")
            if any(trace.encode("latin-1") in whole for trace in traces):
                found.append(str(path.relative_to(self.root)))
        return sorted(found)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "machine")


def played(path: Path, players: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    head = header("face-off", players, {}, 5, "en")
    match_of(head, log := Log.create(path, head)).begin()
    log.close()


def rescued(log: Path, folder: Path) -> Path:
    """Return the game of a log, as it is taken elsewhere."""
    opened = Log.open(log)
    opened.copy(path := folder / f"{log.stem}-rescued.sqlite").close()
    opened.close()
    return path


@pytest.fixture
def known(machine: Machine) -> Machine:
    """All of a player that can be anywhere: taught, practised, games, copies of them in every place, phones."""
    everything(machine.data)
    games = machine.data / "games"
    played(games / f"{GAME}.sqlite", [NAME, "Ben", "Cleo"])
    played(games / "2026-01-02-000000-face-off.sqlite", ["Ann", "Ben", "Cleo"])
    (machine.temp / "companion-rescued-x").mkdir(mode=0o700)
    for folder in (games, machine.home, machine.here, machine.temp / "companion-rescued-x"):
        rescued(games / f"{GAME}.sqlite", folder)
    lost = machine.here / "2026-01-03-000000-face-off-rescued.sqlite"
    lost.write_bytes(b"damaged" + (games / f"{GAME}.sqlite").read_bytes()[7:])
    journal = lost.with_name(f"{lost.name}-journal")
    journal.write_bytes(NAME.encode())
    for path in (lost, journal):
        path.chmod(0o600)
    cards = games / f"{GAME}-cards"
    cards.mkdir()
    (cards / "1.jpg").write_bytes(b"\xff\xd8\xff")
    door = Door(keep=machine.data / "table" / "joined.json")
    door.enter(door.invite(NAME))
    (machine.data / "table" / ".joined.json.77.part").write_bytes((machine.data / "table" / "joined.json").read_bytes())
    return machine


def test_what_is_deleted_is_in_no_byte_of_any_folder(known: Machine) -> None:
    """Home, caches, temporary and current folder; copies of games that cannot be read any more among them."""
    places = {Path(p).parts[0] for p in known.holding(*TRACES)}
    assert places == {"home", "tmp", "here"}, "the search finds what is there"
    known.companion("profiles", "delete", NAME)
    assert known.holding(*TRACES) == []
    left = [p.name for p in known.root.rglob("*") if p.name.startswith("2026") and p.suffix in ("", ".sqlite")]
    assert left == ["2026-01-02-000000-face-off.sqlite"], "the others' game stays"
    assert "Ben" in known.companion("profiles", "list").stdout


def test_games_are_kept_where_that_is_asked(known: Machine) -> None:
    known.companion("profiles", "delete", NAME, "--keep-games")
    left = {Path(p).name.partition(".")[0] for p in known.holding(*TRACES)}
    assert left == {GAME, f"{GAME}-rescued", "2026-01-03-000000-face-off-rescued"}


def test_everything_about_a_player_is_exported(known: Machine) -> None:
    """All parts and every readable game; of what cannot be read it is said where it lies."""
    done = known.companion("profiles", "export", NAME, code=4)
    told = json.loads(done.stdout)
    assert "2026-01-03" in done.stderr.replace("\n", "")
    assert (told["name"], told["consent"]["play"], len(told["practice"])) == (NAME, True, 301)
    assert told["face"]["signals"] == {"grin": 0.6}
    assert told["sounds"]["takes"]
    assert {game["name"] for game in told["games"]} == {GAME, f"{GAME}-rescued"}
    assert all(NAME in game["header"]["players"] for game in told["games"])
    assert known.holding(*TRACES) == known.holding(*TRACES[:1]), "nothing new lies anywhere"


def test_all_is_kept_in_one_folder(machine: Machine) -> None:
    """What commands keep of a name lies in the data folder; no other folder has it."""
    everything(machine.data)
    machine.companion("referee", "face-off", "--players", f"{NAME},Ben,Cleo", "--seed", "1", said="quit\n")
    machine.companion("practise", "report", "--player", NAME)
    machine.companion("profiles", "list")
    held = machine.holding(*TRACES)
    assert held
    assert [path for path in held if not path.startswith("home/data/")] == []


def test_of_a_player_numbers_are_kept_and_no_picture_or_sound(machine: Machine) -> None:
    everything(machine.data)
    kept = [p for p in (machine.data / "profiles").rglob("*") if p.is_file()]
    assert {p.name for p in kept} == {"person.json", "face.json", "sounds.npz"}
    for path in kept:
        if path.suffix == ".npz":
            with np.load(path, allow_pickle=False) as stored:
                assert all(stored[n].size < 10_000 for n in stored.files if n != "meta"), "no second of sound"
        else:
            assert len(path.read_bytes()) < 5000


def test_practice_is_kept_until_it_is_deleted(machine: Machine) -> None:
    everything(machine.data)
    machine.companion("practise", "forget", "--player", NAME)
    assert NAME.encode() not in (machine.data / "practice.sqlite3").read_bytes()
    with PracticeStore(machine.data / "practice.sqlite3") as store:
        assert store.players() == ["Ben"]
        assert store.count("Ben") == 301


def test_the_folder_of_the_club_names_nobody(machine: Machine) -> None:
    from companion.club.table.register import Register

    played(log := machine.data / "games" / f"{GAME}.sqlite", [NAME, "Ben", "Cleo"])
    register = Register(machine.data / "club")
    register.enter(log.name, 3)
    register.close()
    assert any((machine.data / "club").iterdir())
    assert [p for p in machine.holding(*TRACES) if "/club/" in p] == []


def test_who_is_in_is_kept_scrambled_and_for_a_week(machine: Machine) -> None:
    """A week after the last phone came in, the next command of any kind deletes the list."""
    path = machine.data / "table" / "joined.json"
    door = Door(keep=path)
    token = door.invite(NAME)
    secret, _ = door.enter(token)
    whole = path.read_bytes()
    assert token.encode() not in whole
    assert secret.encode() not in whole
    machine.companion("profiles", "list")
    assert path.exists()
    old = time.time() - 7 * 86400 - 60
    os.utime(path, (old, old))
    machine.companion("profiles", "list")
    assert machine.holding(*TRACES) == []


def test_without_consent_nothing_of_a_game_is_kept(machine: Machine) -> None:
    """Nobody has asked, or the answer was no: the evening's memory writes nothing; after a yes it does."""
    people = People(machine.data / "profiles", PracticePersonalData(machine.data / "practice.sqlite3"))
    sound = SoundFeatures(np.full((20, 16), 0.25, np.float32), np.full(4, 0.25, np.float32))
    face = FaceProfile(NAME, {"eye": 0.08, "width": 0.5})
    noises = NoiseProfile(NAME, [NoiseTake("cow", TAUGHT, sound)], "model 1")
    evening = EveningMemory(people)
    evening.add_learned(NAME, face, noises)
    evening.update_from_play(noises)
    assert machine.holding(*TRACES) == []
    evening.agree(NAME, yes=False)
    evening.add_learned(NAME, face, noises)
    evening.update_from_play(noises)
    assert machine.holding(*TRACES) == []
    evening.agree(NAME, yes=True)
    assert people.face(NAME) is not None
