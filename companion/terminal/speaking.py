"""Which language an error that ends a command is said in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.errors import CompanionError


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Errors that leave this block are said in ``language`` by the command line."""
    try:
        yield
    except CompanionError as error:
        error.language = language
        raise
