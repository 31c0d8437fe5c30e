"""Logs of games at the terminal: resume the latest, and close one without losing events unnoticed."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion import private
from companion.errors import StorageError

if TYPE_CHECKING:
    from companion.club.table.broker_feed import BrokerFeed
    from companion.referee.log_writer import Ledger
    from companion.referee.match import Match


def last_log() -> Path:
    """Return the path of the latest log in the games folder.

    Raises:
        StorageError: There is none.
    """
    from companion.config import settings
    from companion.referee.desk_registry import DESKS

    folder = settings().games
    found = [p for p in folder.glob("*.sqlite") if any(game in p.name for game in DESKS)]
    if not found:
        raise StorageError("log.none", folder=str(folder))
    return max(found, key=lambda p: p.stat().st_mtime)


def gone_on_with(path: Path | None, outward: BrokerFeed | None = None) -> tuple[Match, Ledger]:
    """Return the game in a log, as it was when its sitting ended or was killed, and the writer of the log.

    Args:
        path: The log; None for the latest.
        outward: The feed that also sends the game to the broker; None for none.

    Raises:
        StorageError: The file is no log, or its game is over.
    """
    from companion.referee.log import Log
    from companion.referee.log_writer import ledger_of
    from companion.referee.replay import resume_match
    from companion.referee.rescue_copies import newest

    log = Log.open(newest(path or last_log()), append=True)
    match = resume_match(log)
    if match.is_over:
        log.close()
        raise StorageError("log.over", path=log.name)
    match.log = ledger = ledger_of(log) if outward is None else outward.keeper(log)
    return match, ledger


def close(ledger: Ledger) -> None:
    """Close the log; events that could not be written are saved as JSON lines first (see ``rescue``).

    Raises:
        StorageError: The game was written to another file, or some events could not be written (exit code 4).
    """
    try:
        ledger.close()
    except StorageError:
        if waiting := ledger.waiting():
            raise StorageError("log.rescued", n=len(waiting), name=ledger.name, path=str(rescue(waiting))) from None
        raise


def rescue(lines: tuple[str, ...]) -> Path:
    """Write lines that no log accepted to a file, and return its path.

    The file is in the home folder or else in the temporary folder. If neither can be written, the lines are printed to
    stderr and the path is "-".
    """
    from companion.referee.rescue_copies import elsewhere

    name = f"companion-rescued-{datetime.now():%Y%m%d-%H%M%S}.jsonl"
    for folder in elsewhere():
        path = folder / name
        try:
            private.write(path, "".join(f"{line}\n" for line in lines).encode())
        except OSError:
            continue
        return path
    print("\n".join(lines), file=sys.stderr)
    return Path("-")
