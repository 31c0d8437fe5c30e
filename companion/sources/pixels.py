"""Decoding of pictures into contiguous (height, width, 3) uint8 BGR, with OpenCV's messages switched off.

A picture's header (format, size, number of scans) is checked before anything is decoded. Only JPEG, PNG, WebP and BMP
reach a decoder. OpenCV's readers of JPEG 2000 (CVE-2025-53644), TIFF, GIF and others are never used. Sizes are read in
the same way as libjpeg, libpng and libwebp do.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from companion.errors import BadInput, DeviceUnavailable, TooLarge
from companion.sources.picture_source import Frame, FrameSource, Image

MIN_SIDE_PX: Final = 16  # pixels of the shorter side
MAX_ASPECT: Final = 20  # longer side divided by the shorter
_HUFFMAN_FRAMES: Final = frozenset(
    (0xC0, 0xC1, 0xC2)
)  # baseline, extended, progressive: what libjpeg decodes by Huffman codes
_OTHER_FRAMES: Final = frozenset((0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF))
_MARKERS_WITHOUT_LENGTH: Final = frozenset((0x01, *range(0xD0, 0xD9)))  # TEM, restart markers, start of image


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """Format of a picture, and its size in pixels.

    ``scans`` is the largest number of scans that a JPEG can hold; each costs the decoder a pass over the whole picture.
    """

    kind: str
    width: int
    height: int
    scans: int = 1

    def fits(self, most_pixels: int, most_scans: int) -> bool:
        """Return True if the picture may be decoded: size, aspect ratio and number of scans are within the limits."""
        short, long = sorted((self.width, self.height))
        return (
            short >= MIN_SIDE_PX
            and long <= MAX_ASPECT * short
            and self.width * self.height <= most_pixels
            and self.scans <= most_scans
        )


def header_of(data: bytes) -> PictureHeader | None:
    """Return the header of a JPEG, PNG, WebP or BMP picture; None for other formats and damaged headers."""
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg(data)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return _png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[:2] == b"BM" and len(data) >= 26:
        return _bmp(data)
    return None


_MARKER_PATTERN: Final = re.compile(rb"\xff[\x01-\xfe]")


def _jpeg(data: bytes) -> PictureHeader | None:
    """Return a JPEG's header with the size of its first frame, as libjpeg finds it, and the number of scans.

    Phones append films or depth maps, which are ignored. Bytes between segments are skipped up to the next marker.
    """
    size: tuple[int, int] | None = None
    at, scans = 2, 0
    while (found := _MARKER_PATTERN.search(data, at)) is not None:
        at, marker = found.start(), data[found.start() + 1]
        if marker in _MARKERS_WITHOUT_LENGTH:
            at += 2
            continue
        if marker == 0xD9 or marker in _OTHER_FRAMES or (marker == 0xDA and size is None):
            break
        if marker in _HUFFMAN_FRAMES and size is None:
            if len(data) < at + 10:
                return None
            height, width = _pair(data, at + 5, 2, "big")
            size = width, height
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if length < 2:
            break
        scans += marker == 0xDA
        if scans > MAX_PHOTO_SCANS:
            break
        at += 2 + length
    return None if size is None else PictureHeader("jpeg", *size, scans)


def _png(data: bytes) -> PictureHeader | None:
    """Return a PNG's header; None if a chunk declares more bytes than the file has.

    OpenCV would allocate what the chunk declares, up to 4 GB.
    """
    if data[12:16] != b"IHDR":
        return None
    at = 8
    while at + 12 <= len(data):
        if data[at + 4 : at + 8] == b"IEND":
            return PictureHeader("png", *_pair(data, 16, 4, "big"))
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return None


def _webp(data: bytes) -> PictureHeader | None:
    """Return a WebP's header, with the size from its first chunk: VP8X (the canvas), VP8 (lossy) or VP8L (lossless)."""
    kind, body = data[12:16], data[20:30]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        width, height = (int.from_bytes(body[k : k + 3], "little") + 1 for k in (4, 7))
    elif kind == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        width, height = (n & 0x3FFF for n in _pair(body, 6, 2, "little"))
    elif kind == b"VP8L" and body[0] == 0x2F:
        bits = int.from_bytes(body[1:5], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        return None
    return PictureHeader("webp", width, height)


def _bmp(data: bytes) -> PictureHeader | None:
    old = int.from_bytes(data[14:18], "little") == 12
    size = 2 if old else 4
    width, height = (
        int.from_bytes(data[18 + k * size : 18 + (k + 1) * size], "little", signed=not old) for k in (0, 1)
    )
    return PictureHeader("bmp", width, abs(height)) if width > 0 and height else None


def _pair(data: bytes, at: int, size: int, order: str) -> tuple[int, int]:
    first, second = (int.from_bytes(data[at + k * size : at + (k + 1) * size], order) for k in (0, 1))  # type: ignore[arg-type]
    return first, second


_SILENT_ENVIRONMENT = {
    "OPENCV_LOG_LEVEL": "SILENT",
    "OPENCV_VIDEOIO_DEBUG": "0",
    "OPENCV_FFMPEG_DEBUG": "0",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",  # AV_LOG_QUIET
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "4",  # seconds; the default of ten would block the thread of a stopped camera
}


def opencv() -> ModuleType:
    """Return the cv2 module with its messages switched off. Raises ImportError if cv2 or libGL is missing."""
    for name, value in _SILENT_ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    import cv2

    # OpenCV 4.14 has only utils.logging, 4.10 only setLogLevel.
    utils: Any = cv2.utils
    set_log_level = getattr(cv2, "setLogLevel", None) or utils.logging.setLogLevel
    set_log_level(0)
    return cv2


MAX_BYTES: Final = 1 << 20  # bytes of one JPEG from a browser; 640x480 needs about 60 kB
MAX_PIXELS: Final = 1920 * 1080
MAX_SCANS: Final = 16  # scans of a browser's JPEG; browsers write 1. Each costs a pass over the whole picture
MAX_PHOTO_SCANS: Final = 64  # scans of a JPEG file; cameras write 1, programs about 10
MAX_PHOTO_PIXELS: Final = 205_000_000  # pixels of a picture file; phones give 200 megapixels (16320 x 12240)
MAX_SCANNED_PIXELS: Final = 600_000_000  # pixels times scans; about two seconds of processor time


def to_bgr(image: npt.NDArray[Any]) -> Image:
    """Return a picture as contiguous 8-bit BGR, shape (height, width, 3).

    Args:
        image: 1, 3 or 4 channels (or none for grey) of 8 bits, 16 bits or floats in 0..1.

    Raises:
        ValueError: For any other shape or type.
    """
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
    """Return a decoded JPEG, PNG, WebP or BMP picture, rotated by its EXIF data; None if it cannot be decoded.

    The header is checked first. A picture of more than ``max_pixels``, with extreme aspect ratio or with too many scans
    is not decoded at all.
    """
    return _decode(data, max_pixels, 1)


def decode_photo(data: bytes, max_pixels: int) -> Image | None:
    """Return a decoded picture; one of more than ``max_pixels`` is reduced to a half, quarter or eighth of each side.

    A JPEG is decoded at the reduced size, so that 200 million pixels take no more memory than 50 million. Returns None
    above ``MAX_PHOTO_PIXELS`` and for what ``decode`` rejects for other reasons than its size.
    """
    header = header_of(data)
    if header is None or header.width * header.height > MAX_PHOTO_PIXELS:
        return None
    pixels = header.width * header.height
    # Half of each side is a quarter of the memory. Rounding up may add a row and a column (hence 1.01).
    reduction = 1 if pixels <= max_pixels else next((by for by in (2, 4) if pixels * 1.01 <= max_pixels * by**2), 8)
    return _decode(data, max_pixels, reduction)


def photo_scans(header: PictureHeader) -> int:
    """Return how many scans a picture file of this size may have."""
    return min(MAX_PHOTO_SCANS, max(1, MAX_SCANNED_PIXELS // max(1, header.width * header.height)))


def _decode(data: bytes, max_pixels: int, reduction: int) -> Image | None:
    header = header_of(data)
    if header is None:
        return None
    if not header.fits(max_pixels * reduction**2, photo_scans(header)):
        return None
    cv2 = opencv()
    flag = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flag.get(reduction, cv2.IMREAD_REDUCED_COLOR_8))
    except cv2.error:
        return None
    if image is None or image.size == 0 or image.shape[0] * image.shape[1] > max_pixels:
        return None
    return to_bgr(image)


def fingerprint(image: Image) -> bytes:
    """Return a sparse sample of the pixels; two pictures have the same one only if the camera repeats a picture."""
    rows, columns = (max(1, side // 64) for side in image.shape[:2])
    return image[rows // 2 :: rows, columns // 2 :: columns].tobytes()


def sharpest_frame(source: FrameSource) -> Frame:
    """Return the sharpest of the first 21 frames, without the second to fifth, in which the exposure settles.

    Raises DeviceUnavailable if there is no frame.
    """
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


def check(data: bytes) -> bytes:
    """Return a browser's JPEG unchanged if its bytes, pixels and scans are within the limits.

    Raises TooLarge for too many bytes, BadInput if it is no JPEG or beyond another limit.
    """
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


def page_picture(data: bytes) -> Image:
    """Return the decoded JPEG of a browser, (h, w, 3) BGR.

    Raises BadInput if it is beyond a limit or cannot be decoded.
    """
    if (image := decode(check(data), MAX_PIXELS)) is None:
        raise BadInput("web.no.picture")
    return image


def encode_jpeg(image: Image, widest: int, quality: int) -> bytes:
    """Return a BGR picture (h, w, 3) as JPEG bytes.

    Args:
        image: The picture.
        widest: Maximum width in pixels; wider pictures are scaled down.
        quality: JPEG quality, 0..100.
    """
    import cv2

    h, w = image.shape[:2]
    if w > widest:
        image = cv2.resize(image, (widest, max(1, h * widest // w)), interpolation=cv2.INTER_AREA).astype(np.uint8)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
