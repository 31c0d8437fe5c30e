"""Dice by camera: candidates by a network, each judged by itself, a throw voted on over frames.

``read(picture)`` reads a still; ``DiceWatcher`` follows throws in frames and gives ``Roll`` events.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.senses.dice.picture import read
    from companion.senses.dice.reading import Reading, SeenDie
    from companion.senses.dice.watch import DiceWatcher

__all__ = ["DiceWatcher", "Reading", "SeenDie", "read"]
_WHERE = {"DiceWatcher": "watch", "Reading": "reading", "SeenDie": "reading", "read": "picture"}


def __getattr__(name: str) -> Any:  # loaded when asked for: its libraries are heavy, and doctor looks in without them
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
