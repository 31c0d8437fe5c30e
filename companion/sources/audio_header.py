"""Headers of sound files, read before libsndfile opens them: supported formats, and repair of broken WAV headers."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.sources.file_kinds import ogg_kind

_PLAIN_FORMATS: Final = {
    1: "PCM",
    3: "float",
    6: "A-law",
    7: "mu-law",
    0xFFFE: "extensible",
}  # "extensible": the real format follows later in the chunk
_PACKED_FORMATS: Final = {
    2: "MS ADPCM",
    0x11: "IMA ADPCM",
    0x31: "GSM",
    0x50: "MPEG",
    0x55: "MP3",
    0xFF: "AAC",
    0x161: "WMA",
}
_RIFF_MAGICS: Final = (b"RIFF", b"RF64", b"BW64")
_MAX_CHUNKS: Final = 1000
_MAX_SIZE: Final = 0xFFFFFFFF  # largest size of a chunk; in files written to a pipe it means "unknown"
_MAX_FORMAT_BYTES: Final = 64
_MAX_JUNK_BYTES: Final = 4096  # bytes that may be extra or missing at the end of a WAV file's sound
_MIN_UNKNOWN_SIZE: Final = 0x7FFF0000  # from this size on: "unknown", from programs that cannot go back to the header
_CHUNK_NAMES: Final = frozenset(
    b"fmt |data|LIST|fact|bext|iXML|JUNK|junk|PEAK|cue |smpl|id3 |ID3 |axml|ds64|inst|PAD |FLLR|umid|cart".split(b"|")
)
"""Names of WAV chunks, used to recognise a chunk at an odd offset (no padding byte before it)."""
_FIRST_PAGE, _PAGE_HEADER_BYTES = 2, 27
MAX_LINKS: Final = 1000  # most recordings that are read in one OGG file


def is_sound(file: BinaryIO) -> bool:
    """Return True if the file has a supported format: WAV of plain samples, FLAC, OGG (Vorbis, Opus), AIFF or MP3.

    libsndfile reads many more. Its readers of rare formats (IMA ADPCM, MATLAB ...) have known faults.
    """
    file.seek(0)
    head = file.read(64)
    if is_wav(head):
        return _format(file) in _PLAIN_FORMATS
    if head[:4] == b"FORM":
        return head[8:12] == b"AIFF" or (head[8:12] == b"AIFC" and b"ima4" not in head + file.read(4096))
    if head[:2] in (b"\xff\xf1", b"\xff\xf9"):  # AAC begins as MP3 does
        return False
    if (packed := ogg_kind(head)) is not None:
        return packed == "OGG"
    return head[:4] == b"fLaC" or head[:3] == b"ID3" or (head[:1] == b"\xff" and head[1:2] >= b"\xe0")


def is_wav(head: bytes) -> bool:
    """Return True if a file's first bytes are those of a WAV file, including its variants for more than 4 GB."""
    return head[:4] in _RIFF_MAGICS and head[8:12] == b"WAVE"


def wav_codec(file: BinaryIO) -> str | None:
    """Return the name of the codec of a WAV file with compressed samples; None for plain samples and other formats."""
    file.seek(0)
    code = _format(file) if is_wav(file.read(12)) else None
    return None if code is None or code in _PLAIN_FORMATS else _PACKED_FORMATS.get(code, f"{code:#06x}")


def _format(file: BinaryIO) -> int | None:
    for kind, at, size in _chunks(file):
        if kind == b"fmt " and size >= 2:
            file.seek(at)
            return int.from_bytes(file.read(2), "little")
    return None


def _chunks(file: BinaryIO, at: int = 12) -> Iterator[tuple[bytes, int, int]]:
    """Yield the kind, the first content byte and the declared size of each chunk of a WAV file from byte ``at`` on.

    All chunks are read, because recorders put long ones before the sound. A chunk of odd length is followed by a
    padding byte, which some programs forget.
    """
    for _ in range(_MAX_CHUNKS):
        file.seek(at)
        head = file.read(8)
        if len(head) < 8:
            return
        size = int.from_bytes(head[4:], "little")
        yield head[:4], at + 8, size
        at += 8 + size
        if size % 2:
            file.seek(at)
            look = file.read(5)
            at += 0 if look[:4] in _CHUNK_NAMES and look[1:] not in _CHUNK_NAMES else 1


def repaired_wav(path: Path) -> FilePart | None:
    """Return the sound of a WAV file with a corrected header, as a file; None if nothing needs repair.

    The header's size of the sound is wrong if the recorder lost its power (it is 0, or the last size that was saved) or
    if a program wrote to a pipe (it is the largest number). Then everything after the header is read as sound. A
    recording of size 0 stays as it is if nothing, or only whole chunks, follow. Chunks at odd offsets, which libsndfile
    cannot read, are repaired too.
    """
    with path.open("rb") as file:
        if not is_wav(file.read(12)):
            return None
        end, form, long_size = file.seek(0, os.SEEK_END), b"", 0
        for kind, at, size in _chunks(file):
            if kind == b"ds64" and size >= 16:
                file.seek(at + 8)
                long_size = int.from_bytes(file.read(8), "little")
            elif kind == b"fmt ":
                file.seek(at)
                form = file.read(min(size, _MAX_FORMAT_BYTES))
            elif kind == b"data":
                stop = _end_of_sound(file, at, size, long_size, end)
                if not form or (stop is None and at % 2 == 0):
                    return None
                stop = stop or min(end, at + size)
                return FilePart(path, at, stop, _header(form, stop - at))
    return None


def _end_of_sound(file: BinaryIO, at: int, size: int, long_size: int, end: int) -> int | None:
    """Return the byte at which the sound really ends; None if the header's size of it is right.

    Args:
        file: The open file.
        at: The first byte of the sound.
        size: The size of the sound by its chunk, in bytes.
        long_size: Its size by the ``ds64`` chunk of files of more than 4 GB; 0 without one.
        end: The size of the file.
    """
    if size == _MAX_SIZE and 0 < long_size < 1 << 63:
        return None
    if size == _MAX_SIZE:
        return end
    if size == 0:
        return None if _is_chain(file, at, end) else end
    file.seek(at + size)
    is_sound = end - at - size > _MAX_JUNK_BYTES and any(
        file.read(_MAX_JUNK_BYTES)
    )  # some programs pad their files with zeros
    return end if is_sound and not _is_chain(file, at + size + size % 2, end) else None


def lacking_sound(path: Path) -> tuple[float, float] | None:
    """Return the declared and the real length (seconds) of a WAV file that was cut off; None if it is whole.

    It is cut off if more than a hundredth of its sound, and more than 4 kB, are missing.
    """
    with path.open("rb") as file:
        if not is_wav(file.read(12)):
            return None
        end, rate = file.seek(0, os.SEEK_END), 0
        for kind, at, size in _chunks(file):
            if kind == b"fmt ":
                file.seek(at + 8)
                rate = int.from_bytes(file.read(4), "little")
            elif kind == b"data":
                lacks = at + size - end
                if not rate or size >= _MIN_UNKNOWN_SIZE or lacks <= max(_MAX_JUNK_BYTES, size // 100):
                    return None
                return size / rate, (end - at) / rate
    return None


def ogg_links(path: Path) -> list[tuple[int, int]]:
    """Return the range of bytes (first, end) of each recording in an OGG file that chains several; else an empty list.

    Messengers and radio recorders chain them, and libsndfile reads the first one only. Source: RFC 3533, section 6.
    """
    begins: list[int] = []
    with path.open("rb") as file:
        end, at, in_header = file.seek(0, os.SEEK_END), 0, False
        while len(begins) < MAX_LINKS:
            file.seek(at)
            head = file.read(_PAGE_HEADER_BYTES)
            if len(head) < _PAGE_HEADER_BYTES or head[:4] != b"OggS":
                break
            is_first = bool(head[5] & _FIRST_PAGE)
            if is_first and not in_header:
                begins.append(at)
            in_header = is_first
            at += _PAGE_HEADER_BYTES + head[26] + sum(file.read(head[26]))
    return list(zip(begins, [*begins[1:], end], strict=True)) if len(begins) > 1 else []


def _is_chain(file: BinaryIO, at: int, end: int) -> bool:
    """Return True if the file holds nothing but whole chunks from ``at`` to its end."""
    for kind, start, size in _chunks(file, at):
        if not all(32 <= letter < 127 for letter in kind):
            return False
        at = start + size + size % 2
    return at in (end, end + 1)


def _header(form: bytes, size: int) -> bytes:
    size = min(size, _MAX_SIZE - 4096)  # at most 4 GB are read
    align = max(1, int.from_bytes(form[12:14], "little"))
    size -= size % align
    body = b"WAVEfmt " + len(form).to_bytes(4, "little") + form + b"\0" * (len(form) % 2)
    body += b"data" + size.to_bytes(4, "little")
    return b"RIFF" + (len(body) + size).to_bytes(4, "little") + body


class FilePart(io.RawIOBase):
    """Part of a file that can be read like a file, with another header in front of it."""

    def __init__(self, path: Path, begin: int, end: int, header: bytes = b"") -> None:
        self._file, self._header, self._begin = path.open("rb"), header, begin
        self._size, self._at = len(header) + end - begin, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._at = max(0, offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence])
        return self._at

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")[: max(0, self._size - self._at)]
        found = self._header[self._at : self._at + len(view)]
        if len(found) < len(view):
            self._file.seek(self._begin + max(0, self._at - len(self._header)))
            found += self._file.read(len(view) - len(found))
        view[: len(found)] = found
        self._at += len(found)
        return len(found)

    def close(self) -> None:
        self._file.close()
        super().close()
