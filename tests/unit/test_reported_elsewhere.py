"""Faults that people reported against other programs of this kind, tried here. docs/faults.md lists where each is from.

All files and streams are made here.
"""

from __future__ import annotations

import io
import json
import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from companion.clock import ManualClock
from companion.errors import BadInput, DeviceUnavailable
from companion.referee.log import Log
from companion.referee.log_header import LogHeader
from companion.sources import capture, open_source, picture_opening
from companion.sources.audio import RATE, RateMeter, Resampler
from companion.sources.audio_files import AudioFile
from companion.sources.audio_microphone import Microphone, find, microphones
from companion.sources.capture import Camera, CaptureReader
from companion.sources.clip import Clip
from companion.sources.container import picture_track
from companion.sources.live_source import SourceLost
from companion.sources.mjpeg import MjpegReader, mask_credentials
from companion.sources.mp3_frames import Mp3Frame, mp3_layout
from companion.sources.picture_opening import _Same
from companion.sources.picture_source import Limits
from tests.faults.test_audio import FakePortAudio
from tests.film_boxes import matroska_blocks, time_scale, with_durations, with_edits, write_matroska
from tests.sources_fakes import jpeg, number_of, part, request_of, serve, write_clip

posix = pytest.mark.skipif(os.name == "nt", reason="names of files are bytes on POSIX alone")
TONE = (0.5 * np.sin(np.arange(2 * RATE) / 5)).astype(np.float32)


def shown(path: Path | str) -> tuple[list[int], list[float], list[str]]:
    """Return the numbers of a clip's pictures, their times, and the codes of what is said of it."""
    with open_source(str(path)) as source:
        frames = list(source.frames())
        return [number_of(f.image) for f in frames], [f.t for f in frames], [note.code for note in source.notes]


def heard(path: Path | str) -> tuple[np.ndarray, list[str]]:
    """Return a sound file's samples, and the codes of what is said of it."""
    source = AudioFile(Path(path))
    parts = [chunk.samples for chunk in source.chunks()]
    source.close()
    return np.concatenate([*parts, np.zeros(0, np.float32)]), [note.code for note in source.notes]


# Names of files


@posix
@pytest.mark.skipif(sys.platform == "darwin", reason="macOS takes no such names")
def test_names_that_are_no_utf_8_are_opened_and_told(tmp_path: Path) -> None:
    """OpenCV crashes on them, SQLite and JSON refuse them: they come from old disks and foreign systems."""
    folder = os.fsencode(tmp_path)

    def renamed(path: Path) -> str:
        name = folder + b"/M\xfcller" + path.suffix.encode()
        os.rename(path, name)
        return os.fsdecode(name)

    for suffix, code in ((".mp4", "mp4v"), (".avi", "MJPG"), (".mkv", "mp4v")):
        clip = renamed(write_clip(tmp_path / f"a{suffix}", code=code))
        assert shown(clip)[0] == list(range(20))
        with open_source(clip) as source:
            assert json.dumps(source.name, ensure_ascii=False).encode().startswith(b'"M')
    picture = tmp_path / "a.jpg"
    picture.write_bytes(jpeg(5))
    assert shown(renamed(picture))[0] == [5]
    soundfile.write(tmp_path / "a.wav", TONE, RATE)
    assert len(heard(renamed(tmp_path / "a.wav"))[0]) == 2 * RATE
    log = tmp_path / "a.sqlite"
    Log.create(log, LogHeader("face-off", ("Ann", "Ben", "Cleo"), {}, 1)).close()
    with closing(Log.open(Path(renamed(log)))) as again:
        assert again.count() == 0


# Sound files


@pytest.mark.parametrize("times", [4, 16384])
@pytest.mark.parametrize("subtype", ["FLOAT", "DOUBLE"])
def test_floats_above_one_are_made_softer(times: int, subtype: str, tmp_path: Path) -> None:
    """Recorders with room for shouts, and programs that write integers as floats."""
    soundfile.write(tmp_path / "a.wav", TONE * 2 * times, RATE, subtype=subtype)
    samples, said = heard(tmp_path / "a.wav")
    assert said == ["sound-file.softer"]
    assert np.abs(samples - 2 * TONE).max() < 0.01


def test_one_glitch_makes_the_rest_no_softer(tmp_path: Path) -> None:
    loud = TONE.copy()
    loud[1000], loud[2000] = 1e30, np.nan
    soundfile.write(tmp_path / "a.wav", loud, RATE, subtype="FLOAT")
    samples, said = heard(tmp_path / "a.wav")
    assert said == []
    assert np.abs(samples[3000:] - TONE[3000:]).max() < 1e-3
    assert np.abs(samples).max() <= 1


@pytest.mark.parametrize("subtype", ["PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE", "ULAW", "ALAW"])
def test_every_depth_of_samples_means_the_same(subtype: str, tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", TONE, RATE, subtype=subtype)
    assert np.abs(heard(tmp_path / "a.wav")[0] - TONE).max() < 0.03


@pytest.mark.parametrize("subtype", ["VORBIS", "OPUS"])
@pytest.mark.parametrize("rate", [RATE, 48000])
def test_recordings_chained_in_one_ogg_file_are_all_read(subtype: str, rate: int, tmp_path: Path) -> None:
    data = b""
    for k, each in enumerate((RATE, rate, RATE)):
        raw = io.BytesIO()
        tone = (0.5 * np.sin(np.arange(2 * each) * 2 * np.pi * (k + 1) * 400 / each)).astype(np.float32)
        soundfile.write(raw, tone, each, format="OGG", subtype=subtype)
        data += raw.getvalue()
    (tmp_path / "a.ogg").write_bytes(data)
    samples, _ = heard(tmp_path / "a.ogg")
    assert len(samples) == pytest.approx(6 * RATE, abs=200)
    for k in range(3):
        spectrum = np.abs(np.fft.rfft(samples[2 * k * RATE + 8000 :][:RATE]))
        assert int(spectrum.argmax()) == pytest.approx((k + 1) * 400, abs=2)


def mp3(samples: np.ndarray, level: float = 0.9, rate: int = RATE) -> bytes:
    """Return an MP3 of a constant bit rate: the nearer ``level`` is to 1, the lower."""
    raw = io.BytesIO()
    form = {"format": "MP3", "subtype": "MPEG_LAYER_III", "bitrate_mode": "CONSTANT", "compression_level": level}
    soundfile.write(raw, samples, rate, **form)
    return raw.getvalue()


def without_count(data: bytes) -> bytes:
    """Return an MP3 without the frame that says how many follow, which LAME writes where it is long enough."""
    frame = Mp3Frame.of(data[:4])
    assert frame is not None
    return data[frame.length :] if data[frame.tag_at : frame.tag_at + 4] in (b"Info", b"Xing") else data


NOISE = (0.4 * np.random.default_rng(1).standard_normal(6 * RATE)).astype(np.float32).clip(-1, 1)


def test_an_mp3_of_a_low_bit_rate_is_the_same_in_blocks_as_whole(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each block began anew, without the bits of the frames before: a tenth of the samples were noise."""
    path = tmp_path / "a.mp3"
    path.write_bytes(mp3(NOISE))
    whole, _ = soundfile.read(path, dtype="float32")
    capfd.readouterr()
    samples, said = heard(path)
    assert said == []
    assert np.abs(samples - whole[: len(samples)]).max() < 1e-4
    assert len(samples) == len(whole)
    assert capfd.readouterr() == ("", "")


def test_an_mp3_of_changing_bit_rates_is_read_to_its_end(tmp_path: Path) -> None:
    """Without a count the length was guessed by the first frame's bit rate: here less than a half was read."""
    path = tmp_path / "a.mp3"
    path.write_bytes(without_count(mp3(NOISE, 0.1)) + without_count(mp3(NOISE, 0.95)))
    samples, said = heard(path)
    assert said == []
    assert len(samples) / RATE == pytest.approx(12, abs=0.3)
    for piece in (samples[RATE : 4 * RATE], samples[8 * RATE : 11 * RATE]):
        assert float(np.sqrt((piece**2).mean())) > 0.1


def test_mp3s_that_were_joined_are_all_read(tmp_path: Path) -> None:
    """The second has a tag in front, and another rate."""
    path = tmp_path / "a.mp3"
    tag = b"ID3\4\0\0\0\0\1\0" + bytes(128)
    tones = [(0.5 * np.sin(np.arange(3 * rate) * 2 * np.pi * 440 / rate)).astype(np.float32) for rate in (RATE, 44100)]
    path.write_bytes(tag + mp3(tones[0]) + tag + mp3(tones[1], 0.5, 44100) + mp3(tones[0]))
    samples, said = heard(path)
    assert said == []
    assert len(samples) / RATE == pytest.approx(9, abs=0.4)
    for k in range(3):
        spectrum = np.abs(np.fft.rfft(samples[3 * k * RATE + RATE :][:RATE]))
        assert int(spectrum.argmax()) == 440


def test_an_mp3_that_was_cut_off_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.mp3"
    whole = mp3(NOISE[: 3 * RATE], 0.5, 8000)
    assert b"Info" in whole[:40]
    path.write_bytes(whole[: len(whole) // 2])
    samples, said = heard(path)
    assert said == ["sound-file.shorter"]
    assert len(samples) / RATE == pytest.approx(3, abs=0.2)
    path.write_bytes(whole + b"TAG" + bytes(125))
    assert heard(path)[1] == []
    assert capfd.readouterr().err == ""


def test_what_only_begins_like_an_mp3_is_no_mp3(tmp_path: Path) -> None:
    path = tmp_path / "a.mp3"
    soundfile.write(path, NOISE, RATE, format="WAV")
    path.write_bytes(b"ID3\4\0\0\0\0\0\x0a" + bytes(10) + path.read_bytes())
    assert mp3_layout(path) is None
    for data in (b"", b"\xff\xfb", bytes(100), b"\xff" * 5000, mp3(NOISE)[:300], b"ID3\4\0\0\x7f\x7f\x7f\x7f" * 20):
        path.write_bytes(data)
        assert mp3_layout(path) is None


def data_size(data: bytes, size: int) -> bytes:
    at = data.index(b"data") + 4
    return data[:at] + struct.pack("<I", size) + data[at + 4 :]


def test_a_recording_that_was_cut_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, TONE, RATE)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    samples, said = heard(path)
    assert said == ["sound-file.shorter"]
    assert len(samples) == pytest.approx(RATE, abs=50)
    for size in (len(whole), 0x7FFFFFFF, 0x80000000 - 36):  # some count the header in, some cannot go back to it
        path.write_bytes(data_size(whole, size))
        samples, said = heard(path)
        assert (len(samples), said) == (2 * RATE, [])


def test_a_size_that_was_noted_before_the_end_is_repaired(tmp_path: Path) -> None:
    """The recorder died after it had noted half a second; without that, what follows are chunks, or nothing at all."""
    path = tmp_path / "a.wav"
    soundfile.write(path, TONE, RATE)
    whole = path.read_bytes()
    path.write_bytes(data_size(whole, RATE))
    samples, said = heard(path)
    assert (len(samples), said) == (2 * RATE, ["sound-file.repaired"])
    for behind in (struct.pack("<4sI", b"LIST", 9000) + bytes(9000), bytes(9000), b"\1" * 100):
        path.write_bytes(whole + behind)
        samples, said = heard(path)
        assert (len(samples), said) == (2 * RATE, [])


@pytest.mark.parametrize("place", [12, 36], ids=["before the format", "before the sound"])
@pytest.mark.parametrize("filler", [b"", b"\0", b"Q"], ids=["without filler", "filler", "odd filler"])
def test_chunks_of_odd_length_with_and_without_their_filler(place: int, filler: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, TONE, RATE)
    data = path.read_bytes()
    path.write_bytes(data[:place] + struct.pack("<4sI", b"bext", 5) + b"abcde" + filler + data[place:])
    assert len(heard(path)[0]) == 2 * RATE


@pytest.mark.parametrize("offset", [-0.3, 0.05, 0.3])
@pytest.mark.parametrize("rate", [RATE, 48000])
def test_a_constant_that_a_sound_card_adds_is_taken_away(offset: float, rate: int) -> None:
    tone = (0.2 * np.sin(np.arange(8 * rate) * 2 * np.pi * 300 / rate)).astype(np.float32)
    heard_ = [np.concatenate(list(_resampled(tone + c, rate))) for c in (0.0, offset)]
    late = slice(5 * RATE, 7 * RATE)
    assert np.abs(heard_[0][late] - heard_[1][late]).max() < 0.01
    if rate == RATE:
        assert np.array_equal(heard_[0], tone), "sound without one stays as it is"


def _resampled(samples: np.ndarray, rate: int) -> list[np.ndarray]:
    resampler, size = Resampler(rate), rate // 50
    return [resampler.feed(samples[k : k + size].astype(np.float32)) for k in range(0, len(samples), size)]


# Clips


def test_times_that_differ_from_picture_to_picture_are_kept(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4")
    unit = time_scale(path)
    with_edits(with_durations(path, [unit // 20 if k % 2 else unit // 5 for k in range(20)]), [(2500, 0)])
    numbers, times, said = shown(path)
    assert numbers == list(range(20))
    assert times == pytest.approx(np.cumsum([0.0, *([0.2, 0.05] * 10)][:20]).tolist(), abs=1e-3)
    assert said == []


def test_a_trimmed_film_is_not_called_incomplete(tmp_path: Path) -> None:
    """It was trimmed without being packed anew: an edit list shows ten of its twenty pictures."""
    path = write_clip(tmp_path / "a.mp4")
    with_edits(path, [(1000, time_scale(path) // 2)])
    numbers, times, said = shown(path)
    assert numbers == list(range(5, 15))
    assert times == pytest.approx([k / 10 for k in range(10)], abs=1e-3)
    assert said == []
    track = picture_track(path)
    assert track is not None
    assert track.shown_seconds == 1.0
    with open_source(str(path)) as source:
        assert isinstance(source, Clip)
        assert source.seconds == 1.0


@pytest.mark.parametrize("edits", [[(3000, -1), (2000, 0)], [(1000, 0), (1000, 0)]], ids=["late", "twice"])
def test_other_edit_lists_are_followed(edits: list[tuple[int, int]], tmp_path: Path) -> None:
    numbers, times, said = shown(with_edits(write_clip(tmp_path / "a.mp4"), edits))
    assert len(numbers) == 20
    assert times == pytest.approx([k / 10 for k in range(20)], abs=1e-3)
    assert said == []


def matroska(tmp_path: Path, times_ms: list[int], **options: Any) -> Path:
    head, blocks = matroska_blocks(write_clip(tmp_path / "a.mkv"))
    return write_matroska(tmp_path / "b.mkv", head, blocks, times_ms, **options)


@pytest.mark.parametrize("jump", [600_000, -20_000, 86_400_000])
def test_a_clock_that_jumps_in_a_clip_is_left_out_and_told(jump: int, tmp_path: Path) -> None:
    """A camera sets its clock while it films: a table would wait for ten minutes, or take all for one moment."""
    times = [30_000 + 50 * k + (jump if k >= 10 else 0) for k in range(20)]
    numbers, shown_at, said = shown(matroska(tmp_path, times))
    assert numbers == list(range(20))
    assert shown_at == pytest.approx([k / 20 for k in range(20)], abs=2e-3)
    assert said == ["clip.jumps"]


def test_a_picture_without_a_time_is_put_between_its_neighbours(tmp_path: Path) -> None:
    times = [100 * k for k in range(20)]
    times[7] = 0
    _, shown_at, said = shown(matroska(tmp_path, times))
    assert shown_at == pytest.approx([k / 10 for k in range(20)], abs=2e-3)
    assert said == []


def test_a_recording_of_a_browser_tells_no_length(tmp_path: Path) -> None:
    numbers, shown_at, said = shown(matroska(tmp_path, [100 * k for k in range(20)], is_live=True))
    assert (numbers, said) == (list(range(20)), [])
    assert shown_at == pytest.approx([k / 10 for k in range(20)], abs=2e-3)


def test_few_pictures_in_a_long_film_do_not_end_it_early(tmp_path: Path) -> None:
    """Screen recorders write a picture when something moves; Matroska tells its length and not their number."""
    head, blocks = matroska_blocks(write_clip(tmp_path / "a.mkv"))
    at = head.index(b"\x44\x89\x88") + 3
    head = head[:at] + struct.pack(">d", 10_900.0) + head[at + 8 :]
    path = write_matroska(
        tmp_path / "b.mkv", head, blocks, [*range(0, 1000, 100), *(900 + 1000 * k for k in range(1, 11))]
    )
    _, shown_at, said = shown(path)
    assert shown_at[-1] == pytest.approx(10.9)
    assert said == []


def test_a_film_whose_recording_broke_off_is_told_so(tmp_path: Path) -> None:
    """Phones write the list of an MP4 file's pictures last."""
    path = write_clip(tmp_path / "a.mp4")
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"moov") - 4])
    with pytest.raises(BadInput, match="its end is missing"):
        open_source(str(path))


def test_a_clip_that_was_copied_behind_itself_goes_on(tmp_path: Path) -> None:
    """Recorders that write one file after another, joined by hand: the second one's clock begins at its start."""
    path = write_clip(tmp_path / "a.ts", code="mp4v")
    path.write_bytes(path.read_bytes() * 2)
    numbers, times, _ = shown(path)
    assert numbers == [*range(20), *range(20)]
    assert np.diff(times).min() > 0
    assert times[-1] == pytest.approx(3.9, abs=0.15)


# Cameras in the network

PICTURES = [jpeg(number) for number in range(6)]


def read_stream(answer: bytes) -> list[int]:
    """Return the numbers of all pictures that a camera sends."""

    def talk(connection: socket.socket) -> None:
        request_of(connection)
        connection.sendall(answer)

    found = []
    with serve(talk) as port:
        reader = MjpegReader(f"http://127.0.0.1:{port}/video", Limits(read_timeout=5.0), time.monotonic)
        why = ""
        while not why:
            try:
                found.append(number_of(reader.read()))
            except SourceLost as lost:
                why = lost.why.code
        reader.close()
    assert why in ("stream.ended", "source.connection-lost")
    return found


def head_of(kind: str = "multipart/x-mixed-replace; boundary=frame") -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode()


def stream_of(
    *,
    boundary: bytes = b"--frame",
    counts: Callable[[bytes], int] | None = len,
    is_first: bool = True,
    end: bytes = b"",
) -> bytes:
    """Return six pictures; ``counts``: what a picture's Content-Length is made of its bytes, None without one."""
    out = b""
    for k, data in enumerate(PICTURES):
        out += (boundary + b"\r\n" if k or is_first else b"") + b"Content-Type: image/jpeg\r\n"
        if counts is not None:
            out += b"Content-Length: %d\r\n" % counts(data)
        out += b"\r\n" + data + end + b"\r\n"
    return out + boundary + b"\r\n"


@pytest.mark.parametrize("wrong", [-400, -200, -10, 10, 200, 1500])
def test_a_camera_that_counts_its_bytes_wrongly_is_read(wrong: int) -> None:
    assert read_stream(head_of() + stream_of(counts=lambda data: len(data) + wrong)) == list(range(6))


def test_a_camera_that_counts_none_or_fills_its_pictures_up_is_read() -> None:
    assert read_stream(head_of() + stream_of(counts=lambda data: 0)) == list(range(6))
    assert read_stream(head_of() + stream_of(end=bytes(300), counts=lambda data: len(data) + 300)) == list(range(6))


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("boundary=other", b"--frame"),
        ("boundary=frame", b"frame"),
        ('boundary="--frame"', b"--frame"),
        ("boundary=--frame", b"--frame"),
        ("boundary = frame", b"--frame"),
        ("boundary*=utf-8''%E2%82%AC", b"--frame"),
        ("x=y", b"--frame"),
    ],
)
@pytest.mark.parametrize("counts", [len, None], ids=["counted", "not counted"])
def test_a_boundary_that_differs_from_the_header_is_learnt(kind: str, written: bytes, counts: Any) -> None:
    answer = head_of(f"multipart/x-mixed-replace; {kind}") + stream_of(boundary=written, counts=counts)
    assert read_stream(answer) == list(range(6))


def test_a_stream_without_its_first_boundary_is_read() -> None:
    assert read_stream(head_of() + stream_of(is_first=False)) == list(range(6))
    assert read_stream(head_of() + stream_of(is_first=False, counts=None)) == list(range(6))


@pytest.mark.parametrize("password", ["pa#ss", "p/w", "p?w", "p/w@x#y", "#7#", "päß/#w"])
@pytest.mark.parametrize("scheme", ["rtsp", "http"])
def test_a_password_with_signs_of_an_address_is_never_shown(password: str, scheme: str) -> None:
    address = f"{scheme}://admin:{password}@192.0.2.9:554/live?x=1"
    with pytest.raises(BadInput, match=rf"password for {scheme}://192\.0\.2\.9:554/live\?x=1 .* %23") as caught:
        open_source(address)
    assert password not in str(caught.value)
    assert mask_credentials(address) == f"{scheme}://192.0.2.9:554/live?x=1"


@pytest.mark.parametrize(
    "address", ["http://192.0.2.9:80/x?u=me@home:a@b", "rtsp://cam:8554/ann@main", "http://[::1]:80/x?u=a@b"]
)
def test_an_at_sign_behind_the_host_is_no_password(address: str) -> None:
    assert mask_credentials(address) == address


@pytest.mark.skipif(not socket.has_ipv6, reason="this Python knows no IPv6")
def test_a_camera_at_an_ipv6_address_with_a_digest_login_is_read() -> None:
    asked: list[str] = []

    def talk(connection: socket.socket) -> None:
        request = request_of(connection).decode()
        asked.append(request)
        if "Authorization: Digest" in request:
            connection.sendall(head_of() + part(jpeg(7)))
        else:
            challenge = 'WWW-Authenticate: Digest realm="cam", nonce="abc", qop="auth"'
            connection.sendall(f"HTTP/1.1 401 No\r\n{challenge}\r\nContent-Length: 0\r\n\r\n".encode())

    server = socket.create_server(("::1", 0), family=socket.AF_INET6)

    def accept() -> None:
        for _ in range(2):
            connection, _ = server.accept()
            talk(connection)

    threading.Thread(target=accept, daemon=True).start()
    with closing(server):
        port = server.getsockname()[1]
        reader = MjpegReader(f"http://ann:pw@[::1]:{port}/video", Limits(), time.monotonic)
        assert number_of(reader.read()) == 7
        reader.close()
    assert f"Host: [::1]:{port}" in asked[0]


# Cameras and microphones that go and come


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> tuple[list[Camera], list[int]]:
    """Cameras that are there, and the numbers of those that were opened."""
    there: list[Camera] = []
    opened: list[int] = []

    def open_camera(index: int, size: tuple[int, int]) -> CaptureReader:
        opened.append(index)
        return CaptureReader(None)

    monkeypatch.setattr(capture, "cameras", lambda: list(there))
    monkeypatch.setattr(picture_opening, "open_camera", open_camera)
    return there, opened


def test_of_two_cameras_of_one_name_the_right_one_is_opened_again(plugged: tuple[list[Camera], list[int]]) -> None:
    there, opened = plugged
    there += [Camera(0, "C920", "usb 1-1"), Camera(2, "C920", "usb 1-2")]
    same = _Same(2, (640, 480))
    same.connect()
    there[:] = [Camera(0, "C920", "usb 1-2"), Camera(1, "C920", "usb 1-1")]
    same.connect()
    there[:] = [Camera(0, "C920", "usb 1-1")]  # only the other one
    with pytest.raises(DeviceUnavailable, match="no camera is called 'C920'"):
        same.connect()
    there[:] = [Camera(0, "C920", "usb 1-1"), Camera(4, "C920", "usb 2-1")]  # in another socket: which of the two?
    with pytest.raises(DeviceUnavailable):
        same.connect()
    there[:] = [Camera(0, "C920", "usb 1-1"), Camera(4, "C920", "usb 1-2")]
    same.connect()
    assert opened == [2, 0, 4]


def test_another_camera_under_its_number_is_not_opened(plugged: tuple[list[Camera], list[int]]) -> None:
    there, opened = plugged
    there += [Camera(0, "Built-in"), Camera(2, "C920", "usb 1-2")]
    same = _Same(2, (640, 480))
    same.connect()
    there[:] = [Camera(0, "Built-in"), Camera(2, "Virtual")]
    with pytest.raises(DeviceUnavailable):
        same.connect()
    there[:] = [Camera(0, "Built-in"), Camera(5, "C920", "usb 3-1")]  # in another socket
    same.connect()
    assert opened == [2, 5]


def test_a_microphone_by_number_is_found_again_by_its_name() -> None:
    backend = FakePortAudio(names=("Laptop", "USB Mic"))
    microphone = Microphone("1", ManualClock(), backend=backend)
    backend.names = ("Webcam", "Laptop", "USB Mic")
    assert microphone._find_again() == 2
    backend.names = ("Webcam", "Laptop")
    with pytest.raises(DeviceUnavailable, match="no microphone is called 'USB Mic'"):
        microphone._find_again()
    backend.names = ("Webcam", "USB Mic")
    assert microphone._find_again() == 1
    microphone.close()


class OddNames(FakePortAudio):
    """A sound system with a device whose name no code page has."""

    def query_devices(self, device: int | None = None, kind: str | None = None) -> Any:
        if (device is None and kind is None) or device == 0:
            raise UnicodeDecodeError("utf-8", b"\xc2\x20", 0, 1, "invalid continuation byte")
        listed = super().query_devices()
        if device is not None and device >= len(listed):
            raise ValueError("Error querying device")
        return listed[device or 1]


def test_a_device_with_a_name_that_cannot_be_read_hides_no_other() -> None:
    backend = OddNames(names=("?", "USB Mic", "Headset"))
    assert microphones(backend) == [(1, "USB Mic"), (2, "Headset")]
    assert find("headset", backend) == 2


@pytest.mark.parametrize(("says", "sends"), [(44100, 48000), (48000, 44100), (48000, 16000), (16000, 8000)])
def test_a_card_that_runs_at_another_rate_than_it_says_is_found_out(says: int, sends: int) -> None:
    backend, clock = FakePortAudio(says), ManualClock()
    told: list[Any] = []
    microphone = Microphone("1", clock, told.append, backend)
    block = sends // 10
    for k in range(300):
        clock.set((k + 1) * 0.1)
        backend.play(0.3 * np.sin(np.arange(k * block, (k + 1) * block) * 2 * np.pi * 1000 / sends)[:, None])
    heard_: list[np.ndarray] = []
    for chunk in microphone.chunks():
        heard_.append(chunk.samples)
        if microphone._queue.empty():
            break
    microphone.close()
    assert [e.detail.code for e in told if e.detail and e.detail.code == "mic.other-rate"] == ["mic.other-rate"]
    assert microphone.rate == sends
    spectrum = np.abs(np.fft.rfft(np.concatenate(heard_[-50:])[: 4 * RATE]))
    assert spectrum.argmax() / 4 == pytest.approx(1000, abs=2)


@pytest.mark.parametrize("share", [1.0, 1.002, 0.93, 0.8])
def test_a_card_that_loses_sound_or_drifts_keeps_its_rate(share: float) -> None:
    meter, found = RateMeter(48000), []
    for k in range(600):
        found.append(meter.add(k * 0.1, int(4800 * share * (1 + 0.02 * (k % 3 - 1))), overflow=k % 40 == 0))
    assert set(found) == {None}


def test_a_clip_without_a_picture_that_decodes_is_not_told_to_have_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AV1 with an OpenCV that has no decoder for it: "ended" came first, and the reason after it."""
    monkeypatch.setattr(Clip, "_next", lambda clip, last: None)
    statuses: list[str] = []
    path = str(write_clip(tmp_path / "av1.mp4"))
    with open_source(path, on_status=lambda event: statuses.append(event.status)) as source:
        with pytest.raises(BadInput) as caught:
            list(source.frames())
        assert "ended" not in statuses
    assert caught.value.fact.code == "clip.no-picture"
