"""What tests need of the system: one mark for all of them. Every name stands in the list of ``tools/bootstrap.py``."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts import script


def bootstrap() -> ModuleType:
    """``tools/bootstrap.py``, which is no package."""
    path = Path(__file__).resolve().parent.parent / "tools" / "bootstrap.py"
    return script(path)


_SET_UP = bootstrap()
PACKAGES: dict[str, str] = {row[0]: row[1] for rows in _SET_UP.SYSTEM.values() for row in rows}
"""What must be there -> Debian's package that brings it."""


def lacking(*things: str) -> str:
    """Why a test that needs these cannot run here, with the line to type; "" if it can."""
    missing = [thing for thing in things if not _SET_UP.present(thing)]
    packages = sorted({PACKAGES[thing] for thing in missing})
    return f"needs {', '.join(missing)}: apt-get install {' '.join(packages)}" if missing else ""


def needs(*things: str) -> pytest.MarkDecorator:
    """Return a mark for tests that need these programs, as ``"espeak-ng"``."""
    return pytest.mark.skipif(bool(lacking(*things)), reason=lacking(*things))


def require(*things: str) -> None:
    """For fixtures: skip the test where one is missing."""
    if why := lacking(*things):
        pytest.skip(why)


needs_mediapipe = pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="MediaPipe, the reference for faces, has no wheel for this Python"
)
