"""The hall with tables as they are: bots play whole games on real sittings, whose messages go through a real broker."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from companion.club.hall.clerk import Asked, Clerk
from companion.club.hall.listener import Listener
from companion.club.hall.plan import make_plan
from companion.club.hall.store import HallStore, url_of
from companion.club.hall.tournament import Entry, plan_entry
from companion.club.hall.views import state_of
from companion.club.table.broker import broker as address_of
from tests.club_games import COUNTS, NAMES, Played, head, outward
from tests.needs import needs
from tests.servers import broker

pytestmark = [needs("mosquitto"), pytest.mark.slow]


def until(true: Callable[[], Any], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("game", COUNTS)
def test_a_game_of_a_round_is_followed_and_counts_when_the_table_confirms(game: str, tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    folder.mkdir()
    with broker(folder) as mosquitto:
        clerk = Clerk(HallStore(url_of(str(tmp_path / "hall.sqlite"), tmp_path)))
        clerk.open()
        what, players = head(game, 3), NAMES[: COUNTS[game]]
        clerk.write_entry(lambda hall: plan_entry(make_plan("Club", game, "swiss", 1, len(players), "places", 1)))
        for name in players:
            enter(clerk, name)
        clerk.start()
        listener = Listener(address_of(f"127.0.0.1:{mosquitto.port}"), clerk.store.id, clerk.take)
        listener.start()
        club = outward(mosquitto.port, tmp_path / "table", "Table 7")
        club.start()
        try:
            until(lambda: clerk.hall.board.places() == ["Table 7"])
            answers: list[Any] = []
            ask(clerk, lambda hall: hall.tournament.pair(hall.board.places()), answers)
            until(lambda: answers == [None])
            played = Played(club, tmp_path / "game.sqlite", what).play()
            assert played.match.is_over
            shown = lambda: state_of(clerk.hall, "en", ruling=True)["pairings"][0]  # noqa: E731
            until(lambda: shown()["state"] == "waits")
            question = played.table.sitting.questions()[0]
            played.table.sitting.answer(question.id, "yes")
            until(lambda: shown()["state"] == "done")
            outcome = played.match.game.outcome(played.match.state)
            assert outcome is not None
            found = {p["name"]: p["points"] for p in shown()["players"]}
            assert found == dict(zip(played.match.players, outcome.scores, strict=True))
            won = {p["name"] for p in shown()["players"] if p["won"]}
            assert won == {played.match.players[k] for k in outcome.winners}
            assert clerk.hall.tournament.is_over
            assert clerk.store.seen[club.register.id].missing == 0
            assert clerk.dropped["broken"] == 0
            played.close()
        finally:
            club.close()
            listener.close()
            clerk.close()


def enter(clerk: Clerk, name: str) -> None:
    clerk.write_entry(lambda hall: hall.tournament.enter(name))


def ask(clerk: Clerk, make: Callable[[Any], Entry], answers: list[Any]) -> None:
    clerk.ask(Asked(make, answers.append))
