"""A kept game, read again: step by step for the page, and as text in three forms."""

from __future__ import annotations

import csv
import io
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.errors import BadInput
from companion.events import Ruling
from companion.events.codec import encode
from companion.referee.log import Log
from companion.referee.match import Match
from companion.referee.replay import replay
from companion.rules.history import History
from companion.rules.protocol import TABLE
from companion.web.table.views import ruling_of
from companion.words import Language, say, term


def steps(path: Path, language: Language) -> dict[str, Any]:
    """A game ruling by ruling, each with what all might see after it: ``{game, title, players, steps: [{text, why,
    view, signals}]}``. Raises StorageError."""
    with closing(Log.open(path)) as log:
        out: list[dict[str, Any]] = []
        for step, match in replay(log):
            if isinstance(step.event, Ruling) and step.event.code != "refused":
                told = ruling_of(step.event, language)
                view = match.game.view(match.state, TABLE)
                signals = dict(match.desk.needs(match).signals)
                out.append({"text": told["text"], "why": told["why"], "view": view, "signals": signals})
        game, players = log.header.game, [{"name": n} for n in log.header.players]
        return {"game": game, "title": term("game", game, language), "players": players, "steps": out}


def export(path: Path, kind: object, language: Language) -> tuple[str, str, str]:
    """(file name, media type, text) of a game as jsonl, record or csv. Raises BadInput and StorageError."""
    if kind not in ("jsonl", "record", "csv"):
        raise BadInput("web.no.export")
    with closing(Log.open(path)) as log:
        if kind == "jsonl":
            text = "".join(encode(event) + "\n" for event in log.events())
            return path.stem + ".jsonl", "application/x-ndjson", text
        match = None
        for _, stood in replay(log):
            match = stood
        if match is None:
            raise BadInput("web.no.events")
        if kind == "record":
            return path.stem + ".game", "text/plain", record_of(match, log.header.seed)
        return path.stem + ".csv", "text/csv", scores_csv(match, language)


def record_of(match: Match, seed: int) -> str:
    """The game record (see rules/NOTATION.md) of what stands."""
    history = History(match.game, match.options, seed)
    for step in match.timeline.steps:
        history.apply(step.actor, step.action)
    return history.record().write()


def scores_csv(match: Match, language: Language) -> str:
    """A line a score ruling, then the outcome."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["seconds", "ruling", "text"])
    for number, ruling in sorted(match.rulings.items()):
        if ruling.code in ("score", "over", "verdict", "trade"):
            writer.writerow([f"{ruling.decided:.2f}", number, _plain(say(ruling.told, language))])
    outcome = match.game.outcome(match.state)
    if outcome is not None:
        writer.writerow([])
        writer.writerow(["player", "score", "won"])
        for k, name in enumerate(match.players):
            writer.writerow([_plain(name), outcome.scores[k], int(k in outcome.winners)])
    return out.getvalue()


def _plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return "'" + text if text[:1] in "=+-@" else text
