"""An ordinary user with missing rights: one sentence and the right exit code, no traceback, and nothing ruled is lost.

Run as root, which starts companion as a user of whom the machine knows nothing.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.users import ANN, BEN, as_user, grounds

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "logs" / "keep-smiling.sqlite"
TYPED = "score\nundo\nscore\n"
COMMANDS: dict[str, list[str]] = {
    "referee": ["referee", "keep-smiling", "--players", "Ann,Ben", "--seed", "5"],
    "resume": ["referee", "--resume", "LOG"],
    "table": ["table", "--port", "0", "--no-open"],
    "practise": ["practise", "report"],
    "profiles": ["profiles", "list"],
    "delete": ["profiles", "delete", "Zoe"],
    "watch": ["watch", "--camera", "/no-such-clip.mp4"],
    "replay": ["replay", "LOG"],
    "doctor": ["doctor"],
}


class User:
    """Ann, what she lacks, and a log of hers."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder, folder / str(ANN)
        self.data, self.log = self.home / "data", self.home / "logs" / "a-keep-smiling.sqlite"
        for path in (self.data, self.log.parent):
            path.mkdir(mode=0o700)
            os.chown(path, ANN, ANN)
        shutil.copy(GOLDEN, self.log)
        os.chown(self.log, ANN, ANN)
        self.log.chmod(0o600)
        self.env = {"COMPANION_DATA_FOLDER": str(self.data)}

    def without(self, **env: str) -> None:
        """No data folder is named; "" takes a variable away."""
        self.env = env

    def closes_home(self, mode: int) -> None:
        self.without()
        self.home.chmod(mode)


LACKS: dict[str, Callable[[User], None]] = {
    "home to be read only": lambda user: user.closes_home(0o500),
    "home that is closed": lambda user: user.closes_home(0),
    "home that is missing": lambda user: user.without(HOME="/no/such/home"),
    "no home": lambda user: user.without(HOME=""),
    "XDG folders that are missing": lambda user: user.without(XDG_DATA_HOME="/proc/none", XDG_CACHE_HOME="/proc/none"),
    "data to be read only": lambda user: user.data.chmod(0o500),
    "data that is closed": lambda user: user.data.chmod(0),
    "log that is closed": lambda user: user.log.chmod(0),
    "log to be read only": lambda user: user.log.chmod(0o400),
    "log's folder to be read only": lambda user: user.log.parent.chmod(0o500),
    "log's folder that is closed": lambda user: user.log.parent.chmod(0),
    "no temporary folder": lambda user: (user.folder / "tmp").chmod(0o555),
}
NO_DATA = {lack for lack in LACKS if lack.startswith(("home", "no home", "XDG", "data"))}
NO_LOG = {"log that is closed", "log's folder that is closed", "home that is closed"}
ENDLESS = set(LACKS) - NO_DATA
"""Where the table serves."""


def wanted(command: str, lack: str) -> set[int]:
    """Return the exit codes that are right."""
    if command in ("referee", "table", "practise"):
        return {2 if lack == "no home" else 4} if lack in NO_DATA else {0, 2}
    if command == "resume":
        return {4} if lack in NO_LOG | {"log's folder to be read only"} else {0, 2, 4}
    if command == "replay":
        return {4} if lack in NO_LOG else {0}
    if command == "profiles":
        return {0, 4} if lack != "no home" else {2}
    if command == "doctor":
        return {1} if lack in NO_DATA - {"no home"} else {0, 1}
    return {2, 4}


@pytest.fixture
def user() -> Iterator[User]:
    with grounds() as folder:
        yield User(folder)


@pytest.mark.parametrize("lack", LACKS)
def test_what_a_user_may_not_do_is_one_sentence(lack: str, user: User) -> None:
    LACKS[lack](user)
    wrong = []
    for command, typed in COMMANDS.items():
        if command == "table" and lack in ENDLESS:
            continue
        args = [str(user.log) if word == "LOG" else word for word in typed]
        done = as_user(ANN, user.folder, "-m", "companion", *args, stdin=TYPED, **user.env)
        said = [line for line in done.stderr.splitlines() if line.strip()]
        fine = done.returncode in wanted(command, lack) and "Traceback" not in done.stderr
        if command != "doctor" and done.returncode:
            fine = fine and len(said) == 1 and said[0].startswith("companion: ")
        if not fine:
            wrong.append(f"{command}: exit code {done.returncode}, {done.stderr[-600:]}")
    assert not wrong, "\n".join(wrong)


def test_a_log_that_becomes_read_only_loses_nothing_that_was_ruled(user: User) -> None:
    """All that is said is in the newest log of the game, which nobody else may read."""
    user.log.chmod(0o400)
    args = ["-m", "companion", "referee", "--resume", str(user.log), "--json"]
    done = as_user(ANN, user.folder, *args, stdin="score\nscore\n", **user.env)
    assert "Traceback" not in done.stderr
    assert done.returncode == 4
    assert "the whole game is kept in" in done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    numbers = {event["number"] for event in told if event.get("type") == "ruling" and event.get("number")}
    copy = next(user.log.parent.glob("*-rescued.sqlite"))
    assert copy.stat().st_uid == ANN
    assert copy.stat().st_mode & 0o777 == 0o600
    again = as_user(ANN, user.folder, "-m", "companion", "replay", "--json", str(copy), **user.env)
    assert again.returncode == 0
    kept = {e.get("number") for e in map(json.loads, again.stdout.splitlines()) if e["type"] == "ruling"}
    assert numbers
    assert numbers <= kept
    other = as_user(BEN, user.folder, "-m", "companion", "replay", str(copy))
    assert other.returncode == 4
