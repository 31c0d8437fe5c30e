"""The log and its replay: append-only, survives a crash, refuses other versions, replays to the byte."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import StorageError
from companion.events import Command, Event, Ruling, Signal
from companion.events.codec import encode
from companion.referee.desk_registry import header, match_of
from companion.referee.log import Log
from companion.referee.replay import replay, resume_match
from companion.words import say

HEAD = header("face-off", ["Ann", "Ben", "Cleo"], {"cards": "digital", "advanced": True, "signal_set": "B"}, 5, "en")


def played(path: Path) -> tuple[Log, Any]:
    """Return a sitting with trades, an undo, a refusal and pending decisions, logged at ``path``."""
    log = Log.create(path, HEAD)
    match = match_of(HEAD, log)
    match.begin()
    events: list[Event] = [
        Signal(onset=1, decided=1.1, player="Ann", name="sour", phase="on"),
        Signal(onset=1.2, decided=1.3, player="Ben", name="sour", phase="on"),
        Command(onset=3, decided=3, text="offer 1 ruby", player="Cleo"),
        Command(onset=4, decided=4, text="nonsense"),
        Signal(onset=4.5, decided=4.6, player="Ann", name="grin", phase="on"),
        Signal(onset=2.5, decided=4.0, player="Ben", name="grin", phase="on"),
        Command(onset=6, decided=6, text="undo"),
        Command(onset=6.5, decided=6.5, text="score"),
    ]
    for event in events:
        match.fold(event)
        match.advance(match.now + 0.2)
    match.advance(9.0)
    return log, match


def test_a_replay_gives_the_same_rulings_and_state_to_the_byte(tmp_path: Path) -> None:
    log, match = played(tmp_path / "a.sqlite")
    log.close()
    steps = list(replay(Log.open(tmp_path / "a.sqlite")))
    assert [s.differs for s, _ in steps] == [None] * len(steps)
    assert len([s for s, _ in steps if isinstance(s.event, Ruling)]) == len(match.rulings)
    assert match.game.dump(steps[-1][1].state) == match.game.dump(match.state)


def test_a_log_that_was_never_closed_keeps_all_that_was_ruled(tmp_path: Path) -> None:
    _, match = played(tmp_path / "a.sqlite")
    events = list(Log.open(tmp_path / "a.sqlite").events())
    assert [encode(e) for e in events if isinstance(e, Ruling)] == [encode(r) for r in match.rulings.values()]


def test_the_log_is_append_only(tmp_path: Path) -> None:
    log, _ = played(tmp_path / "a.sqlite")
    log.close()
    db = sqlite3.connect(tmp_path / "a.sqlite")
    with pytest.raises(sqlite3.DatabaseError, match="append-only"):
        db.execute("DELETE FROM event")
    with pytest.raises(sqlite3.DatabaseError, match="append-only"):
        db.execute("UPDATE event SET body = ''")


def test_a_ruling_that_was_tampered_with_is_noticed(tmp_path: Path) -> None:
    log, _ = played(tmp_path / "a.sqlite")
    log.close()
    db = sqlite3.connect(tmp_path / "a.sqlite")
    db.execute("DROP TRIGGER event_stays")
    db.execute("UPDATE event SET body = replace(body, '\"points\":0', '\"points\":9')")
    db.commit()
    db.close()
    assert [s.differs for s, _ in replay(Log.open(tmp_path / "a.sqlite")) if s.differs]


def test_another_version_is_refused_in_one_sentence(tmp_path: Path) -> None:
    log, _ = played(tmp_path / "a.sqlite")
    log.close()
    db = sqlite3.connect(tmp_path / "a.sqlite")
    db.execute("UPDATE meta SET value = '99' WHERE key = 'format'")
    db.commit()
    db.close()
    with pytest.raises(StorageError, match="version 99"):
        Log.open(tmp_path / "a.sqlite")


@pytest.mark.parametrize("content", [b"", b"not a database at all, but long enough to be read as one" * 50])
def test_what_is_no_log_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.sqlite").write_bytes(content)
    with pytest.raises(StorageError, match="not a companion log"):
        Log.open(tmp_path / "a.sqlite")


def test_no_file_and_an_existing_file(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no log"):
        Log.open(tmp_path / "none.sqlite")
    Log.create(tmp_path / "a.sqlite", HEAD).close()
    with pytest.raises(StorageError, match="already holds a log"):
        Log.create(tmp_path / "a.sqlite", HEAD)


def test_a_full_disk_takes_nothing(tmp_path: Path) -> None:
    log = Log.create(tmp_path / "a.sqlite", HEAD)
    log._db.execute(f"PRAGMA max_page_count = {log._db.execute('PRAGMA page_count').fetchone()[0]}")
    ruled = [Ruling(onset=t, decided=t, code="x", values={"told": "y" * 900}, number=t + 1) for t in range(40)]
    with pytest.raises(StorageError, match="disk is full"):
        log.append(*ruled)
    assert (log.last, list(log.events())) == (0, [])
    log._db.execute("PRAGMA max_page_count = 100000")
    log.append(*ruled)
    assert log.last == len(list(log.events())) == len(ruled)
    log.close()


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    log, _ = played(tmp_path / "a.sqlite")
    log.close()
    db = sqlite3.connect(tmp_path / "a.sqlite")
    db.execute("INSERT INTO event (wall, body) VALUES ('', '{\"v\": 1')")
    db.commit()
    db.close()
    with pytest.raises(StorageError, match=r"line \d+: .*broken JSON"):
        list(Log.open(tmp_path / "a.sqlite").events())


LOGS = Path(__file__).resolve().parents[1] / "golden" / "logs"


@pytest.mark.parametrize("name", sorted(p.name for p in LOGS.glob("*.sqlite")))
def test_a_log_of_the_version_before_replays_to_the_same_rulings_in_todays_words(name: str, tmp_path: Path) -> None:
    shutil.copy(LOGS / name, tmp_path / name)
    steps = list(replay(Log.open(tmp_path / name)))
    assert len(steps) >= 16
    assert not [s for s, _ in steps if s.differs or s.missing]
    told = [say(s.event.as_fact, "de") for s, _ in steps if isinstance(s.event, Ruling)]
    assert told
    assert all(text and "(" not in text.split(" ")[0] for text in told)


def test_a_log_of_the_version_before_goes_on(tmp_path: Path) -> None:
    shutil.copy(LOGS / "face-off.sqlite", tmp_path / "a.sqlite")
    match = resume_match(Log.open(tmp_path / "a.sqlite", append=True))
    assert match.fold(Command(onset=99, decided=99, text="score"))[0].code == "score"
    assert not [s for s, _ in replay(Log.open(tmp_path / "a.sqlite")) if s.differs or s.missing]


def test_rulings_that_a_crash_kept_out_of_the_log_are_written_when_it_goes_on(tmp_path: Path) -> None:
    """An older companion committed an event before its rulings: a crash between left the log without them."""
    shutil.copy(LOGS / "face-off.sqlite", tmp_path / "a.sqlite")
    db = sqlite3.connect(tmp_path / "a.sqlite")
    db.execute("DROP TRIGGER event_kept")
    db.execute("DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)")
    db.commit()
    db.close()
    assert [s.missing for s, _ in replay(Log.open(tmp_path / "a.sqlite"))][-1]
    match = resume_match(Log.open(tmp_path / "a.sqlite", append=True))
    again = list(replay(Log.open(tmp_path / "a.sqlite")))
    assert not [s for s, _ in again if s.differs or s.missing]
    assert len([s for s, _ in again if isinstance(s.event, Ruling)]) == len(match.rulings)


def test_an_event_and_its_rulings_are_committed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits: list[int] = []
    real = Log.append

    def append(self: Log, *events: Any) -> Any:
        commits.append(len(events))
        return real(self, *events)

    monkeypatch.setattr(Log, "append", append)
    log = Log.create(tmp_path / "a.sqlite", HEAD)
    match = match_of(HEAD, log)
    match.begin()
    match.fold(Command(onset=1, decided=1, text="score"))
    assert commits == [len(match.rulings) - 1, 2]


def test_a_log_is_created_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.referee import log as module

    def full(db: sqlite3.Connection, header: Any) -> None:
        db.execute("CREATE TABLE meta (key TEXT)")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(module, "_fill", full)
    with pytest.raises(StorageError, match="disk is full"):
        Log.create(tmp_path / "a.sqlite", HEAD)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="modes of files are of POSIX: only on Windows are there none")
def test_a_log_is_readable_for_its_owner_alone(tmp_path: Path) -> None:
    Log.create(tmp_path / "games" / "a.sqlite", HEAD).close()
    assert (tmp_path / "games" / "a.sqlite").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "games").stat().st_mode & 0o777 == 0o700


def test_a_last_move_that_was_taken_back_stays_readable(tmp_path: Path) -> None:
    """Its ruling holds the whole end of the game inside the sentence of the undo."""
    log = Log.create(tmp_path / "a.sqlite", header("keep-smiling", ["Ann", "Ben"], {"lane_length": 2}, 3, "en"))
    match = match_of(log.header, log)
    match.begin()
    random = Random(3)
    while not match.is_over:
        actor = match.game.actors(match.state)[0]
        text = match.game.format(match.game.legal(match.state, actor).sample(random), match.options)
        match.fold(Command(onset=1, decided=1, player=match.players[actor] if actor >= 0 else None, text=text))
    match.fold(Command(onset=2, decided=2, text="undo"))
    log.close()
    again = [step for step, _ in replay(Log.open(tmp_path / "a.sqlite"))]
    assert "undone" in [getattr(step.event, "code", "") for step in again]
    assert not [s for s in again if s.differs or s.missing]
