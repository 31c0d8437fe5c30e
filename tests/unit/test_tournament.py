"""A tournament as it is played: entries, rounds, what tables tell, corrections, standings and files."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("sqlalchemy")
pytest.importorskip("rustworkx")

from companion.club.facts import GameBegun, ResultMessage, RulingTold, ScoreMessage
from companion.club.hall.clerk import Arrived, Clerk
from companion.club.hall.plan import Begun, make_plan
from companion.club.hall.standings import shares
from companion.club.hall.store import HallStore, url_of
from companion.club.hall.table_board import MAX_STRETCHES, SeenNumbers
from companion.club.hall.tournament import Entry, Tournament, plan_entry
from companion.club.hall.views import export, sheets, state_of
from companion.errors import BadInput, CompanionError
from companion.rules.registry import names
from companion.spreadsheet import in_cell, sheet
from tests.hall_served import SCORE, FakeTable


class Played:
    """A tournament in memory, fed as its log would feed it."""

    def __init__(
        self,
        game: str = "keep-smiling",
        system: str = "swiss",
        rounds: int = 0,
        *,
        size: int = 0,
        order: str = "places",
        people: int = 0,
    ) -> None:
        self.t = Tournament()
        self.seq = 0
        self.log: list[tuple[int, str, Entry]] = []
        self(plan_entry(make_plan("Club", game, system, rounds, size, order, 3)))
        for k in range(people):
            self(self.t.enter(f"P{k + 1}"))

    def __call__(self, entry: Entry) -> None:
        self.seq += 1
        line = (self.seq, f"2026-11-22T10:{self.seq // 60:02}:{self.seq % 60:02}.000+00:00", entry)
        self.log.append(line)
        self.t.fold(*line)

    def told(self, players: tuple[int, ...], points: list[int], *, sure: bool = True, game: str = "") -> str:
        self.seq += 1
        spelt = {self.t.players[n].name.upper(): p for n, p in zip(players, points, strict=True)}
        best = [name for name, p in spelt.items() if p == max(points)]
        return self.t.report_result(("table", game or str(players)), Begun(self.seq), spelt, best, sure=sure)

    def round(self, judge: Callable[[int], int] = lambda n: n) -> None:
        self(self.t.pair())
        for table in self.t.rounds[-1].tables:
            game = f"{len(self.t.rounds)} {table.number}"
            assert self.told(table.players, [judge(n) for n in table.players], game=game) == "counts"


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("people", [5, 13, 24])
def test_the_best_of_each_game_wins_a_swiss_tournament(game: str, people: int) -> None:
    played = Played(game, people=people)
    if played.t.plan is not None and people < played.t.plan.least:
        return
    while not played.t.is_over:
        played.round()
    rows = played.t.standings()
    assert rows[0].number == people
    assert rows[0].place == 1
    assert len(rows) == people
    assert [row.place for row in rows] == sorted(row.place for row in rows)


@pytest.mark.parametrize("people", [4, 7])
def test_a_round_robin_ends_when_all_have_met(people: int) -> None:
    played = Played(system="round-robin", people=people)
    while not played.t.is_over:
        played.round()
    met = sorted(tuple(sorted(t.players)) for at in played.t.rounds for t in at.tables)
    assert met == list(combinations(range(1, people + 1), 2))
    assert [row.number for row in played.t.standings()] == list(range(people, 0, -1))


def test_larger_tables_of_a_round_robin_meet_widely() -> None:
    played = Played("ftw", "round-robin", size=4, people=16)
    assert played.t.of == 5
    while not played.t.is_over:
        played.round()
    met = {tuple(sorted(p)) for at in played.t.rounds for t in at.tables for p in combinations(t.players, 2)}
    assert len(met) >= 0.75 * 16 * 15 / 2  # five rounds of sixteen can meet all only in a perfect design


def test_replaying_the_log_gives_the_same_tournament() -> None:
    played = Played(people=9)
    chance = random.Random(1)
    played.round(lambda n: chance.randrange(9))
    played(played.t.withdraw(4))
    played(played.t.enter("Late", "Red"))
    played.round(lambda n: chance.randrange(9))
    played(played.t.correct(1, 2, {str(n): 5 for n in played.t.rounds[0].tables[1].players}, None, "counted again"))
    again = Tournament()
    kept = [(seq, at, Entry(e.kind, json.loads(json.dumps(e.body)))) for seq, at, e in played.log]
    for line in kept:
        again.fold(*line)
        if line[2].kind == "paired":  # tables told their results in between; they are not in this log
            at = again.rounds[-1]
            for table in at.tables:
                told = played.t.rounds[at.number - 1].tables[table.number - 1].result
                if told is not None and told.by == "table":
                    again.score(again.rounds[-1], again.rounds[-1].tables[table.number - 1], told)
    assert again.standings() == played.t.standings()
    assert [r.tables for r in again.rounds] == [r.tables for r in played.t.rounds]


def test_a_result_counts_when_its_table_has_confirmed_it() -> None:
    played = Played(people=2)
    played(played.t.pair())
    pair = played.t.rounds[0].tables[0].players
    assert played.told(pair, [4, 2], sure=False) == "waits"
    assert not played.t.rounds[0].is_done
    assert all(row.points == 0 for row in played.t.standings())
    assert played.told(pair, [4, 3], sure=True) == "counts"  # taken back and ended otherwise before it was confirmed
    assert played.t.rounds[0].is_done
    assert played.told(pair, [4, 3], sure=True) == "known"
    assert played.told(pair, [1, 9], sure=True) == "nobody's"  # what was confirmed stands until the organiser says so
    assert [row.book for row in played.t.standings()] == [4, 3]


def test_games_that_are_not_of_the_round_count_for_nothing() -> None:
    played = Played(people=4)
    before = played.seq + 1
    played.seq += 1
    played(played.t.pair())
    table = played.t.rounds[0].tables[0]
    points = {played.t.players[n].name: 3 for n in table.players}
    told = played.t.report_result
    assert told(("x", "old"), Begun(before), points, [], sure=True) == "nobody's"  # began before the round was made
    waited = Begun(played.seq + 1, "2026-11-22T09:00:00.000+00:00")
    assert told(("x", "off"), waited, points, [], sure=True) == "nobody's"  # said before, heard after
    late = Begun(played.seq + 1, "2026-11-22T11:00:00.000+00:00")
    other = {**points, "Stranger": 1}
    assert told(("x", "other"), late, other, [], sure=True) == "nobody's"
    assert told(("x", "new"), late, points, [], sure=True) == "counts"
    second = {played.t.players[n].name: 3 for n in played.t.rounds[0].tables[1].players}
    assert told(("x", "new"), late, second, [], sure=True) != "counts"  # a game counts once


def test_a_correction_needs_a_reason_and_is_shown() -> None:
    played = Played(people=2)
    played.round()
    for reason in ("", "  ", None, 5):
        with pytest.raises(BadInput):
            played.t.correct(1, 1, {"1": 3, "2": 1}, None, reason)
    for points in ({}, {"1": 3}, {"1": 3, "2": "x"}, {"1": True, "2": 1}, {"1": 3, "2": 10**9}, None):
        with pytest.raises(BadInput):
            played.t.correct(1, 1, points, None, "why")
    played(played.t.correct(1, 1, {"1": 3, "2": 1}, None, "the wrong table confirmed"))
    assert played.t.standings()[0].number == 1
    assert played.t.corrections[0].before == {1: 1, 2: 2}
    assert played.t.corrections[0].reason == "the wrong table confirmed"
    assert played.told((1, 2), [0, 9], game="again") == "nobody's"  # the organiser's word stands


def test_who_withdraws_is_paired_no_more_and_comes_back() -> None:
    played = Played(people=5)
    played.round()
    played(played.t.withdraw(5))
    with pytest.raises(BadInput):
        played.t.withdraw(5)
    played(played.t.pair())
    seated = {n for table in played.t.rounds[1].tables for n in table.players}
    assert seated == {1, 2, 3, 4}
    assert len(played.t.standings()) == 5
    for table in played.t.rounds[1].tables:
        played.told(table.players, [1, 0], game=f"2 {table.number}")
    played(played.t.bring_back(5))
    played(played.t.pair())
    assert 5 in {n for t in played.t.rounds[2].tables for n in t.players} | set(played.t.rounds[2].byes)


def test_a_player_who_left_in_the_middle_may_be_missing_in_the_result() -> None:
    played = Played("ftw", size=3, people=3)
    played(played.t.pair())
    three = played.t.rounds[0].tables[0].players
    assert played.told(three[:2], [5, 4]) == "nobody's"
    played(played.t.withdraw(three[2]))
    assert played.told(three[:2], [5, 4], game="two") == "counts"


def test_a_late_player_takes_an_empty_place_of_a_round_robin() -> None:
    played = Played(system="round-robin", people=5)
    played.round()
    played(played.t.enter("Late"))
    with pytest.raises(BadInput):
        played.t.enter("Too late")
    while not played.t.is_over:
        played.round()
    late = [t for at in played.t.rounds for t in at.tables if 6 in t.players]
    assert len(late) == 4
    played(played.t.withdraw(2))
    assert played.t.enter("In their place").kind == "entered"


def test_a_round_is_taken_back_only_while_nothing_of_it_counts() -> None:
    played = Played(people=4)
    played(played.t.pair())
    played(played.t.unpair("somebody was missing"))
    assert played.t.rounds == []
    assert played.t.corrections[-1].reason == "somebody was missing"
    played.round()
    with pytest.raises(BadInput):
        played.t.unpair("why")
    with pytest.raises(BadInput):
        Played(people=4).t.unpair("why")


def test_pairing_is_refused_while_results_are_missing_and_after_the_end() -> None:
    played = Played(people=4, rounds=1)
    played(played.t.pair())
    with pytest.raises(BadInput, match="2 tables"):
        played.t.pair()
    for table in played.t.rounds[0].tables:
        played.told(table.players, [1, 0], game=str(table.number))
    assert played.t.is_over
    with pytest.raises(BadInput):
        played.t.pair()
    with pytest.raises(BadInput):
        Played(people=1).t.pair()


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x1bb", None, 5, "ann\u202eb"])
def test_odd_names_are_refused(name: Any) -> None:
    with pytest.raises(BadInput):
        Played().t.enter(name)


def test_one_name_counts_once_however_it_is_spelt() -> None:
    played = Played()
    played(played.t.enter("Zoë  Maria"))
    for same in ("ZOË maria", "Zoe\u0308 Maria"):
        with pytest.raises(BadInput):
            played.t.enter(same)


@pytest.mark.parametrize(
    "wish",
    [
        ("go", "swiss", 0, 0, "places"),
        ("ftw", "knock-out", 0, 0, "places"),
        ("ftw", "swiss", 99, 0, "places"),
        ("keep-smiling", "swiss", 0, 3, "places"),
        ("ftw", "swiss", 0, 0, "age"),
    ],
)
def test_plans_that_cannot_be_are_refused(wish: tuple[str, str, int, int, str]) -> None:
    with pytest.raises(BadInput):
        make_plan("Club", *wish, seed=1)


# Standings


def test_what_a_place_at_a_table_is_worth() -> None:
    assert shares({1: 9, 2: 4}, [1]) == {1: 1, 2: 0}
    assert shares({1: 4, 2: 4}, [1, 2]) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert shares({1: 9, 2: 4, 3: 1, 4: 0}, [1]) == {1: 1, 2: Fraction(2, 3), 3: Fraction(1, 3), 4: 0}
    assert shares({1: 9, 2: 4, 3: 4}, [1])[2] == Fraction(1, 4)
    assert shares({1: 3, 2: 9}, [1])[1] == 1  # the game's winner is ahead, whatever the points say
    assert shares({1: 3}, [1]) == {1: 1}


@given(st.lists(st.integers(-50, 500), min_size=2, max_size=9))
def test_a_table_gives_away_half_a_point_a_player(scored: list[int]) -> None:
    points = dict(enumerate(scored))
    won = [n for n, p in points.items() if p == max(scored)]
    worth = shares(points, won)
    assert sum(worth.values()) == Fraction(len(scored), 2)
    assert all(worth[a] >= worth[b] for a in points for b in points if points[a] > points[b])


def seated(*tables: list[int]) -> Entry:
    return Entry("paired", {"tables": [{"players": table, "place": ""} for table in tables], "byes": []})


def test_equals_are_told_apart_in_the_documented_order() -> None:
    played = Played(people=4, rounds=3)
    results = {(1, 2): (10, 1), (3, 4): (8, 2)}
    played(seated([1, 2], [3, 4]))
    for pair, points in results.items():
        played.told(pair, list(points), game=str(pair))
    rows = played.t.standings()
    assert [(r.place, r.number) for r in rows] == [(1, 1), (2, 3), (3, 4), (4, 2)]  # the book's points decide
    played(played.t.correct(1, 1, {"1": 8, "2": 2}, None, "the same"))
    assert [r.place for r in played.t.standings()] == [1, 1, 3, 3]  # nothing tells them apart: they share
    played(seated([1, 3], [2, 4]))
    played.told((1, 3), [3, 5], game="direct")
    played.told((2, 4), [5, 3], game="other")
    first = played.t.standings()[0]
    assert [first.number, first.points] == [3, 2]


def test_a_bye_is_a_win_with_ones_own_mean() -> None:
    played = Played(people=3, rounds=2)
    played.round(lambda n: 10 * n)
    resting = played.t.rounds[0].byes[0]
    row = next(r for r in played.t.standings() if r.number == resting)
    assert [row.points, row.wins, row.book, row.byes] == [1, 0, 0, 1]
    played.round(lambda n: 10 * n)
    row = next(r for r in played.t.standings() if r.number == resting)
    assert row.book == 20 * resting


def test_points_first_where_that_is_asked_for() -> None:
    played = Played("ftw", size=3, people=6, order="points", rounds=1)
    played(played.t.pair())
    a, b = (t.players for t in played.t.rounds[0].tables)
    played.told(a, [30, 29, 28], game="a")
    played.told(b, [9, 8, 7], game="b")
    assert [r.number for r in played.t.standings()] == [*a, *b]


def test_teams_count_as_many_as_the_smallest_has() -> None:
    played = Played()
    for name, team in (("A", "Red"), ("B", "Blue"), ("C", "Red"), ("D", "Red")):
        played(played.t.enter(name, team))
    played.round(lambda n: 0 if n == 2 else n)  # B loses: two of the Reds win, one of them counts
    shown = state_of(_hall(played), "en", ruling=True)["teams"]
    assert {t["team"]: t["members"] for t in shown} == {"Red": 3, "Blue": 1}
    assert {t["team"]: t["points"] for t in shown} == {"Red": 1, "Blue": 0}


def _hall(played: Played) -> Any:
    from companion.club.hall.state import Hall

    hall = Hall()
    hall.tournament = played.t
    return hall


# Files


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "|cmd", "%x"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert in_cell(cell).startswith("'")
    assert [in_cell("Ann"), in_cell("")] == ["Ann", ""]
    assert sheet([("n", "name"), (-5, cell)]).splitlines()[1].startswith('"-5",')


def test_files_hold_everything_and_no_formula() -> None:
    played = Played()
    for name in ("=HYPERLINK(1)", 'B"o;b', "Zoë"):
        played(played.t.enter(name, "@team"))
    played.round()
    played(played.t.correct(1, 1, {str(n): n for n in played.t.rounds[0].tables[0].players}, None, "-because"))
    hall = _hall(played)
    media, text = export(hall, "standings.csv")
    assert media == "text/csv"
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert len(rows) == 3
    assert {row["name"] for row in rows} == {"'=HYPERLINK(1)", 'B"o;b', "Zoë"}
    assert all(row["team"] == "'@team" for row in rows)
    results = list(csv.DictReader(io.StringIO(export(hall, "results.csv")[1].removeprefix("\ufeff"))))
    assert results[0]["reason"] == "'-because"
    whole = json.loads(export(hall, "tournament.json")[1])
    assert [row["name"] for row in whole["standings"]].count("Zoë") == 1
    assert whole["corrections"][0]["reason"] == "-because"
    with pytest.raises(BadInput):
        export(hall, "../secrets")


def test_sheets_carry_names_as_text() -> None:
    page = sheets(["<b>Table</b>", "Tisch 1"], "Club & Co", "host:1883", "de")
    assert "<b>" not in page
    assert page.count("<section>") == 2
    assert "companion table --mqtt host:1883 --table-name &quot;Tisch 1&quot;" in page


# What tables say


@settings(max_examples=200)
@given(st.lists(st.integers(0, 60), max_size=80))
def test_numbers_that_were_seen_are_known(numbers: list[int]) -> None:
    seen = SeenNumbers()
    for k, number in enumerate(numbers):
        seen.add(number)
        assert all(n in seen for n in numbers[: k + 1])
    known = set(numbers)
    assert [n for n in range(62) if n in seen] == sorted(known)
    assert seen.newest == max(known, default=-1)
    assert seen.missing == (max(known) - min(known) + 1 - len(known) if known else 0)
    assert SeenNumbers.load(seen.dump()).dump() == seen.dump()


def test_gaps_without_end_are_closed_from_below() -> None:
    seen = SeenNumbers()
    for number in range(0, 4 * MAX_STRETCHES, 2):
        seen.add(number)
    assert len(json.loads(seen.dump())) == MAX_STRETCHES
    assert 4 * MAX_STRETCHES - 3 not in seen
    assert 1 in seen


def test_numbers_that_a_table_left_out_after_it_lost_its_log_are_not_missing() -> None:
    seen = SeenNumbers()
    for number in (5, 6, 9, 9 + (1 << 20)):
        seen.add(number)
    assert seen.missing == 2


@pytest.fixture
def clerk(tmp_path: Path) -> Any:
    found = Clerk(HallStore(url_of(str(tmp_path / "hall.sqlite"), tmp_path)))
    found.open()
    found.write_entry(lambda hall: plan_entry(make_plan("Club", "keep-smiling", "swiss", 2, 0, "places", 1)))
    yield found
    found.store.close()


def enter(clerk: Clerk, name: str) -> None:
    clerk.write_entry(lambda hall: hall.tournament.enter(name))


def table_at(clerk: Clerk, name: str = "Table 1", number: int = 1) -> FakeTable:
    found = FakeTable(name, number, lambda arrived: clerk.write([arrived]))
    found.come()
    return found


def test_what_comes_twice_counts_once_and_old_scores_change_nothing(clerk: Clerk) -> None:
    table = table_at(clerk)
    table.begin("keep-smiling", "Ann", "Ben")
    first = table.count(ScoreMessage, points={"Ann": 1, "Ben": 0}, **SCORE)
    table.count(ScoreMessage, points={"Ann": 2, "Ben": 0}, **SCORE)
    entries = clerk.store.last
    for _ in range(3):
        clerk.write([first])
    assert clerk.store.last == entries
    assert clerk.dropped["known"] == 3
    table.seq = 50
    table.count(ScoreMessage, points={"Ann": 9, "Ben": 0}, **SCORE)
    table.seq = 20  # a gap is filled: the log has it, the score stays
    table.count(ScoreMessage, points={"Ann": 5, "Ben": 0}, **SCORE)
    assert clerk.store.last == entries + 2
    assert clerk.hall.board.tables[table.id].points == {"Ann": 9, "Ben": 0}


def test_a_table_that_replays_an_old_game_wins_nothing(clerk: Clerk) -> None:
    table = table_at(clerk)
    for name in ("Ann", "Ben"):
        enter(clerk, name)
    table.begin("keep-smiling", "Ann", "Ben")
    old = table.game
    clerk.write_entry(lambda hall: hall.tournament.pair(["Table 1"]))
    table.end({"Ann": 6, "Ben": 0})
    assert not clerk.hall.tournament.rounds[0].is_done
    assert len(clerk.hall.strays) == 1
    table.begin("keep-smiling", "ann", "BEN")
    table.end({"ann": 1, "BEN": 3}, sure=False)
    assert not clerk.hall.tournament.rounds[0].is_done
    table.end({"ann": 1, "BEN": 3})
    assert clerk.hall.tournament.rounds[0].is_done
    assert clerk.hall.tournament.standings()[0].name == "Ben"
    table.game = old
    table.end({"Ann": 6, "Ben": 0})
    assert clerk.hall.tournament.standings()[0].name == "Ben"


def test_hostile_messages_are_dropped_and_counted(clerk: Clerk) -> None:
    table = table_at(clerk)
    acked: list[int] = []
    odd = [
        ("companion/table-1/score", b"{}"),
        ("companion/table-1/score", b"\xff" * 100),
        ("companion/x/y/z", b"{}"),
        ("companion/table-1/command", b'{"v":1,"id":"1","do":"pause"}'),
        ("companion/../status", b"{}"),
        ("companion/table-1/result", b'{"v":1,"points":{"a":1e999}}'),
        ("companion/table-1/event", b"[" * 10**5),
    ]
    entries = clerk.store.last
    clerk.write([Arrived(topic, body, True, lambda: acked.append(1)) for topic, body in odd])
    assert clerk.store.last == entries
    assert clerk.dropped["broken"] == len(odd)
    assert len(acked) == len(odd)  # else the broker would send them for ever
    assert clerk.hall.board.tables[table.id].online


def test_tables_without_end_are_dropped_and_counted(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.club.hall.clerk.MAX_TABLES", 3)
    for k in range(5):
        table_at(clerk, f"Table {k}", k + 1)
    assert len(clerk.hall.board.tables) == 3
    assert clerk.dropped["full"] == 4


def test_a_table_that_comes_and_goes_within_one_batch_is_as_it_said_last(clerk: Clerk) -> None:
    table = table_at(clerk)
    waiting: list[Arrived] = []
    table.take = waiting.append
    table.go()
    table.come()
    clerk.write(waiting)
    assert clerk.hall.board.tables[table.id].online
    waiting.clear()
    table.come()
    table.go()
    clerk.write(waiting)
    assert not clerk.hall.board.tables[table.id].online


def test_what_comes_twice_in_one_batch_counts_once_whatever_comes_before(clerk: Clerk) -> None:
    table = table_at(clerk)
    waiting: list[Arrived] = []
    table.take = waiting.append
    table.go()
    table.begin("keep-smiling", "Ann", "Ben")
    table.score({"Ann": 1, "Ben": 0})
    entries = clerk.store.last
    clerk.write([*waiting, *waiting[1:]])
    assert clerk.store.last == entries + len(waiting)
    assert clerk.dropped["known"] == len(waiting) - 1


def test_two_tables_of_one_name_are_shown_as_two_with_a_warning(clerk: Clerk) -> None:
    one, two = table_at(clerk, "Table 1", 1), table_at(clerk, "Table 1", 2)
    shown = state_of(clerk.hall, "en", ruling=True)["tables"]
    assert len(shown) == 2
    assert all("Two tables" in t["warn"][0] for t in shown)
    two.go()
    assert not any(t["warn"] for t in state_of(clerk.hall, "en", ruling=True)["tables"])
    assert clerk.hall.board.tables[one.id].online


def test_a_clock_that_is_off_is_said_and_changes_nothing(clerk: Clerk) -> None:
    from datetime import datetime, timedelta, timezone

    table = table_at(clerk)
    assert state_of(clerk.hall, "en", ruling=True)["tables"][0]["warn"] == []
    from companion.club.facts import Status

    table.go()
    ahead = (datetime.now(timezone.utc) + timedelta(hours=1)).isoformat()
    table.tell(Status, online=True, wall=ahead)
    assert "60 min ahead" in state_of(clerk.hall, "en", ruling=True)["tables"][0]["warn"][0]
    table.go()
    table.tell(Status, online=True, wall=(datetime.now(timezone.utc) - timedelta(hours=1)).isoformat())
    assert "60 min nach" in state_of(clerk.hall, "de", ruling=True)["tables"][0]["warn"][0]
    table.game = "g"
    told = table.count(RulingTold, at=1.0, code="x", values={}, late=3600.0)  # waited: that is no clock
    assert told.payload


def test_a_table_that_was_away_catches_up(clerk: Clerk) -> None:
    table = table_at(clerk)
    for name in ("Ann", "Ben"):
        enter(clerk, name)
    clerk.write_entry(lambda hall: hall.tournament.pair())
    table.go()
    waiting: list[Arrived] = []
    table.take = waiting.append
    table.game = "away"
    table.count(GameBegun, kind="keep-smiling", players=("Ann", "Ben"), late=0.001)
    for k in range(200):
        table.count(ScoreMessage, points={"Ann": k, "Ben": 0}, late=0.001, **SCORE)
    table.count(ResultMessage, points={"Ann": 6, "Ben": 2}, winners=("Ann",), confirmed=True, late=0.001)
    clerk.write(waiting[-1:])  # the broker's kept result comes before what waited
    clerk.write(waiting)
    assert clerk.hall.tournament.rounds[0].is_done
    assert clerk.dropped["known"] == 1
    assert clerk.hall.board.tables[table.id].points == {"Ann": 199, "Ben": 0}


def test_errors_of_a_state_are_errors_of_ours() -> None:
    with pytest.raises(CompanionError):
        Tournament().pair()
