"""--mqtt as it is typed: one sentence for what cannot be, games that are told, and nothing without it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import starter
from tests.listener import listening, until
from tests.needs import needs
from tests.servers import broker, free_port


def run(*args: str, folder: Path, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COMPANION_DATA_FOLDER": str(folder), "LANG": "C", "LC_ALL": "", **env}
    return starter.run(*args, typed=typed, env=environment)


REFEREE = ("referee", "keep-smiling", "--players", "Ann,Ben")


@pytest.mark.parametrize("command", [("table", "--no-open"), REFEREE], ids=["table", "referee"])
@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (["--mqtt", "http://x"], "names no MQTT broker"),
        (["--mqtt", "mqtt://user:pass-secret@x"], "does not belong in a command"),
        (["--mqtt", "x", "--mqtt-commands", "undo"], "cannot be allowed"),
        (["--mqtt", "x", "--mqtt-ca", "none.pem"], "as certificate or key"),
        (["--mqtt", "ann@x", "--mqtt-password-file", "none"], "holds no password"),
        (["--mqtt", "x", "--table-name", "x" * 41], "name for a table"),
    ],
)
def test_what_cannot_be(tmp_path: Path, command: tuple[str, ...], typed: list[str], wanted: str) -> None:
    done = run(*command, *typed, folder=tmp_path)
    assert done.returncode == 2
    assert wanted in " ".join(done.stderr.split())
    assert "secret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_what_counts_for_nothing_is_said(tmp_path: Path) -> None:
    done = run(*REFEREE, "--table-name", "x", folder=tmp_path, typed="score\n")
    assert "without --mqtt: --table-name" in done.stderr


def test_without_it_not_even_the_library_is_loaded(tmp_path: Path) -> None:
    code = "import sys; from companion.cli import main; sys.argv = ['companion', *sys.argv[1:]]\n"
    code += "try: main()\nexcept SystemExit: pass\nprint('paho' in sys.modules, 'companion.club' in sys.modules)"
    env = {**os.environ, "COMPANION_DATA_FOLDER": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code, *REFEREE], capture_output=True, text=True, timeout=120, env=env, input="score\n"
    )
    assert done.stdout.rstrip().endswith("False False")
    assert not (tmp_path / "club").exists()


@needs("mosquitto")
@pytest.mark.parametrize("kept", [True, False], ids=["log", "no-log"])
def test_a_refereed_game_is_told(tmp_path: Path, kept: bool) -> None:
    with broker(tmp_path / "b") as mosquitto, listening(mosquitto.port) as listener:
        more = [] if kept else ["--no-log"]
        typed = "Ann: place S G N S G\nBen: place S G N S G\n3 5 6\nscore\n"
        asked = [*REFEREE, "--pieces", "digital", "--mqtt", f"localhost:{mosquitto.port}", "--table-name", "Tisch 4"]
        done = run(*asked, *more, folder=tmp_path / "data", typed=typed)
        assert "Tisch 4" in done.stderr
        assert "never pictures" in done.stderr
        until(lambda: any(s["online"] is False for s in listener.of("status")))
        codes = [m["code"] for m in listener.once("ruling")]
        assert {"place", "turn", "action", "score"} <= set(codes)
        assert all(g.topic.startswith(("companion/tisch-4/", "homeassistant/")) for g in listener.got)
        assert b"S G N" not in b"".join(g.payload for g in listener.got)  # what was placed unseen
        rolls = [g.data for g in listener.got if g.topic == "companion/tisch-4/home/roll"]
        assert [sorted(r["dice"]) for r in rolls] == [[3, 5, 6]]
        seqs = [m["seq"] for m in listener.counted()]
        assert seqs == list(range(1, len(seqs) + 1))
        assert (tmp_path / "data" / "club" / "table-1.json").stat().st_mode & 0o077 == 0


@needs("mosquitto")
def test_a_game_goes_on_and_so_do_its_numbers(tmp_path: Path) -> None:
    port = free_port()
    asked = ["--mqtt", f"localhost:{port}"]
    log = tmp_path / "g.sqlite"
    first = run(*REFEREE, "--log", str(log), *asked, folder=tmp_path / "data", typed="Ann: place S G N S G\nscore\n")
    assert "localhost" in first.stderr
    assert "messages could not be sent yet" in first.stderr
    with broker(tmp_path / "b") as other, listening(other.port) as listener:
        asked = ["--mqtt", f"localhost:{other.port}", "--table-name", "one"]
        run("referee", "--resume", str(log), *asked, folder=tmp_path / "data", typed="score\n")
        until(lambda: any(s["online"] is False for s in listener.of("status")))
        seqs = [m["seq"] for m in listener.counted()]
        assert seqs == list(range(1, len(seqs) + 1))
        assert len({m["game"] for m in listener.counted()}) == 1
        assert [m["code"] for m in listener.once("ruling")].count("score") >= 2


@needs("mosquitto")
def test_a_served_table_is_told_of_and_says_good_bye(tmp_path: Path) -> None:
    with broker(tmp_path / "b") as mosquitto, listening(mosquitto.port) as listener:
        env: dict[str, Any] = {**os.environ, "COMPANION_DATA_FOLDER": str(tmp_path / "data"), "LANG": "C"}
        asked = ["table", "--no-open", "--port", "0", "--game", "ftw", "--players", "Ann*,Ben*,Cleo*", "--pace", "0"]
        call = [sys.executable, "-m", "companion", *asked, "--mqtt", f"mqtt://localhost:{mosquitto.port}"]
        table = subprocess.Popen(call, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            until(lambda: listener.of("result"), 90)
        finally:
            table.send_signal(signal.SIGINT)
            _, said = table.communicate(timeout=30)
        assert table.returncode == 0, said
        assert listener.of("status")[-1]["online"] is False
        assert listener.of("result")[0]["winners"]
