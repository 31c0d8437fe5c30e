"""The interface through which a table reports its games to a club or hall (see ``companion.club``)."""

from __future__ import annotations

from typing import Protocol

from companion.facts import Fact
from companion.referee.log import Log
from companion.referee.log_writer import LogWriter
from companion.sitting.sitting import Sitting


class Outside(Protocol):
    """Interface of the reporter that sends a table's rulings to a club or hall; ``companion.club`` implements it."""

    def keeper(self, log: Log) -> LogWriter:
        """Return a log writer that also stores the messages to be sent.

        Raises StorageError if they cannot be stored.
        """

    def laid(self, sitting: Sitting) -> None:
        """Start reporting the game of ``sitting``, which is now the current one."""

    def on_game_left(self) -> None:
        """Stop reporting, because the current game has ended."""

    def trouble(self) -> Fact | None:
        """Return why nothing can be reported now; None if reporting works."""

    def status(self) -> Fact:
        """Return one sentence on whether reporting works now."""
