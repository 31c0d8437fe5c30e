"""Whoever outside this house hears of a table's games, as its pages know them."""

from __future__ import annotations

from typing import Protocol

from companion.facts import Fact
from companion.referee.log import Log
from companion.referee.log_writer import LogWriter
from companion.sitting.sitting import Sitting


class Outside(Protocol):
    """Whoever tells others what is ruled here (see ``companion.club``)."""

    def keeper(self, log: Log) -> LogWriter:
        """Return the log as a game writes it that is told of. Raises StorageError."""

    def laid(self, sitting: Sitting) -> None:
        """Report on this sitting's game from now on."""

    def on_game_left(self) -> None:
        """Stop reporting: no game lies on the table any more."""

    def trouble(self) -> Fact | None:
        """Return what keeps it from telling; None where nothing does."""

    def status(self) -> Fact:
        """Return whether it can tell now, in a sentence."""
