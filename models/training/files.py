"""Files that are whole or not there: a stopped build leaves no half of one, and goes on where it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


def save(target: Path, **arrays: Any) -> None:
    """Write the arrays (.npz) beside ``target``, then put them in its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    with part.open("wb") as out:
        np.savez(out, **arrays)
    part.replace(target)
