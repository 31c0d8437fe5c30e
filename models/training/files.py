"""Files that are whole or not there: a stopped build leaves no half of one, and goes on where it was."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def parsed(path: Path) -> dict[str, Any]:
    """What a TOML file holds."""
    return tomllib.loads(path.read_text("utf-8"))


def save(target: Path, **arrays: Any) -> None:
    """Write the arrays (.npz) beside ``target``, then put them in its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    with part.open("wb") as out:
        np.savez(out, **arrays)
    part.replace(target)
