"""Recognise face signals: find faces, fit landmarks, score them against each player's neutral face, and report signals.

A signal is reported once its score has stayed above a threshold for a set time. ``FaceSense.process(picture, t)`` takes
a BGR picture (h, w, 3) and its time in seconds, and returns the events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lazy import lazily

if TYPE_CHECKING:
    from companion.senses.faces.face_sense import FaceSense

__all__ = ["FaceSense"]
__getattr__ = lazily(__name__, {"FaceSense": "face_sense"})  # heavy libraries; `doctor` imports without them
