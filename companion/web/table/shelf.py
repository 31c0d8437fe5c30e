"""The games that are kept on this machine: listed, opened again, stepped through, exported, deleted."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from companion.errors import BadInput, CompanionError
from companion.events import Ruling, encode
from companion.referee.log import Log
from companion.referee.match import Match
from companion.referee.replay import match_of, replay
from companion.rules.history import History
from companion.rules.protocol import TABLE, Language
from companion.web.table.album import discard
from companion.web.table.views import signals_of

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.sqlite")
_LISTED: Final = 50
_CURRENT: Final = "on-the-table.txt"


class Shelf:
    """One folder of logs. Names that are no plain file names are refused: nothing outside the folder is touched."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, game: str) -> Path:
        """Where a new game's log goes."""
        stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        path = self.folder / f"{stamp}-{game}.sqlite"
        count = 1
        while path.exists():
            count += 1
            path = self.folder / f"{stamp}-{count}-{game}.sqlite"
        return path

    def find(self, name: object) -> Path:
        """Raises BadInput for a name that is no log of this folder."""
        if not isinstance(name, str) or not _NAME.fullmatch(name) or not (self.folder / name).is_file():
            raise BadInput(
                "there is no such game: choose one of the list", "dieses Spiel gibt es nicht: wähle eines aus der Liste"
            )
        return self.folder / name

    def current(self) -> str:
        """The log of the game that is on the table, "" for none: a server that starts again goes on with it."""
        try:
            return (self.folder / _CURRENT).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def lay(self, name: str) -> None:
        """Remember the game that is on the table. A full disk costs no more than choosing it from the list."""
        with contextlib.suppress(OSError):
            if name:
                (self.folder / _CURRENT).write_text(name + "\n", "utf-8")
            else:
                (self.folder / _CURRENT).unlink(missing_ok=True)

    def listing(self) -> list[dict[str, Any]]:
        """The newest games first: file name, game, players."""
        found = []
        for path in sorted(self.folder.glob("*.sqlite"), reverse=True)[:_LISTED]:
            try:
                log = Log.open(path)
            except CompanionError:
                continue
            found.append({"name": path.name, "game": log.header.get("game"), "players": log.header.get("players")})
            log.close()
        return found

    def delete(self, name: object) -> None:
        path = self.find(name)
        for file in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            file.unlink(missing_ok=True)
        discard(path)

    def steps(self, name: object, language: Language | None = None) -> dict[str, Any]:
        """A game ruling by ruling, each with what all might see after it: ``{game, title, players, steps: [{text, why,
        view, signals}]}``. Raises BadInput or StorageError."""
        log = Log.open(self.find(name))
        try:
            out: list[dict[str, Any]] = []
            match = match_of(log.header, None)
            for step, match in replay(log, language):
                if isinstance(step.event, Ruling) and step.event.code != "refused":
                    told = match.rulings.get(step.event.number, step.event)
                    view = match.game.view(match.state, TABLE)
                    out.append({"text": told.text, "why": told.reason, "view": view, "signals": signals_of(match)})
            players = [{"name": n} for n in match.players]
            return {"game": match.game.name, "title": match.game.title, "players": players, "steps": out}
        finally:
            log.close()

    def export(self, name: object, kind: object) -> tuple[str, str, str]:
        """(file name, media type, text) of a game as jsonl, record or csv. Raises BadInput and StorageError."""
        path = self.find(name)
        log = Log.open(path)
        try:
            if kind == "jsonl":
                text = "".join(encode(event) + "\n" for event in log.events())
                return path.stem + ".jsonl", "application/x-ndjson", text
            if kind not in ("record", "csv"):
                raise BadInput(
                    "a game is exported as jsonl, record or csv", "ein Spiel wird als jsonl, record oder csv exportiert"
                )
            match = None
            for _, stood in replay(log):
                match = stood
            if match is None:
                raise BadInput("this game has no events yet", "in diesem Spiel ist noch nichts geschehen")
            if kind == "record":
                return path.stem + ".game", "text/plain", record_of(match, log.header)
            return path.stem + ".csv", "text/csv", scores_csv(match)
        finally:
            log.close()


def record_of(match: Match, head: dict[str, Any]) -> str:
    """The game record (see rules/NOTATION.md) of what stands."""
    history = History(match.game, match.options, head["seed"])
    for step in match.timeline.steps:
        history.apply(step.actor, step.action)
    return history.record().write()


def scores_csv(match: Match) -> str:
    """A line a score ruling, then the outcome."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["seconds", "ruling", "text"])
    for number, ruling in sorted(match.rulings.items()):
        if ruling.code in ("score", "over", "verdict", "trade"):
            writer.writerow([f"{ruling.decided:.2f}", number, _plain(ruling.text)])
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
