"""A table and a real broker with faults: nothing is lost, nothing counts twice, the table plays on and says so once."""

from __future__ import annotations

import json
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from companion.club.facts import MESSAGE_TYPES
from companion.club.table import herald
from companion.club.table.broker import broker as parsed
from companion.club.table.broker_feed import BrokerFeed
from companion.events import Event, Notice, Ruling
from companion.referee.log import Log
from companion.words import say
from tests import club_games
from tests.club_games import Played
from tests.listener import Listener, listening, until
from tests.needs import needs
from tests.servers import Broker, Proxy, broker, certificates

pytestmark = needs("mosquitto")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as found:
        yield found


def begun(stack: ExitStack, port: int, folder: Path, name: str = "Table 1", **more: Any) -> BrokerFeed:
    club = club_games.outward(port, folder, name, **more)
    stack.callback(club.close)
    club.start()
    return club


def told_at(played: Played) -> list[str]:
    """Return what the table is told in passing, as codes."""
    said: list[str] = []

    def see(event: Event) -> None:
        if isinstance(event, Notice) and event.code == "told" and (what := event.values.get("what")) is not None:
            said.append(what.code)  # type: ignore[union-attr]

    played.table.sitting.observers.add(see)
    return said


def ruled(path: Path) -> list[tuple[str, int]]:
    """(code, number) of all rulings of a log."""
    log = Log.open(path)
    try:
        return [(e.code, e.number) for e in log.events() if isinstance(e, Ruling)]
    finally:
        log.close()


def complete(listener: Listener, path: Path) -> bool:
    """Whether all rulings have come, each as often as it was ruled, in their order."""
    return listener.rulings() == ruled(path)


def test_a_game_is_told_whole_and_once(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))
    club = begun(stack, mosquitto.port, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("face-off")).play()
    until(lambda: listener.of("result"))
    sitting = played.table.sitting
    question = sitting.questions()[0]
    assert (question.code, question.to) == ("result", "laptop")
    sitting.answer(question.id, "yes")
    until(lambda: len(listener.of("result")) == 2)
    assert sitting.questions() == []
    played.close()
    club.close()
    until(lambda: listener.of("status")[-1]["online"] is False)
    messages = listener.counted()
    assert [m["seq"] for m in messages] == list(range(1, len(messages) + 1))  # none lost, none doubled
    assert complete(listener, tmp_path / "g.sqlite")
    results = listener.of("result")
    assert [r["confirmed"] for r in results] == [False, True]
    outcome = played.match.game.outcome(played.match.state)
    assert outcome is not None
    assert list(results[1]["points"].values()) == list(outcome.scores)
    assert Log.open(tmp_path / "g.sqlite").counts()[1] == 0


def test_what_brokers_keep_tells_a_late_comer_how_it_stands(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    club = begun(stack, mosquitto.port, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("ftw")).play(60)
    played.match.log.drain(20)  # type: ignore[union-attr]
    until(lambda: club.link.state.online)
    until(lambda: Log.open(tmp_path / "g.sqlite").counts()[1] == 0)
    listener = stack.enter_context(listening(mosquitto.port))
    until(lambda: listener.of("score"))
    until(lambda: listener.of("hello"))
    kinds = {g.kind for g in listener.got if g.topic.count("/") == 2}
    assert kinds == {"status", "hello", "game", "score"}
    assert all(g.retain for g in listener.got)
    assert listener.of("status")[0]["online"] is True
    assert listener.of("game")[0]["players"] == ["Ann", "Ben", "Cleo"]
    assert listener.of("score")[0]["hands"] is not None
    played.close()


def test_without_a_broker_at_the_start_the_table_plays_and_says_so_once(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))  # the broker keeps its session: it misses nothing
    mosquitto.stop()
    club = begun(stack, mosquitto.port, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("face-off"))
    said = told_at(played)
    until(lambda: club.link.state.online is False)
    time.sleep(1.5)  # several tries
    played.play(30)
    assert said.count("club.off") + said.count("club.lost") <= 1
    assert club.status().code == "club.off"
    assert "nobody answers" in say(club.status(), "en")
    assert "antwortet niemand" in say(club.status(), "de")
    mosquitto.start()
    until(lambda: club.link.state.online)
    played.play()
    assert said.count("club.back") == 1
    played.close()
    until(lambda: complete(listener, tmp_path / "g.sqlite"), 60)
    assert club.status().code == "club.on"


def test_a_broker_that_goes_and_comes_loses_nothing(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))
    club = begun(stack, mosquitto.port, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("face-off"))
    said = told_at(played)
    until(lambda: club.link.state.online)
    for _ in range(3):
        played.play(40)
        until(lambda: listener.counted())
        mosquitto.stop()
        until(lambda: club.link.state.online is False)
        played.play(40)
        time.sleep(1.2)  # what waits longer than a second says so
        mosquitto.start()
        until(lambda: club.link.state.online)
    played.play()
    assert played.match.is_over
    assert said.count("club.lost") == 3
    assert said.count("club.back") >= 2  # the last is said when the sitting next looks
    played.close()
    until(lambda: complete(listener, tmp_path / "g.sqlite"), 60)
    late = [m["late"] for m in listener.once()]
    assert 1.0 < max(late) < 60
    assert min(late) == 0.0


def test_a_network_that_is_cut_without_a_word_is_noticed(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))
    proxy = Proxy(mosquitto.port)
    stack.callback(proxy.close)
    club = begun(stack, proxy.port, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("face-cards"))
    until(lambda: listener.counted())
    played.play(30)
    proxy.dumb = True
    played.play(60)
    until(lambda: club.link.state.online is False, 20)  # the keep-alive
    proxy.cut()
    proxy.dumb = False
    until(lambda: club.link.state.online)
    for _ in range(4):
        played.play(30)
        proxy.cut()
        time.sleep(0.3)
    played.play()
    played.close()
    until(lambda: complete(listener, tmp_path / "g.sqlite"), 60)


def test_a_wrong_password_is_said_in_words(stack: ExitStack, tmp_path: Path) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    subprocess.run(
        ["mosquitto_passwd", "-b", "-c", str(folder / "users"), "ann", "right"], check=True, capture_output=True
    )
    mosquitto = stack.enter_context(broker(folder, f"password_file {folder}/users", anonymous=False))
    club = begun(stack, mosquitto.port, tmp_path / "club", user="ann", password="wrong")
    until(lambda: club.link.state.online is False)
    assert "refuses the user or password" in say(club.status(), "en")
    assert "wrong" not in say(club.status(), "en")
    good = begun(stack, mosquitto.port, tmp_path / "club-2", user="ann", password="right")
    until(lambda: good.link.state.online)


def test_a_broker_that_takes_no_word_from_us_keeps_all_of_it_waiting(stack: ExitStack, tmp_path: Path) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    (folder / "acl").write_text("topic read #\ntopic write companion/table-1/status\n")
    mosquitto = stack.enter_context(broker(folder, f"acl_file {folder}/acl"))
    club = begun(stack, mosquitto.port, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("ftw")).play(20)
    until(lambda: club.link.state.online is False)
    assert "companion/table-1" in say(club.status(), "en")
    played.close()
    assert Log.open(tmp_path / "g.sqlite").counts()[1] > 10


@pytest.mark.parametrize(
    ("days", "known", "said"), [(10, True, ""), (-1, True, "certificate has expired"), (10, False, "not trusted")]
)
def test_tls_is_held_to_its_certificate(stack: ExitStack, tmp_path: Path, days: float, known: bool, said: str) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    ca, certificate, key = certificates(folder, days)
    config = f"cafile {ca}\ncertfile {certificate}\nkeyfile {key}\nrequire_certificate false"
    mosquitto = stack.enter_context(broker(folder, config))
    asked = parsed(f"mqtts://localhost:{mosquitto.port}", name="Table 1", ca=ca if known else None)
    assert asked.context is not None
    assert asked.context.verify_mode is ssl.CERT_REQUIRED
    club = BrokerFeed(asked, tmp_path / "club", first=0.1)
    stack.callback(club.close)
    club.start()
    until(lambda: club.link.state.online is not None)
    if said:
        assert said in say(club.status(), "en")
    else:
        assert club.link.state.online


def test_a_client_certificate_is_a_key_to_the_broker(stack: ExitStack, tmp_path: Path) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    ca, certificate, key = certificates(folder, 10)
    config = f"cafile {ca}\ncertfile {certificate}\nkeyfile {key}\nrequire_certificate true"
    mosquitto = stack.enter_context(broker(folder, config))
    for number, own in enumerate(({}, {"certificate": certificate, "key": key})):
        asked = parsed(f"mqtts://localhost:{mosquitto.port}", name="Table 1", ca=ca, **own)  # type: ignore[arg-type]
        club = BrokerFeed(asked, tmp_path / f"club-{number}", first=0.1)
        stack.callback(club.close)
        club.start()
        link = club.link
        until(lambda link=link: link.state.online is not None)  # type: ignore[misc]
        assert bool(club.link.state.online) is bool(own)


def test_two_tables_of_one_name_are_said(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    one = begun(stack, mosquitto.port, tmp_path / "one")
    first = Played(one, tmp_path / "g.sqlite", club_games.head("ftw"))
    said = told_at(first)
    until(lambda: one.link.state.online)
    other = begun(stack, mosquitto.port, tmp_path / "two")
    until(lambda: one.talk.clash and other.talk.clash)
    first.play(3)
    assert said.count("club.clash") == 1
    assert "another name" in say(one.status(), "en")
    assert "anderen Namen" in say(other.status(), "de")
    third = begun(stack, mosquitto.port, tmp_path / "three", "Another")
    until(lambda: third.link.state.online)
    other.close()
    until(lambda: not one.talk.clash)
    listener = stack.enter_context(listening(mosquitto.port))
    last = lambda: {g.topic: g.data for g in listener.got}.get("companion/table-1/status", {})  # noqa: E731
    until(lambda: last().get("table") == one.register.id)  # the other's good-bye was overwritten
    assert last()["online"] is True
    assert third.status().code == "club.on"
    first.close()


def test_a_table_that_is_long_gone_is_no_clash(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    with listening(mosquitto.port, name="old") as old:  # an older installation, whose good-bye the broker has lost
        status = {"v": 1, "table": "0" * 32, "wall": "2026-01-01T00:00:00+00:00", "online": True, "game": None}
        old.send("companion/table-1/status", status, retain=True)
        hello = {k: v for k, v in status.items() if k in ("v", "table", "wall")}
        old.send(
            "companion/table-1/hello", {**hello, "name": "Table 1", "companion": "0", "log_format": 2}, retain=True
        )
    club = begun(stack, mosquitto.port, tmp_path / "club")
    until(lambda: club.link.state.online)
    time.sleep(0.5)
    assert not club.talk.clash


def test_two_tables_of_one_machine_have_an_id_each(tmp_path: Path) -> None:
    one, two = (club_games.outward(1, tmp_path) for _ in range(2))
    assert one.register.id != two.register.id
    before = one.register.id
    one.close()
    again = club_games.outward(1, tmp_path)
    assert again.register.id == before
    again.close()
    two.close()


def test_a_clock_an_hour_off_changes_nothing(stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))
    off = [timedelta(hours=-1)]

    def odd() -> str:
        return (datetime.now(timezone.utc) + off[0]).isoformat(timespec="milliseconds")

    monkeypatch.setattr(herald, "now", odd)
    club = begun(stack, mosquitto.port, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("ftw")).play(50)
    off[0] = timedelta(hours=1)
    played.play()
    played.close()
    until(lambda: complete(listener, tmp_path / "g.sqlite"))
    seqs = [m["seq"] for m in listener.counted()]
    assert seqs == sorted(set(seqs))
    assert all(m["late"] >= 0 for m in listener.counted())


HOSTILE: list[tuple[str, bytes]] = [
    ("command", b'{"v":1,"id":"1","do":"pause","text":""}'),
    ("command", b'{"v":1,"id":"2","do":"shutdown"}'),
    ("command", b"\xff" * 100_000),
    ("status", b"[" * 20_000),
    ("status", b""),
    ("hello", b'{"v":1,"table":"' + b"a" * 15_000 + b'"}'),
    ("hello", b'{"v":9}'),
    ("score", b'{"v":1,"table":"00000000000000000000000000000000"}'),
    ("x/../../y", b"{}"),
]


def test_hostile_retained_messages_do_nothing(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))
    for kind, body in HOSTILE:
        listener.send(f"companion/table-1/{kind}", body, retain=True)
    club = begun(stack, mosquitto.port, tmp_path / "club", commands=frozenset({"pause", "resume", "announce"}))
    played = Played(club, tmp_path / "g.sqlite", club_games.head("ftw"))
    said = told_at(played)
    until(lambda: club.link.state.online)
    for kind, body in HOSTILE[1:]:
        listener.send(f"companion/table-1/{kind}", body)
    played.play()
    assert played.match.is_over
    assert said == []
    assert club.link.state.online
    played.close()


def test_orders_are_refused_unless_they_were_allowed(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))
    deaf = begun(stack, mosquitto.port, tmp_path / "one")
    games = [Played(deaf, tmp_path / "g1.sqlite", club_games.head("ftw"))]
    some = begun(stack, mosquitto.port, tmp_path / "two", "Table 2", commands=frozenset({"announce", "pause"}))
    games.append(Played(some, tmp_path / "g2.sqlite", club_games.head("ftw")))
    saids = [told_at(game) for game in games]
    until(lambda: deaf.link.state.online and some.link.state.online)
    time.sleep(0.3)
    for slug in ("table-1", "table-2"):
        for number, (do, text) in enumerate((("announce", "Lunch!\x1b[2J"), ("pause", ""), ("resume", ""))):
            for _ in range(2):  # each comes twice
                listener.send(f"companion/{slug}/command", {"v": 1, "id": f"{number}", "do": do, "text": text})
    until(lambda: not games[1].table.sitting.waiting or True)
    until(lambda: (games[1].play(1), saids[1])[1])
    time.sleep(0.3)
    for game in games:
        game.play(1)
    assert saids == [[], ["club.announced"]]
    assert [game.match.paused for game in games] == [False, True]
    assert [r.code for r in games[1].match.rulings.values()].count("pause") == 1
    for game in games:
        game.close()


def test_games_before_go_first_and_their_numbers_go_on(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = Broker(tmp_path / "b")
    port = mosquitto.port
    paths = [tmp_path / f"{k}.sqlite" for k in range(3)]
    for path in paths[:2]:  # two evenings without the broker
        club = club_games.outward(port, tmp_path / "club")
        club.start()
        Played(club, path, club_games.head("ftw", seed=3)).play(80).close()
        club.close(0.1)
    mosquitto.start()
    stack.callback(mosquitto.stop)
    listener = stack.enter_context(listening(port))
    club = begun(stack, port, tmp_path / "club")
    played = Played(club, paths[2], club_games.head("ftw", seed=4)).play(80)
    played.close()
    wanted = [x for path in paths for x in ruled(path)]
    until(lambda: listener.rulings() == wanted, 60)
    seqs = [m["seq"] for m in listener.counted()]
    assert seqs == list(range(1, len(seqs) + 1))
    assert len({m["game"] for m in listener.counted()}) == 3
    assert len({m["table"] for m in listener.counted()}) == 1
    club.close()
    kept = json.loads((tmp_path / "club" / "table-1.json").read_text())
    assert kept["next"] == len(seqs) + 1


@pytest.mark.parametrize("there", [True, False], ids=["broker", "no-broker"])
def test_an_evening_of_games_left_and_taken_up_again(stack: ExitStack, tmp_path: Path, there: bool) -> None:
    """A game is left, another is played, the first goes on, in one process; the broker may come only at the end."""
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))
    if not there:
        mosquitto.stop()
    club = begun(stack, mosquitto.port, tmp_path / "club")
    one, two = tmp_path / "1.sqlite", tmp_path / "2.sqlite"
    head = club_games.head("ftw", seed=5)
    for path, resume in ((one, False), (two, False), (one, True)):
        played = Played(club, path, head, resume=resume).play(40)
        club.on_game_left()
        played.close()
    if not there:
        mosquitto.start()
    games = {m["game"] for m in until(lambda: listener.of("game"))}
    until(lambda: len(listener.of("ruling")) >= len(ruled(one)) + len(ruled(two)), 60)
    until(lambda: Log.open(one).counts()[1] == Log.open(two).counts()[1] == 0, 60)
    club.close()
    by_game: dict[str, list[tuple[str, int]]] = {}
    for m in listener.once("ruling"):
        by_game.setdefault(m["game"], []).append((m["code"], m["number"]))
    assert sorted(by_game.values()) == sorted([ruled(one), ruled(two)])
    assert games <= set(by_game)
    seqs = [m["seq"] for m in listener.counted()]
    assert sorted(set(seqs)) == list(range(1, max(seqs) + 1))  # no number lost
    assert len(seqs) == len(set(seqs))  # nothing twice, for the network held


def test_a_broker_that_has_forgotten_what_it_kept_is_told_again(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    club = begun(stack, mosquitto.port, tmp_path / "club")
    with listening(mosquitto.port) as before:
        played = Played(club, tmp_path / "g.sqlite", club_games.head("ftw")).play()
        until(lambda: before.of("result"))
        until(lambda: Log.open(tmp_path / "g.sqlite").counts()[1] == 0)
        old = {kind: before.of(kind)[-1] for kind in ("game", "score", "result")}
    mosquitto.stop(signal.SIGKILL)
    for kept in (tmp_path / "b").glob("*.db*"):
        kept.unlink()
    mosquitto.start()
    listener = stack.enter_context(listening(mosquitto.port, name="another"))
    until(lambda: listener.of("result"))
    for kind, message in old.items():
        again = listener.of(kind)
        assert [m["seq"] for m in again] == [message["seq"]]  # the old number: nothing counts twice
        assert {**again[0], "late": 0} == {**message, "late": 0}
    assert listener.of("status")[-1]["online"]
    assert any(g.topic.startswith("homeassistant/") for g in listener.got)
    played.close()


class OldWay(Proxy):
    """A broker that knows MQTT 3.1.1 alone: it answers a CONNECT of version 5 with "unacceptable protocol version"."""

    def _carry(self, a: socket.socket, b: socket.socket) -> None:
        try:
            first = a.recv(4096)
        except OSError:
            return
        at = first.find(b"\x00\x04MQTT")
        if first[:1] == b"\x10" and at > 0 and first[at + 6] == 5:
            a.sendall(b"\x20\x02\x00\x01")
            a.close()
            b.close()
            return
        b.sendall(first)
        super()._carry(a, b)


def test_a_broker_that_knows_3_1_1_alone_is_told_in_that(stack: ExitStack, tmp_path: Path) -> None:
    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))
    way = OldWay(mosquitto.port)
    stack.callback(way.close)
    club = begun(stack, way.port, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("ftw")).play()
    until(lambda: club.link.state.online)
    played.close()
    until(lambda: complete(listener, tmp_path / "g.sqlite"))


def test_every_kind_of_message_was_seen(stack: ExitStack, tmp_path: Path) -> None:
    """What the other tests rely on: each kind that a table sends comes, and decodes."""
    from companion.club.codec import decode
    from companion.events import Roll, Seat, Signal, Source, Teeth

    mosquitto = stack.enter_context(broker(tmp_path / "b"))
    listener = stack.enter_context(listening(mosquitto.port))
    club = begun(stack, mosquitto.port, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("face-off"))
    sitting = played.table.sitting
    at: dict[str, Any] = {"onset": 0.0, "decided": 0.0, "source": "camera 0"}
    senses = lambda: [g.data["state"] for g in listener.got if g.topic.endswith("/home/senses")]  # noqa: E731
    until(lambda: "none" in senses())  # states that follow each other at once may come as the last alone
    sitting.take(Source(**at, status="online"))
    until(lambda: "ok" in senses())
    sitting.take(Seat(**at, seat=1, state="seen", player="Ann"))
    sitting.take(Signal(**at, name="sour", phase="on", player="Ann"))
    sitting.take(Roll(**at, values=(1, 2, 3)))
    sitting.take(Teeth(**at, verdict="clean", times=(), why=None))
    sitting.take(Source(**at, status="frozen"))
    played.play()
    until(lambda: listener.of("result"))
    kinds = {g.kind for g in listener.got if g.topic.count("/") == 2 and g.topic.startswith("companion/")}
    assert kinds == set(MESSAGE_TYPES) - {"command"}
    for got in listener.got:
        if got.topic.startswith("companion/") and got.topic.count("/") == 2:
            decode(got.kind, got.payload)
    assert {m["code"] for m in listener.of("event")} >= {"signal", "roll", "teeth"}
    assert [m["code"] for m in listener.of("health")][:2] == ["online", "seen"]
    assert senses()[-1] == "trouble"
    played.close()
