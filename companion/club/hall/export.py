"""The hall's papers: standings and results as CSV and JSON, and a sheet to print for each table.

A spreadsheet reads the CSV as text, never as a formula. A sheet has the table's name, large, how to connect its laptop,
and what to do after a game.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, TypeAlias

from companion.club.hall.state import Hall
from companion.club.hall.views import correction_of, number, round_of, row_of
from companion.errors import BadInput
from companion.facts import JSON
from companion.names import in_cell, quoted
from companion.words import Language, say

KINDS: Final = ("standings.csv", "results.csv", "tournament.json")
STYLE: Final = """
@page { size: A5 landscape; margin: 12mm }
body { margin: 0; font: 15pt/1.4 system-ui, sans-serif; color: #000; background: #fff }
section { break-after: page; min-height: 120mm; display: flex; flex-direction: column; gap: 4mm; padding: 4mm }
section:last-child { break-after: auto }
h1 { font-size: 64pt; line-height: 1; margin: 0 }
h2 { font-size: 20pt; margin: 0 }
ol { margin: 0; padding-left: 8mm }
code { font: 13pt ui-monospace, monospace; border: 1px solid #000; border-radius: 2mm; padding: 1mm 2mm }
@media screen { section { border-bottom: 1px dashed #888; max-width: 210mm; margin: auto } }
"""
MOST: Final = 200  # sheets
Cell: TypeAlias = "str | float | None"


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


def whole(hall: Hall) -> dict[str, JSON]:
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


def _results(hall: Hall) -> list[tuple[Cell, ...]]:
    return [
        (at.number, table["table"], table["place"], player["name"], player["points"], int(player["won"]), table["by"],
         table["reason"])
        for at in hall.tournament.rounds
        for table in round_of(hall.tournament, hall.board, at)
        for player in table["players"]
    ]  # fmt: skip


def sheet(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """CSV with a byte order mark, which a spreadsheet needs to read names in UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows(["" if c is None else in_cell(c) if isinstance(c, str) else c for c in row] for row in rows)
    return "\ufeff" + out.getvalue()


def sheets(names: Sequence[str], tournament: str, broker: str, language: Language) -> str:
    """A page to print, one sheet a table."""
    steps = ("command", "names", "play", "confirm", "help")
    parts = []
    for name in names[:MOST]:
        command = f"companion table --mqtt {quoted(broker)} --table-name {quoted(name)}"
        lines = "".join(
            f"<li>{escape(say(f'hall.sheet.{step}', language))}"
            f"{f'<br><code>{escape(command)}</code>' if step == 'command' else ''}</li>"
            for step in steps
        )
        parts.append(f"<section><h2>{escape(tournament)}</h2><h1>{escape(name)}</h1><ol>{lines}</ol></section>")
    title = escape(say("hall.sheet.title", language, name=tournament))
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<link rel="icon" href="/kit/icon.svg"><link rel="stylesheet" href="/sheets.css"></head>'
        f"<body>{''.join(parts)}</body></html>"
    )
