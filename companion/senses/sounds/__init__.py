"""Hearing people be animals: level and onset, a small network, enrolled takes, four-state hysteresis, signal events.

``SoundSense.feed(samples, t)`` takes mono float32 samples at 16 kHz in -1..1 and the time of the first, in seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lazy import lazily

if TYPE_CHECKING:
    from companion.senses.sounds.sound_sense import SoundSense

__all__ = ["SoundSense"]
__getattr__ = lazily(__name__, {"SoundSense": "sound_sense"})  # its libraries are heavy; doctor looks in without them
