"""Dice by camera: candidates by a network, each judged by itself, a throw voted on over frames.

``read(picture)`` reads a still; ``DiceWatcher`` follows throws in frames and gives ``Roll`` events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lazy import lazily

if TYPE_CHECKING:
    from companion.senses.dice.dice_watcher import DiceWatcher
    from companion.senses.dice.photo_reader import read
    from companion.senses.dice.seen_die import SeenDie
    from companion.senses.dice.verdict import DiceVerdict

__all__ = ["DiceVerdict", "DiceWatcher", "SeenDie", "read"]
# Their libraries are heavy, and doctor looks in without them.
__getattr__ = lazily(
    __name__,
    {
        "DiceWatcher": "dice_watcher",
        "DiceVerdict": "verdict",
        "SeenDie": "seen_die",
        "read": "photo_reader",
    },
)
