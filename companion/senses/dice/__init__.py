"""Dice by camera: candidates by a network, each judged by itself, a throw voted on over frames.

``read(picture)`` reads a still; ``DiceWatcher`` follows throws in frames and gives ``Roll`` events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lazy import lazily

if TYPE_CHECKING:
    from companion.senses.dice.picture import read
    from companion.senses.dice.reading import Reading, SeenDie
    from companion.senses.dice.watch import DiceWatcher

__all__ = ["DiceWatcher", "Reading", "SeenDie", "read"]
# Their libraries are heavy, and doctor looks in without them.
__getattr__ = lazily(__name__, {"DiceWatcher": "watch", "Reading": "reading", "SeenDie": "reading", "read": "picture"})
