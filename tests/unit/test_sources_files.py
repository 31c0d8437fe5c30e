"""Clips and stills: every frame with its own time, paced or at full speed, and clear sentences for what is no clip."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from companion import events
from companion.clock import ManualClock
from companion.errors import BadInput
from companion.facts import fact
from companion.sources import Limits, open_source
from companion.sources.container import is_cut
from companion.sources.pixels import opencv
from tests.sources_fakes import jpeg, number_of, picture, write_clip


@pytest.mark.parametrize(("name", "code"), [("a.mp4", "mp4v"), ("a.avi", "MJPG"), ("a.mkv", "mp4v"), ("a.mov", "mp4v")])
def test_every_frame_comes_with_its_time(tmp_path: Path, name: str, code: str) -> None:
    told: list[events.Source] = []
    path = write_clip(tmp_path / name, frames=25, fps=12.5, code=code)
    with open_source(str(path), on_status=told.append) as source:
        frames = list(source.frames())
        assert not source.live
    assert [number_of(f.image) for f in frames] == list(range(25))
    assert [f.index for f in frames] == list(range(25))
    assert [f.t for f in frames] == pytest.approx([n / 12.5 for n in range(25)], abs=0.0015)
    assert {f.source for f in frames} == {name}
    assert frames[0].image.shape == (48, 64, 3)
    assert all(f.image.flags.c_contiguous for f in frames)
    assert source.notes == ()
    assert [e.status for e in told] == ["online", "ended"]


def test_real_clips_are_read_whole_and_in_order(shared: Path) -> None:
    for name, count in (("d0.mp4", 78), ("xportrait.mp4", 60), ("grid_lbbc2a.mpg", 75)):
        with open_source(str(shared / "data/faces/clips" / name)) as source:
            times = [f.t for f in source.frames()]
        assert len(times) == count
        assert times[0] == 0
        assert all(0.01 < b - a < 0.1 for a, b in pairwise(times))
        assert source.notes == ()


def test_realtime_waits_for_each_frame(tmp_path: Path) -> None:
    clock = ManualClock(50.0)
    path = write_clip(tmp_path / "a.mp4", frames=10, fps=10)
    seen = [(f.t, clock.now()) for f in open_source(str(path), realtime=True, clock=clock).frames()]
    assert [now for _, now in seen] == pytest.approx([50 + t for t, _ in seen])
    assert seen[-1][0] == pytest.approx(0.9, abs=0.001)


def test_a_late_reader_of_a_realtime_clip_gets_every_frame(tmp_path: Path) -> None:
    clock = ManualClock()
    path = write_clip(tmp_path / "a.mp4", frames=10, fps=10)
    numbers = []
    for frame in open_source(str(path), realtime=True, clock=clock).frames():
        clock.advance(0.35)
        numbers.append(number_of(frame.image))
    assert numbers == list(range(10))


def test_at_full_speed_a_manual_clock_follows_the_clip(tmp_path: Path) -> None:
    clock = ManualClock()
    for frame in open_source(str(write_clip(tmp_path / "a.mp4")), clock=clock).frames():
        assert clock.now() == pytest.approx(frame.t)


def test_close_ends_the_iteration_and_may_come_twice(tmp_path: Path) -> None:
    source = open_source(str(write_clip(tmp_path / "a.mp4")))
    iterator = source.frames()
    next(iterator)
    source.close()
    source.close()
    assert list(iterator) == []
    assert source.status == "ended"


def test_close_wakes_a_realtime_clip_in_another_thread(tmp_path: Path) -> None:
    source = open_source(str(write_clip(tmp_path / "a.mp4", frames=4, fps=1)), realtime=True)
    thread = threading.Thread(target=lambda: list(source.frames()))
    thread.start()
    source.close()
    thread.join(5)
    assert not thread.is_alive()


@pytest.mark.parametrize(
    ("name", "code", "keep"), [("a.avi", "MJPG", 0.6), ("a.mkv", "mp4v", 0.6), ("f.mp4", "mp4v", 0.6)]
)
def test_a_clip_that_ends_mid_frame_gives_what_decodes_and_says_so(
    tmp_path: Path, name: str, code: str, keep: float
) -> None:
    path = write_clip(tmp_path / name, frames=50, fps=10, size=(320, 240), code=code)
    if name == "f.mp4":
        faststart(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * keep)])
    told: list[events.Source] = []
    with open_source(str(path), on_status=told.append) as source:
        numbers = [number_of(f.image) for f in source.frames()]
    assert 10 <= len(numbers) < 50
    assert numbers[:-2] == list(range(len(numbers) - 2))
    assert len(source.notes) == 1
    assert source.notes[0].code == "clip.early"
    assert source.notes[0].values["end"] == pytest.approx(len(numbers) / 10)
    assert source.notes[0] in [e.detail for e in told]


def test_an_mp4_without_its_end_says_that_the_end_is_missing(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4", frames=50)
    data = path.read_bytes()
    path.write_bytes(data[: data.index(b"moov") - 50])
    with pytest.raises(BadInput, match=r"a\.mp4 holds no video that can be read, its end is missing: give an mp4"):
        open_source(str(path))


def faststart(path: Path) -> None:
    """Move the index of an mp4 to its front, as cameras and web sites do, so that a cut file still opens."""
    data = path.read_bytes()
    boxes, at = {}, 0
    while at < len(data):
        size = struct.unpack(">I", data[at : at + 4])[0]
        boxes[data[at + 4 : at + 8]] = data[at : at + size]
        at += size
    moov = bytearray(boxes[b"moov"])
    at = 0
    while (at := moov.find(b"stco", at + 1)) > 0:
        count = struct.unpack(">I", moov[at + 8 : at + 12])[0]
        for n in range(count):
            place = at + 12 + 4 * n
            old = struct.unpack(">I", moov[place : place + 4])[0]
            moov[place : place + 4] = struct.pack(">I", old + len(moov))
    rest = b"".join(box for kind, box in boxes.items() if kind not in (b"ftyp", b"moov"))
    path.write_bytes(boxes[b"ftyp"] + bytes(moov) + rest)


def test_rotation_written_in_a_clip_is_honoured(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4", frames=3, size=(64, 48))
    data = bytearray(path.read_bytes())
    at = data.index(b"tkhd") + 4 + 40
    one = 0x00010000
    data[at : at + 36] = struct.pack(">9i", 0, one, 0, -one, 0, 0, 0, 0, 0x40000000)  # 90 degrees clockwise
    path.write_bytes(bytes(data))
    with open_source(str(path)) as source:
        image = next(source.frames()).image
    assert image.shape == (64, 48, 3)


def test_a_size_that_changes_mid_stream_is_passed_on_and_noted(tmp_path: Path) -> None:
    path = tmp_path / "a.mjpeg"
    path.write_bytes(b"".join(jpeg(n, (64, 48) if n < 10 else (128, 96)) for n in range(20)))
    with open_source(str(path)) as source:
        frames = list(source.frames())
    assert [number_of(f.image) for f in frames] == list(range(20))
    assert frames[9].image.shape == (48, 64, 3)
    assert frames[10].image.shape == (96, 128, 3)
    assert len(source.notes) == 1
    note = source.notes[0]
    assert (note.code, note.values["was"], note.values["now"]) == ("source.resized", "64x48", "128x96")
    assert note.values["t"] == pytest.approx(frames[10].t, abs=0.001)


def test_a_chroma_layout_that_changes_mid_stream_decodes(tmp_path: Path) -> None:
    cv2 = opencv()
    path = tmp_path / "a.mjpeg"
    layouts = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    with path.open("wb") as file:
        for n in range(20):
            options = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, layouts[n >= 10]]
            file.write(cv2.imencode(".jpg", picture(n, (320, 240)), options)[1].tobytes())
    assert [number_of(f.image) for f in open_source(str(path)).frames()] == list(range(20))


def test_damaged_pictures_of_a_clip_are_left_out_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.mjpeg"
    pictures = [jpeg(n) for n in range(10)]
    at = pictures[4].index(b"\xff\xc0") + 5
    pictures[4] = pictures[4][:at] + bytes(4) + pictures[4][at + 4 :]  # it claims to be 0 pixels wide and high
    path.write_bytes(b"".join(pictures))
    with open_source(str(path)) as source:
        frames = list(source.frames())
    assert [number_of(f.image) for f in frames] == [0, 1, 2, 3, 5, 6, 7, 8, 9]
    assert frames[4].t - frames[3].t == pytest.approx(2 * (frames[1].t - frames[0].t))
    assert source.notes == (fact("clip.damaged", count=1),)


def test_a_clip_that_stands_still_says_so(tmp_path: Path) -> None:
    """OpenCV repeats the last picture where it cannot follow a clip: that must not look like a calm table."""
    path = tmp_path / "a.mjpeg"
    path.write_bytes(b"".join(jpeg(n) for n in range(5)) + jpeg(7) * 150 + jpeg(8))
    told: list[events.Source] = []
    assert len(list(open_source(str(path), on_status=told.append).frames())) == 156
    assert [e.status for e in told] == ["online", "frozen", "online", "ended"]
    assert told[1].decided - told[1].onset == pytest.approx(5.0, abs=0.05)


def test_grey_and_transparent_stills_become_bgr(tmp_path: Path) -> None:
    cv2 = opencv()
    grey = picture(9)[:, :, 0]
    cv2.imwrite(str(tmp_path / "grey.png"), grey)
    cv2.imwrite(str(tmp_path / "clear.png"), np.dstack([picture(9), grey]))
    for name in ("grey.png", "clear.png"):
        with open_source(str(tmp_path / name)) as source:
            (frame,) = source.frames()
        assert (frame.image.shape, frame.t, frame.index, frame.source) == ((48, 64, 3), 0.0, 0, name)
        assert number_of(frame.image) == 9


def test_file_addresses_and_odd_names_open(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a b.mp4", frames=3).rename(tmp_path / "ä b%20.mp4")
    assert len(list(open_source(path.as_uri()).frames())) == 3
    assert len(list(open_source(f"  {path} ").frames())) == 3


def make(folder: Path, kind: str) -> Path:
    path = folder / kind
    if kind == "folder":
        path.mkdir()
    elif kind == "text.txt":
        path.write_text("Dear camera,\nthis is ääh no clip.\n")
    elif kind == "list.m3u8":
        path.write_text("#EXTM3U\n#EXTINF:1,\nhttp://192.0.2.1/a.ts\n")
    elif kind == "latin.mp4":
        path.write_bytes("Grüße vom Tisch\r\n".encode("latin-1") * 90)
    elif kind == "noise.mp4":
        path.write_bytes(np.random.default_rng(1).bytes(5000))
    elif kind == "zeros.avi":
        path.write_bytes(bytes(5000))
    elif kind == "empty.mp4":
        path.touch()
    elif kind == "half.jpg":
        path.write_bytes(jpeg(1)[:100])
    elif kind == "phone.heic":
        path.write_bytes(b"\x00\x00\x00\x18ftypheic" + bytes(900))
    elif kind == "sound.wav":
        path.write_bytes(b"RIFF\x24\x08\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00" + bytes(2000))
    return path


BAD = {
    "folder": "is a folder: give one clip",
    "text.txt": "is a text file, no video",
    "list.m3u8": "is a text file, no video",
    "latin.mp4": "is a text file, no video",
    "noise.mp4": "holds no video that can be read",
    "zeros.avi": "holds no video that can be read",
    "empty.mp4": "is empty: record it again",
    "half.jpg": "is a damaged picture",
    "phone.heic": "not read here (HEIC): save it as JPEG",
    "sound.wav": "is a sound (WAV), no video",
    "missing.mp4": "there is no file or camera called",
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_clip_gets_one_sentence(tmp_path: Path, kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput) as caught:
        open_source(str(make(tmp_path, kind)))
    assert BAD[kind] in str(caught.value)
    assert "\n" not in str(caught.value)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "spec", ["", "   ", "a\0b", "x" * 5000, "ftp://host/a.mp4", "http://", "rtsp://:99999/x", "http://h:x/"]
)
def test_specs_that_name_nothing_are_refused(spec: str) -> None:
    with pytest.raises(BadInput, match=": "):
        open_source(spec)


def test_a_clip_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_clip(tmp_path / "a.mp4")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(BadInput, match="may not be read: change its permissions"):
        open_source(str(path))


def test_a_picture_over_the_bound_is_refused(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4")
    with pytest.raises(BadInput, match=r"too large a picture \(64x48\)"):
        list(open_source(str(path), limits=Limits(max_pixels=1000)).frames())


def test_cut_is_read_from_the_structure_alone(tmp_path: Path) -> None:
    for name, code in (("a.mp4", "mp4v"), ("a.avi", "MJPG"), ("a.mkv", "mp4v")):
        path = write_clip(tmp_path / name, code=code)
        assert not is_cut(path)
        path.write_bytes(path.read_bytes()[:-1])
        assert is_cut(path), name
    other = tmp_path / "a.mpg"
    other.write_bytes(b"\x00\x00\x01\xba" + bytes(50))
    assert not is_cut(other)


def test_a_clip_whose_pictures_are_smaller_than_it_says_is_refused(tmp_path: Path) -> None:
    """Found by ``./run fuzz``: OpenCV raises an error of its own when it hands such a picture over."""
    path = write_clip(tmp_path / "a.webm", code="VP80")
    size = b"\x9d\x01\x2a" + bytes([64, 0, 48, 0])  # the first picture's own
    data = path.read_bytes()
    assert size in data
    path.write_bytes(data.replace(size, b"\x9d\x01\x2a" + bytes([16, 0, 16, 0])))
    with pytest.raises(BadInput, match="no picture in it can be decoded"):
        list(open_source(str(path)).frames())


def test_a_clip_whose_header_is_longer_than_any_file_is_cut(tmp_path: Path) -> None:
    """Found by ``./run fuzz``: a length of eight bytes, beyond what a file can be sought to."""
    path = tmp_path / "a.webm"
    path.write_bytes(bytes.fromhex("1a45dfa3 01fffffffffffff0") + b"webm" * 50)
    assert is_cut(path)


def test_nothing_but_our_sentence_reaches_the_terminal(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.avi", frames=30, code="MJPG")
    path.write_bytes(path.read_bytes()[:9000])
    code = "import sys; from companion.sources import open_source; [None for f in open_source(sys.argv[1]).frames()]"
    env = {k: v for k, v in os.environ.items() if not k.startswith("OPENCV")}
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
