"""Kept games as files: whose they are, what they hold, and how they go with everything beside them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion import private
from companion.errors import CompanionError, StorageError, system_says
from companion.events.codec import encode
from companion.names import folded
from companion.referee.log import Log
from companion.referee.rescue_copies import copies, stem_of

CURRENT = "on-the-table.txt"


def journals_of(log: Path) -> list[Path]:
    """A log, and what SQLite keeps beside it."""
    return [log.with_name(log.name + end) for end in ("", "-wal", "-shm", "-journal")]


def files_of(log: Path) -> list[Path]:
    """A log, its journals, and the folder of its cards' photographs."""
    return [*journals_of(log), cards_of(log)]


def cards_of(log: Path) -> Path:
    """Where the photographs of a log's game lie: the same place for a rescue copy beside it."""
    return log.with_name(stem_of(log) + "-cards")


def discard(log: Path) -> None:
    """Delete a game by its log or a rescue copy: the log beside it, all its rescue copies, and what lies beside those.
    Raises StorageError where something stays."""
    first = log.with_name(f"{stem_of(log)}.sqlite")
    try:
        for path in [file for kept in dict.fromkeys((*copies(log), log, first)) for file in files_of(kept)]:
            private.remove(path)
    except OSError as error:
        raise StorageError("people.not-deleted", path=str(log), why=system_says(error)) from None


def games_of(paths: Iterable[Path], name: str) -> list[Path]:
    """Those of these logs in which a player of this name sat; of those that cannot be read, all that hold the name."""
    found = []
    for path in paths:
        try:
            log = Log.open(path)
        except CompanionError:
            if _holds(path, name):
                found.append(path)
            continue
        log.abandon()
        if any(folded(player) == folded(name) for player in log.header.players):
            found.append(path)
    return found


def _holds(path: Path, name: str) -> bool:
    """Whether a log or a journal beside it holds the name, as text or as JSON writes it, in whatever case."""
    wanted = [spelt.casefold() for spelt in (name.strip(), json.dumps(name.strip())[1:-1])]
    for file in journals_of(path):
        with contextlib.suppress(OSError):
            text = file.read_bytes().decode("utf-8", "replace").casefold()
            if any(spelt in text for spelt in wanted):
                return True
    return False


def told(path: Path) -> dict[str, Any]:
    """A game for an export: ``{name, header, events}``. Raises StorageError."""
    log = Log.open(path)
    try:
        return {"name": path.stem, "header": log.header.told(), "events": [json.loads(encode(e)) for e in log.events()]}
    finally:
        log.close()
