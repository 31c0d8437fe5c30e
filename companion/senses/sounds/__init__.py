"""Recognise players' animal noises: find sounds by their level, compare them with recorded takes, and report signals.

A take is a recording by which a player taught one noise. ``SoundSense.feed(samples, t)`` takes mono float32 samples at
16 kHz in -1..1, and the time of the first sample in seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lazy import lazily

if TYPE_CHECKING:
    from companion.senses.sounds.sound_sense import SoundSense

__all__ = ["SoundSense"]
__getattr__ = lazily(__name__, {"SoundSense": "sound_sense"})  # heavy libraries; `doctor` imports without them
