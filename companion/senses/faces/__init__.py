"""Faces and their signals: find, fit, compare with the neutral face, hold, tell.

``FaceSense.process(picture, t)`` takes a BGR picture (h, w, 3) and its time in seconds, and gives the events decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lazy import lazily

if TYPE_CHECKING:
    from companion.senses.faces.face_sense import FaceSense

__all__ = ["FaceSense"]
__getattr__ = lazily(__name__, {"FaceSense": "face_sense"})  # its libraries are heavy; doctor looks in without them
