"""OpenCV, and the ffmpeg inside it, without their chatter on the terminal: our own sentences say what went wrong."""

from __future__ import annotations

import os
from types import ModuleType

_SILENT = {
    "OPENCV_LOG_LEVEL": "SILENT",
    "OPENCV_VIDEOIO_DEBUG": "0",
    "OPENCV_FFMPEG_DEBUG": "0",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",  # AV_LOG_QUIET
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "4",  # s; a camera that stops must not hold its thread for ten
}


def opencv() -> ModuleType:
    """The cv2 module, silenced. Raises ImportError where it, or libGL, is missing."""
    for name, value in _SILENT.items():
        os.environ.setdefault(name, value)
    import cv2

    cv2.setLogLevel(0)
    return cv2
