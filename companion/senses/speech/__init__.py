"""Recognise the call "Face Off!", the victory speech and "Wild thing", with a phoneme network and PocketSphinx's words.

``SpeechSense.feed(samples, t)`` takes mono float32 samples at 16 kHz in -1..1, and the time of the first sample in
seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lazy import lazily

if TYPE_CHECKING:
    from companion.senses.speech.speech_sense import SpeechSense

__all__ = ["SpeechSense"]
# Loaded on first use: the libraries are heavy, and `doctor` imports this package without them.
__getattr__ = lazily(__name__, {"SpeechSense": "speech_sense"})
