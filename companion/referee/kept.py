"""Kept games as files: whose they are, what they hold, and how they go with everything beside them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.errors import CompanionError, StorageError, system_says
from companion.events import encode
from companion.referee.log import Log

CURRENT = "on-the-table.txt"


def files_of(log: Path) -> list[Path]:
    """A log, its journals, and the folder of its cards' photographs."""
    return [*(log.with_name(log.name + end) for end in ("", "-wal", "-shm", "-journal")), cards_of(log)]


def cards_of(log: Path) -> Path:
    """Where the photographs of a log's game lie."""
    return log.with_name(log.stem + "-cards")


def discard(log: Path) -> None:
    """Delete a game with all that lies beside it. Raises StorageError where something stays."""
    try:
        for path in files_of(log):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError("people.not-deleted", path=str(log), why=system_says(error)) from None


def games_of(folder: Path, played: Callable[[str], bool], pattern: str = "*.sqlite") -> list[Path]:
    """The games in a folder in whose header a player is named for whom ``played`` is true. Unreadable ones are none."""
    found = []
    for path in sorted(folder.glob(pattern)) if folder.is_dir() else ():
        try:
            log = Log.open(path)
        except CompanionError:
            continue
        players = log.header.get("players")
        log.close()
        if isinstance(players, list) and any(isinstance(name, str) and played(name) for name in players):
            found.append(path)
    return found


def told(path: Path) -> dict[str, Any]:
    """A game for an export: ``{name, header, events}``. Raises StorageError."""
    log = Log.open(path)
    try:
        return {"name": path.stem, "header": log.header, "events": [json.loads(encode(e)) for e in log.events()]}
    finally:
        log.close()
