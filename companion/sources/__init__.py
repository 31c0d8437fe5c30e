"""Cameras, clips, stills and streams as one kind of source: ``with open_source("0") as s: for frame in s.frames()``."""

from __future__ import annotations

from companion.sources.frame import Frame, Image, Limits, OnStatus, Source
from companion.sources.opening import open_source

__all__ = ["Frame", "Image", "Limits", "OnStatus", "Source", "open_source"]
