"""The hall's log: power lost at any write loses nothing that counted and doubles nothing; one hall at a time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from sqlalchemy import event, text

from companion.club.codec import encode
from companion.club.facts import GameBegun, Hello, ResultMessage, RulingTold, ScoreMessage, Status
from companion.club.hall.clerk import MAX_STATUSES, Arrived, Asked, Clerk
from companion.club.hall.plan import make_plan
from companion.club.hall.store import HallStore, url_of
from companion.club.hall.tournament import plan_entry
from companion.club.rate import RATE_WINDOW_S
from companion.errors import StorageError
from tests.needs import needs
from tests.servers import Postgres, postgres

ID = "0" * 31 + "1"
WALL = "2026-11-22T10:00:00+00:00"


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=[needs("postgres"), pytest.mark.slow])])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "hall.sqlite")
    server: Postgres = request.getfixturevalue("database")
    server.clear()
    return server.url


def message(n: int, cls: type[Any], **more: Any) -> Arrived:
    body = encode(cls(table=ID, wall=WALL, seq=n, game="a" * 8, **more))
    return Arrived(f"companion/table-1/{cls.topic}", body, False, lambda: None)


def script() -> list[Any]:
    """Return what a hall goes through: organiser's wishes and a table's messages, some of them twice."""
    hello = encode(Hello(table=ID, wall=WALL, name="Table 1", companion="1", log_format=2))
    ends = {"points": {"Ann": 3, "Ben": 1}, "winners": ("Ann",)}
    told = [
        Arrived("companion/table-1/hello", hello, False, lambda: None),
        Arrived("companion/table-1/status", encode(Status(table=ID, wall=WALL, online=True)), False, lambda: None),
        message(1, GameBegun, kind="keep-smiling", players=("Ann", "Ben")),
        message(2, RulingTold, at=1.0, code="move", values={"who": "Ann"}, number=1),
        message(2, RulingTold, at=1.0, code="move", values={"who": "Ann"}, number=1),
        message(3, ScoreMessage, points={"Ann": 1, "Ben": 1}),
        message(5, ResultMessage, **ends, confirmed=True),
        message(4, ResultMessage, **ends, confirmed=False),
        message(5, ResultMessage, **ends, confirmed=True),
    ]
    return [
        lambda hall: plan_entry(make_plan("Club", "keep-smiling", "swiss", 2, 0, "places", 1)),
        lambda hall: hall.tournament.enter("Ann"),
        lambda hall: hall.tournament.enter("Ben"),
        lambda hall: hall.tournament.enter("Cleo"),
        lambda hall: hall.tournament.withdraw(3),
        lambda hall: hall.tournament.pair(["Table 1"]),
        told[:2],
        told[2:4],
        told[4:6],
        told[6:],
        told,
        lambda hall: hall.tournament.correct(1, 1, {"1": 4, "2": 1}, None, "counted again"),
    ]


class Crash(BaseException):
    """The machine loses its power."""


def shown(clerk: Clerk) -> str:
    """All that the state says, as a text."""
    hall = clerk.hall
    rounds = [(r.number, r.byes, r.tables) for r in hall.tournament.rounds]
    rows = [(r.place, r.name, r.points, r.book) for r in hall.tournament.standings()] if hall.tournament.plan else []
    tables = [(t.id, t.name, t.online, t.points, t.result, t.newest) for t in hall.board.sorted_tables()]
    return repr((rounds, rows, hall.tournament.corrections, tables, list(hall.strays)))


def played(where: str, crash_at: int, tmp_path: Path) -> tuple[Clerk, list[Any]]:
    """Run the script until power is lost before statement or commit ``crash_at``; what was left undone."""
    clerk = Clerk(HallStore(url_of(where, tmp_path)))
    clerk.open()
    left = [crash_at]

    def step(*_: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Crash

    engine = clerk.store._engine
    event.listen(engine, "before_cursor_execute", step)
    event.listen(engine, "commit", step)
    todo = script()
    try:
        while todo:
            do(clerk, todo[0])
            todo.pop(0)
    except Crash:
        pass
    finally:
        event.remove(engine, "before_cursor_execute", step)
        event.remove(engine, "commit", step)
        clerk.store.close()
    return clerk, todo


def do(clerk: Clerk, job: Any) -> None:
    if isinstance(job, list):
        clerk.write(job)
        return
    answers: list[Any] = []
    clerk.answer(Asked(job, answers.append))
    assert answers == [None]


def bodies(where: str, tmp_path: Path) -> list[str]:
    store = HallStore(url_of(where, tmp_path))
    store.open()
    found = [json.dumps([row.entry.kind, row.entry.body], sort_keys=True) for row in store.rows()]
    store.close()
    return found


def test_power_lost_at_every_write_loses_nothing_that_counted_and_doubles_nothing(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    whole, todo = played(where, 10**6, tmp_path)
    assert todo == []
    wanted, lines = shown(whole), bodies(where, tmp_path)
    assert "counted again" in wanted
    for crash_at in range(10**6):
        if where.startswith("postgresql"):
            request.getfixturevalue("database").clear()
        else:
            Path(where).unlink()
        crashed, todo = played(where, crash_at, tmp_path)
        again = Clerk(HallStore(url_of(where, tmp_path)))
        again.open()
        assert shown(again) == shown(crashed), crash_at  # what counted was committed, what was committed counted
        for job in todo:  # the broker sends again what was not acknowledged, the organiser asks again
            do(again, job)
        assert shown(again) == wanted, crash_at
        again.store.close()
        assert bodies(where, tmp_path) == lines, crash_at
        if not todo:
            return


def test_two_halls_on_one_database_are_refused(where: str, tmp_path: Path) -> None:
    one, two = HallStore(url_of(where, tmp_path)), HallStore(url_of(where, tmp_path))
    one.open()
    with pytest.raises(StorageError) as refused:
        two.open()
    assert refused.value.fact.code == "hall.other"
    one.append("now", [plan_entry(make_plan("Club", "ftw", "swiss", 0, 0, "places", 1))], {})
    one.close()
    two.open()
    assert two.last == 1
    two.close()


def test_one_that_is_just_going_is_waited_for(where: str, tmp_path: Path) -> None:
    one, two = HallStore(url_of(where, tmp_path)), HallStore(url_of(where, tmp_path))
    one.open()

    def come() -> int:
        two.open()
        last = two.last
        two.close()
        return last

    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(come)
        time.sleep(0.3)
        one.close()
        assert coming.result(30) == 0


KILLED = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import event
from tests.faults.test_hall_log import Clerk, HallStore, do, script, url_of
clerk = Clerk(HallStore(url_of(sys.argv[1], Path(sys.argv[2]))))
clerk.open()
left = [int(sys.argv[3])]
def step(*_):
    left[0] -= 1
    if left[0] < 0:
        os.kill(os.getpid(), signal.SIGKILL)
for name in ("before_cursor_execute", "commit"):
    event.listen(clerk.store._engine, name, step)
for job in script():
    do(clerk, job)
    print("did", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
@pytest.mark.parametrize("kill_at", [0, 9, 21])
def test_a_killed_hall_goes_on_where_it_was(where: str, kill_at: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, where, str(tmp_path), str(kill_at)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    done = ran.stdout.count("did")
    again = Clerk(HallStore(url_of(where, tmp_path)))
    again.open()
    for job in script()[done:]:
        do(again, job)
    wanted, _ = played(str(tmp_path / "whole.sqlite"), 10**6, tmp_path)
    assert shown(again) == shown(wanted)
    again.store.close()


@needs("postgres")
def test_a_database_that_is_away_is_said_once_and_nothing_is_acknowledged(database: Postgres, tmp_path: Path) -> None:
    database.clear()
    clerk = Clerk(HallStore(url_of(database.url, tmp_path)))
    clerk.open()
    clerk.start()
    acked: list[int] = []
    said: list[str] = []
    clerk.changed.add(lambda: said.append(clerk.trouble.code if clerk.trouble else ""))
    try:
        database.stop(signal.SIGQUIT)
        hello = encode(Hello(table=ID, wall=WALL, name="Table 1", companion="1", log_format=2))
        clerk.take(Arrived("companion/table-1/hello", hello, False, lambda: acked.append(1)))
        answers: list[Any] = []
        until(lambda: clerk.trouble is not None)
        assert acked == []
        database.start()
        clerk.ask(Asked(lambda hall: None, answers.append))
        until(lambda: bool(acked) and bool(answers))
        assert answers == [None]
        assert clerk.trouble is None
        assert list(clerk.hall.board.tables) == [ID]
        assert len([code for code in said if code]) <= 2, said
    finally:
        clerk.close()


def until(true: Any) -> None:
    import time

    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_log_of_another_version_and_an_odd_line_are_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite"
    played(str(path), 10**6, tmp_path)
    for statement in (
        "UPDATE hall_entry SET body = 'x' WHERE seq = 3",
        "UPDATE hall_entry SET body = '{}' WHERE seq = 3",
        "UPDATE hall_entry SET kind = 'fold' WHERE seq = 3",
        "UPDATE hall_seen SET numbers = '[[1]]'",
        "UPDATE hall_meta SET value = '9' WHERE key = 'format'",
    ):
        store = HallStore(url_of(str(path), tmp_path))
        store.open()
        assert store._line is not None
        with store._line.begin():
            store._line.execute(text(statement))
        store.close()
        clerk = Clerk(HallStore(url_of(str(path), tmp_path)))
        with pytest.raises(StorageError):
            clerk.open()
        clerk.store.close()
        path.unlink()
        played(str(path), 10**6, tmp_path)


class Told:
    """A hall without a thread, on a clock that is moved, and what it acknowledged of a stranger's statuses."""

    def __init__(self, tmp_path: Path) -> None:
        self.now = 0.0
        self.acknowledged: list[int] = []
        self.clerk = Clerk(HallStore(url_of("", tmp_path)), lambda: self.now)
        self.clerk.open()

    def tell(self, number: int, *, online: bool, table: str = ID) -> Arrived:
        status = encode(Status(table=table, wall=WALL, online=online))
        return Arrived("companion/table-1/status", status, False, lambda: self.acknowledged.append(number))

    @property
    def rows(self) -> int:
        return self.clerk.store.last


def test_a_strangers_statuses_have_a_rate_and_the_last_one_counts(tmp_path: Path) -> None:
    told = Told(tmp_path)
    for number in range(4000):
        told.now += 0.001
        told.clerk.do([told.tell(number, online=number % 2 == 0)])
    assert told.rows <= MAX_STATUSES
    assert told.acknowledged[-1] == 3998, "the last one waits, and the broker keeps it"
    told.now += RATE_WINDOW_S
    told.clerk.do([])
    assert sorted(told.acknowledged) == list(range(4000))
    assert told.rows <= MAX_STATUSES + 1
    assert told.clerk.hall.board.tables[ID].online is False, "the last one was offline"
    told.now += RATE_WINDOW_S
    told.clerk.do([told.tell(0, online=True)])
    assert told.clerk.hall.board.tables[ID].online is True
    told.clerk.store.close()


def test_one_tables_statuses_take_nothing_from_anothers_nor_from_its_own_rulings(tmp_path: Path) -> None:
    told = Told(tmp_path)
    told.clerk.do([told.tell(k, online=k % 2 == 0) for k in range(100)])
    other = "b" * 32
    told.clerk.do([told.tell(100, online=True, table=other), message(1, GameBegun, kind="ftw", players=("Ann", "Ben"))])
    tables = told.clerk.hall.board.tables
    assert tables[other].online
    assert tables[ID].players == ("Ann", "Ben")
    told.clerk.store.close()


def test_what_waits_is_written_when_the_hall_closes(tmp_path: Path) -> None:
    told = Told(tmp_path)
    told.clerk.start()
    for number in range(101):
        told.clerk.take(told.tell(number, online=number % 2 == 0))
    told.clerk.close()
    assert sorted(told.acknowledged) == list(range(101))
    again = HallStore(url_of("", tmp_path))
    again.open()
    assert json.loads([row.entry.body["payload"] for row in again.rows()][-1])["online"] is True
    again.close()
