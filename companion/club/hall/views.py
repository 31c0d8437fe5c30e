"""What the hall shows: the state of its pages as JSON values in the page's language, exports, and sheets to print.

Exports are the standings and the results, as CSV (all cells are text, so that a spreadsheet sees no formula) and JSON.
A sheet for each table shows its name in large type, how to connect its laptop, and what to do after a game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any, Final

from companion.club.hall.plan import Correction, TournamentRound, TournamentTable
from companion.club.hall.standings import StandingsRow, teams
from companion.club.hall.state import Hall
from companion.club.hall.table_board import HallBoard, TableSeen, clock_wrong, ill
from companion.club.hall.tournament import Tournament
from companion.errors import BadInput
from companion.facts import JSON, Fact, fact
from companion.names import fold_name, quote_for_shell
from companion.spreadsheet import Cell, sheet
from companion.words import Language, say, term

MAX_CORRECTIONS: Final = 50


def state_of(hall: Hall, language: Language, *, ruling: bool) -> dict[str, Any]:
    """Return all that a page shows, as JSON values.

    Args:
        hall: The hall's state.
        language: The page's language.
        ruling: True for the organiser's page, which shows more.
    """
    tournament, board, doubles = hall.tournament, hall.board, hall.board.doubles()
    last = tournament.rounds[-1] if tournament.rounds else None
    return {
        **_plan_view(tournament, language),
        "round": len(tournament.rounds),
        "of": tournament.of,
        "over": tournament.is_over,
        "open": last is not None and not last.is_done,
        "tables": [table_of(t, t.id in doubles, language) for t in board.sorted_tables()],
        "pairings": [] if last is None else round_of(tournament, board, last),
        "byes": [] if last is None else [tournament.players[n].name for n in last.byes],
        "corrections": [correction_of(c, tournament) for c in tournament.corrections[-MAX_CORRECTIONS:]],
        **(_for_organiser(hall) if ruling else {}),
    }


def _plan_view(tournament: Tournament, language: Language) -> dict[str, Any]:
    """Return the plan, the standings and the teams as JSON values; empty ones if there is no plan."""
    plan = tournament.plan
    if plan is None:
        return {"name": "", "game": "", "system": "", "order": "", "standings": []}
    rows = tournament.standings()
    return {
        "name": plan.name,
        "game": term("game", plan.game, language),
        "system": plan.system,
        "order": plan.order,
        "standings": [row_of(row) for row in rows],
        "teams": [
            {"place": t.place, "team": t.team, "points": number(t.points), "book": number(t.book), "members": t.members}
            for t in teams(rows)
        ],
    }


def _for_organiser(hall: Hall) -> dict[str, Any]:
    tournament = hall.tournament
    return {
        "players": [
            {"n": p.number, "name": p.name, "team": p.team, "here": p.here} for p in tournament.players.values()
        ],
        "rounds": [
            {"number": at.number, "done": at.is_done, "tables": round_of(tournament, hall.board, at)}
            for at in tournament.rounds
        ],
        "strays": [
            {
                "id": s.id,
                "game": s.result.game,
                "place": s.place,
                "sure": s.result.confirmed,
                "points": [[name, number(value)] for name, value in s.result.points.items()],
            }
            for s in hall.strays
        ],
        "places": hall.board.places(),
    }


def table_of(table: TableSeen, double: bool, language: Language) -> dict[str, Any]:
    """Return one table as JSON values, for the overview of all tables.

    Args:
        table: The table.
        double: True if another table has the same name.
        language: The page's language.
    """
    warn: list[Fact] = []
    if double:
        warn.append(fact("hall.double", id=table.id[:6]))
    if off := clock_wrong(table):
        warn.append(fact("hall.clock-ahead" if off > 0 else "hall.clock-behind", minutes=max(1, round(abs(off) / 60))))
    told = table.ruling
    return {
        "id": table.id,
        "name": table.name or table.topic,
        "online": table.online,
        "game": term("game", table.kind, language) if table.kind else "",
        "players": [[name, number(table.points.get(name, 0))] for name in table.players],
        "result": "" if table.result is None else "sure" if table.result.confirmed else "waits",
        "ruling": say(Fact(f"ruling.{told.code}", told.values), language) if told is not None else "",
        "ill": [
            f"{told.values.get('player') or told.values.get('source') or ''}: {term('health', told.code, language)}"
            for told in ill(table)
        ],
        "warn": [say(w, language) for w in warn],
    }


def round_of(tournament: Tournament, board: HallBoard, at: TournamentRound) -> list[dict[str, Any]]:
    """Return the tables of a round as JSON values.

    ``state`` of a table is "done"; "waits" if its players have not confirmed the result; "plays"; or "open".
    """
    return [_round_table(tournament, board, at, table) for table in at.tables]


def _round_table(
    tournament: Tournament, board: HallBoard, at: TournamentRound, table: TournamentTable
) -> dict[str, Any]:
    result = table.result
    playing = _playing(tournament, board, at, table) if result is None else None
    told = tournament.by_number(table, playing.points) if playing is not None else {}
    points: Mapping[int, float] = told if result is None else result.points
    open_state = "plays" if playing else "open"
    return {
        "table": table.number,
        "at": playing.id if playing else "",
        "state": open_state if result is None else "done" if result.confirmed else "waits",
        "place": playing.name or playing.topic if playing else table.place,
        "by": "" if result is None else result.by,
        "reason": "" if result is None else result.reason,
        "players": [
            {
                "n": n,
                "name": tournament.players[n].name,
                "here": tournament.players[n].here,
                "won": result is not None and n in result.winners,
                "points": number(points[n]) if n in points else None,
            }
            for n in table.players
        ],
    }


def _playing(tournament: Tournament, board: HallBoard, at: TournamentRound, table: TournamentTable) -> TableSeen | None:
    """Return the table in the hall where the players of a round's table are playing now; None if there is none."""
    names = {fold_name(tournament.players[n].name) for n in table.players}
    for seen in board.tables.values():
        begun = seen.games.get(seen.game)
        if begun is not None and begun.seq > at.since.seq and {fold_name(name) for name in seen.players} == names:
            return seen
    return None


def row_of(row: StandingsRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "n": row.number,
        "name": row.name,
        "team": row.team,
        "here": row.here,
        "points": number(row.points),
        "wins": row.wins,
        "book": number(row.book),
        "met": number(row.opponents),
        "played": row.played,
        "byes": row.byes,
    }


def correction_of(correction: Correction, tournament: Tournament) -> dict[str, Any]:
    names = {n: p.name for n, p in tournament.players.items()}
    return {
        "round": correction.round,
        "table": correction.table,
        "reason": correction.reason,
        "before": [[names[n], v] for n, v in correction.before.items()],
        "after": [[names[n], v] for n, v in correction.after.items()],
    }


def number(value: Fraction | float) -> float | int:
    """Return a value rounded to two decimals, as an integer if it is whole."""
    found = round(float(value), 2)
    return int(found) if found == int(found) else found


RESULT_HEADINGS: Final = ("round", "table", "place", "player", "points", "won", "by", "reason")
EXPORT_FILES: Final = ("standings.csv", "results.csv", "tournament.json")
MAX_SHEETS: Final = 200


def export(hall: Hall, kind: object) -> tuple[str, str]:
    """Return the media type and the text of an export.

    Args:
        hall: The hall's state.
        kind: One of ``EXPORT_FILES``.

    Raises:
        BadInput: There is no such export.
    """
    if kind == "standings.csv":
        head = ("place", "name", "team", "points", "tables_won", "book_points", "opponents", "played", "byes", "here")
        rows = [
            (
                r.place,
                r.name,
                r.team,
                number(r.points),
                r.wins,
                number(r.book),
                number(r.opponents),
                r.played,
                r.byes,
                int(r.here),
            )
            for r in hall.tournament.standings()
        ]
        return "text/csv", sheet([head, *rows])
    if kind == "results.csv":
        return "text/csv", sheet([RESULT_HEADINGS, *_results(hall)])
    if kind == "tournament.json":
        return "application/json", json.dumps(tournament_json(hall), ensure_ascii=False, indent=1)
    raise BadInput("web.no.export")


def tournament_json(hall: Hall) -> dict[str, JSON]:
    """Return the tournament as JSON values for other programs."""
    tournament, plan = hall.tournament, hall.tournament.plan
    return {
        "version": 1,
        "name": plan.name if plan else "",
        "game": plan.game if plan else "",
        "system": plan.system if plan else "",
        "order": plan.order if plan else "",
        "seed": plan.seed if plan else 0,
        "standings": [row_of(row) for row in tournament.standings()],
        "rounds": [
            {
                "round": at.number,
                "byes": [tournament.players[n].name for n in at.byes],
                "tables": round_of(tournament, hall.board, at),
            }
            for at in tournament.rounds
        ],
        "corrections": [correction_of(c, tournament) for c in tournament.corrections],
    }


def _results(hall: Hall) -> list[tuple[Cell, ...]]:
    return [
        (
            at.number,
            table["table"],
            table["place"],
            player["name"],
            player["points"],
            int(player["won"]),
            table["by"],
            table["reason"],
        )
        for at in hall.tournament.rounds
        for table in round_of(hall.tournament, hall.board, at)
        for player in table["players"]
    ]


def sheets(names: Sequence[str], tournament: str, broker: str, language: Language) -> str:
    """Return an HTML page to print, with one sheet for each table.

    Args:
        names: Names of the tables.
        tournament: Name of the tournament.
        broker: The broker's address, for the command on each sheet.
        language: Language of the sheets.
    """
    steps = ("command", "names", "play", "confirm", "help")
    parts = []
    for name in names[:MAX_SHEETS]:
        command = f"companion table --mqtt {quote_for_shell(broker)} --table-name {quote_for_shell(name)}"
        lines = "".join(
            f"<li>{escape(say(f'hall.sheet.{step}', language))}"
            f"{f'<br><code>{escape(command)}</code>' if step == 'command' else ''}</li>"
            for step in steps
        )
        parts.append(f"<section><h2>{escape(tournament)}</h2><h1>{escape(name)}</h1><ol>{lines}</ol></section>")
    title = escape(say("hall.sheet.title", language, name=tournament))
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<link rel="icon" href="/kit/icon.svg"><link rel="stylesheet" href="/hall/sheets.css"></head>'
        f"<body>{''.join(parts)}</body></html>"
    )
