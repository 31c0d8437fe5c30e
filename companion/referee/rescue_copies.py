"""Rescue copies: copies of a game whose log could not be written any more, in which the game continued.

A copy is trusted only if it is this user's own private file, is no link, has no second name (hard link), and carries
its log's mark. In a folder that others may write to, it is kept in a private subfolder.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from companion import private
from companion.errors import StorageError
from companion.referee.log import Log

RESCUED_SUFFIX: Final = "-rescued"
_FOLDER_PREFIX: Final = "companion-rescued-"
"""Prefix of the private folders for rescue copies in a shared folder."""
_COPY_NAME_PATTERN: Final = re.compile(rf"(?P<stem>.+){RESCUED_SUFFIX}(-\d+)?\.sqlite")


def elsewhere() -> list[Path]:
    """Return the folders for new rescue copies: the home folder and the system's folder for temporary files."""
    return _folders(Path.home, lambda: Path(tempfile.gettempdir()))


def search_folders() -> list[Path]:
    """Return the folders in which to look for rescue copies; earlier versions used the current folder, too."""
    return [*elsewhere(), *_folders(Path.cwd)]


def _folders(*asked: Callable[[], Path]) -> list[Path]:
    """Return the folders that these functions return, without those that fail."""
    found = []
    for place in asked:
        with suppress(OSError, RuntimeError):
            found.append(place())
    return found


def stem_of(path: Path) -> str:
    """Return the stem of the file name that a log and its rescue copies share."""
    found = _COPY_NAME_PATTERN.fullmatch(path.name)
    return path.stem if found is None else found["stem"]


def same_game(log: str, path: Path) -> bool:
    """Return True if the log is the one at ``path`` or a rescue copy of it, by their names."""
    return stem_of(Path(log)) == stem_of(path)


def room(folder: Path, stem: str) -> Path:
    """Return an unused path for a game's next rescue copy in a folder.

    If others may write to the folder, a private subfolder is used, and made if it is missing. Raises OSError if it
    cannot be made.
    """
    if private.is_shared_folder(folder):
        own = next(_rescue_folders_in(folder), None)
        folder = own if own is not None else Path(tempfile.mkdtemp(prefix=_FOLDER_PREFIX, dir=folder))
    path, count = folder / f"{stem}{RESCUED_SUFFIX}.sqlite", 1
    while os.path.lexists(path):
        count += 1
        path = folder / f"{stem}{RESCUED_SUFFIX}-{count}.sqlite"
    return path


def copies(path: Path | None = None, places: Sequence[Path] | None = None) -> list[Path]:
    """Return this user's rescue copies of the game whose log or copy is (or was) at ``path``; None for all games.

    ``places`` are the folders to search besides the folder of ``path``; by default those of ``search_folders``.
    """
    folders = [*([path.parent] if path is not None else []), *(places if places is not None else search_folders())]
    found = list(_rescue_copies_in(folders))
    if path is None:
        return found
    stem, mark = stem_of(path), _looked_at(path)[0]
    return [copy for copy in found if _is_of(copy, stem, mark)]


def newest(path: Path, places: Sequence[Path] | None = None) -> Path:
    """Return the file of a game with the most events: its log at ``path`` or one of its rescue copies."""
    found = [*([path] if os.path.isfile(path) else []), *copies(path, places)]
    return max(found, key=lambda p: (_looked_at(p)[1], p == path), default=path)


def _rescue_copies_in(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield each trusted rescue copy in these folders and their private subfolders once."""
    seen = set()
    for folder in folders:
        for place in (folder, *_rescue_folders_in(folder)):
            for name in _names(place):
                path = place / name
                if path not in seen and _COPY_NAME_PATTERN.fullmatch(name) and _is_trusted(path):
                    seen.add(path)
                    yield path


def _rescue_folders_in(folder: Path) -> Iterator[Path]:
    return (
        folder / n
        for n in _names(folder)
        if n.startswith(_FOLDER_PREFIX) and private.is_private(folder / n, directory=True)
    )


def journals_of(log: Path) -> list[Path]:
    """Return the paths of a log and of the files that SQLite may keep beside it."""
    return [log.with_name(log.name + end) for end in ("", "-wal", "-shm", "-journal")]


def _is_trusted(path: Path) -> bool:
    """Return True if the file and the journals beside it are private files of this user."""
    return private.is_private(path) and all(private.is_private(p) for p in journals_of(path)[1:] if os.path.lexists(p))


def _is_of(copy: Path, stem: str, mark: str | None) -> bool:
    """Return True if a copy belongs to this game by name and mark; by name alone if one of the marks is unknown."""
    theirs = _looked_at(copy)[0]
    if stem_of(copy) != stem and (theirs or re.fullmatch(re.escape(stem) + r"-\d+", stem_of(copy)) is None):
        return False  # older versions wrote no mark, and the number before "-rescued"
    return None in (mark, theirs) or mark == theirs


def _looked_at(path: Path) -> tuple[str | None, int]:
    """Return a log's mark and its number of events; (None, -1) if it cannot be read."""
    try:
        with closing(Log.open(path)) as log:
            return log.header.mark, log.count()
    except StorageError:
        return None, -1


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
