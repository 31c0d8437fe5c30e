"""What the pages show of the hall: plain JSON values, in the page's language."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from companion.club.hall.board import Board, TableSeen, clock_wrong, ill
from companion.club.hall.plan import Round, Table
from companion.club.hall.standings import Row, teams
from companion.club.hall.state import Hall
from companion.club.hall.tournament import Tournament
from companion.facts import Fact, fact
from companion.names import folded
from companion.words import Language, say, term

MOST_CORRECTIONS: Final = 50


def state_of(hall: Hall, language: Language, *, ruling: bool) -> dict[str, Any]:
    """All that a page shows; ``ruling``: with what only the organiser works with."""
    tournament, board = hall.tournament, hall.board
    plan = tournament.plan
    doubles = board.doubles()
    shown: dict[str, Any] = {
        "name": plan.name if plan else "",
        "game": term("game", plan.game, language) if plan else "",
        "system": plan.system if plan else "",
        "order": plan.order if plan else "",
        "round": len(tournament.rounds), "of": tournament.of, "over": tournament.over,
        "open": bool(tournament.rounds) and not tournament.rounds[-1].done,
        "tables": [table_of(t, t.id in doubles, language) for t in board.ordered()],
        "pairings": round_of(tournament, board, tournament.rounds[-1]) if tournament.rounds else [],
        "byes": [tournament.players[n].name for n in tournament.rounds[-1].byes] if tournament.rounds else [],
        "standings": [row_of(row) for row in tournament.standings()] if plan else [],
        "corrections": [correction_of(c, tournament) for c in tournament.corrections[-MOST_CORRECTIONS:]],
    }  # fmt: skip
    if plan:
        shown["teams"] = [
            {"place": t.place, "team": t.team, "points": number(t.points), "book": number(t.book), "members": t.members}
            for t in teams(tournament.standings())
        ]
    if ruling:
        shown |= _for_organiser(hall)
    return shown


def _for_organiser(hall: Hall) -> dict[str, Any]:
    tournament = hall.tournament
    return {
        "players": [
            {"n": p.number, "name": p.name, "team": p.team, "here": p.here} for p in tournament.players.values()
        ],
        "rounds": [
            {"number": at.number, "done": at.done, "tables": round_of(tournament, hall.board, at)}
            for at in tournament.rounds
        ],
        "strays": [
            {
                "id": s.id, "game": s.result.game, "place": s.place, "sure": s.result.confirmed,
                "points": [[name, number(value)] for name, value in s.result.points.items()],
            }
            for s in hall.strays
        ],
        "places": hall.board.places(),
    }  # fmt: skip


def table_of(table: TableSeen, double: bool, language: Language) -> dict[str, Any]:
    """One table as the wall of all tables shows it."""
    warn: list[Fact] = []
    if double:
        warn.append(fact("hall.double", id=table.id[:6]))
    if off := clock_wrong(table):
        warn.append(fact("hall.clock-ahead" if off > 0 else "hall.clock-behind", minutes=max(1, round(abs(off) / 60))))
    told = table.ruling
    return {
        "id": table.id, "name": table.name or table.topic, "online": table.online,
        "game": term("game", table.kind, language) if table.kind else "",
        "players": [[name, number(table.points.get(name, 0))] for name in table.players],
        "result": "" if table.result is None else "sure" if table.result.confirmed else "waits",
        "ruling": say(Fact(f"ruling.{told.code}", told.values), language) if told is not None else "",
        "ill": [
            f"{told.values.get('player') or told.values.get('source') or ''}: {term('health', told.code, language)}"
            for told in ill(table)
        ],
        "warn": [say(w, language) for w in warn],
    }  # fmt: skip


def round_of(tournament: Tournament, board: Board, at: Round) -> list[dict[str, Any]]:
    """The tables of a round. ``state``: done, waits (for the table's confirmation), plays, open."""
    shown = []
    for table in at.tables:
        playing = None if table.result is not None else _playing(tournament, board, at, table)
        told = table.result.points if table.result is not None else None
        points: Mapping[int, float] = told if told is not None else _live(table, tournament, playing)
        state = "done" if table.done else "waits" if table.result is not None else "plays" if playing else "open"
        winners = table.result.winners if table.result is not None else ()
        shown.append({
            "table": table.number, "at": playing.id if playing else "", "state": state,
            "place": playing.name or playing.topic if playing else table.place,
            "by": table.result.by if table.result is not None else "",
            "reason": table.result.reason if table.result is not None else "",
            "players": [
                {"n": n, "name": tournament.players[n].name, "here": tournament.players[n].here, "won": n in winners,
                 "points": number(points[n]) if n in points else None}
                for n in table.players
            ],
        })  # fmt: skip
    return shown


def _playing(tournament: Tournament, board: Board, at: Round, table: Table) -> TableSeen | None:
    """The laptop at which these play now, as far as one has told."""
    names = {folded(tournament.players[n].name) for n in table.players}
    for seen in board.tables.values():
        begun = seen.games.get(seen.game)
        if begun is not None and begun.seq > at.since.seq and {folded(name) for name in seen.players} == names:
            return seen
    return None


def _live(table: Table, tournament: Tournament, playing: TableSeen | None) -> dict[int, float]:
    if playing is None:
        return {}
    spelt = {folded(name): value for name, value in playing.points.items()}
    names = {n: folded(tournament.players[n].name) for n in table.players}
    return {n: spelt[name] for n, name in names.items() if name in spelt}


def row_of(row: Row) -> dict[str, Any]:
    return {
        "place": row.place, "n": row.number, "name": row.name, "team": row.team, "here": row.here,
        "points": number(row.points), "wins": row.wins, "book": number(row.book), "met": number(row.opponents),
        "played": row.played, "byes": row.byes,
    }  # fmt: skip


def correction_of(correction: Any, tournament: Tournament) -> dict[str, Any]:
    names = {n: p.name for n, p in tournament.players.items()}
    return {
        "round": correction.round, "table": correction.table, "reason": correction.reason,
        "before": [[names[n], v] for n, v in correction.before.items()],
        "after": [[names[n], v] for n, v in correction.after.items()],
    }  # fmt: skip


def number(value: Fraction | float) -> float | int:
    """To two decimals; whole numbers as such."""
    found = round(float(value), 2)
    return int(found) if found == int(found) else found
