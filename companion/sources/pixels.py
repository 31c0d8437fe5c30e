"""Pictures of any shape a decoder gives, as (height, width, 3) uint8 blue-green-red, contiguous."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.sources.frame import Image
from companion.sources.quiet import opencv


def to_bgr(image: npt.NDArray[Any]) -> Image:
    """Grey and four-channel pictures, and 16-bit and floating ones (0..1), become 8-bit BGR. Raises ValueError."""
    if image.ndim == 2:
        image = image[:, :, None]
    if image.ndim != 3 or image.shape[2] not in (1, 3, 4) or 0 in image.shape:
        raise ValueError(f"a picture has 1, 3 or 4 channels, this has the shape {image.shape}")
    if image.dtype == np.uint16:
        image = (image >> 8).astype(np.uint8)
    elif np.issubdtype(image.dtype, np.floating):
        image = (np.clip(np.nan_to_num(image), 0, 1) * 255 + 0.5).astype(np.uint8)
    elif image.dtype != np.uint8:
        raise ValueError(f"a picture of {image.dtype} cannot be shown")
    if image.shape[2] == 1:
        image = np.repeat(image, 3, axis=2)
    return np.ascontiguousarray(image[:, :, :3])


def decode(data: bytes, max_pixels: int) -> Image | None:
    """A JPEG, PNG, WebP, BMP or TIFF picture, turned as its EXIF says; None where it cannot be decoded.

    A JPEG that claims more than ``max_pixels`` is not even begun.
    """
    if not data:
        return None
    size = jpeg_size(data)
    if size is not None and size[0] * size[1] > max_pixels:
        return None
    cv2 = opencv()
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # a claimed size past OpenCV's own bound
        return None
    if image is None or image.size == 0 or image.shape[0] * image.shape[1] > max_pixels:
        return None
    return to_bgr(image)


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height that a JPEG claims, without decoding it; None where there is no such header."""
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        kind = data[at + 1]
        if kind in (0x01, 0xFF) or 0xD0 <= kind <= 0xD7:  # fill and markers without a length
            at += 1 if kind == 0xFF else 2
            continue
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return int(width), int(height)
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return None


def fingerprint(image: Image) -> bytes:
    """A sparse sample of the picture: equal for two pictures only where a camera repeats itself (noise differs)."""
    rows, columns = (max(1, side // 64) for side in image.shape[:2])
    return image[rows // 2 :: rows, columns // 2 :: columns].tobytes()
