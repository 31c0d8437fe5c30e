"""``kill -9`` at random moments, as often as one likes: ``python -m tests.fuzz.kills TIMES [WHO ...]``.

The table with its server, a sitting at the terminal, the hall and practice play on in forked processes, which cost no
start. Each tells what it has shown (or acknowledged, or kept). After each kill that has to be on the disk, and what is
there has to come out the same when it is played again; the next process goes on with it.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timezone
from functools import partial
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Final, NoReturn, TypeAlias

from companion.cli import main as companion
from companion.club.codec import encode as encoded
from companion.club.facts import GameBegun, Hello, RulingTold
from companion.club.hall.clerk import Arrived, Asked, Clerk
from companion.club.hall.plan import make_plan
from companion.club.hall.state import Hall
from companion.club.hall.store import HallStore, url_of
from companion.club.hall.tournament import Entry, plan_entry
from companion.events import Event, Ruling
from companion.events.codec import decode, encode
from companion.people.attempt import Attempt
from companion.practice.store import PracticeStore
from companion.referee.log import Log
from companion.referee.replay import replay, resume_match
from companion.referee.rescue_copies import newest
from companion.web.kit.door import Door
from companion.web.kit.serve import Place, run
from companion.web.table.app import make_app
from companion.web.table.hub import TableHub
from tests.club_games import COUNTS, head

LONGEST: Final = 0.4  # seconds that a process plays at most
STARTS: Final = 60.0  # seconds in which it has begun to
FRESH: Final = 12  # kills after which a new game begins, as logs that are played again grow long
TYPED: Final = (
    "trade Ann Ben 2",
    "trade Ben Cleo 1",
    "undo",
    "score",
    "win Cleo ruby",
    "confirm",
    "clean",
    "Cleo: next B",
    "trade Ann Cleo 3",
    "pause",
    "resume",
    "win Ann jade",
    "confirm",
    "clean",
    "Ann: next B",
)
Tell: TypeAlias = Callable[[str], None]
Play: TypeAlias = Callable[[Path, int, Tell], None]
Check: TypeAlias = Callable[[Path, list[str]], tuple[int, int]]
"""Of a folder and all that was told of it: how much of it is lost, and how many logs differ when played again."""


# The table, and a sitting at the terminal


class _Told(TableHub):
    """Tells each ruling that pages are shown."""

    told: Tell

    def on_event(self, event: Event) -> None:
        super().on_event(event)
        if isinstance(event, Ruling) and self.game is not None and self.game.match.log is not None:
            self.told(f"{self.game.match.log.name}\t{encode(event)}")


def table(folder: Path, number: int, tell: Tell) -> None:
    """Bots play at the served table, one of the five games after the other."""
    hub = _Told(folder, Door(), pace=0.0)
    hub.told = tell

    def ready(laptop: str, phones: str) -> None:
        hub.restore()
        if hub.game is None or hub.game.match.is_over:
            hub.start(head(list(COUNTS)[number % len(COUNTS)], seed=number))

    run(hub, Place(0), ready, make_app)


def referee(folder: Path, number: int, tell: Tell) -> None:
    """Run the command itself, with lines typed by a pipe; each line of its stdout is told with its log."""
    last = max(folder.glob("*.sqlite"), default=None, key=lambda path: int(path.stem))
    if last is not None and not _over(last):
        words = ["--resume", str(last)]
    else:
        words = ["face-off", "--players", "Ann,Ben,Cleo", "--log", str(folder / f"{number}.sqlite")]
    typed = cycle(TYPED)
    at, end = os.pipe()
    os.write(end, "".join(f"{next(typed)}\n" for _ in range(300)).encode())
    os.close(end)
    os.dup2(at, 0)
    sys.stdin = os.fdopen(0)
    sys.argv = ["companion", "referee", *words, "--json"]
    sys.stdout = _Lines(words[-1], tell)
    companion()


def _over(path: Path) -> bool:
    with closing(Log.open(path)) as log:
        return resume_match(log).is_over


class _Lines(io.TextIOBase):
    """What is printed, told line by line with the log that it is of."""

    def __init__(self, log: str, tell: Tell) -> None:
        self._log, self._tell, self._begun = log, tell, ""

    def write(self, text: str) -> int:
        *whole, self._begun = (self._begun + text).split("\n")
        for line in whole:
            self._tell(f"{self._log}\t{line}")
        return len(text)


def logs(folder: Path, told: list[str], places: list[Path] | None = None) -> tuple[int, int]:
    """``places``: where rescue copies may lie, else where they do."""
    lost = differing = 0
    wanted: dict[str, list[Ruling]] = {}
    for line in told:
        name, _, text = line.rpartition("\t")
        event = decode(text)
        if isinstance(event, Ruling):
            wanted.setdefault(name, []).append(event)
    for name, shown in wanted.items():
        path = newest(Path(name), places)
        if not path.exists():
            lost += len(shown)
            continue
        log = Log.open(path, append=True)
        with closing(log):
            kept = resume_match(log).rulings
            lost += sum(r.number not in kept or encode(kept[r.number]) != encode(r) for r in shown)
            differing += any(step.differs or step.missing for step, _ in replay(log))
    return lost, differing


# The hall


def _digest(hall: Hall) -> str:
    rounds = [(r.number, r.byes, r.tables) for r in hall.tournament.rounds]
    tables = [(t.id, t.name, t.online, t.points, t.result, t.newest) for t in hall.board.sorted_tables()]
    names = [(k, p.name) for k, p in hall.tournament.players.items()]
    return hashlib.sha256(repr((rounds, tables, names, list(hall.strays))).encode()).hexdigest()


def hall(folder: Path, number: int, tell: Tell) -> None:
    """Run a hall that a table tells and an organiser fills; what was acknowledged is told with its state."""
    clerk = Clerk(HallStore(url_of(str(folder / "hall.sqlite"), folder)))
    clerk.open()
    table, wall = "0" * 31 + "1", "2026-11-22T10:00:00+00:00"
    if clerk.hall.tournament.plan is None:
        clerk.answer(Asked(lambda _: plan_entry(make_plan("Club", "ftw", "swiss", 2, 0, "places", 1)), lambda _: None))
        hello = encoded(Hello(table=table, wall=wall, name="Table 1", companion="1", log_format=2))
        clerk.write([Arrived("companion/table-1/hello", hello, False, lambda: None)])
    for n in count(clerk.store.last):
        acknowledged: list[None] = []
        ack = partial(acknowledged.append, None)
        cls, more = (
            (GameBegun, {"kind": "ftw", "players": ("Ann", "Ben")})
            if n % 40 == 0
            else (RulingTold, {"at": float(n), "code": "move", "values": {"who": "Ann"}, "number": n})
        )
        body = encoded(cls(table=table, wall=wall, seq=n + 1, game="a" * 8, **more))
        topic = f"companion/table-1/{cls.topic}"
        clerk.write([Arrived(topic, body, False, ack)] * 2)  # the broker sends twice
        if n % 7 == 0:
            clerk.answer(Asked(partial(_enter, f"Player {number} {n}"), lambda error: None))
        if len(acknowledged) == 2:
            tell(f"{clerk.store.last}\t{_digest(clerk.hall)}")


def _enter(name: str, hall: Hall) -> Entry:
    return hall.tournament.enter(name)


def halls(folder: Path, told: list[str]) -> tuple[int, int]:
    store, folded, found = HallStore(url_of(str(folder / "hall.sqlite"), folder)), Hall(), dict[int, str]()
    store.open()
    for row in store.rows():
        folded.fold(row)
        found[row.seq] = _digest(folded)
    store.close()
    pairs = [line.split("\t") for line in told]
    return sum(int(n) not in found for n, _ in pairs), sum(found.get(int(n), d) != d for n, d in pairs)


# Practice


def practice(folder: Path, number: int, tell: Tell) -> None:
    with PracticeStore(folder / "practice.sqlite3") as store:
        for n in count(len(_kept(store))):
            store.add("Ann", _attempt(n))
            tell(str(n))


def _kept(store: PracticeStore) -> list[Attempt]:
    return store.attempts("Ann") if store.players() else []


def _attempt(n: int) -> Attempt:
    at = datetime(2026, 1, 1, 12, n // 60 % 60, n % 60, tzinfo=timezone.utc)
    return Attempt(drill="learn", asked="grin", made="grin", hit=True, onset=n / 8, recognised=n / 8, at=at)


def practised(folder: Path, told: list[str]) -> tuple[int, int]:
    with PracticeStore(folder / "practice.sqlite3") as store:
        kept = {a.onset: a for a in _kept(store)}
        whole = store._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    lost = sum(n / 8 not in kept for n in map(int, told))
    return lost, int(not whole or any(kept[n / 8] != _attempt(n) for n in map(int, told) if n / 8 in kept))


WHO: Final[dict[str, tuple[Play, Check]]] = {
    "table": (table, logs),
    "referee": (referee, logs),
    "hall": (hall, halls),
    "practice": (practice, practised),
}


# Killing


def killed(play: Play, folder: Path, number: int, after: float, *, starting: bool = False) -> list[str]:
    """Return what a process told that was killed ``after`` seconds of play, or of its start."""
    at, end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(at)
        _played(play, folder, number, end)
    os.close(end)
    told, block = bytearray(), b""
    if not starting and select.select([at], [], [], STARTS)[0]:
        told += os.read(at, 65536)
    until = time.monotonic() + after
    while (left := until - time.monotonic()) > 0 and select.select([at], [], [], left)[0]:
        if not (block := os.read(at, 65536)):
            break
        told += block
    os.kill(child, signal.SIGKILL)
    while block := os.read(at, 65536):
        told += block
    os.close(at)
    if (code := os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])) > 0:
        raise RuntimeError(f"it ended by itself, exit code {code}")
    return told.decode().rpartition("\n")[0].splitlines()  # a line that was cut was not told


def _played(play: Play, folder: Path, number: int, end: int) -> NoReturn:
    """In the forked process."""
    try:
        os.environ["COMPANION_DATA_FOLDER"] = str(folder)
        play(folder, number, lambda text: _write(end, f"{text}\n"))
        os._exit(0)
    except SystemExit as left:  # all lines were typed before it was killed, some of them refused
        os._exit(0 if left.code in (0, 2) else 1)
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        os._exit(1)


def _write(end: int, text: str) -> None:
    data = text.encode()
    while data:
        data = data[os.write(end, data) :]


def kills(times: int, who: list[str], chance: Random) -> dict[str, dict[str, int]]:
    """For each of them: kills, what was told and what of it is lost, logs that differ."""
    found = {name: {"kills": 0, "told": 0, "lost": 0, "differ": 0} for name in who}
    with tempfile.TemporaryDirectory() as scratch:
        told: dict[str, list[str]] = {name: [] for name in who}
        for number in range(times):
            name = who[number % len(who)]
            row, (play, check) = found[name], WHO[name]
            folder = Path(scratch) / f"{name}{row['kills'] // FRESH}"
            if not folder.exists():
                folder.mkdir()
                told[name] = []
            starting = chance.random() < 0.2
            after = chance.uniform(0.0, LONGEST)
            new = killed(play, folder, number // len(who), after, starting=starting)
            told[name] += new
            lost, differ = check(folder, told[name])
            for key, more in (("kills", 1), ("told", len(new)), ("lost", lost), ("differ", differ)):
                row[key] += more
            if lost or differ:
                print(f"{name}: {lost} lost, {differ} differ after kill {number}", file=sys.stderr, flush=True)
    return found


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("times", type=int)
    ask.add_argument("who", nargs="*", metavar="WHO", help=f"some of: {', '.join(WHO)}")
    ask.add_argument("--seed", type=int, default=int(time.time()))
    wish = ask.parse_args()
    if unknown := set(wish.who) - set(WHO):
        ask.error(f"no such command: {', '.join(sorted(unknown))}")
    print(f"seed {wish.seed}", flush=True)
    found = kills(wish.times, wish.who or list(WHO), Random(wish.seed))
    for name, row in found.items():
        print(f"{name}: {json.dumps(row)}")
    return 1 if any(row["lost"] or row["differ"] for row in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
