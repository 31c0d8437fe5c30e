"""Hearing people be animals: level and onset, a small network, enrolled takes, four-state hysteresis, signal events.

``SoundSense.feed(samples, t)`` takes mono float32 samples at 16 kHz in -1..1 and the time of the first, in seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lazy import lazily

if TYPE_CHECKING:
    from companion.senses.sounds.names import SIGNALS
    from companion.senses.sounds.sense import SoundSense

__all__ = ["SIGNALS", "SoundSense"]
# Their libraries are heavy, and doctor looks in without them.
__getattr__ = lazily(__name__, {"SIGNALS": "names", "SoundSense": "sense"})
