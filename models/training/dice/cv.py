"""OpenCV without its type stubs, and the names that all renderers of dice use.

The stubs refuse plain numbers as colours and float32 pictures as what they are.
"""

from __future__ import annotations

from typing import Any

import cv2 as _cv2
import numpy as np
from numpy.typing import NDArray

cv2: Any = _cv2
F32 = NDArray[np.floating[Any]]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
Rng = np.random.Generator
