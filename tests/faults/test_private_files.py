"""All that is written is this user's alone, under the loosest umask too: 0600 in 0700 folders."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion import private
from companion.errors import BadInput, StorageError
from companion.people.attempt import Attempt, Throw
from companion.people.store import People
from companion.practice.store import PracticeStore
from companion.senses.dice import tray
from companion.senses.faces.settings import FaceProfile
from companion.sources import open_source
from companion.sources.audio_files import open_audio
from companion.web.kit.certificate import make
from companion.web.kit.door import Door
from tests.faults.table_server import Table
from tests.faults.test_table_refusals import jpeg

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX systems")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def loose() -> Iterator[None]:
    """Yield a umask that leaves everything open."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """Files and folders below (and) ``folder`` that others may read, write or enter."""
    found = []
    for path in (folder, *folder.rglob("*")):
        with suppress(FileNotFoundError):  # a journal goes when its log is closed
            mode = path.lstat().st_mode
            if mode & 0o077:
                found.append(f"{path.relative_to(folder)} {stat.filemode(mode)}")
    return found


@pytest.mark.usefixtures("loose")
def test_what_the_table_writes(tmp_path: Path) -> None:
    """Log, its journal, photographs, what is on the table, who is in, the certificate."""
    place = tmp_path / "a" / "games"
    table = Table(private.folder(place))
    hub: Any = table.hub
    hub.door.keep = tmp_path / "a" / "table" / "joined.json"
    table.start("face-cards")
    phone = table.phone()
    answer = httpx.post(f"{table.base}/api/card?number=1", headers=phone, content=jpeg(64, 64))
    assert answer.status_code == 200
    make(tmp_path / "a" / "tls")
    written = {p.suffix or p.name for p in (tmp_path / "a").rglob("*") if p.is_file()}
    assert {".sqlite", ".jpg", ".txt", ".json", ".key", ".crt"} <= written
    assert open_to_others(tmp_path / "a") == []
    table.call(hub.leave)
    assert open_to_others(tmp_path / "a") == []
    table.loop.call_soon_threadsafe(table.task.cancel)


@pytest.mark.usefixtures("loose")
def test_what_is_kept_of_people_and_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "b"
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(home))
    People().keep_face(FaceProfile("Ann", {"eye": 0.3, "width": 1.0}))
    with PracticeStore() as store:
        store.add_throw("Ann", Throw((1, 2), (1, 2), False, datetime.now(timezone.utc)))
        assert open_to_others(home) == []  # its journal too, while it is open
    from companion.senses.dice.tray import TraySetup

    tray.save(TraySetup(), tray.default_path())
    assert {"dice.json", "practice.sqlite3"} <= {p.name for p in home.rglob("*")}
    assert open_to_others(home) == []


@pytest.mark.usefixtures("loose")
def test_an_older_version_left_them_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are closed when they are used again; a folder that the user chose stays as the user made it."""
    home = tmp_path / "mine"
    for part in (home / "games", home / "profiles"):
        part.mkdir(parents=True)
    (home / "practice.sqlite3").touch()
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(home))
    from companion.config import settings, writable

    writable(settings().games)
    People().keep_face(FaceProfile("Ann", {"eye": 0.3, "width": 1.0}))
    PracticeStore().close()
    assert [line.split()[0] for line in open_to_others(home)] == ["."]


@pytest.mark.parametrize(
    "command",
    [
        ["profiles", "export", "Ann", "ann.json"],
        ["play", "keep-smiling", "--save", "kept.game", "--bots", "2", "--seed", "1"],
        ["referee", "face-off", "--players", "Ann,Ben,Cleo", "--log", "one.sqlite"],
        ["practise", "report", "--player", "Ann", "--html", "report.html"],
    ],
)
def test_what_commands_write(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under umask 000, in a folder that everybody may read."""
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "data"))
    env = dict(os.environ, PYTHONPATH=str(ROOT))
    (tmp_path / "out").mkdir()
    code = "import os; os.umask(0); from companion.cli import main; main()"
    People().keep_face(FaceProfile("Ann", {"eye": 0.3, "width": 1.0}))
    with PracticeStore() as store:
        now = datetime.now(timezone.utc)
        store.add("Ann", Attempt(drill="signals", asked="grin", made="grin", hit=True, at=now))
    done = subprocess.run(
        [sys.executable, "-c", code, *command], env=env, cwd=tmp_path / "out", input="", capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "out").iterdir()), done.stderr
    assert [p for p in open_to_others(tmp_path / "out") if not p.startswith(". ")] == []
    assert open_to_others(tmp_path / "data") == []


def test_a_link_in_the_place_of_a_part_is_not_followed(tmp_path: Path) -> None:
    """Somebody who may write into the folder cannot make companion write elsewhere."""
    target = tmp_path / "target"
    target.write_text("precious", "utf-8")
    (tmp_path / f".a.json.{os.getpid()}.part").symlink_to(target)
    private.write(tmp_path / "a.json", b"new")
    assert target.read_text("utf-8") == "precious"
    assert (tmp_path / "a.json").read_bytes() == b"new"


# What used to be a traceback at the start


@pytest.mark.parametrize("spec", ["~nobody-of-this-name/a.mp4", "~nobody-of-this-name"])
def test_a_home_that_is_not_there(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for opening in (open_source, open_audio):
        with pytest.raises(BadInput, match="no home folder"):
            opening(spec if opening is open_source else f"{spec}.wav")  # type: ignore[operator]
    from companion.config import settings

    monkeypatch.setenv("COMPANION_DATA_FOLDER", spec)
    with pytest.raises(BadInput, match="COMPANION_DATA_FOLDER"):
        settings()


WHOLE = '{"version": 1, "region": [0, 0, 1, 1], "edge": %s, "sets": [%s], "thumb": [%s]}'


@pytest.mark.parametrize(
    "text",
    [
        WHOLE % ("Infinity", "", ""),
        WHOLE % ("null", "", "[Infinity]"),
        WHOLE % ("null", "", "[1e999]"),
        WHOLE % ("null", '{"name": "a", "lab": [NaN, 1, 1]}', ""),
        WHOLE % ("NaN", "", ""),
        WHOLE % ("null", "", "[256]"),
        WHOLE % ("null", "", "[true]"),
        "[" * 100_000,
        '"x"',
        "[]",
        '{"version": Infinity}',
        "1" * 5000,
        "x" * (2 << 20),
    ],
)
def test_a_dice_calibration_with_what_is_no_number(text: str, tmp_path: Path) -> None:
    path = tmp_path / "dice.json"
    path.write_text(text, "utf-8")
    with pytest.raises(StorageError, match="calibrate dice"):
        tray.load(path)


def test_a_door_that_cannot_write_still_opens(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    door = Door(keep=tmp_path / "file" / "joined.json")
    assert door.enter(door.invite("Ann"))[1].player == "Ann"
