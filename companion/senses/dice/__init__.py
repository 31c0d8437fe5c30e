"""Read dice with a camera.

``read(picture)`` reads a still picture. ``DiceWatcher`` follows throws in a stream of frames and returns ``Roll``
events. The detector network finds candidates: places that may show a die. Each is classified from a close crop, and the
results of several crops or frames are combined.

A "look" is one run of a network on one candidate. "Heat" is the detector's probability that a die is at a place.
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
# Loaded on first use: the libraries are heavy, and `doctor` imports this package without them.
__getattr__ = lazily(
    __name__,
    {
        "DiceWatcher": "dice_watcher",
        "DiceVerdict": "verdict",
        "SeenDie": "seen_die",
        "read": "photo_reader",
    },
)
