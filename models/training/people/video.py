"""Writing clips as H.264."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]


def write_video(path: Path, images: Iterable[U8], fps: float, crf: int = 20) -> int:
    """Write RGB images (h, w, 3; even sides) and return how many. crf: 18 (fine) .. 30 (small)."""
    count = 0
    with av.open(str(path), "w") as container:
        stream = None
        for image in images:
            if stream is None:
                stream = container.add_stream("libx264", rate=round(fps))
                stream.height, stream.width, stream.pix_fmt = image.shape[0], image.shape[1], "yuv420p"
                stream.options = {"crf": str(crf), "preset": "slow"}
            container.mux(stream.encode(av.VideoFrame.from_ndarray(np.ascontiguousarray(image), format="rgb24")))
            count += 1
        if stream is not None:
            container.mux(stream.encode())
    return count
