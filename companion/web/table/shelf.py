"""The games that are kept on this machine: listed, found by name, deleted."""

from __future__ import annotations

import contextlib
import re
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from companion import private
from companion.errors import BadInput, CompanionError
from companion.referee.desk_registry import REAL
from companion.referee.kept_games import CURRENT, discard
from companion.referee.log import Log
from companion.referee.log_header import LogHeader
from companion.referee.rescue_copies import stem_of

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.sqlite")
_LISTED: Final = 50


class Shelf:
    """One folder of logs. Names that are no plain file names are refused: nothing outside the folder is touched."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, game: str) -> Path:
        """Where a new game's log goes."""
        stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        path = self.folder / f"{stamp}-{game}.sqlite"
        count = 1
        while path.exists():
            count += 1
            path = self.folder / f"{stamp}-{count}-{game}.sqlite"
        return path

    def find(self, name: object) -> Path:
        """Raises BadInput for a name that is no log of this folder."""
        if not isinstance(name, str) or not _NAME.fullmatch(name) or not (self.folder / name).is_file():
            raise BadInput("web.no.kept-game")
        return self.folder / name

    def current(self) -> str:
        """The log of the game that is on the table, "" for none: a server that starts again goes on with it."""
        try:
            return (self.folder / CURRENT).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def lay(self, log: str) -> None:
        """Remember the log of the game that is on the table. A full disk costs no more than choosing it from the
        list."""
        name = Path(log).name if Path(log).parent == self.folder else log
        with contextlib.suppress(OSError):
            if name:
                private.write(self.folder / CURRENT, f"{name}\n".encode())
            else:
                (self.folder / CURRENT).unlink(missing_ok=True)

    def head(self, path: Path) -> LogHeader:
        """What a log begins with. Raises StorageError."""
        log = Log.open(path)
        log.abandon()
        return log.header

    def listing(self) -> list[dict[str, Any]]:
        """The newest games first: file name, game, players, whether it is played on phones. A rescue copy is its log's
        game, not another."""
        found: dict[str, dict[str, Any]] = {}
        first = sorted(self.folder.glob("*.sqlite"), key=lambda p: (stem_of(p), p.stem == stem_of(p)), reverse=True)
        for path in first[: 4 * _LISTED]:
            if len(found) == _LISTED or stem_of(path) in found:
                continue
            try:
                head = self.head(path)
            except CompanionError:
                continue
            people = sum(name not in head.bots for name in head.players)
            phones = people > 1 and all(head.options.get(name) != real for name, real in REAL.items())
            players = list(head.players)
            found[stem_of(path)] = {"name": path.name, "game": head.game, "players": players, "phones": phones}
        return list(found.values())

    def delete(self, name: object) -> None:
        discard(self.find(name))
