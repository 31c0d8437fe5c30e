"""Cameras, clips, still pictures and streams behind one interface, ``FrameSource``.

Open one by what a person types: ``with open_source("0") as source: for frame in source.frames(): ...``
"""

from __future__ import annotations

from companion.sources.picture_opening import open_source
from companion.sources.picture_source import Frame, FrameSource, Image, Limits, OnStatus

__all__ = ["Frame", "FrameSource", "Image", "Limits", "OnStatus", "open_source"]
