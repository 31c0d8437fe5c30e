"""Files that travel with the program: models, calibration, the demo; from the wheel or from a checkout alike."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from companion.errors import CompanionError

if sys.version_info >= (3, 11):
    import tomllib
else:  # Python 3.10 has no TOML reader of its own
    import tomli as tomllib

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


class ResourceMissing(CompanionError, FileNotFoundError):
    """A file that should have been installed is not there."""


def path(name: str) -> Path:
    """The file or folder ``name`` (such as "models/mouth/model.onnx"). Raises ResourceMissing.

    A wheel carries them under ``companion/_data``; a checkout has them at its root; the demo lies in the package.
    """
    for root in (_PACKAGE / "_data", _CHECKOUT, _PACKAGE):
        found = root / name
        if found.exists():
            return found
    raise ResourceMissing("resource.missing", name=name)


def toml(name: str) -> dict[str, Any]:
    """The TOML file ``name``, such as "calibration/referee.toml". Raises ResourceMissing, or ValueError if damaged."""
    values: dict[str, Any] = tomllib.loads(path(name).read_text("utf-8"))
    return values


def intact(file: Path) -> bool:
    """Whether a model's file has the hash that model.json beside it gives; also where none lies there."""
    import hashlib
    import json

    card = file.with_name("model.json")
    if not card.exists():
        return True
    wanted = json.loads(card.read_text("utf-8")).get("sha256")
    return bool(hashlib.sha256(file.read_bytes()).hexdigest() == wanted)
