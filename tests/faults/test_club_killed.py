"""``kill -9`` of table and broker, again and again: what was ruled arrives, and no number stands for two things."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.events import Ruling
from companion.referee.log import Log
from tests import club_games
from tests.listener import listening, until
from tests.needs import needs
from tests.servers import Broker, Proxy

pytestmark = [needs("mosquitto"), pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[2]


def playing(port: int, folder: Path, path: Path) -> subprocess.Popen[str]:
    """Return a table in a process of its own that has begun to play."""
    command = [sys.executable, "-m", "tests.club_child", str(port), str(folder), str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "plays\n"
    return process


@pytest.mark.parametrize("victims", ["table", "broker", "both"])
def test_kills_lose_nothing_and_double_nothing(tmp_path: Path, victims: str) -> None:
    """Over ten seconds: a table plays on for a second or two before each of three kills."""
    chance = random.Random(victims)
    path, club = tmp_path / "g.sqlite", tmp_path / "club"
    broker = Broker(tmp_path / "b").start()
    way = Proxy(broker.port)
    table = None
    try:
        with listening(broker.port) as listener:
            for _ in range(3):
                table = table or playing(way.port, club, path)
                heard = len(listener.rulings())
                until(lambda heard=heard: len(listener.rulings()) > heard + 10, 60)  # type: ignore[misc]
                time.sleep(chance.uniform(0.2, 1.2))
                if victims != "broker":
                    table.send_signal(signal.SIGKILL)
                    table.wait(20)
                    table = None
                if victims != "table":
                    # What a broker had confirmed, and not delivered yet when it was killed, is lost to its listeners
                    # whatever a table does. Here it has delivered, and its confirmations are lost.
                    if table is not None:
                        table.send_signal(signal.SIGSTOP)
                    time.sleep(0.4)
                    way.open = False
                    broker.stop(signal.SIGKILL)
                    if table is not None:
                        table.send_signal(signal.SIGCONT)
                    way.cut(stay=True)
                    until(lambda: not listener.subscribed.is_set())
                    broker.start()
                    assert listener.subscribed.wait(30)
                    way.mend()
            if table is not None:
                table.kill()
                table.wait(20)
            last = club_games.outward(broker.port, club)  # the next evening: what was left goes
            last.start()
            until(lambda: last.link.state.online)
            log = Log.open(path)
            wanted = [(e.code, e.number) for e in log.events() if isinstance(e, Ruling)]
            until(lambda: log.counts()[1] == 0, 60)
            log.close()
            last.close()
            missing = wanted  # what has not come after a while stands in the failure
            for _ in range(300):
                got = listener.rulings()
                missing = [r for r in wanted if r not in set(got)]
                if got == wanted:
                    break
                time.sleep(0.1)
            assert missing == []
            assert listener.rulings() == wanted
            assert len(wanted) > 50
            said: dict[int, dict[str, object]] = {}
            for message in listener.counted():
                plain = {k: v for k, v in message.items() if k != "late"}
                assert said.setdefault(message["seq"], plain) == plain  # a number stands for one thing
            assert len({m["table"] for m in listener.counted()}) == 1
            wills = [s for s in listener.of("status") if not s["online"]]
            assert wills  # the broker said that the table was gone
    finally:
        if table is not None:
            table.kill()
        way.close()
        broker.stop()
