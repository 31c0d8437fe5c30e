"""Pictures and clips that are made to hurt: refused by their headers, on pages, in files and in parts of streams."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from companion.clock import ManualClock
from companion.errors import BadInput
from companion.sources import Limits, open_source
from companion.sources.audio_files import open_audio
from companion.sources.container import is_clip
from companion.sources.mjpeg import MjpegReader
from companion.sources.pixels import PictureHeader, check, decode, header_of, opencv, page_picture
from tests.faults.table_server import Table
from tests.faults.test_sources_mjpeg import streaming
from tests.faults.test_table_refusals import jpeg
from tests.sources_fakes import part, serve


def progressive(scans: int, size: tuple[int, int] = (640, 480)) -> bytes:
    """Return a progressive JPEG whose last scan comes again and again."""
    cv2 = opencv()
    plain = np.full((size[1], size[0], 3), 90, np.uint8)
    data = bytes(cv2.imencode(".jpg", plain, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1])
    last = data[data.rfind(b"\xff\xda") : -2]
    return data[:-2] + last * (scans - data.count(b"\xff\xda")) + data[-2:]


def claiming(width: int, height: int) -> bytes:
    data = bytearray(jpeg(64, 64))
    at = data.find(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def jpeg_2000(stream: bool = False) -> bytes:
    data = bytes(opencv().imencode(".jp2", np.full((64, 64, 3), 7, np.uint8))[1])
    return data[data.index(b"\xff\x4f\xff\x51") :] if stream else data


def undecoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on nothing may reach a decoder."""

    def decoder(*_: Any) -> None:
        raise AssertionError("a decoder was reached")

    monkeypatch.setattr(opencv(), "imdecode", decoder)


def png(*chunks: tuple[bytes, int]) -> bytes:
    """Return a small picture with chunks of a name behind its header, each as long as it says, at most 8 bytes."""
    data = bytes(opencv().imencode(".png", np.full((48, 80, 3), 90, np.uint8))[1])
    more = b"".join(
        struct.pack(">I", size) + name + bytes(min(size, 8)) + struct.pack(">I", zlib.crc32(name + bytes(min(size, 8))))
        for name, size in chunks
    )
    return data[:33] + more + data[33:]


HOSTILE = {
    "87,000 scans": progressive(87_000),
    "50 scans": progressive(50),
    "1920x1": claiming(1920, 1),
    "1x60000": claiming(1, 60_000),
    "15 wide": claiming(15, 15),
    "65500x65500": claiming(65_500, 65_500),
    "JPEG 2000": jpeg_2000(),
    "JPEG 2000 codestream": jpeg_2000(stream=True),
    "TIFF": bytes(opencv().imencode(".tiff", np.zeros((64, 64, 3), np.uint8))[1]),
    "PNG of 30,000x30,000": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 30_000, 30_000) + bytes(99),
    "PNG with a chunk of 4 GB": png((b"\xd9DAT", 0xFFFFFFF0)),
    "PNG that is cut": png()[:-30],
    "WebP of 16,383x16,383": b"RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xfe\x3f\0\xfe\x3f\0" + bytes(40),
    "BMP of 2 thousand million": b"BM" + bytes(12) + struct.pack("<Iii", 40, 2**31 - 1, -(2**31)) + bytes(60),
    "a second, larger frame": claiming(64, 64)[:2] + b"\xff\xc9\x00\x0b" + bytes(9) + claiming(64, 64)[2:],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_hostile_picture_reaches_a_decoder(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = HOSTILE[name]
    if name == "50 scans":  # few enough for a file, too many for a page
        assert decode(data, 50_000_000) is not None
    undecoded(monkeypatch)
    with pytest.raises(BadInput):
        page_picture(data)
    if name == "50 scans":
        return
    assert decode(data, 50_000_000) is None  # a stream's part is passed over
    (tmp_path / "a.jpg").write_bytes(data)
    with pytest.raises(BadInput, match=r"a\.jpg"):
        open_source(str(tmp_path / "a.jpg"))


def test_usual_pictures_are_taken() -> None:
    """Of cameras, phones and programs: progressive, panorama, EXIF, fill bytes, all kinds that are read."""
    for data in (
        jpeg(640, 480),
        jpeg(480, 640),
        jpeg(1600, 200),
        progressive(12),
        jpeg(64, 64)[:2] + b"\xff" * 9 + jpeg(64, 64)[2:],
    ):
        assert check(data) == data
        assert page_picture(data).shape[2] == 3
    cv2, image = opencv(), np.random.default_rng(1).integers(0, 255, (48, 80, 3), np.uint8)
    for end in (".png", ".webp", ".bmp", ".jpg"):
        data = bytes(cv2.imencode(end, image)[1])
        found = header_of(data)
        assert found is not None
        assert (found.width, found.height) == (80, 48), end
        assert decode(data, 50_000_000) is not None, end
    assert decode(png((b"prIv", 5), (b"teXt", 0)) + b"what a program put behind it", 50_000_000) is not None
    lossy = bytes(cv2.imencode(".webp", image, [cv2.IMWRITE_WEBP_QUALITY, 60])[1])
    assert header_of(lossy) == PictureHeader("webp", 80, 48)


def test_slivers_and_scans_on_the_page_are_an_answer(table: Table) -> None:
    table.start("face-cards")
    phone = table.phone()
    for number, name in enumerate(("1920x1", "1x60000", "87,000 scans", "JPEG 2000"), 1):
        for where in ("/api/picture", f"/api/card?number={number}"):
            answer = httpx.post(table.base + where, headers=phone, content=HOSTILE[name][: 1 << 20], timeout=5)
            assert answer.status_code == 400, (name, where)
            assert answer.json()["error"]


def test_parts_of_a_stream_are_checked_by_their_first_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no JPEG, PNG, WebP or BMP never reaches a decoder; the next whole picture counts."""
    hostile = [HOSTILE[n] for n in ("JPEG 2000", "JPEG 2000 codestream", "87,000 scans", "TIFF", "1920x1")]
    with serve(streaming(*(part(data) for data in (*hostile, jpeg(64, 48))))) as port:
        reader = MjpegReader(f"http://127.0.0.1:{port}/video", Limits(), ManualClock().now)
        seen: list[bytes] = []
        real = opencv().imdecode

        def watched(data: Any, flags: int) -> Any:
            seen.append(bytes(data))
            return real(data, flags)

        monkeypatch.setattr(opencv(), "imdecode", watched)
        image = reader.read()
        reader.close()
    assert image.shape == (48, 64, 3)
    assert seen == [jpeg(64, 48)]


@pytest.mark.parametrize(
    "head",
    [
        b"#EXTM3U\n\x01#EXTINF:1,\nhttp://192.0.2.1/a.ts\n",
        b"ffconcat version 1.0\nfile /etc/passwd\n\0",
        b"v=0\r\no=- 0 0 IN IP4 192.0.2.1\r\nm=video 5004 RTP/AVP 96\r\n\0",
        b"<?xml version='1.0'?><MPD>\0",
        b"FLV\x01\x01",
        b"\x00\x00\x00\x0cjP  \r\n\x87\n",
        b"\x06\x0e\x2b\x34\x02\x05\x01\x01",
        b"OggS\0",
        b"RIFF\x24\x08\x00\x00WAVEfmt ",
        b"\x30\x26\xb2\x75\x8e\x66\xcf\x11",
    ],
)
def test_other_kinds_of_files_never_reach_ffmpeg(head: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Playlists, scripts that name addresses, sessions, and rare kinds."""
    opened: list[str] = []
    monkeypatch.setattr("companion.sources.clip.open_ffmpeg", lambda path, *_: opened.append(path))
    path = tmp_path / "a.mp4"
    path.write_bytes(head + bytes(300))
    assert not is_clip(head + bytes(300))
    with pytest.raises(BadInput):
        open_source(str(path))
    assert opened == []


def test_a_clip_of_jpeg_2000_is_refused(tmp_path: Path) -> None:
    cv2 = opencv()
    for name, code in (("a.mov", "mjp2"), ("a.avi", "MJ2C")):
        writer = cv2.VideoWriter(str(tmp_path / name), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*code), 10, (64, 48))
        assert writer.isOpened()
        for k in range(4):
            writer.write(np.full((48, 64, 3), 50 * k, np.uint8))
        writer.release()
        with pytest.raises(BadInput, match="no video that can be read"):
            open_source(str(tmp_path / name))


def test_a_clip_that_says_it_is_too_large_is_not_decoded(tmp_path: Path) -> None:
    from tests.sources_fakes import write_clip

    path = write_clip(tmp_path / "a.mp4")
    with pytest.raises(BadInput, match="too large a picture"):
        open_source(str(path), limits=Limits(max_pixels=1000))


@pytest.mark.parametrize(
    "kind", ["WAV IMA_ADPCM", "WAV MS_ADPCM", "MAT5 PCM_16", "AU PCM_16", "W64 PCM_16", "SD2", "CAF PCM_16"]
)
def test_rare_kinds_of_sound_never_reach_their_reader(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The readers of these in libsndfile have known faults; what people record is read."""
    import soundfile

    path = tmp_path / "a.wav"
    name, _, subtype = kind.partition(" ")
    if name == "SD2":
        path.write_bytes(b"\0" * 500)
    else:
        soundfile.write(path, np.zeros(2000), 16000, format=name, subtype=subtype)
    opened: list[Any] = []
    monkeypatch.setattr(soundfile, "SoundFile", lambda *a: opened.append(a))
    with pytest.raises(BadInput):
        open_audio(str(path))
    assert opened == []


@pytest.mark.parametrize(
    "kind", ["WAV PCM_16", "WAV PCM_24", "WAV FLOAT", "WAVEX PCM_16", "FLAC PCM_16", "OGG VORBIS", "AIFF PCM_16", "MP3"]
)
def test_usual_kinds_of_sound_are_read(kind: str, tmp_path: Path) -> None:
    import soundfile

    name, _, subtype = kind.partition(" ")
    path = tmp_path / "a.wav"
    soundfile.write(path, np.zeros(4000), 16000, format=name, subtype=subtype or None)
    assert sum(len(c.samples) for c in open_audio(str(path)).chunks()) >= 3900


@pytest.mark.parametrize("name", ["a.avi", "a.mov", "a.mkv"])
def test_rare_codecs_never_reach_ffmpeg(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MagicYUV and HuffYUV in each container; what cameras and phones write opens as before."""
    from tests.sources_fakes import write_clip

    for code, letters in (("MJPG", (b"MJPG", b"jpeg", b"mjpa")), ("mp4v", (b"mp4v", b"FMP4", b"MP4V"))):
        path = write_clip(tmp_path / name, code=code)
        with open_source(str(path)) as source:
            assert sum(1 for _ in source.frames()) == 20
        data = path.read_bytes()
        for letter in letters:
            data = data.replace(letter, b"MAGY")
        data = data.replace(b"V_MPEG4/ISO/ASP", b"V_MS/VFW/FOURCC").replace(b"V_MJPEG", b"V_SNOW\0")
        assert data != path.read_bytes()
        path.write_bytes(data)
        with monkeypatch.context() as patch:
            patch.setattr("companion.sources.clip.open_ffmpeg", lambda *_: pytest.fail("ffmpeg was reached"))
            with pytest.raises(BadInput, match="no video that can be read"):
                open_source(str(path))
