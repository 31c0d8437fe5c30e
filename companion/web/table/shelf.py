"""The games kept on this machine: lists, finds and deletes them, replays them step by step, exports them as text."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion import private
from companion.errors import BadInput, CompanionError
from companion.events import Ruling
from companion.events.codec import encode
from companion.referee.desk_registry import PHYSICAL_OPTIONS
from companion.referee.kept_games import CURRENT_GAME_FILE, discard
from companion.referee.log import Log
from companion.referee.log_header import LogHeader
from companion.referee.match import Match
from companion.referee.replay import last_match, replay
from companion.referee.rescue_copies import stem_of
from companion.rules.history import History
from companion.rules.protocol import TABLE
from companion.spreadsheet import Cell, sheet
from companion.web.table.album import names_of
from companion.web.table.views import ruling_of
from companion.words import Language, say, term


def steps(path: Path, language: Language) -> dict[str, Any]:
    """Return a kept game ruling by ruling, each with what everybody could see after it.

    Returns:
        ``game``, ``title``, ``players`` and ``steps``: ``text``, ``why``, ``view`` and ``signals`` of each ruling.
    """
    with closing(Log.open(path)) as log:
        out: list[dict[str, Any]] = []
        for step, match in replay(log):
            if isinstance(step.event, Ruling) and step.event.code != "refused":
                told = ruling_of(step.event, language, partial(names_of, match))
                view = match.game.view(match.state, TABLE)
                signals = dict(match.desk.needs(match).signals)
                out.append({"text": told["text"], "why": told["why"], "view": view, "signals": signals})
        game, players = log.header.game, [{"name": n} for n in log.header.players]
        return {"game": game, "title": term("game", game, language), "players": players, "steps": out}


def export(path: Path, kind: object, language: Language) -> tuple[str, str, str]:
    """Return a kept game as a file to download.

    Args:
        path: The log.
        kind: "jsonl" (events), "record" (game record) or "csv" (scores).
        language: The language of texts.

    Returns:
        The file name, the media type and the text.

    Raises:
        BadInput: The kind is unknown, or the log has no events.
        StorageError: The log cannot be read.
    """
    if kind not in ("jsonl", "record", "csv"):
        raise BadInput("web.no.export")
    with closing(Log.open(path)) as log:
        if kind == "jsonl":
            text = "".join(encode(event) + "\n" for event in log.events())
            return path.stem + ".jsonl", "application/x-ndjson", text
        match = last_match(log)
        if match is None:
            raise BadInput("web.no.events")
        if kind == "record":
            return path.stem + ".game", "text/plain", record_of(match, log.header.seed)
        return path.stem + ".csv", "text/csv", scores_csv(match, language)


def record_of(match: Match, seed: int) -> str:
    """Return the match in the notation of game records (rules/NOTATION.md), without actions that were taken back."""
    history = History(match.game, match.options, seed)
    for step in match.steps:
        history.apply(step.actor, step.action)
    return history.record().write()


def scores_csv(match: Match, language: Language) -> str:
    """Return CSV text: a row for each ruling on points, then the final score of each player."""
    rows: list[Sequence[Cell]] = [("seconds", "ruling", "text")]
    for number, ruling in sorted(match.rulings.items()):
        if ruling.code in ("score", "over", "verdict", "trade"):
            rows.append((f"{ruling.decided:.2f}", number, say(ruling.as_fact, language)))
    outcome = match.game.outcome(match.state)
    if outcome is not None:
        rows += [(), ("player", "score", "won")]
        for k, name in enumerate(match.players):
            rows.append((name, outcome.scores[k], int(k in outcome.winners)))
    return sheet(rows)


_LOG_NAME_PATTERN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.sqlite")
_MAX_LISTED_GAMES: Final = 50


class Shelf:
    """A folder of kept games' logs.

    Only plain file names are accepted, so nothing outside the folder is read or deleted.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._laid: str | None = None

    def find(self, name: object) -> Path:
        """Return the path of a kept game's log. Raises BadInput if the folder has no such log."""
        if not isinstance(name, str) or not _LOG_NAME_PATTERN.fullmatch(name) or not (self.folder / name).is_file():
            raise BadInput("web.no.kept-game")
        return self.folder / name

    def current(self) -> str:
        """Return the stored name of the current game's log; "" for none."""
        try:
            return (self.folder / CURRENT_GAME_FILE).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def lay(self, log: str) -> None:
        """Store on disk which log is that of the current game.

        A server that restarts resumes that game. Errors of writing, such as a full disk, are ignored: people then have
        to choose the game from the list.

        Args:
            log: The path of the log; "" for none.
        """
        if log == self._laid:
            return
        self._laid = log
        name = Path(log).name if Path(log).parent == self.folder else log
        with contextlib.suppress(OSError):
            if name:
                private.write(self.folder / CURRENT_GAME_FILE, f"{name}\n".encode())
            else:
                (self.folder / CURRENT_GAME_FILE).unlink(missing_ok=True)

    def head(self, path: Path) -> LogHeader:
        """Return the header of a log. Raises StorageError if the log cannot be read."""
        with closing(Log.open(path)) as log:
            return log.header

    def listing(self) -> list[dict[str, Any]]:
        """Return the kept games, newest first: ``name`` (file name), ``game``, ``players`` and ``phones``.

        ``phones`` is True if the game can be played on phones: no real cards or dice are used, and several people play.
        A log and its rescue copy appear as one game.
        """
        found: dict[str, dict[str, Any]] = {}
        first = sorted(self.folder.glob("*.sqlite"), key=lambda p: (stem_of(p), p.stem == stem_of(p)), reverse=True)
        for path in first[: 4 * _MAX_LISTED_GAMES]:
            if len(found) == _MAX_LISTED_GAMES or stem_of(path) in found:
                continue
            try:
                head = self.head(path)
            except CompanionError:
                continue
            people = sum(name not in head.bots for name in head.players)
            phones = people > 1 and all(head.options.get(name) != real for name, real in PHYSICAL_OPTIONS.items())
            players = list(head.players)
            found[stem_of(path)] = {"name": path.name, "game": head.game, "players": players, "phones": phones}
        return list(found.values())

    def delete(self, name: object) -> None:
        discard(self.find(name))
