"""Hearing people be animals: level and onset, a small network, enrolled takes, four-state hysteresis, signal events.

``SoundSense.feed(samples, t)`` takes mono float32 samples at 16 kHz in -1..1 and the time of the first, in seconds.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.senses.sounds.names import SIGNALS
    from companion.senses.sounds.sense import SoundSense

__all__ = ["SIGNALS", "SoundSense"]
_WHERE = {"SIGNALS": "names", "SoundSense": "sense"}


def __getattr__(name: str) -> Any:  # loaded when asked for: its libraries are heavy, and doctor looks in without them
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
