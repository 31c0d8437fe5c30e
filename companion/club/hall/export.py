"""Standings and results as files: CSV that a spreadsheet reads as text, never as a formula, and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.club.hall.state import Hall
from companion.club.hall.views import correction_of, number, round_of, row_of
from companion.errors import BadInput

KINDS: Final = ("standings.csv", "results.csv", "tournament.json")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "|", "%")
"""What a spreadsheet takes for the beginning of a formula, or of a command to another program."""


def export(hall: Hall, kind: object) -> tuple[str, str]:
    """(media type, text). Raises BadInput."""
    if kind == "standings.csv":
        head = ("place", "name", "team", "points", "tables_won", "book_points", "opponents", "played", "byes", "here")
        rows = [
            (r.place, r.name, r.team, number(r.points), r.wins, number(r.book), number(r.opponents), r.played, r.byes,
             int(r.here))
            for r in hall.tournament.standings()
        ]  # fmt: skip
        return "text/csv", sheet(head, rows)
    if kind == "results.csv":
        return "text/csv", sheet(("round", "table", "place", "player", "points", "won", "by", "reason"), _results(hall))
    if kind == "tournament.json":
        return "application/json", json.dumps(whole(hall), ensure_ascii=False, indent=1)
    raise BadInput("web.no.export")


def whole(hall: Hall) -> dict[str, Any]:
    """The tournament for other programs."""
    tournament, plan = hall.tournament, hall.tournament.plan
    return {
        "version": 1,
        "name": plan.name if plan else "", "game": plan.game if plan else "", "system": plan.system if plan else "",
        "order": plan.order if plan else "", "seed": plan.seed if plan else 0,
        "standings": [row_of(row) for row in tournament.standings()],
        "rounds": [
            {"round": at.number, "byes": [tournament.players[n].name for n in at.byes],
             "tables": round_of(tournament, hall.board, at)}
            for at in tournament.rounds
        ],
        "corrections": [correction_of(c, tournament) for c in tournament.corrections],
    }  # fmt: skip


def _results(hall: Hall) -> list[tuple[Any, ...]]:
    return [
        (at.number, table["table"], table["place"], player["name"], player["points"], int(player["won"]), table["by"],
         table["reason"])
        for at in hall.tournament.rounds
        for table in round_of(hall.tournament, hall.board, at)
        for player in table["players"]
    ]  # fmt: skip


def sheet(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """CSV with a byte order mark, which a spreadsheet needs to read names in UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([safe(cell) for cell in row] for row in rows)
    return "\ufeff" + out.getvalue()


def safe(cell: Any) -> Any:
    """A text that would be a formula gets an apostrophe before it; numbers stay numbers."""
    if cell is None:
        return ""
    return "'" + cell if isinstance(cell, str) and cell.lstrip().startswith(_FORMULA) else cell
