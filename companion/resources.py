"""Files that ship with the program (models, calibration, the demo), found in a wheel and in a checkout alike."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.facts import Fact, fact

if sys.version_info >= (3, 11):
    import tomllib
else:  # Python 3.10 has no tomllib
    import tomli as tomllib

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent
_parsed = cache(tomllib.loads)  # parsing takes 12 ms, and every game reads the same files; callers must not change them


class ResourceMissing(CompanionError, FileNotFoundError):
    """Raised if a file that should have been installed is missing."""


def path(name: str) -> Path:
    """Return the path of a shipped file or folder. Raises ResourceMissing if it does not exist.

    A wheel has them in ``companion/_data``, a checkout at its root; the demo is always in the package.

    Args:
        name: A path such as "models/mouth_classifier/model.onnx".
    """
    for root in (_PACKAGE / "_data", _CHECKOUT, _PACKAGE):
        found = root / name
        if found.exists():
            return found
    raise ResourceMissing("resource.missing", name=name)


def toml(name: str) -> dict[str, Any]:
    """Return the content of a shipped TOML file, such as "calibration/referee.toml".

    The result is cached and must not be changed. Raises ResourceMissing if the file does not exist, ValueError if it is
    damaged.
    """
    values: dict[str, Any] = _parsed(path(name).read_text("utf-8"))
    return values


def damage(file: Path) -> Fact | None:
    """Return how a model's file differs from the size and hash in the ``model.json`` beside it.

    None means that it does not differ, or that there is no ``model.json``.
    """
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
