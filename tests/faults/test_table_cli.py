"""``table`` as it is typed: one sentence and the right exit code for wrong words, defaults, when a browser opens."""

from __future__ import annotations

import http.server
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.referee.desk_registry import defaults, signal_set
from companion.referee.log import Log
from companion.terminal import browser
from companion.terminal.command_line import language_of
from companion.terminal.running_table import find_running_table
from companion.web.kit import peer_owner
from tests import starter


def run(*args: str, folder: Path, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    """Run companion in a process of its own, where it ends by itself."""
    env = {**os.environ, "COMPANION_DATA_FOLDER": str(folder), "LANG": "C", "LC_ALL": ""}
    return starter.run(*args, typed=None, env=env, seconds=seconds)


@pytest.mark.parametrize(
    ("typed", "code", "wanted"),
    [
        (["--game", "nope"], 2, "no game 'nope'"),
        (["--camera", "nope.mp4"], 2, "nope.mp4"),
        (["--mic", "nope.wav"], 2, "nope.wav"),
        (["--port", "99999"], 2, "99999 is no port"),
        (["--port", "-1"], 2, "-1 is no port"),
        (["--camera", "0", "--camera", "1"], 2, "give --camera once"),
        (["--game", "face-off", "--players", "Ann"], 2, "3 to 9 players"),
        (["--game", "face-off", "--set", "E"], 2, "A, B, C"),
        (["--game", "nope", "--lang", "de"], 2, "Ein Spiel 'nope' gibt es nicht"),
    ],
)
def test_one_sentence_and_the_exit_code(typed: list[str], code: int, wanted: str, tmp_path: Path) -> None:
    done = run("table", *typed, folder=tmp_path)
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("companion: ")
    assert wanted in lines[0]
    assert done.returncode == code
    assert done.stdout == ""


class Served:
    """``table`` while it serves."""

    def __init__(self, folder: Path, *args: str) -> None:
        env = {**os.environ, "COMPANION_DATA_FOLDER": str(folder), "LANG": "C", "LC_ALL": "", "PYTHONUNBUFFERED": "1"}
        call = [sys.executable, "-m", "companion", "table", "--port", "0", *args]
        self.folder = folder
        self.run = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        assert self.run.stdout is not None
        self.line = self.run.stdout.readline()

    def end(self) -> str:
        """Return what was said on stderr."""
        self.run.send_signal(signal.SIGINT)
        return self.run.communicate(timeout=30)[1]

    def options(self) -> dict[str, object]:
        """Those of the game that was started."""
        end = time.monotonic() + 30
        while not (found := sorted((self.folder / "games").glob("*.sqlite"))):
            assert time.monotonic() < end
            time.sleep(0.05)
        log = Log.open(found[-1])
        log.close()
        return log.header.to_export()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[list[Served]]:
    running: list[Served] = []
    yield running
    for one in running:
        one.run.kill()
        one.run.communicate(timeout=30)


def test_one_line_to_click_and_what_counts_for_nothing(served: list[Served], tmp_path: Path) -> None:
    served.append(Served(tmp_path, "--players", "Ann,Ben", "--advanced"))
    assert "http://127.0.0.1:" in served[0].line
    assert served[0].line.count("http") == 1
    said = served[0].end().splitlines()
    assert said == ["companion: this counts for nothing without --game: --players, --advanced"]


def test_a_game_starts_with_real_cards_no_bots_and_set_a(served: list[Served], tmp_path: Path) -> None:
    served.append(Served(tmp_path, "--game", "face-off"))
    head = served[0].options()
    assert head["bots"] == ()
    assert head["options"]["cards"] == "physical"  # type: ignore[index]
    assert head["options"]["signal_set"] == "A"  # type: ignore[index]
    assert served[0].end() == ""


def test_it_takes_what_referee_takes(served: list[Served], tmp_path: Path) -> None:
    typed = ["--players", "Ann,Ben,Cleo*", "--suits", "Rubin,jade,pearl", "--dealer", "Ben", "--target", "300"]
    served.append(Served(tmp_path, "--game", "face-off", *typed, "--set", "c", "--advanced", "--lanes", "5"))
    head = served[0].options()
    options = head["options"]
    assert isinstance(options, dict)
    assert head["bots"] == ("Cleo",)
    assert options["cards"] == "digital"  # with a bot
    assert (options["suits"], options["dealer"], options["target"]) == (["ruby", "pearl", "jade"], 1, 300)
    assert (options["signal_set"], options["advanced"]) == ("C", True)
    assert served[0].end() == "companion: this counts for nothing in Face Off!: --lanes\n"


def test_the_face_set_is_for_a_camera_alone() -> None:
    senses = [(camera, mic) for camera in (False, True) for mic in (False, True)]
    assert [signal_set(camera, mic) for camera, mic in senses] == ["A", "A", "B", "A"]
    assert defaults("keep-smiling", camera=True, microphone=False) == {"pieces": "physical"}
    assert defaults("ftw", camera=True, microphone=True) == {"cards": "physical"}
    assert defaults("face-cards", camera=False, microphone=False, real=False) == {}


def test_a_browser_opens_where_somebody_sits_at_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    class Named:
        name = "firefox"

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("webbrowser.get", Named)
    screen = {"DISPLAY": ":0"}
    assert browser.should_open(None, screen)
    assert not browser.should_open(None, {**screen, "CI": "1"})
    assert not browser.should_open(None, {**screen, "SSH_CONNECTION": "x"})
    assert not browser.should_open(False, screen)
    assert browser.should_open(True, {})
    if sys.platform.startswith("linux"):
        assert not browser.should_open(None, {})
    Named.name = "w3m"
    assert not browser.should_open(None, screen)


def test_the_browser_gets_no_token_that_others_can_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(browser, "_open", opened.append)
    address = "http://127.0.0.1:8765/#a-secret-token"
    monkeypatch.setattr(peer_owner, "available", lambda: True)
    browser.show(address, tmp_path)
    monkeypatch.setattr(peer_owner, "available", lambda: False)
    browser.show(address, tmp_path)
    end = time.monotonic() + 5
    while len(opened) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    assert opened[0] == "http://127.0.0.1:8765/"
    assert "secret" not in opened[1]
    page = tmp_path / "open.html"
    assert opened[1] == page.as_uri()
    assert address in page.read_text("utf-8")
    if os.name == "posix":
        assert page.stat().st_mode & 0o077 == 0


def test_the_language_is_the_machines_unless_it_is_said() -> None:
    assert language_of(None, {"LANG": "de_AT.UTF-8"}) == "de"
    assert language_of(None, {"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}) == "en"
    assert language_of(None, {}) == "en"
    assert (language_of("de", {}), language_of("en", {"LANG": "de_DE"})) == ("de", "en")


def port_of(one: Served) -> str:
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", one.line)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("more", [[], ["--game", "face-off", "--players", "Ann,Ben,Cleo"]])
def test_a_second_start_leads_to_the_table_that_is_on(more: list[str], served: list[Served], tmp_path: Path) -> None:
    served.append(Served(tmp_path))
    port = port_of(served[0])
    browsing = tmp_path / "browser"
    browsing.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/opened"\n')
    browsing.chmod(0o755)
    env = {**os.environ, "COMPANION_DATA_FOLDER": str(tmp_path), "LANG": "C", "LC_ALL": "", "BROWSER": f"{browsing} %s"}
    done = starter.run("table", "--port", port, "--browser", *more, typed=None, env=env, seconds=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"http://127.0.0.1:{port}/" in done.stdout
    assert len(done.stdout.splitlines()) == 1
    assert (tmp_path / "opened").read_text() == f"http://127.0.0.1:{port}/\n"
    assert not list(tmp_path.glob("games/*.sqlite"))  # nothing began
    quiet = run("table", "--port", port, "--no-browser", folder=tmp_path)
    assert quiet.returncode == 0
    assert len((tmp_path / "opened").read_text().splitlines()) == 1
    assert served[0].end() == ""  # the first has served all the while


class Other(http.server.BaseHTTPRequestHandler):
    """Some other program's page, which says yes to everything."""

    body = b"{}"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("body", [b"{}", b"[1]", b"<html>", b"[" * 10000])
def test_a_port_that_another_program_has_is_taken(body: bytes, tmp_path: Path) -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), type("Page", (Other,), {"body": body})) as page:
        threading.Thread(target=page.serve_forever, daemon=True).start()
        done = run("table", "--port", str(page.server_port), folder=tmp_path)
        page.shutdown()
    assert f"port {page.server_port} is taken" in done.stderr
    assert done.returncode not in (0, 1)
    assert done.stdout == ""


def test_another_users_table_is_not_ours_to_open(served: list[Served], tmp_path: Path, monkeypatch: Any) -> None:
    served.append(Served(tmp_path))
    port = int(port_of(served[0]))
    assert find_running_table(port) == f"http://127.0.0.1:{port}/"
    assert find_running_table(0) is None
    monkeypatch.setattr(peer_owner, "owner", lambda client, server: os.geteuid() + 1)
    assert find_running_table(port) is None


def test_the_private_file_leads_to_the_table_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody tells whose a connection is, the plain address alone would not let its owner in."""
    opened: list[str] = []
    monkeypatch.setattr(browser, "_open", opened.append)
    monkeypatch.setattr(peer_owner, "available", lambda: False)
    address = "http://127.0.0.1:8765/"
    browser.open_again(address, tmp_path)
    page = tmp_path / "open.html"
    page.write_text(f"{address}#token")
    browser.open_again(address, tmp_path)
    browser.open_again("http://127.0.0.1:9000/", tmp_path)
    assert opened == [address, page.as_uri(), "http://127.0.0.1:9000/"]
