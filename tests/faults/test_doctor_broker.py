"""What the doctor says of a broker that was named: a real Mosquitto, let in or not, with TLS and without."""

from __future__ import annotations

import json
import socket
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from companion import doctor
from companion.cli import app, build
from companion.club.table.broker import Broker, check, check_connection
from companion.club.table.broker import broker as parsed
from companion.words import say
from tests.needs import needs
from tests.servers import broker, certificates, free_port

pytestmark = needs("mosquitto")
build()


@pytest.fixture(autouse=True)
def no_other_check(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "CHECKS", (("MQTT", doctor.mqtt),))
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "data"))
    monkeypatch.delenv("COMPANION_MQTT_PASSWORD", raising=False)


def told(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["doctor", *words])
    return result.exit_code, result.output


def test_without_an_address_no_broker_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a connection"))
    assert told("--lang", "en") == (
        0,
        "ok       MQTT: paho-mqtt is there; nothing is sent to a broker without --mqtt\nReady to referee.\n",
    )


@pytest.mark.parametrize(("lang", "words"), [("en", "lets us in, without TLS"), ("de", "lässt uns hinein, ohne TLS")])
def test_a_broker_that_lets_us_in(tmp_path: Path, lang: str, words: str) -> None:
    with broker(tmp_path / "b") as mosquitto:
        code, said = told("--lang", lang, "--mqtt", f"localhost:{mosquitto.port}")
    assert code == 0
    assert f"MQTT: localhost:{mosquitto.port} {words}" in said


@pytest.mark.parametrize(
    ("lang", "why", "mend"),
    [
        ("en", "cannot be reached: nobody answers there", "check that it runs, its name and its port"),
        ("de", "ist nicht zu erreichen: dort antwortet niemand", "prüf, ob er läuft, seinen Namen und seinen Port"),
    ],
)
def test_a_broker_that_is_not_there_is_missing(lang: str, why: str, mend: str) -> None:
    where = f"localhost:{free_port()}"
    code, said = told("--lang", lang, "--mqtt", where)
    assert code == 1
    assert f"{where} {why}\n         -> {mend}\n" in said
    row = json.loads(told("--json", "--mqtt", where)[1])["checks"][-1]
    assert (row["name"], row["state"], row["code"]) == ("MQTT", "missing", "doctor.no-broker")


def test_a_password_is_tried_and_never_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    users = folder / "users"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(users), "ann", "right"], check=True, capture_output=True)
    with broker(folder, f"password_file {users}", anonymous=False) as mosquitto:
        asked = ("--lang", "en", "--mqtt", f"ann@localhost:{mosquitto.port}")
        monkeypatch.setenv("COMPANION_MQTT_PASSWORD", "hunter2")
        code, said = told(*asked)
        assert code == 1
        assert "it refuses the user or password\n         -> check the user before the @" in said
        assert "hunter2" not in said
        monkeypatch.setenv("COMPANION_MQTT_PASSWORD", "right")
        assert told(*asked)[0] == 0


@pytest.mark.parametrize(
    ("days", "known", "state", "words"),
    [
        (10, True, "ok", "lets us in, by TLS"),
        (-1, True, "missing", "its certificate has expired"),
        (10, False, "missing", "its certificate is not trusted"),
    ],
)
def test_tls_is_held_to_its_certificate(tmp_path: Path, days: float, known: bool, state: str, words: str) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    ca, certificate, key = certificates(folder, days)
    with broker(folder, f"cafile {ca}\ncertfile {certificate}\nkeyfile {key}") as mosquitto:
        found = check(parsed(f"mqtts://localhost:{mosquitto.port}", ca=ca if known else None))
    assert found.state == state
    assert words in say(found.detail)
    assert ("--mqtt-ca" in doctor.line_of(found)) is (state == "missing")


def test_who_answers_nothing_is_silent_and_a_broken_line_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert check_connection(Broker("127.0.0.1", port, "x"), 0.2).code == "club.why.silent"  # type: ignore[union-attr]
        server.accept()[0].close()

        def hang_up() -> None:
            line = server.accept()[0]
            line.recv(64)
            line.close()

        threading.Thread(target=hang_up, daemon=True).start()
        assert check_connection(Broker("127.0.0.1", port, "x"), 20).code == "club.why.broken"  # type: ignore[union-attr]


def test_a_password_on_a_bare_line_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.club.table.broker.check_connection", lambda _: None)
    found = check(Broker("192.0.2.1", 1883, "x", "ann", "secret"))
    assert (found.state, found.detail.code) == ("note", "doctor.broker")
    assert "192.0.2.1" in doctor.line_of(found)
    assert "without TLS" in doctor.line_of(found)


def test_without_the_library_both_say_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "paho.mqtt.client", None)
    (found,) = doctor.mqtt()
    assert (found.state, found.detail.code) == ("note", "doctor.no-mqtt")
    assert "tabletop-companion[mqtt]" in doctor.line_of(found)
    result: Any = CliRunner().invoke(app, ["doctor", "--mqtt", "localhost"])
    assert result.exception.fact.code == "club.no-library"


def test_what_counts_only_with_an_address_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["doctor", "--lang", "en", "--mqtt-ca", str(tmp_path / "ca.pem")])
    assert "has no effect without --mqtt: --mqtt-ca" in result.output + (result.stderr or "")
