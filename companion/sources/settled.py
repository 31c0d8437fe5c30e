"""One good picture of a source."""

from __future__ import annotations

import numpy as np

from companion.errors import DeviceUnavailable
from companion.sources.frame import Frame, Source
from companion.sources.quiet import opencv


def settled(source: Source) -> Frame:
    """The sharpest of the first twenty pictures: a camera needs a moment for its exposure. Raises DeviceUnavailable."""
    cv2 = opencv()
    best: Frame | None = None
    sharpest = -1.0
    for k, frame in enumerate(source.frames()):
        if frame.image.size and (k == 0 or k >= 5):
            sharp = float(np.abs(cv2.Laplacian(frame.image, cv2.CV_16S)).mean())
            if sharp > sharpest:
                best, sharpest = frame, sharp
        if k >= 20:
            break
    if best is None:
        raise DeviceUnavailable("source.no-settled", name=source.name)
    return best
