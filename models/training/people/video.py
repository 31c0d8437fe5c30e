"""Writing clips: H.264 through PyAV where it is installed (small files), else mp4v through OpenCV."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]


def write_video(path: Path, images: Iterable[U8], fps: float, crf: int = 20) -> int:
    """Write RGB images (h, w, 3; even sides) and return how many. crf: 18 (fine) .. 30 (small).

    Raises OSError where neither encoder can write the file.
    """
    try:
        import av
    except ImportError:
        warnings.warn("PyAV is not installed: the clip is written as mp4v, several times larger", stacklevel=2)
        return _write_opencv(path, images, fps)
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


def _write_opencv(path: Path, images: Iterable[U8], fps: float) -> int:
    writer: cv2.VideoWriter | None = None
    count = 0
    for image in images:
        if writer is None:
            h, w = image.shape[:2]
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (w, h))
            if not writer.isOpened():
                raise OSError(f"cannot write {path}: this OpenCV has no mp4v encoder; install av")
        writer.write(np.ascontiguousarray(image[..., ::-1]))
        count += 1
    if writer is not None:
        writer.release()
    return count
