"""What a player taught: takes of each signal and a few seconds of talk, as numbers only; never sound itself.

A profile is one .npz file without pickled objects; its `meta` entry is JSON text: version, player, what each take is.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import StorageError, system_says
from companion.senses.sounds.features import Sound

VERSION = 1
TAUGHT, CONFIRMED, NEGATIVE = "taught", "confirmed", "negative"
_SUFFIX = ".sounds.npz"


@dataclass(frozen=True)
class Take:
    """`name` the signal, or "" for talk and the room; `kind` taught, confirmed (learned in play) or negative."""

    name: str
    kind: str
    sound: Sound


@dataclass
class Profile:
    """One player's takes, in the order in which they came; `model` is the version of the network that heard them."""

    player: str
    takes: list[Take] = field(default_factory=list)
    model: str = ""

    def of(self, name: str) -> list[Take]:
        return [take for take in self.takes if take.name == name and take.kind != NEGATIVE]

    @property
    def signals(self) -> tuple[str, ...]:
        """Signals taught, in the order of teaching."""
        return tuple(dict.fromkeys(take.name for take in self.takes if take.kind != NEGATIVE))

    @property
    def negatives(self) -> list[Sound]:
        return [take.sound for take in self.takes if take.kind == NEGATIVE]


def file_of(folder: Path, player: str) -> Path:
    """Where a player's sound profile lies."""
    safe = re.sub(r"[^\w-]", lambda m: f"%{ord(m[0]):x}", player.strip())
    return folder / (safe + _SUFFIX)


def save(profile: Profile, folder: Path) -> Path:
    """Writes the profile whole or not at all. Raises StorageError."""
    meta = {
        "version": VERSION,
        "player": profile.player,
        "model": profile.model,
        "takes": [[take.name, take.kind] for take in profile.takes],
    }
    arrays: dict[str, Any] = {"meta": np.array(json.dumps(meta, ensure_ascii=False))}
    for i, take in enumerate(profile.takes):
        arrays[f"steps{i}"] = take.sound.steps.astype(np.float32)
        arrays[f"embedding{i}"] = take.sound.embedding.astype(np.float32)
    target = file_of(folder, profile.player)
    part = target.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as out:
            np.savez_compressed(out, **arrays)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StorageError(
            "people.not-kept", player=profile.player, folder=str(folder), why=system_says(error)
        ) from None
    return target


def load(path: Path) -> Profile:
    """A profile from its file. Raises StorageError for one that is damaged or of another version."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            meta = json.loads(str(stored["meta"]))
            if meta["version"] != VERSION:
                raise StorageError(
                    "people.version", name=path.name, version=str(meta["version"]), player=str(meta["player"])
                )
            takes = [
                Take(
                    str(name),
                    str(kind),
                    Sound(stored[f"steps{i}"].astype(np.float32), stored[f"embedding{i}"].astype(np.float32)),
                )
                for i, (name, kind) in enumerate(meta["takes"])
            ]
            return Profile(str(meta["player"]), takes, str(meta.get("model", "")))
    except StorageError:
        raise
    except Exception:  # numpy and zip raise many kinds for a damaged file
        raise StorageError("people.damaged", path=str(path)) from None


def load_all(folder: Path) -> list[Profile]:
    """Every profile in the folder, by player's name. Raises StorageError."""
    return [load(path) for path in sorted(folder.glob(f"*{_SUFFIX}"))] if folder.is_dir() else []


def find(player: str, folder: Path) -> Profile | None:
    path = file_of(folder, player)
    return load(path) if path.exists() else None
