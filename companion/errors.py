"""Errors that a person at the table sees: one sentence that says what happened and what to do, and an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class CompanionError(Exception):
    """Base: the command line prints the sentence and exits with ``code``; nothing else is shown.

    ``german`` is the same sentence in German, for what people meet while they play; without it the English one serves.
    """

    code = 1

    def __init__(self, message: str, german: str = "") -> None:
        super().__init__(message)
        self.german = german or message

    def worded(self, language: str) -> str:
        """The sentence, in German for "de", else in English."""
        return self.german if language == "de" else str(self)


class BadInput(CompanionError):
    """What was typed or given cannot be used: a file that is no video, an illegal action, an unknown name."""

    code = 2


class DeviceUnavailable(CompanionError):
    """A camera, microphone or model that should be there is missing, busy or silent."""

    code = 3


class StorageError(CompanionError):
    """A log or profile cannot be written or read: full disk, other version, damaged file."""

    code = 4


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Errors that leave this block say their sentence in ``language``."""
    try:
        yield
    except CompanionError as error:
        error.args = (error.worded(language),)
        raise
