"""Files, microphones and cameras as phones, recorders and routers really make them."""

from __future__ import annotations

import io
import socket
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from companion.clock import ManualClock
from companion.errors import BadInput, CompanionError, DeviceUnavailable
from companion.sources import open_source
from companion.sources.audio import RATE, Downmix
from companion.sources.audio_files import AudioFile, open_audio, read
from companion.sources.audio_microphone import Microphone, find, microphones
from companion.sources.container import picture_track
from companion.sources.mjpeg import MjpegReader
from companion.sources.picture_geometry import PictureGeometry
from companion.sources.picture_source import Limits
from companion.sources.pixels import MAX_PHOTO_PIXELS, decode, decode_photo, header_of, opencv
from tests.faults.test_audio import FakePortAudio
from tests.sources_fakes import jpeg, part, request_of, serve, write_clip

SHARED = Path(__file__).parents[2] / ".." / "shared" / "data"
BUGS = SHARED / "bugs"
needs_bugs = pytest.mark.skipif(not BUGS.is_dir(), reason="the reported files are not in this checkout")
CORNERS = np.zeros((40, 80, 3), np.uint8)
CORNERS[:20, :40] = 250  # bright: top left
CORNERS[:20, 40:] = 150  # grey: top right
SHOWN = {
    1: lambda i: i,
    2: lambda i: i[:, ::-1],
    3: lambda i: i[::-1, ::-1],
    4: lambda i: i[::-1],
    5: lambda i: i.transpose(1, 0, 2),
    6: lambda i: np.rot90(i, -1),
    7: lambda i: i[::-1, ::-1].transpose(1, 0, 2),
    8: lambda i: np.rot90(i, 1),
}
MATRICES = {
    1: (1, 0, 0, 1),
    2: (-1, 0, 0, 1),
    3: (-1, 0, 0, -1),
    4: (1, 0, 0, -1),
    5: (0, 1, 1, 0),
    6: (0, 1, -1, 0),
    7: (0, -1, -1, 0),
    8: (0, -1, 1, 0),
}


def first_picture(path: Path) -> np.ndarray:
    with open_source(str(path)) as source:
        return next(iter(source.frames())).image


# Containers


@needs_bugs
@pytest.mark.parametrize("name", ["iphone16", "sar", "ipad_front"])
def test_reported_clips_show_what_the_plain_clip_shows(name: str) -> None:
    """A track of spatial sound, pixels that are not square, a flip in the display matrix."""
    plain, found = first_picture(SHARED / "faces/clips/d12.mp4"), first_picture(BUGS / f"{name}.mp4")
    assert found.shape == plain.shape
    assert np.abs(found.astype(int) - plain).mean() < 12


@pytest.mark.parametrize("kind", [b"apac", b"djmd", b"tmcd", b"wvtt", b"\x01zz\xff"])
def test_tracks_beside_the_picture_may_be_of_any_kind(kind: bytes, tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4")
    data = path.read_bytes()
    entry = struct.pack(">I4s", 16, kind) + bytes(8)
    boxes = entry
    for name, before in ((b"stsd", struct.pack(">II", 0, 1)), (b"stbl", b""), (b"minf", b"")):
        boxes = struct.pack(">I4s", 8 + len(before) + len(boxes), name) + before + boxes
    handler = struct.pack(">I4s8s4s12s", 32, b"hdlr", b"", b"meta", b"")
    for name, before in ((b"mdia", handler), (b"trak", b"")):
        boxes = struct.pack(">I4s", 8 + len(before) + len(boxes), name) + before + boxes
    at = data.rindex(b"moov") - 4
    size = int.from_bytes(data[at : at + 4], "big")
    assert at + size == len(data)  # the film stays where it is
    path.write_bytes(data[:at] + struct.pack(">I", size + len(boxes)) + data[at + 4 :] + boxes)
    with open_source(str(path)) as source:
        assert sum(1 for _ in source.frames()) == 20


@pytest.mark.parametrize(
    ("code", "grey"), [("MP43", False), ("MP42", False), ("DIV3", False), ("Y800", True), ("GREY", True)]
)
def test_old_codecs_that_are_read_safely_are_read(code: str, grey: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.avi"
    cv2 = opencv()
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*code), 25, (64, 48), not grey)
    for _ in range(10):
        writer.write(np.full((48, 64) if grey else (48, 64, 3), 120, np.uint8))
    writer.release()
    assert first_picture(path).mean() == pytest.approx(120, abs=12)


@pytest.mark.parametrize(
    ("code", "end", "named"),
    [("WMV2", "avi", "WMV 8, in AVI"), ("HFYU", "avi", "HuffYUV, in AVI"), ("MJ2C", "mov", "JPEG 2000, in M")],
)
def test_a_codec_that_is_refused_is_named(code: str, end: str, named: str, tmp_path: Path) -> None:
    path = write_clip(tmp_path / f"a.{end}", code=code)
    with pytest.raises(BadInput, match=rf"{named}.*: save it as H\.264"):
        open_source(str(path))


@pytest.mark.parametrize("way", range(1, 9))
def test_the_whole_display_matrix_is_applied(way: int, tmp_path: Path) -> None:
    """All eight ways, written into the header of a clip."""
    path, cv2 = tmp_path / "a.mp4", opencv()
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), 25, (80, 40))
    for _ in range(5):
        writer.write(CORNERS)
    writer.release()
    a, b, c, d = (struct.pack(">i", n * 65536) for n in MATRICES[way])
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 4 + 40
    data[at : at + 8], data[at + 12 : at + 20] = a + b, c + d
    path.write_bytes(data)
    wanted, found = SHOWN[way](CORNERS), first_picture(path)
    assert found.shape == wanted.shape
    assert np.abs(found.astype(int) - wanted).mean() < 8


@pytest.mark.parametrize(
    ("width", "height", "shown"),
    [(64, 45, (40, 114)), (45, 64, (57, 80)), (1, 1, (40, 80)), (0, 0, (40, 80)), (1000, 1, (40, 80))],
)
def test_pixels_that_are_not_square_become_square(width: int, height: int, shown: tuple[int, int]) -> None:
    assert PictureGeometry.of_turn(0, width, height).apply(CORNERS).shape[:2] == shown
    assert PictureGeometry.of_turn(90, width, height).apply(CORNERS).shape[:2] == shown[::-1]


@pytest.mark.parametrize(("width", "height", "narrow"), [(64, 45, (360, 512)), (45, 64, (512, 360))])
def test_what_is_made_square_stays_where_it_was(width: int, height: int, narrow: tuple[int, int]) -> None:
    """A rounded size or a scaling that begins at the wrong half of a pixel would move a mouth's corner."""
    cv2 = opencv()
    smooth = cv2.GaussianBlur(np.random.default_rng(4).integers(0, 256, (512, 512, 3), np.uint8), (0, 0), 5)
    shown = PictureGeometry.of_turn(0, width, height).apply(cv2.resize(smooth, narrow, interpolation=cv2.INTER_AREA))
    assert shown.shape == smooth.shape
    before, after = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(np.float32) for one in (smooth, shown))
    (x, y), _ = cv2.phaseCorrelate(before, after)
    assert max(abs(x), abs(y)) < 0.05
    assert np.abs(before - after).mean() < 1.0


@pytest.mark.parametrize("way", range(1, 9))
@pytest.mark.parametrize("end", [".jpg", ".png"])
def test_stills_are_shown_in_all_eight_ways(way: int, end: str) -> None:
    tiff = (
        b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"
        + bytes([way])
        + b"\x00\x00\x00\x00\x00\x00"
    )
    data = bytes(opencv().imencode(end, CORNERS)[1])
    if end == ".jpg":
        body = b"Exif\x00\x00" + tiff
        data = data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]
    else:
        import zlib

        chunk = b"eXIf" + tiff
        data = data[:33] + struct.pack(">I", len(tiff)) + chunk + struct.pack(">I", zlib.crc32(chunk)) + data[33:]
    wanted, found = SHOWN[way](CORNERS), decode(data, 10**6)
    assert found is not None
    assert found.shape == wanted.shape
    assert np.abs(found.astype(int) - wanted).mean() < 8


@pytest.mark.parametrize("name", ["2026-11-27-12:30:00.mp4", "http:x.mp4", "concat:a.mp4"])
def test_a_name_is_never_an_address(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_clip(tmp_path / "a.mp4").rename(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    with open_source(name) as source:
        assert sum(1 for _ in source.frames()) == 20


# Stills


def test_a_film_behind_a_photo_is_no_part_of_it() -> None:
    film = b"\xff\xda" * 500
    header = header_of(jpeg(5) + b"\0\0\0\x18ftypmp42" + film)
    assert header is not None
    assert header.scans == 1
    assert decode(jpeg(5) + film, 10**6) is not None


def test_scans_are_counted_up_to_the_end() -> None:
    """A segment that holds an end marker does not hide the scans behind it."""
    data = jpeg(5)
    at = data.index(b"\xff\xda")
    hiding = b"\xff\xfe\x00\x04\xff\xd9"
    header = header_of(data[:at] + hiding + data[at:-2] + hiding + data[at:])
    assert header is not None
    assert header.scans == 2


def test_photos_above_the_limit_are_decoded_smaller(tmp_path: Path) -> None:
    photo = jpeg(5, (816, 614))
    found = decode_photo(photo, 500_000)
    assert found is not None
    assert found.shape == (307, 408, 3)
    assert decode(photo, 500_000) is None  # of a stream
    path = tmp_path / "a.jpg"
    path.write_bytes(jpeg(5, (8160, 6144)))
    assert first_picture(path).shape == (3072, 4080, 3)


def test_a_photo_of_too_many_pixels_is_told_by_its_size(tmp_path: Path) -> None:
    data = bytearray(jpeg(1))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", 15000, 15000)
    (tmp_path / "a.jpg").write_bytes(data)
    with pytest.raises(BadInput, match=rf"15000x15000.*{MAX_PHOTO_PIXELS // 1_000_000} megapixels"):
        open_source(str(tmp_path / "a.jpg"))


# What every command says to every kind of file (docs/trouble.md)

HEADS = {
    "HEIC": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    "AVIF": b"\0\0\0\x18ftypavif\0\0\0\0avifmif1",
    "Canon CR3": b"\0\0\0\x18ftypcrx \0\0\0\1crx isom",
    "TIFF": b"II*\0\x08\0\0\0",
    "JPEG XL": b"\0\0\0\x0cJXL \r\n\x87\n",
    "JPEG 2000": b"\0\0\0\x0cjP  \r\n\x87\n",
    "GIF": b"GIF89a",
    "Fujifilm RAF": b"FUJIFILMCCD-RAW 0201",
    "WMV or WMA": b"\x30\x26\xb2\x75\x8e\x66\xcf\x11",
    "Flash video": b"FLV\x01\x05\0\0\0\x09",
    "MXF": b"\x06\x0e\x2b\x34\x02\x05\x01\x01",
    "M4A": b"\0\0\0\x1cftypM4A \0\0\0\0M4A mp42",
    "AMR": b"#!AMR\n\0",
    "CAF": b"caff\0\1\0\0desc",
    "Wave64": b"riff\x2e\x91\xcf\x11",
    "AAC": b"\xff\xf1\x50\x80",
    "FLAC in OGG": b"OggS\0\2" + bytes(20) + b"\1\x33\x7fFLAC",
    "Speex in OGG": b"OggS\0\2" + bytes(20) + b"\1\x50Speex   1.2",
    "Theora": b"OggS\0\2" + bytes(20) + b"\1\x2a\x80theora",
}
TABLE = {
    row.split("|")[1].strip(): row
    for row in (Path(__file__).parents[2] / "docs/trouble.md").read_text("utf-8").splitlines()
    if row.count("|") > 3
}


@pytest.mark.parametrize("kind", HEADS)
def test_each_kind_is_named_as_the_table_of_the_pages_says(kind: str, tmp_path: Path) -> None:
    """The sentences themselves stand in the table: what a camera says to it, what a microphone says."""
    path = tmp_path / "file"
    path.write_bytes(HEADS[kind] + bytes(3000))
    said = []
    for opening in (open_source, open_audio):
        with pytest.raises(BadInput) as caught:
            opening(str(path))
        said.append(
            str(caught.value).replace(str(path), "*file*").replace("file ", "*file* ", 1).replace("**file**", "*file*")
        )
    row = next(row for name, row in TABLE.items() if kind in name.split(", "))
    cells = [cell.strip() for cell in row.split("|")[2:4]]
    for cell, sentence in zip(cells, said, strict=True):
        assert cell.replace("KIND", kind) in sentence, sentence


def boxed(kind: bytes, *inside: bytes) -> bytes:
    body = b"".join(inside)
    return struct.pack(">I4s", 8 + len(body), kind) + body


def movie_of(*handlers: bytes) -> bytes:
    """Return an MP4 that lists a track for each handler, and holds nothing."""
    tracks = (boxed(b"trak", boxed(b"mdia", boxed(b"hdlr", bytes(8) + h + bytes(12)))) for h in handlers)
    return boxed(b"ftyp", b"mp42", bytes(4), b"isom") + boxed(b"moov", *tracks)


@pytest.mark.parametrize("tracks", [(b"soun",), (b"meta", b"soun")])
def test_a_voice_memo_in_mp4_is_called_a_sound(tracks: tuple[bytes, ...], tmp_path: Path) -> None:
    """Android's recorders write a film's brand: a camera said "give an mp4" to it, a microphone "is a film"."""
    path = tmp_path / "Voice 001.m4a"
    path.write_bytes(movie_of(*tracks))
    with pytest.raises(BadInput, match=r"is a sound \(M4A\), no video"):
        open_source(str(path))
    with pytest.raises(BadInput, match=r"is a sound of a kind that is not read here \(M4A\)"):
        open_audio(str(path))


def test_a_film_with_sound_is_no_voice_memo(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(movie_of(b"soun", b"vide"))
    with pytest.raises(BadInput, match=r"is a film \(MP4\), no sound file"):
        open_audio(str(path))


@pytest.mark.parametrize("before", [b"", bytes(4)])
def test_an_avchd_film_given_as_a_microphone_is_called_a_film(before: bytes, tmp_path: Path) -> None:
    path = tmp_path / "00001.MTS"
    path.write_bytes((before + b"\x47" + bytes(187)) * 20)
    with pytest.raises(BadInput, match=r"is a film \(MPEG-TS\), no sound file"):
        open_audio(str(path))


def test_an_empty_sound_file_is_called_empty(tmp_path: Path) -> None:
    """A recorder whose card or battery gave out leaves a file of no bytes."""
    path = tmp_path / "a.wav"
    path.write_bytes(b"")
    with pytest.raises(BadInput, match="is empty: record it again"):
        open_audio(str(path))


# Sound


def wav(path: Path, before: int = 0) -> bytes:
    soundfile.write(path, 0.5 * np.sin(np.arange(RATE) / 5), RATE, subtype="PCM_16")
    data = path.read_bytes()
    if before:
        data = data[:12] + struct.pack("<4sI", b"iXML", before) + bytes(before) + data[12:]
    return data


@needs_bugs
def test_the_crashed_recording_is_read_and_told() -> None:
    file = AudioFile(BUGS / "crashed.wav")
    assert sum(len(c.samples) for c in file.chunks()) / RATE == pytest.approx(4.37, abs=0.02)
    assert "repaired" in str(file.notes[0])
    file.close()


@pytest.mark.parametrize("size", [0, 0xFFFFFFFF])
@pytest.mark.parametrize("kind", [b"RIFF", b"RF64"])
def test_wav_without_its_length_is_repaired(size: int, kind: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    data = bytearray(wav(path, 5800))
    at = data.index(b"data") + 4
    data[at : at + 4], data[:8] = struct.pack("<I", size), kind + struct.pack("<I", size)
    path.write_bytes(data)
    told: list[Any] = []
    assert sum(len(c.samples) for c in open_audio(str(path), on_status=told.append).chunks()) == RATE
    assert [(event.status, event.detail.code) for event in told] == [("online", "sound-file.repaired")]


def test_an_empty_recording_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, np.zeros(0), RATE)
    path.write_bytes(path.read_bytes() + struct.pack("<4sI", b"LIST", 4) + b"INFO")
    assert len(read(path)) == 0


@pytest.mark.parametrize("before", [0, 602, 5800, 200_000])
def test_chunks_before_the_format_are_walked(before: int, tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(wav(path, before))
    assert len(read(path)) == RATE


def test_flac_from_a_pipe_is_counted_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    soundfile.write(raw, 0.5 * np.sin(np.arange(RATE * 14) / 5), RATE, format="FLAC")
    data = bytearray(raw.getvalue())
    data[21] &= 0xF0
    data[22:26] = bytes(4)
    path = tmp_path / "a.flac"
    path.write_bytes(data)
    assert len(read(path)) == RATE * 14
    monkeypatch.setattr("companion.sources.audio_files.MAX_FILE_S", 5.0)
    with pytest.raises(BadInput, match="longer than six hours"):
        read(path)


@pytest.mark.parametrize("share", [-1.0, -0.7, -0.5])
def test_channels_that_cancel_each_other_are_not_silence(share: float) -> None:
    tone = 0.5 * np.sin(np.arange(RATE) / 5).astype(np.float32)
    downmix = Downmix()
    heard = downmix.feed(np.stack([tone, share * tone], axis=1))
    assert np.abs(heard - tone).max() < 1e-6


@pytest.mark.parametrize("speaking", [0, 2, 3])
def test_the_input_that_speaks_is_used_and_told(speaking: int) -> None:
    backend = FakePortAudio(RATE, 4)
    told: list[Any] = []
    microphone = Microphone("1", ManualClock(), told.append, backend)
    assert backend.streams[-1].channels == 4
    sound = np.zeros((1600, 4), np.float32)
    sound[:, speaking] = 0.3
    sound[:, 1] = 0.001
    backend.play(sound)
    chunk = next(microphone.chunks())
    assert np.abs(chunk.samples).max() == pytest.approx(0.3)
    assert [e.detail.values["channel"] for e in told if e.detail and e.detail.code == "mic.channel"] == [speaking + 1]
    microphone.close()


class WindowsSound(FakePortAudio):
    """One microphone in the four systems of Windows, in the oldest with its name cut, and a second one in the best."""

    SYSTEMS = ("MME", "Windows DirectSound", "Windows WASAPI", "Windows WDM-KS")

    def query_devices(self, device: int | None = None, kind: str | None = None) -> Any:
        name = "Microphone (Blue Yeti Stereo Microphone)"
        found = [
            {
                "name": name[:31] if k == 0 else name,
                "max_input_channels": 2,
                "hostapi": k,
                "default_samplerate": 48000.0,
            }
            for k in range(4)
        ]
        found.append({**found[2], "name": "Headset (Buds)"})
        return found if kind is None else found[device or 0]

    def query_hostapis(self) -> list[dict[str, str]]:
        return [{"name": name} for name in self.SYSTEMS]


def test_a_microphone_that_windows_lists_four_times_is_one() -> None:
    backend = WindowsSound()
    assert microphones(backend) == [(2, "Microphone (Blue Yeti Stereo Microphone)"), (4, "Headset (Buds)")]
    assert find("yeti", backend) == 2
    assert find("0", backend) == 0  # whoever gives a number gets it


# Cameras in the network

USER = "ann"


def answer(connection: socket.socket, status: str, *headers: str) -> None:
    connection.sendall("\r\n".join((f"HTTP/1.1 {status}", *headers, "Content-Length: 0", "", "")).encode())


def stream(connection: socket.socket) -> None:
    connection.sendall(
        b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n" + part(jpeg(7))
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST."])
def test_a_camera_may_send_to_itself_however_it_spells_that(host: str) -> None:
    def talk(connection: socket.socket) -> None:
        request = request_of(connection).decode()
        if request.startswith("GET /video"):
            port = connection.getsockname()[1]
            answer(connection, "302 Found", f"Location: http://{host}:{port}/live?x=1")
        else:
            assert request.startswith("GET /live?x=1")
            assert "Authorization: Basic" in request
            stream(connection)

    with serve(talk) as port:
        reader = MjpegReader(f"http://{USER}:pw@127.0.0.1:{port}/video", Limits(), lambda: 0.0)
        assert reader.read().shape == (48, 64, 3)
        reader.close()


@pytest.mark.parametrize("target", ["http://192.0.2.7/live", "https://127.0.0.1/live", "http://127.0.0.1:1/live"])
def test_another_address_is_named_and_not_asked(target: str) -> None:
    def talk(connection: socket.socket) -> None:
        request_of(connection)
        answer(connection, "302 Found", f"Location: {target}")

    with serve(talk) as port, pytest.raises(CompanionError, match=target):
        MjpegReader(f"http://{USER}:pw@127.0.0.1:{port}/video", Limits(), lambda: 0.0)


def test_a_digest_login_is_answered() -> None:
    challenge = 'WWW-Authenticate: Digest realm="IP Camera", nonce="abc", qop="auth", algorithm=MD5'

    def talk(connection: socket.socket) -> None:
        request = request_of(connection).decode()
        if "Authorization: Digest" not in request:
            answer(connection, "401 Unauthorized", challenge)
            return
        from hashlib import md5

        values = dict(part.strip().split("=", 1) for part in request.split("Digest ")[1].split("\r\n")[0].split(", "))
        values = {name: value.strip('"') for name, value in values.items()}
        first = md5(f"{USER}:IP Camera:p:w".encode(), usedforsecurity=False).hexdigest()
        second = md5(b"GET:/video?ch=1", usedforsecurity=False).hexdigest()
        text = f"{first}:abc:{values['nc']}:{values['cnonce']}:auth:{second}".encode()
        right = values["response"] == md5(text, usedforsecurity=False).hexdigest()
        stream(connection) if right else answer(connection, "401 Unauthorized", challenge)

    with serve(talk) as port:
        reader = MjpegReader(f"http://{USER}:p%3Aw@127.0.0.1:{port}/video?ch=1", Limits(), lambda: 0.0)
        assert reader.read().shape == (48, 64, 3)
        reader.close()
        with pytest.raises(DeviceUnavailable, match="does not take this user and password"):
            MjpegReader(f"http://{USER}:wrong@127.0.0.1:{port}/video?ch=1", Limits(), lambda: 0.0)


def test_a_camera_that_sends_on_after_a_digest_login_asks_again_and_is_answered() -> None:
    """The answer holds the path, so the one for the first address is refused at the second."""

    def talk(connection: socket.socket) -> None:
        request = request_of(connection).decode()
        path = request.split(" ")[1]
        if f'uri="{path}"' not in request:
            answer(connection, "401 Unauthorized", f'WWW-Authenticate: Digest realm="a", nonce="{path}", qop="auth"')
        elif path == "/video":
            answer(connection, "302 Found", "Location: /live")
        else:
            stream(connection)

    with serve(talk) as port:
        reader = MjpegReader(f"http://{USER}:pw@127.0.0.1:{port}/video", Limits(), lambda: 0.0)
        assert reader.read().shape == (48, 64, 3)
        reader.close()


@pytest.mark.parametrize(
    ("header", "said"), [("NTLM", "NTLM"), ('Digest realm="a", nonce="b", algorithm=SHA-512-256', "Digest SHA-512-256")]
)
def test_a_login_of_another_kind_is_named(header: str, said: str) -> None:
    def talk(connection: socket.socket) -> None:
        request_of(connection)
        answer(connection, "401 No", f"WWW-Authenticate: {header}")

    with serve(talk) as port, pytest.raises(DeviceUnavailable, match=rf"not spoken here \({said}\)"):
        MjpegReader(f"http://{USER}:pw@127.0.0.1:{port}/", Limits(), lambda: 0.0)


def test_a_sound_file_holds_no_picture_track(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(struct.pack(">I4s4s8s", 20, b"ftyp", b"isom", b"") + struct.pack(">I4s", 8, b"moov"))
    found = picture_track(path)
    assert found is not None
    assert not found.has_picture
    with pytest.raises(BadInput, match="no video that can be read"):
        open_source(str(path))
