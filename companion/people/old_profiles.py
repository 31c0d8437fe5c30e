"""Migrate profile files of earlier versions: ``Ann.face.json``, ``Ann.sounds.npz`` and ``voice.npz``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from companion.errors import BadInput, StorageError
from companion.facts import Fact
from companion.people import profile_files
from companion.people.person import key_of
from companion.people.player_export import FACE_FILE, SOUNDS_FILE
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile as Sounds

OLD_SUFFIXES: Final = {".face.json": FACE_FILE, ".sounds.npz": SOUNDS_FILE}


class Keeper(Protocol):
    """Interface of the store of players, as far as the migration needs it.

    Attributes:
        folder: The store's folder.
        broken: Why old files could not be read, by (name, part); the part is FACE_FILE or SOUNDS_FILE.
    """

    folder: Path
    broken: dict[tuple[str, str], Fact]

    def inside(self) -> Iterable[Path]: ...

    def sounds(self, name: str) -> Sounds | None: ...

    def keep_face(self, face: Face) -> None: ...

    def keep_sounds(self, sounds: Sounds) -> None: ...


def name_of(path: Path) -> str:
    """Return the player's name in an old file's name, encoded as by ``safe``; "" for other files."""
    return next((path.name.removesuffix(end).casefold() for end in OLD_SUFFIXES if path.name.endswith(end)), "")


def safe(name: str) -> str:
    """Return a name as earlier versions wrote it in file names, in lower case.

    Letters, digits, "_" and "-" are kept; any other character becomes "%" and its code in hexadecimal.
    """
    return re.sub(r"[^\w-]", lambda m: f"%{ord(m[0]):x}", name.strip()).casefold()


def adopt(people: Keeper) -> None:
    """Move the old files in the store's folder into the store, and delete ``voice.npz`` files, which nothing uses.

    A file that cannot be read stays where it is, and the reason is added to ``people.broken``.
    """
    for path in sorted(people.inside()):
        with suppress(OSError):
            if not path.is_symlink():
                (path / "voice.npz").unlink()
        part = next((part for end, part in OLD_SUFFIXES.items() if path.name.endswith(end)), None)
        if part is None or not path.is_file():
            continue
        try:
            _move(people, path, part)
        except (ValueError, OSError, BadInput) as error:
            people.broken[(name_of(path), part)] = profile_files.trouble_of(path, error)
        except StorageError as error:
            people.broken[(name_of(path), SOUNDS_FILE)] = error.fact


def _move(people: Keeper, path: Path, part: str) -> None:
    """Move one old file into the store.

    If the store has a face of the player, the old face is only renamed. If it has noises, only signals without takes
    are added.

    Args:
        people: The store.
        path: The old file.
        part: FACE_FILE or SOUNDS_FILE.

    Raises:
        ValueError: The file is damaged.
        OSError: The file cannot be read or moved.
        BadInput: The file has no player's name.
        StorageError: The store cannot be read or written.
    """
    data = profile_files.read(path)
    if part == FACE_FILE:
        face = profile_files.face_of(profile_files.json_of(data))
        folder = people.folder / key_of(face.player)
        if (folder / FACE_FILE).exists():
            path.replace(folder / f"before-{FACE_FILE}")
            return
        people.keep_face(face)
    else:
        sounds = profile_files.sounds_of(data)
        new = people.sounds(sounds.player)
        if new is not None:
            sounds = replace(sounds, takes=[*(t for t in sounds.takes if t.name not in new.signals), *new.takes])
        people.keep_sounds(sounds)
    path.unlink()
