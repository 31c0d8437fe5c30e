"""Games that bots play by a clock of their own, told to a broker: what tests of the club share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.clock import ManualClock
from companion.club.table.broker import Broker
from companion.club.table.broker_feed import BrokerFeed
from companion.referee.desk_registry import match_of
from companion.referee.log import Log
from companion.referee.log_header import LogHeader
from companion.referee.match import Match
from companion.referee.replay import resume_match
from companion.sitting.table_sitting import TableSitting, table_of
from companion.web.table.setup import head_of

NAMES = ("Ann", "Ben", "Cleo", "Dan")
COUNTS = {"face-off": 3, "keep-smiling": 2, "face-cards": 3, "ftw": 3, "factum": 4}


def head(game: str, seed: int = 1, **options: Any) -> LogHeader:
    players = [{"name": n, "bot": True} for n in NAMES[: COUNTS[game]]]
    return head_of({"game": game, "players": players, "seed": seed, "options": options}, "en")


def broker(port: int, name: str = "Table 1", **more: Any) -> Broker:
    return Broker("127.0.0.1", port, name, **more)


def outward(port: int, folder: Path, name: str = "Table 1", **more: Any) -> BrokerFeed:
    """Return a table that tries again soon and notices a cut soon; not started yet."""
    return BrokerFeed(broker(port, name, **more), folder, first=0.1, longest=0.4, keepalive=2)


class Played:
    """One game on the table of an ``BrokerFeed``."""

    def __init__(self, club: BrokerFeed, path: Path | None, what: LogHeader, *, resume: bool = False) -> None:
        self.clock = ManualClock()
        if resume:
            assert path is not None
            log = Log.open(path, append=True)
            self.match: Match = resume_match(log)
            self.match.log = club.keeper(log)
        else:
            self.match = match_of(what, club.keeper(Log.create(path, what)))
        bots = [k for k, n in enumerate(self.match.players) if n in what.bots]
        self.table: TableSitting = table_of(self.match, self.clock, bots=bots)
        self.table.sitting.go_on()
        club.laid(self.table.sitting)
        if not resume:
            self.table.sitting.begin()

    def play(self, ticks: int = 4000) -> Played:
        for _ in range(ticks):
            if self.match.is_over:
                break
            self.clock.advance(0.4)
            self.table.sitting.pump()
        return self

    def close(self) -> None:
        assert self.match.log is not None
        self.match.log.drain(30)
        self.table.sitting.drain()
        self.table.sitting.close()
        self.match.log.close()
