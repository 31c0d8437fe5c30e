"""Saved games as files: naming a new log, finding the games of a player, deleting a game, exporting it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from companion import private
from companion.errors import CompanionError, storing
from companion.events.codec import encode
from companion.names import fold_name
from companion.referee.log import Log
from companion.referee.rescue_copies import copies, journals_of, stem_of

CURRENT_GAME_FILE = "on-the-table.txt"


def new_log(folder: Path, game: str) -> Path:
    """Return an unused path for the log of a game that begins now.

    It is not checked here that the folder can be written; opening the log reports that.
    """
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path, count = folder / f"{stamp}-{game}.sqlite", 1
    while os.path.exists(path):
        count += 1
        path = folder / f"{stamp}-{count}-{game}.sqlite"
    return path


def cards_of(log: Path) -> Path:
    """Return the folder for the card photographs of a game, the same for its log and for rescue copies beside it."""
    return log.with_name(stem_of(log) + "-cards")


def discard(log: Path) -> None:
    """Delete a game, given its log or a rescue copy: the log, all rescue copies, their journals and card photographs.

    Raises StorageError if a file cannot be deleted.
    """
    first = log.with_name(f"{stem_of(log)}.sqlite")
    with storing("people.not-deleted", path=str(log)):
        logs = dict.fromkeys((*copies(log), log, first))
        for path in [file for kept in logs for file in (*journals_of(kept), cards_of(kept))]:
            private.remove(path)


def games_of(paths: Iterable[Path], name: str) -> list[Path]:
    """Return the logs in which a player of this name sat.

    A log that cannot be read is included if its bytes contain the name.
    """
    found = []
    for path in paths:
        try:
            log = Log.open(path)
        except CompanionError:
            if _holds(path, name):
                found.append(path)
            continue
        log.abandon()
        if any(fold_name(player) == fold_name(name) for player in log.header.players):
            found.append(path)
    return found


def _holds(path: Path, name: str) -> bool:
    """Return True if a log or its journals contain the name, as plain text or JSON text, ignoring case."""
    wanted = [spelt.casefold() for spelt in (name.strip(), json.dumps(name.strip())[1:-1])]
    for file in journals_of(path):
        with suppress(OSError):
            text = file.read_bytes().decode("utf-8", "replace").casefold()
            if any(spelt in text for spelt in wanted):
                return True
    return False


def export_game(path: Path) -> dict[str, Any]:
    """Return a game for an export, as ``{name, header, events}``. Raises StorageError if its log cannot be read."""
    with closing(Log.open(path)) as log:
        return {
            "name": path.stem,
            "header": log.header.to_export(),
            "events": [json.loads(encode(e)) for e in log.events()],
        }
