"""What a crash, an odd key press or a stranger's file does to a log: nothing that was shown is lost."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.events import Command, Event, Phrase, Roll, Ruling, Signal
from companion.facts import fact
from companion.referee.desk_registry import header, match_of
from companion.referee.log import Log
from companion.referee.log_header import LogHeader
from companion.referee.replay import replay, resume_match

LEANING = fact("dice.leaning", die="red")
HEADS: dict[str, LogHeader] = {
    "face-off": header("face-off", ["Ann", "Ben", "Cleo"], {"cards": "physical", "advanced": True}, 5, "en"),
    "keep-smiling": header("keep-smiling", ["Ann", "Ben"], {}, 5, "de"),
    "ftw": header("ftw", ["Ann", "Ben"], {}, 5, "en"),
}


def say(t: float, text: str, player: str | None = None) -> Command:
    return Command(onset=t, decided=t, text=text, player=player)


SCRIPTS: dict[str, list[Event]] = {
    "face-off": [
        Signal(onset=1, decided=1.1, player="Ann", name="chicken", phase="on"),
        Signal(onset=1.2, decided=1.3, player="Ben", name="chicken", phase="on"),
        say(4, "trade Ben Cleo 2"),
        say(5, "nonsense"),
        say(6, "undo"),
        say(7, "score"),
        Phrase(onset=8, decided=8.5, text="Face off", kind="shout"),
        say(9, "win Cleo ruby"),
        say(10, "confirm"),
        say(11, "clean"),
        say(12, "Cleo: next B"),
        say(13, "pause"),
        say(14, "resume"),
    ],
    "keep-smiling": [
        say(1, "Ann: place S G N S G"),
        say(2, "Ben: place G S N G S"),
        say(3, "² 1 1"),
        say(3.5, "٣ ٣ ٣"),
        Roll(onset=4, decided=4.3, values=(3, 0, 6), refused=LEANING, best=(3, 5, 6)),
        say(5, "5"),
        say(6, "a:3 b:11"),
        Roll(onset=7, decided=7.3, values=(1, 2, 6)),
        say(8, "a:1"),
        say(9, "undo"),
        say(10, "score"),
    ],
    "ftw": [say(1, "score"), say(2, "undo"), say(3, "give 1 2 3", "Ann"), say(4, "gibberish", "Ben")],
}


class Crash(BaseException):
    """The machine loses its power."""


class Failing(Log):
    """Loses power before its ``left``-th commit."""

    left = 10**9

    def append(self, *events: Event) -> None:
        self.left -= 1
        if self.left < 0:
            raise Crash
        super().append(*events)


def played(path: Path, game: str, commits: int) -> list[Ruling]:
    """Return the rulings that were shown until power was lost before commit ``commits``."""
    log = Failing.create(path, HEADS[game])
    assert isinstance(log, Failing)
    log.left = commits
    match = match_of(HEADS[game], log)
    shown: list[Ruling] = []
    try:
        shown += match.begin()
        for event in SCRIPTS[game]:
            shown += match.fold(event)
        shown += match.advance(60.0)
    except Crash:
        return shown
    return shown


@pytest.mark.parametrize("game", SCRIPTS)
def test_power_lost_at_every_commit_loses_no_ruling_that_was_shown(game: str, tmp_path: Path) -> None:
    whole = played(tmp_path / "whole.sqlite", game, 10**6)
    assert len(whole) > 3
    for commits in range(len(whole) + len(SCRIPTS[game])):
        path = tmp_path / f"{commits}.sqlite"
        shown = played(path, game, commits)
        match = resume_match(Log.open(path, append=True))
        assert [match.rulings[r.number] for r in shown] == shown, commits
        again = list(replay(Log.open(path)))
        assert not [s for s, _ in again if s.differs or s.missing], commits
        assert match.game.dump(match.state) == match.game.dump(again[-1][1].state)
        if len(shown) == len(whole):
            return
    pytest.fail("the script never came to its end")


@pytest.mark.parametrize("game", SCRIPTS)
def test_the_same_events_give_the_same_log_to_the_byte(game: str, tmp_path: Path) -> None:
    bodies = []
    for name in ("a", "b"):
        played(tmp_path / name, game, 10**6)
        db = sqlite3.connect(tmp_path / name)
        bodies.append(db.execute("SELECT seq, body FROM event").fetchall())
        db.close()
    assert bodies[0] == bodies[1]


def test_digits_that_are_none_are_refused_and_the_log_can_be_gone_on_with(tmp_path: Path) -> None:
    log = Log.create(tmp_path / "a.sqlite", HEADS["keep-smiling"])
    match = match_of(HEADS["keep-smiling"], log)
    match.begin()
    for event in SCRIPTS["keep-smiling"][:2]:
        match.fold(event)
    for text in ("² 1 1", "٣ ٣ ٣", "① ② ③", "roll ²", "duel ² ²"):
        assert [r.code for r in match.fold(say(3, text))] == ["refused"], text
    assert match.state.dice == ()
    assert resume_match(Log.open(tmp_path / "a.sqlite", append=True)).rulings == match.rulings


def trouble(path: Path) -> StorageError | None:
    """Why a log cannot be replayed; None where it can."""
    try:
        for _ in replay(Log.open(path)):
            pass
    except StorageError as error:
        return error
    return None


def damaged(path: Path, rng: random.Random) -> None:
    """Bytes lost, zeroed or changed, or the file cut."""
    data = bytearray(path.read_bytes())
    kind = rng.randrange(4)
    if kind == 0:
        del data[rng.randrange(len(data)) :]
    elif kind == 1:
        at = rng.randrange(len(data))
        data[at : at + 512] = bytes(len(data[at : at + 512]))
    else:
        for _ in range(rng.randrange(1, 200)):
            data[rng.randrange(len(data))] = rng.randrange(256)
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("game", ["face-off", "keep-smiling"])
def test_a_damaged_log_is_one_sentence_and_never_a_traceback(game: str, tmp_path: Path) -> None:
    played(tmp_path / "whole.sqlite", game, 10**6)
    rng = random.Random(4)
    refused = 0
    for k in range(120):
        path = tmp_path / f"{k}.sqlite"
        shutil.copy(tmp_path / "whole.sqlite", path)
        damaged(path, rng)
        if (error := trouble(path)) is not None:
            refused += 1
            assert "\n" not in str(error)
            assert error.message_in("de") != str(error)
    assert refused > 10


def test_crafted_events_of_a_log_are_one_sentence(tmp_path: Path) -> None:
    for k, body in enumerate((b"\x00\xff", b"1", b"null", b'{"v":2}', 7, None, b"[" * 5000, '{"v":2,"type":"ruling"}')):
        path = tmp_path / f"{k}.sqlite"
        Log.create(path, HEADS["face-off"]).close()
        db = sqlite3.connect(path)
        if body is None:
            db.execute("DROP TABLE event")
        else:
            db.execute("INSERT INTO event (wall, body) VALUES ('', ?)", (body,))
        db.commit()
        db.close()
        with pytest.raises(StorageError) as caught:
            list(replay(Log.open(path)))
        assert "\n" not in str(caught.value)
