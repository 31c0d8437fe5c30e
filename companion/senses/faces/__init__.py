"""Faces and their signals: find, fit, compare with the resting face, hold, tell.

``FaceSense.process(picture, t)`` takes a BGR picture (h, w, 3) and its time in seconds and gives the events that it
decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lazy import lazily

if TYPE_CHECKING:
    from companion.senses.faces.graph import FaceDetector, FaceMesh, Region
    from companion.senses.faces.sense import FaceSense

__all__ = ["FaceDetector", "FaceMesh", "FaceSense", "Region"]
# Their libraries are heavy, and doctor looks in without them.
__getattr__ = lazily(__name__, {"FaceDetector": "graph", "FaceMesh": "graph", "FaceSense": "sense", "Region": "graph"})
