"""OpenCV without its type stubs, which refuse plain numbers as colours and float32 pictures as what they are."""

from __future__ import annotations

from typing import Any

import cv2 as _cv2

cv2: Any = _cv2
