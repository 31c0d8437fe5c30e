"""Faces and their signals: find, fit, compare with the resting face, hold, tell.

``FaceSense.process(picture, t)`` takes a BGR picture (h, w, 3) and its time in seconds and gives the events that it
decided.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.senses.faces.graph import FaceDetector, FaceMesh, Region
    from companion.senses.faces.sense import FaceSense

__all__ = ["FaceDetector", "FaceMesh", "FaceSense", "Region"]
_WHERE = {"FaceDetector": "graph", "FaceMesh": "graph", "FaceSense": "sense", "Region": "graph"}


def __getattr__(name: str) -> Any:  # loaded when asked for: its libraries are heavy, and doctor looks in without them
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
