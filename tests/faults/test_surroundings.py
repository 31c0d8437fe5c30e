"""companion where programs are put: started as a service or by cron, from odd folders, with its data on a share.

Each works, or says one sentence with its exit code; nothing that was ruled is lost.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from companion.errors import StorageError
from companion.referee import log_database
from companion.referee.kept_games import new_log
from companion.referee.log import Log
from companion.referee.log_header import LogHeader
from companion.referee.log_writer import LogWriter
from tests.sources_fakes import write_clip

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name == "nt", reason="services and cron are those of POSIX")
PLAYERS = "Änn,Ben,Cleo"
BARE = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
SURROUNDINGS: dict[str, dict[str, str]] = {
    "service": {},  # no HOME, no terminal, standard input closed
    "service with a state folder": {"COMPANION_DATA_FOLDER": "DATA"},
    "cron": {"HOME": "DATA", "SHELL": "/bin/sh", "LOGNAME": "ann"},
    "LANG=C": {"HOME": "DATA", "LANG": "C", "LC_ALL": "C"},
    "POSIX without UTF-8": {"HOME": "DATA", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


def start(folder: Path, environment: dict[str, str], *words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """``companion WORDS`` in this bare environment, in a session of its own without standard input."""
    environment = {name: str(folder) if value == "DATA" else value for name, value in environment.items()}
    script = 'exec "$0" -m companion "$@" <&-'
    return subprocess.run(
        ["/bin/sh", "-c", script, sys.executable, *words],
        env={**BARE, **environment},
        cwd=options.pop("cwd", "/"),
        capture_output=True,
        timeout=180,
        check=False,
        start_new_session=True,
        **options,
    )


def assert_in_order(done: subprocess.CompletedProcess[bytes], codes: tuple[int, ...] = (0,)) -> None:
    """Assert one of these exit codes, no traceback, and one sentence at most where it is no success."""
    said = done.stderr.decode("utf-8", "replace")
    assert done.returncode in codes, said
    assert "Traceback" not in said
    if done.returncode:
        assert said.count("\n") == 1, said
        assert said.startswith("companion: "), said


@posix
@pytest.mark.parametrize("name", SURROUNDINGS)
def test_commands_work_however_they_are_started(name: str, tmp_path: Path) -> None:
    environment = SURROUNDINGS[name]
    clip = write_clip(tmp_path / "clip.mp4")
    assert_in_order(start(tmp_path, environment, "watch", str(clip)))
    log = tmp_path / "a.sqlite"
    names = PLAYERS if name != "POSIX without UTF-8" else "Ann,Ben,Cleo"  # a name cannot be read there
    done = start(tmp_path, environment, "referee", "face-off", "--players", names, "--log", str(log))
    assert_in_order(done)
    assert b"#1 " in done.stdout
    again = start(tmp_path, environment, "replay", str(log), "--json")
    assert_in_order(again)
    assert [json.loads(line)["type"] for line in again.stdout.splitlines()].count("ruling") > 0


@posix
@pytest.mark.parametrize("name", ["service with a state folder", "cron"])
def test_a_table_is_ended_by_its_service(name: str, tmp_path: Path) -> None:
    """Systemd and cron end a program by SIGTERM: the table closes, and what was kept is whole."""
    environment = {k: str(tmp_path) if v == "DATA" else v for k, v in SURROUNDINGS[name].items()}
    words = ["table", "--port", "0", "--game", "face-off", "--players", "Ann,Ben,Cleo"]
    table = subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        env={**BARE, **environment, "PYTHONUNBUFFERED": "1"},
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert table.stdout is not None
    assert b"http://127.0.0.1:" in table.stdout.readline()
    table.send_signal(signal.SIGTERM)
    _, error = table.communicate(timeout=60)
    assert table.returncode == 0, error
    assert b"Traceback" not in error
    [kept] = tmp_path.rglob("*face-off.sqlite")
    with closing(Log.open(kept)) as log:
        assert any(event.type == "ruling" for event in log.events())


@posix
def test_the_demo_needs_no_home_and_no_writable_folder(tmp_path: Path) -> None:
    assert_in_order(start(tmp_path, {"TMPDIR": str(tmp_path)}, "demo"))


@posix
def test_a_demo_without_a_temporary_folder_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.demo.story import strangers

    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    with pytest.raises(StorageError, match=r"no space left on device.*TMPDIR"), strangers():
        pass


# Folders

LONG = "Fotos & Filme von Großmutter Müller/Ordner mit einem langen Namen, Leerzeichen und äöüß/"


@pytest.fixture
def long_folder(tmp_path: Path) -> Path:
    """Return a folder whose path has 200 characters, spaces, umlauts and an emoji."""
    folder = tmp_path / LONG / "noch einer 🦁"
    folder = folder / ("w" * (199 - len(str(folder))))
    assert len(str(folder)) >= 200
    folder.mkdir(parents=True)
    return folder


@posix
def test_companion_runs_from_a_long_path_with_spaces_and_umlauts(long_folder: Path) -> None:
    """The program itself, its data, the log, the clip and the temporary folder all lie there."""
    for part in ("companion", "models", "calibration"):
        shutil.copytree(ROOT / part, long_folder / part, ignore=shutil.ignore_patterns("__pycache__", "training"))
    clip = write_clip(long_folder / "a.mp4").rename(long_folder / "Würfel 1.mp4")
    environment = {
        "PYTHONPATH": str(long_folder),
        "COMPANION_DATA_FOLDER": str(long_folder / "data"),
        "TMPDIR": str(long_folder),
        "LANG": "C.UTF-8",
    }
    assert_in_order(start(long_folder, environment, "watch", clip.name, cwd=long_folder))
    done = start(long_folder, environment, "referee", "face-off", "--players", PLAYERS, cwd=long_folder)
    assert_in_order(done)
    [log] = (long_folder / "data" / "games").glob("*.sqlite")
    assert_in_order(start(long_folder, environment, "replay", str(log), cwd=long_folder))


INSIDE = """
mount -t tmpfs -o size=256k companion "$1"; cp -r "$2"/. "$1"; MOUNT; cd "$1"; shift 2; exec "$@"
"""
MOUNTS = {"read-only": 'mount -o remount,ro "$1"', "full": 'cat /dev/zero >"$1/fill" 2>/dev/null || true'}


def mounted(how: str, folder: Path, content: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """``companion WORDS`` in a file system of its own at ``folder``, with a copy of ``content``; skips without one."""
    around = ["unshare", "-Urm", "sh", "-ec", INSIDE.replace("MOUNT", MOUNTS[how]), "sh", str(folder), str(content)]
    try:
        able = subprocess.run([*around, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        able = False
    if not able:
        pytest.skip("this machine lends no file systems to tests")
    return subprocess.run(
        [*around, sys.executable, "-m", "companion", *words],
        env={**BARE, "HOME": str(content), **environment},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


SAID = {"read-only": "read-only file system", "full": "full|no space left on device"}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="file systems are mounted as Linux does")
@pytest.mark.parametrize("how", MOUNTS)
def test_a_folder_that_takes_nothing_is_one_sentence(how: str, tmp_path: Path) -> None:
    """What only reads works there, what keeps a game says why not; ``--no-log`` and ``--no-keep`` still play."""
    folder, content = tmp_path / "mounted", tmp_path / "content"
    for path in (folder, content):
        path.mkdir()
    Log.create(content / "kept.sqlite", HEADER).close()
    players = ["--players", "Ann,Ben,Cleo"]
    there = {"COMPANION_DATA_FOLDER": str(folder / "data"), "TMPDIR": str(folder)}
    for words in (
        ["replay", "kept.sqlite"],
        ["referee", "face-off", *players, "--no-log"],
        ["rules", "list"],
    ):
        done = mounted(how, folder, content, *words, **there)
        assert done.returncode == 0, (words, done.stderr)
    for words in (
        ["referee", "face-off", *players],
        ["referee", "face-off", *players, "--log", "new.sqlite"],
        ["table", "--port", "0", "--no-open"],
        ["practise", "report"],
    ):
        done = mounted(how, folder, content, *words, **there)
        assert done.returncode == 4, (words, done.stderr)
        assert done.stderr.count("\n") == 1, done.stderr
        assert any(said in done.stderr for said in SAID[how].split("|")), done.stderr


# Data on a network share or a folder that syncs

HEADER = LogHeader("face-off", ("Ann", "Ben", "Cleo"), {}, 1)


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder as on another computer: SQLite's own way of locking there, which shares no memory."""
    plain = sqlite3.connect

    def connect(name: str, **options: Any) -> sqlite3.Connection:
        if name == ":memory:":
            return plain(name, **options)
        address = name if options.pop("uri", False) else f"file:{quote(name)}"
        joined = "&" if "?" in address else "?"
        return plain(f"{address}{joined}vfs=unix-dotfile", uri=True, **options)

    monkeypatch.setattr(sqlite3, "connect", connect)
    return tmp_path


def events(count: int) -> list[Any]:
    from companion.events import Command

    return [Command(onset=float(k), decided=float(k), source="keys", text="score") for k in range(count)]


@posix
def test_a_log_on_a_share_is_kept_without_shared_memory(share: Path) -> None:
    writer = LogWriter(Log.create(share / "a.sqlite", HEADER), places=[])
    writer.append(*events(20))
    writer.close()
    assert writer.trouble is None
    assert not list(share.glob("*-wal"))
    with closing(Log.open(share / "a.sqlite")) as log:
        assert log.count() == 20
    with closing(Log.open(share / "a.sqlite", append=True)) as log:
        log.append(*events(1))
        assert log.count() == 21


@posix
@pytest.mark.parametrize("has_journal", [False, True], ids=["closed", "killed"])
@pytest.mark.parametrize("append", [False, True], ids=["replay", "resume"])
def test_a_log_that_was_moved_to_a_share_is_read_and_gone_on_with(
    has_journal: bool, append: bool, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """It is in WAL mode, and a killed game has left a journal beside it."""
    home = tmp_path / "home"
    home.mkdir()
    log = Log.create(home / "a.sqlite", HEADER)
    log.append(*events(3))
    if has_journal:
        moved = shutil.copytree(home, tmp_path / "moved")
        log.close()
    else:
        log.close()
        moved = home
    request.getfixturevalue("share")
    with closing(Log.open(moved / "a.sqlite", append=append)) as again:
        assert again.count() == 3
        if append:
            again.append(*events(1))
            assert again.count() == 4


@pytest.mark.parametrize("said", ["disk I/O error", "locking protocol"])
def test_a_share_that_refuses_wal_gets_the_older_journal(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refusing(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement.endswith("journal_mode=WAL"):
                raise sqlite3.OperationalError(said)
            return super().execute(statement, *values)

    plain = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda name, **options: plain(name, factory=Refusing, **options))
    log = Log.create(tmp_path / "a.sqlite", HEADER)
    log.append(*events(2))
    log.close()
    monkeypatch.undo()
    with closing(Log.open(tmp_path / "a.sqlite")) as again:
        assert again.count() == 2


def test_a_share_that_goes_away_while_people_play_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every write fails (EIO): the whole game goes on in another place, and that is said."""
    elsewhere = tmp_path / "home"
    elsewhere.mkdir(mode=0o700)
    log = Log.create(tmp_path / "share" / "a.sqlite", HEADER)
    writer = LogWriter(log, places=[elsewhere])
    writer.append(*events(5))
    assert writer.drain(30)

    def broken(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(log, "write", broken)
    monkeypatch.setattr(log_database, "create", _only_in(elsewhere))
    writer.append(*events(2))
    assert writer.drain(30)
    with pytest.raises(StorageError, match="rescued"):
        writer.close()
    assert Path(writer.name).parent == elsewhere
    with closing(Log.open(Path(writer.name))) as kept:
        assert kept.count() == 7


def _only_in(folder: Path) -> Any:
    plain = log_database.create

    def create(path: Path, fill: Any) -> sqlite3.Connection:
        if path.parent != folder:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return plain(path, fill)

    return create


def test_a_copy_that_a_syncing_folder_makes_is_not_taken_for_the_game(tmp_path: Path) -> None:
    """Such folders put a second file beside the first when two computers wrote it."""
    from companion.referee.rescue_copies import newest

    path = tmp_path / "2026-11-28-200000-face-off.sqlite"
    log = Log.create(path, HEADER)
    log.append(*events(1))
    log.close()
    copy = path.with_name("2026-11-28-200000-face-off (Ann's conflicted copy 2026-11-28).sqlite")
    shutil.copy(path, copy)
    with closing(Log.open(copy, append=True)) as other:
        other.append(*events(4))
    assert newest(path, [tmp_path]) == path
    assert new_log(tmp_path, "face-off") not in (path, copy)
