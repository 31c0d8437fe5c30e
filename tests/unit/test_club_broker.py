"""--mqtt and what belongs to it: addresses, passwords, certificates, what may be asked; each mistake one sentence."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path
from typing import Any

import pytest

from companion.club.facts import Order
from companion.club.table.broker import PASSWORD, broker, refusal_fact, why
from companion.club.table.table_talk import EVERY, ORDERS, TableTalk
from companion.errors import BadInput
from companion.words import languages, say


@pytest.mark.parametrize(
    ("address", "host", "port", "user", "secure"),
    [
        ("broker", "broker", 1883, None, False),
        ("broker:1999", "broker", 1999, None, False),
        ("mqtt://broker", "broker", 1883, None, False),
        ("mqtts://broker", "broker", 8883, None, True),
        ("mqtts://ann@broker:99/", "broker", 99, "ann", True),
        ("ann%40club@192.168.1.5", "192.168.1.5", 1883, "ann@club", False),
        ("[::1]:1884", "::1", 1884, None, False),
        ("  broker  ", "broker", 1883, None, False),
    ],
)
def test_addresses(address: str, host: str, port: int, user: str | None, secure: bool) -> None:
    found = broker(address, name="Table 1")
    assert (found.host, found.port, found.user, found.context is not None) == (host, port, user, secure)


@pytest.mark.parametrize(
    "address",
    ["", "http://x", "x:99999", "x:0", "x:y", "mqtt://", "x/y", "x?y", "a b", "mqtt://x#y", "wss://x", "x+y", "[::1"],
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(BadInput, match="names no MQTT broker"):
        broker(address)


def test_a_password_is_no_part_of_a_command() -> None:
    with pytest.raises(BadInput, match="COMPANION_MQTT_PASSWORD") as found:
        broker("mqtt://user:pass-hunter2@broker")
    assert "hunter2" not in str(found.value)
    with pytest.raises(BadInput) as found:
        broker("ann:hunter2@bro ker")
    assert "hunter2" not in str(found.value)


def test_a_password_comes_from_the_environment_or_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD, "from the environment")
    assert broker("ann@b").password == "from the environment"
    path = tmp_path / "password"
    path.write_text("from a file\n")
    assert broker("ann@b", password_file=path).password == "from a file"
    assert "from a file" not in repr(broker("ann@b", password_file=path))
    with pytest.raises(BadInput, match="without a user"):
        broker("b")


@pytest.mark.parametrize("body", [b"", b"\n", b"a\nb", b"\xff", b"x" * 5000])
def test_a_file_that_holds_no_password(tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "password"
    path.write_bytes(body)
    with pytest.raises(BadInput, match="holds no password"):
        broker("ann@b", password_file=path)
    with pytest.raises(BadInput, match="no such file"):
        broker("ann@b", password_file=tmp_path / "none")


def test_certificates_that_are_none(tmp_path: Path) -> None:
    none, odd = tmp_path / "none.pem", tmp_path / "odd.pem"
    odd.write_text("no certificate")
    for options in ({"ca": none}, {"ca": odd}, {"certificate": none}, {"certificate": odd}):
        with pytest.raises(BadInput, match="as certificate or key"):
            broker("b", **options)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="--mqtt-cert"):
        broker("b", key=odd)


def test_the_name_of_a_table() -> None:
    assert broker("b", name=" Tisch  4 ").slug == "tisch-4"
    assert broker("b").name
    assert broker("b", name="a\x1bb").name == "a b"
    with pytest.raises(BadInput, match="name for a table"):
        broker("b", name="x" * 41)


def test_only_three_things_can_be_allowed_and_none_is() -> None:
    assert broker("b").commands == frozenset()
    assert broker("b", commands="pause, resume,announce").commands == {"pause", "resume", "announce"}
    for words in ("undo", "pause,overrule", "all", "*"):
        with pytest.raises(BadInput, match="cannot be allowed"):
            broker("b", commands=words)


def test_a_password_without_tls_is_said() -> None:
    def bare(address: str, **more: Any) -> bool:
        from dataclasses import replace

        return replace(broker(address, **more), password="x").bare

    assert bare("ann@192.168.1.5")
    assert not bare("mqtts://ann@192.168.1.5")
    assert not bare("ann@localhost")


def verification(code: int, message: str = "self signed") -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "failed")
    error.verify_code, error.verify_message = code, message
    return error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (verification(10), "expired"),
        (verification(62), "other-name"),
        (verification(18), "untrusted"),
        (ssl.SSLError(1, "wrong version number"), "tls"),
        (socket.gaierror(1, "x"), "no-host"),
        (ConnectionRefusedError(), "nobody"),
        (TimeoutError(), "silent"),
        (OSError(113, "No route"), "other"),
        (ValueError("odd"), "other"),
    ],
)
def test_each_trouble_has_words(error: Exception, code: str) -> None:
    found = why(error)
    assert found.code == f"club.why.{code}"
    for language in languages():
        assert "club." not in say(found, language)


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("Not authorized", "password"),
        ("Bad user name or password", "password"),
        ("Banned", "password"),
        ("Client identifier not valid", "identifier"),
        ("Unsupported protocol version", "protocol"),
        ("Busy", "other"),
    ],
)
def test_each_refusal_has_words(reason: str, code: str) -> None:
    assert refusal_fact(reason).code == f"club.why.{code}"


def talk(commands: str = "", **more: Any) -> TableTalk:
    return TableTalk(broker("b", name="Table 1", commands=commands), "a" * 32, **more)


def test_no_order_is_even_listened_to_by_default() -> None:
    assert talk().listens == ["companion/table-1/status", "companion/table-1/hello"]
    assert talk("pause").listens[-1] == "companion/table-1/command"


def test_orders_that_count() -> None:
    got: list[Order] = []
    one = talk("pause,announce", on_order=got.append)

    def order(number: int, do: str, *, topic: str = "companion/table-1/command", retained: bool = False) -> None:
        one.on_message(topic, f'{{"v":1,"id":"{number:x}","do":"{do}"}}'.encode(), retained)

    order(1, "pause", retained=True)
    order(2, "resume")
    order(3, "pause", topic="companion/other/command")
    order(4, "undo")
    assert got == []
    order(5, "pause")
    order(5, "pause")
    assert [o.id for o in got] == ["5"]
    for number in range(6, 40):
        order(number, "announce")
    assert len(got) == ORDERS  # no flood
    assert EVERY > 1
