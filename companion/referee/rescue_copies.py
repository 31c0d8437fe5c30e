"""Rescue copies: where a game went on whose log could not be written any more.

A copy counts only where it is this user's own file, for this user alone, under one name and no link, and carries the
mark of its log. In a folder where others may write it lies in a folder of its own.
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
"""A folder of rescue copies, among folders of others, begins with it."""
_COPY_NAME_PATTERN: Final = re.compile(rf"(?P<stem>.+){RESCUED_SUFFIX}(-\d+)?\.sqlite")


def elsewhere() -> list[Path]:
    """Return where a game may go whose log cannot be written any more: folders that are found again from anywhere."""
    return _folders(Path.home, lambda: Path(tempfile.gettempdir()))


def search_folders() -> list[Path]:
    """Return where rescue copies may lie: earlier versions wrote them into the current folder, too."""
    return [*elsewhere(), *_folders(Path.cwd)]


def _folders(*asked: Callable[[], Path]) -> list[Path]:
    """Return those that there are."""
    found = []
    for place in asked:
        with suppress(OSError, RuntimeError):
            found.append(place())
    return found


def stem_of(path: Path) -> str:
    """Return the name that a log and its rescue copies share."""
    found = _COPY_NAME_PATTERN.fullmatch(path.name)
    return path.stem if found is None else found["stem"]


def same_game(log: str, path: Path) -> bool:
    """Return whether a log is the one at ``path`` or a rescue copy of it."""
    return stem_of(Path(log)) == stem_of(path)


def room(folder: Path, stem: str) -> Path:
    """Return where a game's next rescue copy goes in a folder. Raises OSError."""
    if private.is_shared_folder(folder):
        own = next(_rescue_folders_in(folder), None)
        folder = own if own is not None else Path(tempfile.mkdtemp(prefix=_FOLDER_PREFIX, dir=folder))
    path, count = folder / f"{stem}{RESCUED_SUFFIX}.sqlite", 1
    while os.path.lexists(path):
        count += 1
        path = folder / f"{stem}{RESCUED_SUFFIX}-{count}.sqlite"
    return path


def copies(path: Path | None = None, places: Sequence[Path] | None = None) -> list[Path]:
    """Return this user's rescue copies: of the game whose log or copy ``path`` is or was; None: of any."""
    folders = [*([path.parent] if path is not None else []), *(places if places is not None else search_folders())]
    found = list(_rescue_copies_in(folders))
    if path is None:
        return found
    stem, mark = stem_of(path), _looked_at(path)[0]
    return [copy for copy in found if _is_of(copy, stem, mark)]


def newest(path: Path, places: Sequence[Path] | None = None) -> Path:
    """Where the game of the log at ``path`` went on last: ``path`` itself, or the place that it had to be taken to."""
    found = [*([path] if os.path.isfile(path) else []), *copies(path, places)]
    return max(found, key=lambda p: (_looked_at(p)[1], p == path), default=path)


def _rescue_copies_in(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield each once, by folder and name."""
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
    """Return a log, and what SQLite keeps beside it."""
    return [log.with_name(log.name + end) for end in ("", "-wal", "-shm", "-journal")]


def _is_trusted(path: Path) -> bool:
    """Return whether the file is ours, and so is what SQLite would read beside it."""
    return private.is_private(path) and all(private.is_private(p) for p in journals_of(path)[1:] if os.path.lexists(p))


def _is_of(copy: Path, stem: str, mark: str | None) -> bool:
    """Return whether a file is this game's by its mark and its name; by its name alone where one cannot be read."""
    theirs = _looked_at(copy)[0]
    if stem_of(copy) != stem and (theirs or re.fullmatch(re.escape(stem) + r"-\d+", stem_of(copy)) is None):
        return False  # copies without a mark, of older versions, were numbered before the word
    return None in (mark, theirs) or mark == theirs


def _looked_at(path: Path) -> tuple[str | None, int]:
    """Return a log's mark and how many events it holds; (None, -1) for one that cannot be read."""
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
