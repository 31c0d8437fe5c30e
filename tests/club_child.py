"""Run by test_club_killed.py in a Python of its own, to be killed: a game told to a broker, gone on with if there.

python -m tests.club_child PORT FOLDER LOG
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from companion.clock import MonotonicClock
from companion.referee.desk_registry import match_of
from companion.referee.log import Log
from companion.referee.replay import resume_match
from companion.sitting.table_sitting import table_of
from tests import club_games


def main() -> None:
    port, folder, path = int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    club = club_games.outward(port, folder)
    club.start()
    goes_on = path.exists()
    head = club_games.head("face-off", seed=7, target=100_000)
    log = Log.open(path, append=True) if goes_on else Log.create(path, head)
    if goes_on:
        match = resume_match(log)
        match.log = club.keeper(log)
    else:
        match = match_of(head, club.keeper(log))
    table = table_of(match, MonotonicClock(), bots=range(3), pace=0.01)
    table.sitting.go_on()
    club.laid(table.sitting)
    if not goes_on:
        table.sitting.begin()
    print("plays", flush=True)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        table.sitting.pump(0.01)


main()
