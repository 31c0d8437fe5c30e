"""JPEGs from strangers: their size is read and checked before they are decoded."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from companion.errors import BadInput, TooLarge
from companion.sources.frame import Image

MAX_BYTES: Final = 1 << 20  # of one JPEG; 640x480 needs about 60 kB
MAX_PIXELS: Final = 1920 * 1080
_SOF: Final = frozenset((0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF))


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Width and height as a JPEG's own header says, without decoding it. Raises BadInput for what is none."""
    if data[:3] != b"\xff\xd8\xff":
        raise BadInput("web.no.jpeg")
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            break
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in _SOF:
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        if marker == 0xDA:
            break
        at += 2 + (0 if 0xD0 <= marker <= 0xD8 or marker == 1 else int.from_bytes(data[at + 2 : at + 4], "big"))
    raise BadInput("web.no.jpeg-size")


def check(data: bytes) -> bytes:
    """The JPEG if it is small enough in bytes and in pixels. Raises TooLarge for its bytes, else BadInput."""
    if len(data) > MAX_BYTES:
        raise TooLarge("web.no.picture-bytes", most=MAX_BYTES // 1024)
    width, height = jpeg_size(data)
    if not 0 < width * height <= MAX_PIXELS:
        raise BadInput("web.no.picture-pixels", width=width, height=height, most=MAX_PIXELS // 1_000_000)
    return data


def decode(data: bytes) -> Image:
    """(h, w, 3) BGR. Raises BadInput."""
    import cv2

    image: Any = cv2.imdecode(np.frombuffer(check(data), np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.size > 3 * MAX_PIXELS:
        raise BadInput("web.no.picture")
    return np.ascontiguousarray(image)
