"""Cameras, clips, stills and streams as one kind of source: ``with open_source("0") as s: for frame in s.frames()``."""

from __future__ import annotations

from companion.sources.picture_opening import open_source
from companion.sources.picture_source import Frame, FrameSource, Image, Limits, OnStatus

__all__ = ["Frame", "FrameSource", "Image", "Limits", "OnStatus", "open_source"]
