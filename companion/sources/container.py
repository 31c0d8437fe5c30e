"""Container headers of video files, read before ffmpeg opens the file: format, codecs, orientation, truncation.

Only common formats and codecs are accepted: MP4 and MOV boxes, RIFF (AVI), EBML (Matroska) and a few plain streams.
Playlists and scripts could send ffmpeg to other files and addresses. Its readers of rare formats are old: version 5.1
inside the locked OpenCV writes out of bounds in MagicYUV (CVE-2026-8461). Sources: ISO/IEC 14496-12, RFC 9559.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO, Final

from companion.sources.file_kinds import is_transport_stream

_MAX_TOP_BOXES = 10_000
_TOP_BOX_NAMES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot")
_CONTAINER_MAGICS = (
    b"\x1aE\xdf\xa3",  # Matroska, WebM
    b"\xff\xd8\xff",  # JPEGs in a row
    b"\x00\x00\x01\xba",
    b"\x00\x00\x01\xb3",
    b"\x00\x00\x01\xb0",  # MPEG: programs, video alone
    b"\x00\x00\x00\x01",
    b"\x00\x00\x01\x67",
    b"\x00\x00\x01\x40",  # H.264 and H.265 alone
    b"YUV4MPEG2 ",
)
JPEG_2000_CODECS = frozenset(("mjp2", "mj2c", "mj2k", "ljpg2", "lj2k", "ipj2", "avj2"))
"""FourCCs of JPEG 2000 and alike, which are rejected in every container."""


def is_clip(head: bytes) -> bool:
    """Return True if a file's first bytes are those of a supported video format.

    Args:
        head: 200 bytes or more, or the whole file if it is shorter.
    """
    if head[4:8] in _TOP_BOX_NAMES or head.startswith(_CONTAINER_MAGICS):
        return True
    if head[:4] == b"RIFF":
        return head[8:12] in (b"AVI ", b"AVIX")
    return is_transport_stream(head)


def is_cut(path: Path) -> bool:
    """Return True if a video or sound file is shorter than the sizes declared in it.

    False for formats other than MP4, Matroska and RIFF.
    """
    with path.open("rb") as file:
        head = file.read(8)
        if head[4:8] in _TOP_BOX_NAMES:
            return _is_cut(file, _box)
        if head[:4] == b"\x1aE\xdf\xa3":
            return _is_cut(file, _element, 2)  # the EBML header, then the segment
        return head[:4] == b"RIFF" and _is_cut(file, _chunk)


def _is_cut(file: BinaryIO, length_of: Callable[[bytes], int | None], max_boxes: int = _MAX_TOP_BOXES) -> bool:
    """Return True if a top-level box or chunk ends beyond the end of the file.

    Args:
        file: The open file.
        length_of: Returns a box's length from its first 16 bytes; None if they give none, which ends the search.
        max_boxes: The most boxes that are read.
    """
    size, at = file.seek(0, SEEK_END), 0
    for _ in range(max_boxes):
        file.seek(at)
        length = length_of(file.read(16))
        if length is None:
            break
        at += length
        if at >= size:
            break
    return at > size


def _box(head: bytes) -> int | None:
    if len(head) < 8:
        return 8 if head else None
    length = int.from_bytes(head[:4], "big")
    if length == 1:
        length = int.from_bytes(head[8:16], "big")
    return length if length >= 8 else None  # 0: to the end of the file


def _chunk(head: bytes) -> int | None:
    """Return the length of a RIFF chunk, header included; None for other bytes."""
    return 8 + int.from_bytes(head[4:8], "little") if len(head) >= 8 and head[:4] == b"RIFF" else None


def _element(head: bytes) -> int | None:
    """Return the length of an EBML element, header included; None for one of unknown length, as streams have."""
    length, used = _vint(head[4:12])
    return None if length is None else 4 + used + length


def _vint(data: bytes) -> tuple[int | None, int]:
    """Return an EBML variable-length integer: its value (None if unknown) and the bytes that it takes."""
    if not data or data[0] == 0:
        return None, 0
    used = 9 - data[0].bit_length()
    if len(data) < used:
        return None, used
    value = int.from_bytes(data[:used], "big") & ((1 << (7 * used)) - 1)
    return (None if value == (1 << (7 * used)) - 1 else value), used


VIDEO_CODECS: Final = frozenset(
    b"avc1 avc3 h264 x264 davc hvc1 hev1 hevc dvh1 dvhe vp08 vp09 vp80 vp90 av01 mp4v fmp4 divx dx50 xvid 3iv2 mjpg"
    b" jpeg mjpa s263 h263 mpg1 mpg2 mp1v mp2v m1v1 m2v1 mpeg apcn apch apcs apco ap4h ap4x i420 iyuv yv12 yuy2 nv12"
    b" 2vuy yuvs raw rgba y800 y8 grey mp42 mp43 div3 div4"
    b" \0\0\0\0 \1\0\0\0 \2\0\0\0".split(b" ")
)
"""Supported codecs by four-letter name, in lower case; short names without their padding."""
FFMPEG_DECODERS: Final = (
    "h264,hevc,mpeg4,mjpeg,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg1video,mpeg2video,mpegvideo,h263"
    ",msmpeg4v2,msmpeg4,msmpeg4v3,prores,rawvideo,theora,ffv1"
    ",aac,aac_latm,ac3,eac3,alac,flac,mp2,mp2float,mp3,mp3float,opus,libopus,vorbis,amrnb,amrwb"
    ",pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_f32le,pcm_u8,pcm_alaw,pcm_mulaw"
)
"""Decoders that ffmpeg may use, by ffmpeg's names; those of sound are for tracks that it probes on opening."""
_FOREIGN_CODEC_PREFIXES: Final = (b"V_MS/VFW", b"V_QUICKTIME", b"V_REAL", b"V_SNOW", b"V_DIRAC", b"V_UNCOMPRESSED")
_MAX_AVI_HEADER_BYTES: Final = 32 << 20  # bytes within which an AVI's headers must end
_MAX_DEPTH_BOXES: Final = 256  # boxes of one level that are read
Matrix = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PictureTrack:
    """What a container declares about its first video track, the one that OpenCV decodes.

    Attributes:
        container: The container's usual name.
        codecs: The track's names for its codecs: four bytes each, or Matroska's name.
        matrix: The display matrix a, b, c, d (x' = ax + cy, y' = bx + dy); None if the container has none.
        has_picture: False if the container lists its tracks and none is video.
        has_sound: True if none is video and one is sound, as voice recorders of phones write it.
        is_unfinished: True if the list of tracks is missing: it is written last, so the recording broke off.
        shown_seconds: The playing time by the edit list, in seconds; None without one. A film that was trimmed without
            being encoded again holds more pictures than are shown.
    """

    container: str
    codecs: tuple[bytes, ...] = ()
    matrix: Matrix | None = None
    has_picture: bool = True
    has_sound: bool = False
    is_unfinished: bool = False
    shown_seconds: float | None = None

    def unknown_codec(self) -> str | None:
        """Return the name of the first codec that is not supported; None if all are."""
        return next((codec_name(code) for code in self.codecs if not is_common(code)), None)


def is_common(code: bytes) -> bool:
    """Return True if the codec is supported."""
    if code.startswith(b"V_"):
        return not code.startswith(_FOREIGN_CODEC_PREFIXES)
    return code.lower() in VIDEO_CODECS or code.lower().rstrip(b" ") in VIDEO_CODECS


def is_jpeg_2000(code: bytes) -> bool:
    """Return True for JPEG 2000, which is rejected in every container."""
    return code.decode("latin-1").casefold() in JPEG_2000_CODECS


def codec_name(code: bytes) -> str:
    """Return a codec's usual name, or its four letters."""
    return _CODEC_NAMES.get(code.lower()) or "".join(chr(c) if 32 < c < 127 else "?" for c in code)


_CODEC_NAMES: Final = {
    b"cmov": "packed header",
    b"iavs": "DV",
    b"dvsd": "DV",
    b"dvc ": "DV",
    b"dvcp": "DV",
    b"dvpp": "DVCPRO",
    b"mjp2": "JPEG 2000",
    b"mj2c": "JPEG 2000",
    b"wmv1": "WMV 7",
    b"wmv2": "WMV 8",
    b"wmv3": "WMV 9",
    b"wvc1": "VC-1",
    b"hfyu": "HuffYUV",
    b"ffvh": "HuffYUV",
    b"ffv1": "FFV1",
    b"cvid": "Cinepak",
    b"mpg4": "msmpeg4v1",
    b"svq1": "Sorenson",
    b"svq3": "Sorenson 3",
    b"avdn": "DNxHD",
    b"avdh": "DNxHR",
    b"cfhd": "CineForm",
    b"vvc1": "H.266",
    b"flv1": "Flash video",
    b"tscc": "TechSmith",
    b"png ": "PNG",
    b"mpng": "PNG",
    b"rle ": "Apple Animation",
}
"""Usual names of unsupported codecs that cameras and programs still write, so that people can look them up."""


def picture_track(path: Path) -> PictureTrack | None:
    """Return what the container declares about its video; None for formats that declare nothing.

    Raises OSError if the file cannot be read.
    """
    if path.stat().st_size < 16:
        return None
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        head = data[:16]
        if head[:4] == b"RIFF":
            return PictureTrack("AVI", tuple(_avi(data)))
        if head[:4] == b"\x1aE\xdf\xa3":
            found = [escape for escape in _FOREIGN_CODEC_PREFIXES if data.find(escape) >= 0]
            return PictureTrack("Matroska", tuple(found))
        if head[4:8].isalnum() and head[:3] != b"\xff\xd8\xff" and head[:2] != b"\0\0\0\1":
            return _movie(data)
    return None


def _movie(data: mmap.mmap) -> PictureTrack:
    """Return the first video track of an MP4 or MOV file.

    Its display matrix is multiplied by that of the whole film.
    """
    name = "MOV" if data[8:10] == b"qt" else "MP4"
    for kind, start, end in _boxes(data, 0, len(data), _MAX_TOP_BOXES):
        if kind != b"moov":
            continue
        inside = list(_boxes(data, start, end))
        if any(box == b"cmov" for box, _, _ in inside):
            return PictureTrack(name, (b"cmov",))
        return _movie_track(data, name, inside)
    return PictureTrack(name, is_unfinished=True)


def _movie_track(data: mmap.mmap, name: str, inside: list[tuple[bytes, int, int]]) -> PictureTrack:
    """Return the first video track of a film; without one, whether there is a sound track.

    Args:
        data: The file.
        name: The container's name.
        inside: The boxes in ``moov``: kind, first content byte and end.
    """
    head = next(((at, stop) for box, at, stop in inside if box == b"mvhd"), None)
    film = _matrix(data, *head, 36, 48) if head else None
    for box, at, stop in inside:
        if box == b"trak" and _handler(data, at, stop) == b"vide":
            track = next((_matrix(data, a, e, 40, 52) for k, a, e in _boxes(data, at, stop) if k == b"tkhd"), None)
            shown = _shown_seconds(data, at, stop, _time_scale(data, *head)) if head else None
            codecs = tuple(_descriptions(data, at, stop))
            return PictureTrack(name, codecs, _multiplied(track, film), shown_seconds=shown)
    has_sound = any(box == b"trak" and _handler(data, at, stop) == b"soun" for box, at, stop in inside)
    return PictureTrack(name, has_picture=False, has_sound=has_sound)


def _time_scale(data: mmap.mmap, at: int, end: int) -> int:
    """Return the time units per second that a film's header declares; 0 if the header is cut off.

    Args:
        data: The file.
        at: The first content byte of the header's box.
        end: The end of the box.
    """
    at += 20 if data[at : at + 1] == b"\1" else 12
    return int.from_bytes(data[at : at + 4], "big") if at + 4 <= end else 0


def _shown_seconds(data: mmap.mmap, at: int, end: int, scale: int) -> float | None:
    """Return a track's playing time by its edit list, in seconds; None without an edit list.

    Source: ISO/IEC 14496-12, 8.6.6.

    Args:
        data: The file.
        at: The first content byte of the track's box.
        end: The end of the box.
        scale: Time units per second (see ``_time_scale``).
    """
    for kind, start, stop in _boxes(data, at, end):
        if kind == b"edts" and scale:
            for box, first, last in _boxes(data, start, stop):
                if box == b"elst":
                    return _sum_of_edits(data[first:last]) / scale
    return None


def _sum_of_edits(body: bytes) -> int:
    """Return the total duration of all edits that show pictures, in time units of the film."""
    width = 8 if body[:1] == b"\1" else 4
    total = 0
    for at in range(8, len(body) - 2 * width - 3, 2 * width + 4):
        begins = int.from_bytes(body[at + width : at + 2 * width], "big", signed=True)
        total += int.from_bytes(body[at : at + width], "big") if begins >= 0 else 0
    return total


def _boxes(data: mmap.mmap, at: int, end: int, max_boxes: int = _MAX_DEPTH_BOXES) -> Iterator[tuple[bytes, int, int]]:
    """Yield the kind, the first content byte and the end of each box between ``at`` and ``end``."""
    for _ in range(max_boxes):
        if at + 8 > end:
            return
        length, kind, header = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8], 8
        if length == 1:
            length, header = int.from_bytes(data[at + 8 : at + 16], "big"), 16
        stop = end if length == 0 else min(end, at + max(length, header))
        yield kind, at + header, stop
        at = stop


def _handler(data: mmap.mmap, at: int, end: int) -> bytes | None:
    """Return the handler type of the track between ``at`` and ``end``: b"vide", b"soun" ..."""
    for kind, start, stop in _boxes(data, at, end):
        if kind == b"mdia":
            return next((data[a + 8 : a + 12] for box, a, _ in _boxes(data, start, stop) if box == b"hdlr"), None)
    return None


def _descriptions(data: mmap.mmap, at: int, end: int) -> Iterator[bytes]:
    """Yield the codec name of each sample description in the track between ``at`` and ``end``."""
    place = at
    while (place := data.find(b"stsd", place, end)) >= 0:
        count, entry = int.from_bytes(data[place + 8 : place + 12], "big"), place + 12
        for _ in range(min(count, 64)):
            if entry + 8 > end:
                break
            yield data[entry + 4 : entry + 8]
            entry += max(8, int.from_bytes(data[entry : entry + 4], "big"))
        place += 4


def _matrix(data: mmap.mmap, at: int, end: int, before: int, before_long: int) -> Matrix | None:
    """Return the rotating part (a, b, c, d) of the display matrix in a box; None if it is missing or singular.

    Args:
        data: The file.
        at: The first content byte of the box.
        end: The end of the box.
        before: Offset of the matrix from ``at``, in bytes.
        before_long: The same offset in a box of version 1, whose times take 64 bits.
    """
    at += before_long if data[at : at + 1] == b"\1" else before
    if at + 36 > end:
        return None
    a, b, c, d = (int.from_bytes(data[at + k : at + k + 4], "big", signed=True) / 65536 for k in (0, 4, 12, 16))
    return (a, b, c, d) if a * d - b * c else None


def _multiplied(track: Matrix | None, film: Matrix | None) -> Matrix | None:
    if track is None or film is None:
        return track or film
    (a, b, c, d), (e, f, g, h) = track, film
    return (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)


def _avi(data: mmap.mmap) -> Iterator[bytes]:
    """Yield the codec name of an AVI's first video stream; ``????`` if the headers do not end where they should."""
    end = data.find(b"movi", 0, _MAX_AVI_HEADER_BYTES)
    if end < 0:
        yield b"????"
        return
    at = 0
    while (at := data.find(b"strh", at, end)) >= 0:
        kind, form = data[at + 8 : at + 12], data.find(b"strf", at, end)
        if kind == b"vids" and form >= 0:
            yield data[form + 24 : form + 28]
            return
        if kind == b"iavs":  # picture and sound in one
            yield kind
            return
        at += 4
