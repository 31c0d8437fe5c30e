"""Lists of functions that are called when something happens. These functions must not change what they observe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Observers(Generic[P]):
    """A list of functions. Calling the object calls each of them with the same arguments.

    The type says which arguments: ``Observers[[]]`` none, ``Observers[[Session]]`` a session.
    """

    def __init__(self, *callbacks: Callable[P, object]) -> None:
        self._told = list(callbacks)

    def add(self, observer: Callable[P, object]) -> None:
        self._told.append(observer)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> None:
        for observer in self._told:
            observer(*arguments, **named)

    def __len__(self) -> int:
        """Return the number of functions."""
        return len(self._told)
