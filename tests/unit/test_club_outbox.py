"""The outbox in a log's database: with the event or not at all, bounded, numbered over all logs, in old logs too."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.club.table.herald import Herald, public
from companion.club.table.log_queue import LogQueue
from companion.club.table.register import UNKNOWN_COUNT_JUMP, Register
from companion.errors import StorageError
from companion.facts import fact
from companion.referee import message_outbox
from companion.referee.desk_registry import match_of
from companion.referee.log import Log
from companion.referee.log_writer import LogWriter
from companion.referee.message_outbox import RULING_WEIGHT, STATE_WEIGHT, STATUS_WEIGHT, OutboxMessage
from companion.referee.replay import replay
from tests import club_games
from tests.listener import until
from tests.wording import ruling

HEAD = club_games.head("ftw")


def post(seq: int, weight: int = RULING_WEIGHT) -> OutboxMessage:
    return OutboxMessage(seq, weight, "ruling", f'{{"n":{seq}}}')


def made(path: Path) -> Log:
    log = Log.create(path, HEAD)
    log.outbox()
    return log


def test_an_event_and_its_messages_are_one_transaction(tmp_path: Path) -> None:
    log = made(tmp_path / "g.sqlite")
    log.write([("t", "{}")], [post(1)])
    with pytest.raises(sqlite3.IntegrityError):
        log.write([("t", "{}")], [post(2), post(1)])  # one that is there already: all of it is refused
    assert log.count() == 1
    assert [p.seq for p in log.posts(0, 9)] == [1]
    with pytest.raises(sqlite3.IntegrityError):
        log.write([("t", None)], [post(3)])  # type: ignore[list-item]
    assert log.counts() == (1, 1)
    log.close()


def test_a_number_outlives_its_message(tmp_path: Path) -> None:
    log = made(tmp_path / "g.sqlite")
    log.write([], [post(7), post(8)])
    log.delete([7, 8])
    log.close()
    again = Log.open(tmp_path / "g.sqlite", append=True)
    game = again.outbox()
    assert game[1] == 8
    assert again.outbox() == game  # the game keeps its ID
    assert again.counts() == (8, 0)
    again.close()


def test_of_a_full_outbox_statuses_go_first_and_rulings_never(tmp_path: Path) -> None:
    log = made(tmp_path / "g.sqlite")
    db: Any = log._db

    def left() -> list[int]:
        return [p.seq for p in log.posts(0, 99)]

    weights = [
        RULING_WEIGHT,
        STATUS_WEIGHT,
        STATE_WEIGHT,
        STATUS_WEIGHT,
        RULING_WEIGHT,
        STATE_WEIGHT,
        STATUS_WEIGHT,
        RULING_WEIGHT,
    ]
    with db:
        for seq, weight in enumerate(weights, 1):
            log.put([post(seq, weight)], 6)
    assert left() == [1, 3, 5, 6, 7, 8]  # the two oldest statuses have gone
    with db:
        log.put([post(9), post(10)], 6)
    assert left() == [1, 5, 6, 8, 9, 10]  # the last status, then the older state
    with db:
        log.put([post(n) for n in range(11, 20)], 6)
    assert left() == [1, 5, 8, 9, 10, *range(11, 20)]  # rulings stay, however many
    log.close()


def test_the_bound_is_a_hundred_thousand(tmp_path: Path) -> None:
    log = made(tmp_path / "g.sqlite")
    log.write([], [post(n, STATUS_WEIGHT) for n in range(1, message_outbox.MAX_ROWS + 1)])
    log.write([], [post(message_outbox.MAX_ROWS + 1)])
    assert log.counts() == (message_outbox.MAX_ROWS + 1, message_outbox.MAX_ROWS)
    assert log.posts(0, 1)[0].seq == 2
    log.close()


def test_a_log_without_an_outbox_reads_as_before(tmp_path: Path) -> None:
    path = tmp_path / "g.sqlite"
    Log.create(path, HEAD).close()
    tables = {row[0] for row in sqlite3.connect(path).execute("SELECT name FROM sqlite_master")}
    assert not any("outbox" in name for name in tables)  # nothing of it where nobody asked
    log = Log.open(path)
    assert log.counts() == (0, 0)
    log.close()


OLD = sorted((Path(__file__).resolve().parents[1] / "golden" / "logs").glob("*.sqlite"))


@pytest.mark.parametrize("path", OLD, ids=lambda p: p.name)
def test_old_logs_get_an_outbox_and_replay_as_before(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    before = [step.event for step, _ in replay(Log.open(copy))]
    log = Log.open(copy, append=True)
    game, last = log.outbox()
    assert (len(game), last) == (16, 0)
    keeper = LogWriter(log)
    keeper.post(post(1))
    keeper.close()
    after = [step.event for step, _ in replay(Log.open(copy))]
    assert after == before
    assert Log.open(copy).counts() == (1, 1)


def test_there_are_old_logs_to_try() -> None:
    assert OLD


def test_a_keeper_gives_what_is_on_the_disk_and_deletes_what_arrived(tmp_path: Path) -> None:
    keeper = LogWriter(made(tmp_path / "g.sqlite"))
    keeper.beside = lambda events: [post(k + 1) for k, _ in enumerate(events)]
    keeper.append(ruling("turn", 0.0, name="Ann"), ruling("turn", 1.0, name="Ben"))
    assert keeper.drain(10)
    assert [p.seq for p in keeper.posts(0, 9)] == [1, 2]
    assert keeper.latest == 2
    keeper.delete_sent(1)
    assert [p.seq for p in keeper.posts(0, 9)] == [2]  # at once, before the disk has it
    assert [p.seq for p in keeper.posts(0, 1)] == [2]
    keeper.close()
    assert Log.open(tmp_path / "g.sqlite").counts() == (2, 1)
    with pytest.raises(StorageError):
        keeper.posts(0, 9)


def test_who_asks_a_keeper_is_told_of_all_that_it_was_given_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that ends asks once what is left to send: the disk may have been at the message before."""
    keeper, writes, disk = LogWriter(made(tmp_path / "g.sqlite")), threading.Event(), threading.Event()
    write = keeper._log.write

    def slowly(*rows: Any) -> None:
        writes.set()
        assert disk.wait(10)
        write(*rows)

    monkeypatch.setattr(keeper._log, "write", slowly)
    keeper.post(post(1))
    assert writes.wait(10)
    keeper.post(post(2))
    with ThreadPoolExecutor() as other:
        told = other.submit(keeper.posts, 0, 9)
        until(lambda: keeper._asked)
        disk.set()
        assert [p.seq for p in told.result(10)] == [1, 2]
    keeper.close()


def test_what_arrived_is_deleted_although_the_log_is_locked_as_it_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = LogWriter(made(tmp_path / "g.sqlite"))
    keeper.post(post(1), post(2))
    assert [p.seq for p in keeper.posts(0, 9)] == [1, 2]
    tries = iter([busy, busy, keeper._log.delete])
    monkeypatch.setattr(keeper._log, "delete", lambda arrived: next(tries)(arrived))
    keeper.delete_sent(1)
    keeper.close()
    assert Log.open(tmp_path / "g.sqlite").counts() == (2, 1)


@pytest.mark.parametrize("when", ["before", "after"])
def test_what_arrived_as_a_game_is_taken_up_again_is_not_sent_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    path = tmp_path / "g.sqlite"
    log = made(path)
    log.write([], [post(k) for k in range(1, 9)])
    log.close()
    queue = LogQueue(threading.Condition())
    queue.add([path])
    source = queue.first()
    assert source is not None
    before, sent = queue.next(source, 20, ())
    assert [p.seq for p in sent] == list(range(1, 9))
    monkeypatch.setattr(before._log, "delete", busy)  # the writer of the game before comes too late to delete them
    live = LogWriter(Log.open(path, append=True))
    if when == "before":
        for p in sent:
            queue.mark_arrived(before, p.seq)
    queue.attach(live)
    if when == "after":
        for p in sent:
            queue.mark_arrived(before, p.seq)
    before.close()
    live.post(post(9))
    until(lambda: live.latest == 9)
    assert [p.seq for p in queue.next(live, 20, ())[1]] == [9]
    live.close()
    assert Log.open(path).counts() == (9, 1)


def busy(arrived: object) -> None:
    raise sqlite3.OperationalError("database is locked")


def test_a_game_that_goes_on_elsewhere_takes_its_messages_along(tmp_path: Path) -> None:
    path = tmp_path / "games" / "g.sqlite"
    keeper = LogWriter(made(path), places=[tmp_path])
    keeper.post(post(1))
    keeper.drain(10)
    keeper.posts(0, 9)
    for name in ("g.sqlite", "g.sqlite-wal", "g.sqlite-shm"):
        path.with_name(name).unlink()
    keeper.post(post(2))
    keeper.append(ruling("turn", 0.0, name="Ann"))
    keeper.drain(10)
    assert keeper.moved is not None
    assert [p.seq for p in keeper.posts(0, 9)] == [1, 2]
    with pytest.raises(StorageError):
        keeper.close()
    assert Log.open(Path(keeper.name)).counts() == (2, 2)


# ---- numbers ---------------------------------------------------------------------------------------------------------


def numbered(folder: Path, path: Path, count: int, *, ends: bool = True) -> list[int]:
    """Return a table's evening: so many messages in this log."""
    register = Register(folder)
    log = Log.create(path, HEAD)
    register.enter(log.name, log.outbox()[1])
    seqs = [register.take() for _ in range(count)]
    log.write([], [post(seq) for seq in seqs])
    log.close()
    if ends:
        register.end_log(log.name)
        register.close()
    else:  # kill -9: the system gives the lock back
        import os

        assert register._lock is not None
        os.close(register._lock)
    return seqs


@pytest.mark.parametrize("ends", [True, False])
def test_numbers_go_on_over_logs_and_crashes(tmp_path: Path, ends: bool) -> None:
    assert numbered(tmp_path / "c", tmp_path / "1.sqlite", 5, ends=ends) == [1, 2, 3, 4, 5]
    assert numbered(tmp_path / "c", tmp_path / "2.sqlite", 2, ends=ends) == [6, 7]
    register = Register(tmp_path / "c")
    assert register.take() == 8
    assert [p.name for p in register.left] == ["1.sqlite", "2.sqlite"]
    register.close()


def test_numbers_of_a_log_that_is_gone_are_not_given_again(tmp_path: Path) -> None:
    numbered(tmp_path / "c", tmp_path / "1.sqlite", 5, ends=False)
    (tmp_path / "1.sqlite").unlink()
    register = Register(tmp_path / "c")
    assert register.take() > UNKNOWN_COUNT_JUMP
    register.close()


def test_a_log_that_ended_and_was_deleted_costs_no_numbers(tmp_path: Path) -> None:
    numbered(tmp_path / "c", tmp_path / "1.sqlite", 5)
    (tmp_path / "1.sqlite").unlink()
    register = Register(tmp_path / "c")
    assert register.take() == 6
    assert register.left == []
    register.close()


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"id":5}', b'{"id":"' + b"a" * 32 + b'","next":"x","logs":[]}'])
def test_a_damaged_register_is_another_table_or_goes_on(tmp_path: Path, body: bytes) -> None:
    (tmp_path / "table-1.json").write_bytes(body)
    register = Register(tmp_path)
    assert len(register.id) == 32
    assert register.take() >= 1
    register.close()
    assert json.loads((tmp_path / "table-1.json").read_text())["id"] == register.id
    assert (tmp_path / "table-1.json").stat().st_mode & 0o077 == 0
    damaged = tmp_path / "table-1.damaged"
    assert (damaged.read_bytes() if damaged.exists() else body) == body
    assert damaged.exists() is not body.startswith(b'{"')


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "c").write_text("no folder")
    with pytest.raises(StorageError, match="table's number"):
        Register(tmp_path / "c")


# ---- what is told ----------------------------------------------------------------------------------------------------


def test_typed_and_heard_words_are_never_repeated() -> None:
    inner = fact("reason.heard", text="the secret words", n=1)
    found = public({"text": "typed", "known": fact("x"), "reason": inner, "names": ["Ann"], "all": [inner]})
    assert found == {"reason": fact("reason.heard", n=1), "names": ("Ann",), "all": (fact("reason.heard", n=1),)}


def test_a_message_that_is_too_long_keeps_its_code() -> None:
    match = match_of(HEAD, None)
    seqs = iter(range(1, 99))
    herald = Herald(match, "0" * 32, "g", lambda: next(seqs))
    huge = ruling("told", 1.0, all=[fact(f"code-{k}", a="x" * 150, b="y" * 150, c="z" * 150) for k in range(64)])
    found = [p for p in herald.messages_for([huge]) if p.kind == "ruling"]
    assert json.loads(found[0].body)["code"] == "told"
    assert json.loads(found[0].body)["values"] == {"cut": True}


def test_what_fails_while_telling_ends_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(HEAD, None)
    herald = Herald(match, "0" * 32, "g", lambda: 1)
    monkeypatch.setattr("companion.club.table.herald.score_of", lambda match: 1 / 0)
    assert [p.kind for p in herald.messages_for([ruling("turn", 0.0, name="Ann")])] == ["ruling"]
