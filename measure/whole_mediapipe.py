"""MediaPipe's whole package, the peer that faces are measured against. companion imports its face mesh alone."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


def whole_mediapipe() -> Any:
    """The module. Its drawings alone need matplotlib, which the lock leaves out: an empty one stands in.

    Raises ImportError where MediaPipe is not installed.
    """
    for name in ("matplotlib", "matplotlib.pyplot"):
        sys.modules.setdefault(name, ModuleType(name))
    import mediapipe

    return mediapipe
