"""Who is told that something has happened: they look on, and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Observers(Generic[P]):
    """``changed: Observers[[]]`` tells that; ``dropped: Observers[[Session]]`` says of what. Call it to tell them."""

    def __init__(self, *callbacks: Callable[P, object]) -> None:
        self._told = list(callbacks)

    def add(self, observer: Callable[P, object]) -> None:
        self._told.append(observer)

    def __call__(self, *given: P.args, **named: P.kwargs) -> None:
        for observer in self._told:
            observer(*given, **named)

    def __len__(self) -> int:
        """Return how many are told."""
        return len(self._told)
