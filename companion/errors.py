"""Errors that a person at the table sees: a fact that says what happened and what to do, and an exit code.

The sentence is made where it is shown (``companion.words``); ``str(error)`` is the English one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.facts import Fact, Value
from companion.words import say


class CompanionError(Exception):
    """Base: the command line says ``fact`` in the reader's language and exits with ``exit_code``; no more is shown.

    ``CompanionError("source.no-file", path="a.mp4")``, or a fact.
    """

    exit_code = 1
    language = "en"
    """What the command line says it in."""

    def __init__(self, what: Fact | str, /, **values: Value) -> None:
        self.fact = Fact(what, values) if isinstance(what, str) else what
        super().__init__(self.fact)

    def __str__(self) -> str:
        return self.message_in("en")

    def message_in(self, language: str) -> str:
        """Return the sentence in a language."""
        return say(self.fact, language)


def system_says(error: OSError) -> Value:
    """Return why the system refused something, for the values of a fact: its own words, or that it gave none."""
    return (error.strerror or "").lower() or Fact("system.unknown")


class BadInput(CompanionError):
    """What was typed or given cannot be used: a file that is no video, an illegal action, an unknown name."""

    exit_code = 2


class TooLarge(BadInput):
    """What was given is larger than is read here."""


class DeviceUnavailable(CompanionError):
    """A camera, microphone or model that should be there is missing, busy or silent."""

    exit_code = 3


class StorageError(CompanionError):
    """A log or profile cannot be written or read: full disk, other version, damaged file."""

    exit_code = 4


@contextmanager
def storing(code: str, **values: Value) -> Iterator[None]:
    """Turn what the system refuses in this block into a StorageError of this code, with ``why`` among the values."""
    try:
        yield
    except OSError as error:
        raise StorageError(code, **values, why=system_says(error)) from None
