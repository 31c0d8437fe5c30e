"""JPEGs from strangers, whose size and scans are read and checked before they are decoded, and JPEGs of our own."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from companion.errors import BadInput, TooLarge
from companion.sources.picture_header import header_of
from companion.sources.picture_source import Image

MAX_BYTES: Final = 1 << 20  # of one JPEG; 640x480 needs about 60 kB
MAX_PIXELS: Final = 1920 * 1080
MAX_SCANS: Final = 16  # a browser writes 1; each costs a pass over the whole picture


def check(data: bytes) -> bytes:
    """The JPEG if it is small enough in bytes, pixels and scans. Raises TooLarge for its bytes, else BadInput."""
    if len(data) > MAX_BYTES:
        raise TooLarge("web.no.picture-bytes", most=MAX_BYTES // 1024)
    if data[:3] != b"\xff\xd8\xff":
        raise BadInput("web.no.jpeg")
    if (header := header_of(data)) is None:
        raise BadInput("web.no.jpeg-size")
    width, height = header.width, header.height
    if not 0 < width * height <= MAX_PIXELS:
        raise BadInput("web.no.picture-pixels", width=width, height=height, most=MAX_PIXELS // 1_000_000)
    if not header.fits(MAX_PIXELS, MAX_SCANS):
        raise BadInput("web.no.picture-shape", width=width, height=height, scans=header.scans)
    return data


def decode(data: bytes) -> Image:
    """(h, w, 3) BGR. Raises BadInput."""
    import cv2

    image: Any = cv2.imdecode(np.frombuffer(check(data), np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.size > 3 * MAX_PIXELS:
        raise BadInput("web.no.picture")
    return np.ascontiguousarray(image)


def encoded(image: Image, widest: int, quality: int) -> bytes:
    """A BGR picture (h, w, 3) as a JPEG, at most ``widest`` pixels wide; ``quality`` 0..100."""
    import cv2

    h, w = image.shape[:2]
    if w > widest:
        image = cv2.resize(image, (widest, max(1, h * widest // w)), interpolation=cv2.INTER_AREA).astype(np.uint8)
    data: Any = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return bytes(data)
