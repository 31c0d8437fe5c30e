"""What calibration found, kept as JSON in the data folder: play area, scale, sets and the empty table's thumb."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from companion import private
from companion.config import settings
from companion.errors import BadInput, StorageError, system_says
from companion.senses.dice.colour import DieSet
from companion.senses.dice.watch import Setup

VERSION = 1
LARGEST = 1 << 20  # letters of the file


def default_path() -> Path:
    """Where the tray is kept on this machine."""
    return settings().data_folder / "dice.json"


def save(setup: Setup, path: Path) -> None:
    """Write it whole or not at all. Raises StorageError."""
    data = {
        "version": VERSION, "region": setup.region, "edge": setup.edge,
        "sets": [{"name": s.name, "lab": s.lab} for s in setup.sets], "thumb": setup.thumb,
    }  # fmt: skip
    try:
        private.folder(path.parent) if not path.parent.exists() else None
        private.write(path, json.dumps(data).encode())
    except OSError as error:
        raise StorageError("tray.not-written", path=str(path), why=system_says(error)) from None


def load(path: Path) -> Setup | None:
    """The kept tray; None where there is none. Raises StorageError for a damaged file."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise ValueError("too large")
        data = json.loads(text)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        raise StorageError("tray.damaged", path=str(path)) from None
    try:
        return _setup(data)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise StorageError("tray.version", path=str(path)) from None


def given(path: Path) -> Setup:
    """The tray in a file that was named. Raises BadInput where there is none, StorageError for a damaged one."""
    kept = load(path)
    if kept is None:
        raise BadInput("tray.missing", path=str(path))
    return kept


def _setup(data: Any) -> Setup:
    if data["version"] != VERSION:
        raise ValueError("version")
    left, top, right, bottom = (_share(v) for v in data["region"])
    if right - left < 0.05 or bottom - top < 0.05:
        raise ValueError("region")
    edge = None if data["edge"] is None else _share(data["edge"])
    sets = tuple(DieSet(str(s["name"]), _lab(s["lab"])) for s in data["sets"])
    thumb = tuple(tuple(_level(v) for v in row) for row in data["thumb"])
    if len({len(row) for row in thumb}) > 1:
        raise ValueError("thumb")
    return Setup(region=(left, top, right, bottom), edge=edge or None, sets=sets, thumb=thumb)


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ValueError("share")
    return float(value)


def _level(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 255:
        raise ValueError("level")
    return value


def _lab(value: Any) -> tuple[float, float, float]:
    l, a, b = (float(v) for v in value)
    if not all(math.isfinite(v) for v in (l, a, b)):
        raise ValueError("lab")
    return l, a, b
