"""Find entries of a stored tournament that name a player, to export or delete personal data.

They are read with Python's own SQLite, so that the libraries of the tournament extra are not needed.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.errors import StorageError
from companion.names import fold_name

TOURNAMENT_FILE = "tournament.sqlite"


def entries_naming(path: Path, name: str) -> list[dict[str, Any]]:
    """Return the entries of the tournament at ``path`` that name the player; empty if there is no file.

    Raises:
        StorageError: The file cannot be read, or a hall is using it.
    """
    if not path.is_file():
        return []
    wanted = fold_name(name)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=1)) as db:
            rows = db.execute("SELECT at, kind, body FROM hall_entry ORDER BY seq").fetchall()
    except sqlite3.Error as error:
        if "no such table" in str(error):
            return []  # the file was created, but nothing is written yet
        raise StorageError("people.no-tournament", path=str(path), why=str(error)) from None
    entries = [{"at": at, "kind": kind, "body": _parsed(body)} for at, kind, body in rows]
    return [entry for entry in entries if _names(entry["body"], wanted)]


def _parsed(text: object) -> Any:
    """Return the value of a JSON text that is an object or a list; any other value unchanged.

    A table's message is stored in an entry as such a text.
    """
    if isinstance(text, str) and text[:1] in ("{", "["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text


def _names(value: object, wanted: str) -> bool:
    """Return True if a player's name is a text or a key in the value, at any depth."""
    if isinstance(value, dict):
        return any(_names(part, wanted) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(_names(part, wanted) for part in value)
    if isinstance(value, str):
        inner = _parsed(value)
        return fold_name(value) == wanted if isinstance(inner, str) else _names(inner, wanted)
    return False
