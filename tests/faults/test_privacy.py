"""Privacy, proved: what a whole game writes and connects to; recording by command alone; deletion to the byte."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.clock import ManualClock
from companion.errors import BadInput
from companion.people import profile_files
from companion.people.attempt import Attempt, Throw
from companion.people.store import People
from companion.practice.personal_data import PracticePersonalData
from companion.practice.store import PracticeStore
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import TAUGHT, NoiseProfile, NoiseTake, SoundFeatures
from companion.sitting import recording
from companion.sitting.recording import KEEP_DAYS, Recorder
from companion.sitting.sitting import Sitting
from companion.sources.picture_source import Frame
from companion.web.kit.door import Door, Session
from companion.web.kit.page import Page
from companion.web.table.hub import TableHub
from tests import starter
from tests.addresses import is_local
from tests.once import made_once, strace
from tests.practice_clips import loop, write_clip, write_sound

ROOT = Path(__file__).resolve().parents[2]
OWN = re.compile(r"\d{4}-\d{2}-\d{2}-\d{6}-face-off\.sqlite(-wal|-shm|-journal)?|on-the-table\.txt")


def env(**more: str) -> dict[str, str]:
    return dict(os.environ, PYTHONPATH=str(ROOT), PYTHONDONTWRITEBYTECODE="1", **more)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Play a whole game with camera, microphone and a phone's media, and return what the audit hook and strace saw."""
    home = made_once(tmp_path_factory, "game", play_watched)
    report: dict[str, Any] = json.loads((home / "report.json").read_text("utf-8"))
    trace = home / "trace.txt"
    return {**report, "home": home, "trace": trace.read_text("utf-8", "replace") if trace.exists() else ""}


def play_watched(home: Path) -> None:
    import cv2

    (home / "face.jpg").write_bytes(bytes(cv2.imencode(".jpg", loop("grin")[0])[1]))
    clip = write_clip(home / "clip.mp4", ("grin",))
    sound = write_sound(home / "cow.wav", ("cow",))
    (home / "kept").mkdir()
    tracer = strace("openat,open,creat,connect,bind,listen,sendto")
    before = [*tracer, str(home / "trace.txt")] if tracer else []
    command = [
        sys.executable,
        "-m",
        "tests.faults.privacy_game",
        str(home / "kept"),
        str(home / "report.json"),
        str(clip),
        str(sound),
    ]
    done = subprocess.run([*before, *command], env=env(), cwd=home, capture_output=True, text=True, timeout=400)
    assert (home / "report.json").exists(), done.stderr[-2000:]


def test_the_game_was_played_to_its_end(game: dict[str, Any]) -> None:
    assert game["over"] is not None
    assert max(game["over"]) >= 60
    assert game["rulings"] > 10


def test_a_whole_game_writes_its_log_and_settings_and_nothing_else(game: dict[str, Any]) -> None:
    kept = game["home"] / "kept"
    names = [p.name for p in kept.rglob("*")]
    assert names
    assert [n for n in names if not OWN.fullmatch(n)] == []
    wrote = {what.split(" ")[0] for kind, what in game["seen"] if kind == "write" and not what.isdigit()}
    outside = [
        w for w in wrote if not w.startswith((str(kept), "/dev/", "/proc/")) and w != str(game["home"] / "report.json")
    ]
    assert [w for w in outside if not is_cache(w)] == []
    made = [what for kind, what in game["seen"] if kind == "os.mkdir" and not is_cache(what)]
    assert [m for m in made if not m.startswith(str(kept))] == []


def is_cache(path: str) -> bool:
    """Return whether a path holds caches of Python and libraries, and nothing of the game."""
    folder = tempfile.gettempdir()
    nameless = path == folder or re.fullmatch(re.escape(folder) + r"/[a-z0-9_]{8}", path) is not None
    return "__pycache__" in path or "/matplotlib" in path or path.endswith((".pyc", ".nbi", ".nbc")) or nameless


def test_no_picture_or_sample_lies_in_what_was_written(game: dict[str, Any]) -> None:
    """Neither the camera's nor the phone's: no file of picture or sound, and no such bytes inside the log."""
    marks = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF", b"fLaC", b"OggS", b"WEBP", b"ftyp", b"data:image", b"base64")
    whole = b"".join(p.read_bytes() for p in sorted((game["home"] / "kept").rglob("*")) if p.is_file())
    assert [m for m in marks if m in whole] == []
    sent = (game["home"] / "face.jpg").read_bytes()
    assert not any(sent[k : k + 16] in whole for k in range(600, len(sent) - 16, 997))
    bodies = [
        b
        for p in (game["home"] / "kept").glob("*.sqlite")
        for (b,) in sqlite3.connect(p).execute("SELECT body FROM event")
    ]
    assert bodies
    assert max(len(b) for b in bodies) < 6000  # an event is a few words and numbers


def test_no_connection_leaves_and_nothing_listens_beyond_this_machine(game: dict[str, Any]) -> None:
    for kind, what in game["seen"]:
        assert kind not in ("os.system", "urllib.Request"), what
        if kind == "subprocess.Popen":  # where a library of the system lies: ctypes asks so
            assert Path(what).name in ("ldconfig", "gcc", "cc", "ld", "objdump"), what
        if kind in ("socket.bind", "socket.connect", "socket.sendto"):
            host = what.split("'")[1] if "'" in what else what
            assert is_local(host) or host.startswith("/"), (kind, what)
        if kind in ("socket.getaddrinfo", "socket.gethostbyname"):
            assert is_local(what.strip("b'")), what
    for line in game["trace"].splitlines():
        if re.search(r"\b(bind|connect|sendto)\(", line) and "AF_INET" in line:
            found = re.findall(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"', line)
            assert all(is_local(a or b) for a, b in found), line
        written = re.search(r'\b(?:openat|open|creat)\((?:AT_FDCWD, )?"([^"]+)", O_(?:WRONLY|RDWR)[^)]*O_CREAT', line)
        if written and " = -1 " not in line:
            path = written[1]
            fine = path.startswith((str(game["home"]), "/dev/", "/proc/", "/tmp/.X11", "/dev/shm")) or is_cache(path)
            assert fine, line


# Recording: by command alone


@pytest.fixture
def recorder(tmp_path: Path) -> Any:
    recording.current = one = Recorder(tmp_path / "recordings")
    yield one
    recording.current = None
    one.close()


def test_nothing_is_recorded_unless_it_was_asked_for() -> None:
    assert recording.current is None
    sitting = Sitting(None, ManualClock())
    assert sitting.crew.on_look == []
    assert len(sitting.crew.on_ear) == 0
    assert TableHub(None, Door()).state(Page(Session("host")))["recording"] is None
    sitting.close()


def test_every_page_says_that_it_is_recorded(recorder: Recorder) -> None:
    hub = TableHub(None, Door())
    for session in (Session("host"), Session("player", "Ann")):
        for language, word in (("en", "RECORDING"), ("de", "AUFNAHME")):
            page = Page(session, language=language)  # type: ignore[arg-type]
            shown = hub.state(page)["recording"]
            assert shown["text"].startswith(word)
            assert shown["until"] - shown["since"] == KEEP_DAYS * 86400
    from companion.web.practice.practice_session import PracticeSession

    assert PracticeSession().state(Page(Session("host")))["recording"]["text"].startswith("RECORDING")


class Station:
    name = "microphone laptop"

    def __init__(self) -> None:
        self.beside: list[Any] = []


def test_a_recording_lies_in_a_folder_of_its_own_and_goes_with_one_command(recorder: Recorder) -> None:
    before = os.umask(0)
    try:
        sitting = Sitting(None, ManualClock())
        look: Any = sitting.crew.on_look[0]
        ear: Any = sitting.crew.on_ear
        for k in range(10):
            look(Station(), Frame(np.full((48, 64, 3), 20 * k, np.uint8), 0.05 * k, k, "camera 0"))
        station = Station()
        ear(station)
        station.beside[0].feed(np.zeros(1600, np.float32), 0.0, 0.0)
        recorder.close()
    finally:
        os.umask(before)
    home = recorder.folder.parent
    assert sorted(p.name for p in recorder.folder.iterdir()) == [
        "camera-0.mjpeg",
        "camera-0.times.csv",
        "microphone-laptop-0.wav",
        "recording.json",
    ]
    assert len((recorder.folder / "camera-0.times.csv").read_text("utf-8").splitlines()) == 5  # ten a second at most
    assert (recorder.folder / "microphone-laptop-0.wav").stat().st_size == 44 + 3200
    for path in (home, recorder.folder, *recorder.folder.iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    assert recording.delete(home) == [recorder.folder.name]
    assert list(home.iterdir()) == []
    with pytest.raises(BadInput, match="no recording"):
        recording.delete(home, "../..")
    sitting.close()


def test_a_recording_ends_after_a_week_whatever_its_folder_says(tmp_path: Path) -> None:
    home = tmp_path / "recordings"
    names = []
    for since in (time.time(), time.time() - 8 * 86400, time.time() + 30 * 86400):
        one = Recorder(home, lambda since=since: since)  # type: ignore[misc]
        names.append(one.folder.name)
        one.close()
    (home / "odd").mkdir()
    (home / "forged").mkdir()
    (home / "forged" / "recording.json").write_text('{"since": 0, "until": 1e18}', "utf-8")
    assert recording.expire(home, time.time()) == 4
    assert [name for name, *_ in recording.list_recordings(home)] == names[:1]


def test_a_recording_stops_when_it_is_full(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MAX_BYTES", 5000)
    for k in range(50):
        noise = np.random.default_rng(k).integers(0, 255, (48, 64, 3), np.uint8)
        station: Any = None
        recorder.look(station, Frame(noise, float(k), k, "camera 0"))
    assert sum(p.stat().st_size for p in recorder.folder.glob("*.mjpeg")) <= 5000
    assert "stopped" in TableHub(None, Door()).state(Page(Session("host")))["recording"]["text"]


def test_the_command_records_says_so_and_deletes(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "clip.mp4", (), calm=0.8)
    home = env(COMPANION_DATA_FOLDER=str(tmp_path / "data"))

    def companion(*words: str) -> Any:
        return starter.run(*words, env=home, cwd=tmp_path)

    assert not (tmp_path / "data" / "recordings").exists()
    done = companion("record", "watch", str(clip))
    assert done.returncode == 0, done.stderr
    assert "RECORDING" in done.stderr
    (folder,) = (tmp_path / "data" / "recordings").iterdir()
    assert any(p.suffix == ".mjpeg" for p in folder.iterdir())
    assert folder.name in companion("recordings", "list").stdout
    (folder / "recording.json").write_text('{"since": 1, "until": 2}', "utf-8")
    companion("profiles", "list")  # any command
    assert not folder.exists()
    assert companion("record", "profiles", "list").returncode == 2
    assert companion("record").returncode == 2


# Export and deletion of everything about a person

NAME = "Zorvath Quillbeck"  # occurs nowhere by chance


def written(home: Path) -> bytes:
    """Every byte of every file, and every name."""
    return b"\n".join(
        str(p.relative_to(home)).encode() + (p.read_bytes() if p.is_file() else b"") for p in home.rglob("*")
    )


def everything(home: Path) -> People:
    """All that companion keeps of a player, and of another."""
    people = People(home / "profiles", PracticePersonalData(home / "practice.sqlite3"))
    sound = SoundFeatures(np.full((20, 3), 0.25, np.float32), np.full(4, 0.25, np.float32))
    now = datetime.now(timezone.utc)
    for name in (NAME, "Ben"):
        people.keep_face(Face(name, {"eye": 0.08, "width": 0.5}, {"grin": 0.6}))
        people.keep_sounds(NoiseProfile(name, [NoiseTake("cow", TAUGHT, sound)], "model 1"))
        people.agree(name, play=True)
        with PracticeStore(home / "practice.sqlite3") as store:
            made = f"made-by-{name}"
            store.add_all(
                name, [Attempt(drill="signals", asked="grin", made=made, hit=True, at=now) for _ in range(300)]
            )
            store.add_throw(name, Throw((1, 2), (1, 3), True, now))
    return people


def test_all_about_a_person_is_exported_and_nothing_else(tmp_path: Path) -> None:
    told = json.loads(everything(tmp_path).export(NAME))
    assert told["name"] == NAME
    assert told["face"]["signals"] == {"grin": 0.6}
    assert profile_files.sounds_from(told["sounds"]).takes[0].name == "cow"
    assert len(told["practice"]) == 301
    assert told["consent"]["play"] is True
    assert "Ben" not in json.dumps(told)


def test_a_deleted_person_is_in_no_byte_of_any_file(tmp_path: Path) -> None:
    """SQLite's free pages and its journal among them; the other person stays whole."""
    people = everything(tmp_path)
    before = written(tmp_path)
    assert NAME.encode() in before
    other = people.export("Ben")
    people.delete(NAME)
    after = written(tmp_path)
    for trace in (NAME, NAME.casefold(), NAME.split()[0], NAME.split()[1], f"made-by-{NAME}", "zorvath"):
        assert trace.encode() not in after, trace
    assert people.export("Ben") == other


def test_deletion_holds_against_an_old_database_with_a_journal(tmp_path: Path) -> None:
    """One that was written without secure deletion, in WAL mode, with another connection open."""
    path = tmp_path / "practice.sqlite3"
    everything(tmp_path)
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("UPDATE attempt SET drill = drill")
    db.execute("CREATE TABLE scratch (x)")
    db.executemany("INSERT INTO scratch VALUES (?)", [(f"{NAME} {k}",) for k in range(500)])
    db.commit()
    db.execute("DELETE FROM scratch")  # left in free pages
    db.commit()
    db.execute("DROP TABLE scratch")
    db.commit()
    db.close()
    assert NAME.encode() in written(tmp_path)
    People(tmp_path / "profiles", PracticePersonalData(path)).delete(NAME)
    assert NAME.encode() not in written(tmp_path)


def test_the_games_of_a_deleted_person_go_too(tmp_path: Path) -> None:
    """Logs hold names and what was said; photographs of cards lie beside them; the list of who is in names them."""
    from companion.referee.desk_registry import header, match_of
    from companion.referee.log import Log
    from companion.web.kit.door import Door as Entrance

    home = tmp_path / "data"
    everything(home)
    for number, players in enumerate(([NAME, "Ben", "Cleo"], ["Ann", "Ben", "Cleo"], ["Ann", NAME.upper(), "Dan"])):
        path = home / "games" / f"2026-01-0{number + 1}-000000-face-off.sqlite"
        head = header("face-off", players, {}, 5, "en")
        match = match_of(head, log := Log.create(path, head))
        match.begin()
        log.close()
        path.with_name(path.stem + "-cards").mkdir()
        (path.with_name(path.stem + "-cards") / "1.jpg").write_bytes(b"\xff\xd8\xff")
    door = Entrance(keep=home / "table" / "joined.json")
    door.enter(door.invite(NAME))
    door.invite(NAME)
    (home / "games" / "on-the-table.txt").write_text("2026-01-01-000000-face-off.sqlite\n", "utf-8")

    def companion(*words: str) -> Any:
        return starter.run(*words, env=env(COMPANION_DATA_FOLDER=str(home)), cwd=tmp_path)

    told = companion("profiles", "export", NAME)
    games = json.loads(told.stdout)["games"]
    assert [g["name"] for g in games] == ["2026-01-01-000000-face-off", "2026-01-03-000000-face-off"]
    assert games[0]["header"]["players"][0] == NAME
    assert games[0]["events"]
    kept = companion("profiles", "delete", NAME, "--keep-games")
    assert kept.returncode == 0
    assert NAME in kept.stdout + kept.stderr  # it says which games still name the player
    assert (home / "games" / "2026-01-01-000000-face-off.sqlite").exists()
    done = companion("profiles", "delete", NAME)
    assert done.returncode == 0, done.stderr
    after = written(home)
    for trace in (NAME, NAME.upper(), NAME.casefold(), "zorvath"):
        assert trace.encode() not in after
    left = [p.name for p in (home / "games").iterdir() if not p.name.endswith(("-wal", "-shm"))]
    assert sorted(left) == [
        "2026-01-02-000000-face-off-cards",
        "2026-01-02-000000-face-off.sqlite",
    ]
    again = companion("profiles", "delete", NAME)
    assert again.returncode == 2  # nothing is kept of them
