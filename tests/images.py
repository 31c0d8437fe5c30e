"""Pictures of files and bytes for tests, each a whole picture or a failure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[Any]


def read_image(path: Path) -> Picture:
    """Return a file's picture (h, w, 3) BGR."""
    image = cv2.imread(str(path))
    assert image is not None, path
    return image


def decode_image(data: bytes) -> Picture:
    """Return the picture (h, w, 3) BGR of an encoded one."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return image
