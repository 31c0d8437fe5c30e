"""Errors for people at the table: each has a fact (what happened, what to do) and an exit code.

The fact becomes a sentence where it is shown (``companion.words``). ``str(error)`` is the English sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.facts import Fact, Value
from companion.words import say


class CompanionError(Exception):
    """Base class of all errors that are shown to people as one sentence.

    The command line prints the sentence in the user's language and exits with ``exit_code``. Make an error from a code
    and values, ``CompanionError("source.no-file", path="a.mp4")``, or from a fact.
    """

    exit_code = 1
    language = "en"
    """The language in which the command line prints it."""

    def __init__(self, what: Fact | str, /, **values: Value) -> None:
        self.fact = Fact(what, values) if isinstance(what, str) else what
        super().__init__(self.fact)

    def __str__(self) -> str:
        return self.message_in("en")

    def message_in(self, language: str) -> str:
        """Return the error's sentence in a language."""
        return say(self.fact, language)


def system_says(error: OSError) -> Value:
    """Return the operating system's reason for an error, as a value of a fact."""
    return (error.strerror or "").lower() or Fact("system.unknown")


class BadInput(CompanionError):
    """Raised for input that cannot be used: a file that is not a video, an illegal action, an unknown name."""

    exit_code = 2


class TooLarge(BadInput):
    """Raised for input that is larger than allowed."""


class DeviceUnavailable(CompanionError):
    """Raised if a camera, microphone or model is missing, busy or silent."""

    exit_code = 3


class StorageError(CompanionError):
    """Raised if a log or profile cannot be written or read: full disk, another version, damaged file."""

    exit_code = 4


@contextmanager
def storing(code: str, **values: Value) -> Iterator[None]:
    """Turn an OSError in the block into a StorageError with this code and these values.

    The value ``why`` is added: the operating system's reason.
    """
    try:
        yield
    except OSError as error:
        raise StorageError(code, **values, why=system_says(error)) from None
