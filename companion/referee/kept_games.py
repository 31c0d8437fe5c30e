"""Kept games as files, and rescue copies: where a game went on whose log could not be written any more.

A copy counts only where it is this user's own file, for this user alone, under one name and no link, and carries the
mark of its log. In a folder where others may write it lies in a folder of its own.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from companion import private
from companion.errors import CompanionError, StorageError, storing
from companion.events.codec import encode
from companion.names import folded
from companion.referee.log import Log

RESCUED: Final = "-rescued"
_OWN: Final = "companion-rescued-"
"""A folder of rescue copies, among folders of others, begins with it."""
_COPY: Final = re.compile(rf"(?P<stem>.+){RESCUED}(-\d+)?\.sqlite")


def elsewhere() -> list[Path]:
    """Where a game may go whose log cannot be written any more: folders that are found again from anywhere."""
    return _folders(Path.home, lambda: Path(tempfile.gettempdir()))


def known_places() -> list[Path]:
    """Where rescue copies may lie: earlier versions wrote them into the current folder, too."""
    return [*elsewhere(), *_folders(Path.cwd)]


def _folders(*asked: Callable[[], Path]) -> list[Path]:
    """Those that there are."""
    found = []
    for place in asked:
        with suppress(OSError, RuntimeError):
            found.append(place())
    return found


def new_log(folder: Path, game: str) -> Path:
    """Where the log of a game that begins now goes. A folder that is closed is said by whoever opens the log."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path, count = folder / f"{stamp}-{game}.sqlite", 1
    while os.path.exists(path):
        count += 1
        path = folder / f"{stamp}-{count}-{game}.sqlite"
    return path


def stem_of(path: Path) -> str:
    """The name that a log and its rescue copies share."""
    found = _COPY.fullmatch(path.name)
    return path.stem if found is None else found["stem"]


def same_game(log: str, path: Path) -> bool:
    """Whether a log is the one at ``path`` or a rescue copy of it."""
    return stem_of(Path(log)) == stem_of(path)


def room(folder: Path, stem: str) -> Path:
    """Where a game's next rescue copy goes in a folder. Raises OSError."""
    if private.shared(folder):
        own = next(_own_folders(folder), None)
        folder = own if own is not None else Path(tempfile.mkdtemp(prefix=_OWN, dir=folder))
    path, count = folder / f"{stem}{RESCUED}.sqlite", 1
    while os.path.lexists(path):
        count += 1
        path = folder / f"{stem}{RESCUED}-{count}.sqlite"
    return path


def copies(path: Path | None = None, places: Sequence[Path] | None = None) -> list[Path]:
    """All rescue copies of this user's: of the game whose log, or rescue copy, ``path`` is or was; None: of any."""
    folders = [*([path.parent] if path is not None else []), *(places if places is not None else known_places())]
    found = list(_own_copies(folders))
    if path is None:
        return found
    stem, mark = stem_of(path), _looked_at(path)[0]
    return [copy for copy in found if _is_of(copy, stem, mark)]


def newest(path: Path, places: Sequence[Path] | None = None) -> Path:
    """Where the game of the log at ``path`` went on last: ``path`` itself, or the place that it had to be taken to."""
    found = [*([path] if os.path.isfile(path) else []), *copies(path, places)]
    return max(found, key=lambda p: (_looked_at(p)[1], p == path), default=path)


def _own_copies(folders: Iterable[Path]) -> Iterator[Path]:
    """Each once, by folder and name."""
    seen = set()
    for folder in folders:
        for place in (folder, *_own_folders(folder)):
            for name in _names(place):
                path = place / name
                if path not in seen and _COPY.fullmatch(name) and _trusted(path):
                    seen.add(path)
                    yield path


def _own_folders(folder: Path) -> Iterator[Path]:
    return (folder / n for n in _names(folder) if n.startswith(_OWN) and private.own(folder / n, directory=True))


def _trusted(path: Path) -> bool:
    """The file is ours, and so is what SQLite would read beside it."""
    journals = [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]
    return private.own(path) and all(private.own(p) for p in journals if os.path.lexists(p))


def _is_of(copy: Path, stem: str, mark: str | None) -> bool:
    """By its mark and its name; by its name alone where one of them cannot be read."""
    theirs = _looked_at(copy)[0]
    if stem_of(copy) != stem and (theirs or re.fullmatch(re.escape(stem) + r"-\d+", stem_of(copy)) is None):
        return False  # copies without a mark, of older versions, were numbered before the word
    return None in (mark, theirs) or mark == theirs


def _looked_at(path: Path) -> tuple[str | None, int]:
    """A log's mark and how many events it holds; (None, -1) for one that cannot be read."""
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


CURRENT = "on-the-table.txt"


def journals_of(log: Path) -> list[Path]:
    """A log, and what SQLite keeps beside it."""
    return [log.with_name(log.name + end) for end in ("", "-wal", "-shm", "-journal")]


def files_of(log: Path) -> list[Path]:
    """A log, its journals, and the folder of its cards' photographs."""
    return [*journals_of(log), cards_of(log)]


def cards_of(log: Path) -> Path:
    """Where the photographs of a log's game lie: the same place for a rescue copy beside it."""
    return log.with_name(stem_of(log) + "-cards")


def discard(log: Path) -> None:
    """Delete a game by its log or a rescue copy: the log beside it, all its rescue copies, and what lies beside those.
    Raises StorageError where something stays."""
    first = log.with_name(f"{stem_of(log)}.sqlite")
    with storing("people.not-deleted", path=str(log)):
        for path in [file for kept in dict.fromkeys((*copies(log), log, first)) for file in files_of(kept)]:
            private.remove(path)


def games_of(paths: Iterable[Path], name: str) -> list[Path]:
    """Those of these logs in which a player of this name sat; of those that cannot be read, all that hold the name."""
    found = []
    for path in paths:
        try:
            log = Log.open(path)
        except CompanionError:
            if _holds(path, name):
                found.append(path)
            continue
        log.abandon()
        if any(folded(player) == folded(name) for player in log.header.players):
            found.append(path)
    return found


def _holds(path: Path, name: str) -> bool:
    """Whether a log or a journal beside it holds the name, as text or as JSON writes it, in whatever case."""
    wanted = [spelt.casefold() for spelt in (name.strip(), json.dumps(name.strip())[1:-1])]
    for file in journals_of(path):
        with suppress(OSError):
            text = file.read_bytes().decode("utf-8", "replace").casefold()
            if any(spelt in text for spelt in wanted):
                return True
    return False


def told(path: Path) -> dict[str, Any]:
    """A game for an export: ``{name, header, events}``. Raises StorageError."""
    with closing(Log.open(path)) as log:
        return {"name": path.stem, "header": log.header.told(), "events": [json.loads(encode(e)) for e in log.events()]}
