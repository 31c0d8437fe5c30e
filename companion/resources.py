"""Files that travel with the program: models, calibration, the demo; from the wheel or from a checkout alike."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.facts import Fact, fact

if sys.version_info >= (3, 11):
    import tomllib
else:  # Python 3.10 has no TOML reader of its own
    import tomli as tomllib

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent
_parsed = cache(tomllib.loads)  # every game asks for the same, 12 ms a time; nobody changes it


class ResourceMissing(CompanionError, FileNotFoundError):
    """A file that should have been installed is not there."""


def path(name: str) -> Path:
    """Return the file or folder ``name`` (such as "models/mouth_classifier/model.onnx"). Raises ResourceMissing.

    A wheel carries them under ``companion/_data``; a checkout has them at its root; the demo lies in the package.
    """
    for root in (_PACKAGE / "_data", _CHECKOUT, _PACKAGE):
        found = root / name
        if found.exists():
            return found
    raise ResourceMissing("resource.missing", name=name)


def toml(name: str) -> dict[str, Any]:
    """Return the TOML file ``name``, such as "calibration/referee.toml".

    Raises ResourceMissing, or ValueError if damaged.
    """
    values: dict[str, Any] = _parsed(path(name).read_text("utf-8"))
    return values


def damage(file: Path) -> Fact | None:
    """Return how a model's file differs from its model.json (bytes, sha256); None where it does not."""
    import hashlib
    import json

    card = file.with_name("model.json")
    if not card.exists():
        return None
    wanted = json.loads(card.read_text("utf-8"))
    size = file.stat().st_size
    if size < wanted.get("bytes", 0):
        return fact("model.short", found=size, wanted=wanted["bytes"])
    same = hashlib.sha256(file.read_bytes()).hexdigest() == wanted.get("sha256")
    return None if same else fact("model.hash")
