"""A player's face as numbers, never a picture: the neutral face, and how strongly each signal was made. JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from companion.errors import StorageError, system_says
from companion.facts import fact
from companion.senses.faces.identity import BONES

VERSION = 1
_SUFFIX = ".face.json"


@dataclass(frozen=True, slots=True)
class Profile:
    """``neutral``: measure to value, as in calibration/faces.toml; ``signals``: name to the score held when taught.

    ``bones``: the face's shape (identity.shape_of) by which its place at the table is found; empty where not known.
    """

    player: str
    neutral: Mapping[str, float]
    signals: Mapping[str, float] = field(default_factory=dict)
    bones: tuple[float, ...] = ()


def file_of(folder: Path, player: str) -> Path:
    """Where a player's profile lies."""
    safe = re.sub(r"[^\w-]", lambda m: f"%{ord(m[0]):x}", player.strip().casefold())
    return folder / (safe + _SUFFIX)


def save(profile: Profile, folder: Path) -> Path:
    """Write the profile whole or not at all. Raises StorageError."""
    target = file_of(folder, profile.player)
    part = target.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_text(as_text(profile), encoding="utf-8")
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StorageError(
            "people.not-kept", player=profile.player, folder=str(folder), why=system_says(error)
        ) from None
    return target


def as_text(profile: Profile) -> str:
    """The profile as it is stored and exported."""
    data = {
        "version": VERSION,
        "player": profile.player,
        "neutral": {k: round(v, 5) for k, v in profile.neutral.items()},
        "signals": {k: round(v, 4) for k, v in profile.signals.items()},
        "bones": [round(v, 3) for v in profile.bones],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def load(path: Path) -> Profile:
    """A profile from its file. Raises StorageError for one that is damaged or of another version."""
    damaged = fact("people.damaged", path=str(path))
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        version, player = data["version"], str(data["player"])
    except OSError as error:
        raise StorageError("people.unreadable", path=str(path), why=system_says(error)) from None
    except (ValueError, KeyError, TypeError):
        raise StorageError(damaged) from None
    if version != VERSION:
        raise StorageError("people.version", name=path.name, version=str(version), player=player)
    try:
        bones = tuple(_numbers(dict(enumerate(data.get("bones", [])))).values())
        profile = Profile(player, _numbers(data["neutral"]), _numbers(data.get("signals", {})), bones)
        if len(bones) not in (0, BONES):
            raise ValueError("another number of bones")
        if min(profile.neutral["eye"], profile.neutral["width"]) <= 0:
            raise ValueError("no face")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise StorageError(damaged) from None
    return profile


def _numbers(data: Mapping[Any, Any]) -> dict[str, float]:
    out = {str(k): float(v) for k, v in data.items()}
    if not all(isfinite(v) for v in out.values()):
        raise ValueError("not a number")
    return out


def find(player: str, folder: Path) -> Profile | None:
    """A player's profile, if there is one. Raises StorageError."""
    path = file_of(folder, player)
    return load(path) if path.exists() else None


def names(folder: Path) -> list[Path]:
    """The files of all profiles, by name."""
    return sorted(folder.glob(f"*{_SUFFIX}")) if folder.is_dir() else []
