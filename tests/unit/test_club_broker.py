"""--mqtt and what belongs to it: addresses, passwords, certificates, what may be asked; each mistake one sentence."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path
from typing import Any

import pytest

from companion.clock import ManualClock
from companion.club.codec import decode, encode
from companion.club.facts import Hello, Order, Status
from companion.club.rate import RATE_WINDOW_S
from companion.club.table.broker import PASSWORD_VARIABLE, broker, refusal_fact, why
from companion.club.table.table_talk import MAX_ANSWERS, MAX_CLASH_NEWS, MAX_ORDERS_PER_WINDOW, TableTalk
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
    monkeypatch.setenv(PASSWORD_VARIABLE, "from the environment")
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
    assert len(got) == MAX_ORDERS_PER_WINDOW  # no flood
    assert RATE_WINDOW_S > 1


WALL = "2026-11-28T08:00:00+00:00"


def status_of_stranger(number: int, *, online: bool) -> bytes:
    return encode(Status(table=f"{number:032x}", wall=WALL, online=online))


def hello_of_stranger(number: int) -> bytes:
    return encode(Hello(table=f"{number:032x}", wall=WALL, name="Table 1", companion="0", log_format=2))


STRANGERS = {
    "comes": lambda k: ("status", status_of_stranger(k, online=True)),
    "goes": lambda k: ("status", status_of_stranger(k, online=False)),
    "comes and goes": lambda k: ("status", status_of_stranger(1, online=k % 2 == 0)),
    "many come and go": lambda k: ("status", status_of_stranger(k // 2, online=k % 2 == 0)),
    "greets": lambda k: ("hello", hello_of_stranger(k)),
    "orders": lambda k: ("command", f'{{"v":1,"id":"{k:x}","do":"announce","text":"x"}}'.encode()),
    "is no message": lambda k: ("status", b"{" * k),
}


@pytest.mark.parametrize("what", STRANGERS)
def test_all_that_a_stranger_on_the_broker_causes_has_a_rate(what: str) -> None:
    """4,000 messages under this table's name in a second: few words on the page, few answers that brokers keep."""
    clock, clashes, orders = ManualClock(), list[bool](), list[Order]()
    one = talk("announce", on_clash=clashes.append, on_order=orders.append, monotonic=clock.now)
    one.on_connected()
    one.waiting()
    answers = 0
    for k in range(4000):
        kind, payload = STRANGERS[what](k)
        one.on_message(f"companion/table-1/{kind}", payload, False)
        answers += len(one.waiting())
        clock.sleep(0.00025)
    assert len(clashes) <= MAX_CLASH_NEWS
    assert answers <= 2 * MAX_ANSWERS  # a status and a greeting each time
    assert len(orders) <= MAX_ORDERS_PER_WINDOW


def test_after_a_flood_brokers_keep_this_tables_own_word_and_the_page_knows_how_it_stands() -> None:
    clock, clashes = ManualClock(), list[bool]()
    one = talk(on_clash=clashes.append, monotonic=clock.now)
    one.on_connected()
    one.waiting()
    for k in range(4000):
        one.on_message("companion/table-1/status", status_of_stranger(1, online=k % 2 == 0), False)
        one.waiting()
    assert one.clash == ""
    one.on_message("companion/table-1/status", status_of_stranger(1, online=False), False)
    assert one.waiting() == []  # too often
    assert not one.pending  # nothing asks for a connection's time until then
    clock.sleep(RATE_WINDOW_S)
    assert one.pending
    status, hello = (decode(a.topic.rpartition("/")[2], a.payload) for a in one.waiting())
    assert isinstance(status, Status)
    assert status.online
    assert isinstance(hello, Hello)
    assert hello.table == "a" * 32
    assert clashes[-1:] == [False]
    one.on_message("companion/table-1/status", status_of_stranger(2, online=True), False)
    assert clashes[-1] is True  # a real clash is told at once again
