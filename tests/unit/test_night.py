"""The evening's line: over all games of one evening, after a restart too, without those that were deleted."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from companion.clock import MonotonicClock
from companion.referee.desk_registry import header, match_of
from companion.referee.hand_scores import Hand
from companion.referee.log import Log
from companion.referee.match import Match
from companion.sitting.sitting import Sitting
from companion.web.table.evening_totals import LOG_STAMP_FORMAT, EveningTotals, PlayedGame, read_played_game

PEOPLE = ["Ann", "Ben", "Cleo"]


def game(path: Path | None, winners: list[str], players: list[str] = PEOPLE) -> Match:
    """Return a game of Face Off! with cards on the table, each hand won by the next of ``winners``."""
    head = header("face-off", players, {"cards": "physical"}, 5, "en")
    match = match_of(head, Log.create(path, head) if path is not None else None)
    sitting = Sitting(match, MonotonicClock())
    sitting.begin()
    for name in winners:
        for text in (f"win {name} ruby", "confirm", "next B"):
            sitting.command(text)
    return match


def night(posted: list[Callable[[], None]]) -> EveningTotals:
    return EveningTotals(posted.append, lambda: None)


def shown(one: EveningTotals, match: Match) -> dict[str, Any]:
    return one.to_json(match, match.stand, "en")


def test_two_games_of_one_evening_are_one_line_by_name() -> None:
    one = night([])
    one.on_game_left(game(None, ["Ben", "Ann"]))
    now = shown(one, game(None, ["Dan"], ["Dan", "Ben", "Ann"]))
    assert now["names"] == ["Dan", "Ben", "Ann", "Cleo"]
    assert now["points"] is True
    assert [g["hands"] for g in now["games"]] == [2, 1]
    assert [h["winners"] for h in now["hands"]] == [[1], [2], [0]]
    assert [h["n"] for h in now["hands"]] == [1, 2, 1]
    assert now["hands"][0]["scores"][1] > 0
    assert [h["scores"][3] for h in now["hands"]] == [0, 0, 0]
    assert now["totals"] == [now["hands"][2]["scores"][0], 0, 0]


def test_games_of_several_kinds_are_counted_in_hands() -> None:
    one = night([])
    one.on_game_left(game(None, ["Ben"]))
    head = header("keep-smiling", ["Ann", "Ben"], {}, 5, "en")
    now = shown(one, match_of(head, None))
    assert now["points"] is True  # nothing was played of the other yet
    assert [g["title"] for g in now["games"]] == ["Face Off!"]
    one._add([PlayedGame("x", "keep-smiling", ("Ann", "Ben"), (Hand(1, (3, 0), (0,), None),))])
    now = shown(one, match_of(head, None))
    assert now["points"] is False
    assert [h["winners"] for h in now["hands"]] == [[0], [1]]


def test_after_a_restart_the_evenings_games_are_read_again_and_a_deleted_one_is_gone(tmp_path: Path) -> None:
    today = datetime(2026, 11, 22, 21, 0)
    stamps = [(today - timedelta(hours=h)).strftime(LOG_STAMP_FORMAT) for h in (30, 2, 1)]
    paths = [tmp_path / f"{s}-face-off.sqlite" for s in stamps]
    for path, name in zip(paths, ("Cleo", "Ben", "Ann"), strict=True):
        match = game(path, [name])
        assert match.log is not None
        match.log.drain(5.0)
    (tmp_path / f"{stamps[1]}-2-face-off.sqlite").write_bytes(b"no log")
    posted: list[Callable[[], None]] = []
    one = night(posted)
    one.remember(tmp_path, str(paths[2]), today)
    for _ in range(200):
        if posted:
            break
        time.sleep(0.1)
    posted[0]()
    on = read_played_game(paths[2])
    assert on is not None
    assert on.players == tuple(PEOPLE)
    now = shown(one, game(None, ["Ann"]))
    assert [h["winners"] for h in now["hands"]] == [[1], [0]]  # neither the day before's nor the one on the table
    one.drop(paths[1].name)
    assert [h["winners"] for h in shown(one, game(None, ["Ann"]))["hands"]] == [[0]]
