"""What goes wrong with microphones and sound files: one sentence each, and the game goes on."""

from __future__ import annotations

import pickle
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile

from companion.clock import ManualClock, MonotonicClock
from companion.errors import BadInput, DeviceUnavailable
from companion.events import Source
from companion.facts import fact
from companion.senses.sounds.levels import BLOCK_SAMPLES
from companion.sources import audio_microphone
from companion.sources.audio import RATE, Resampler, mono
from companion.sources.audio_files import AudioFile, open_audio, read
from companion.sources.audio_microphone import Microphone, find


class FakePortAudio:
    """A sound system whose devices come and go; `play` calls the open stream's callback as PortAudio would."""

    def __init__(self, rate: int = 48000, channels: int = 1, names: tuple[str, ...] = ("Laptop", "USB Mic")) -> None:
        self.rate, self.channels, self.names = rate, channels, names
        self.streams: list[Any] = []
        self.broken = False
        self.restarts = 0

    def query_devices(self, device: int | None = None, kind: str | None = None) -> Any:
        listed = [
            {"name": n, "max_input_channels": self.channels, "default_samplerate": float(self.rate)} for n in self.names
        ]
        listed.append({"name": "Speakers", "max_input_channels": 0, "default_samplerate": 48000.0})
        if kind is None:
            return listed
        if not self.names:
            raise RuntimeError("Error querying device -1")
        return listed[device or 0]

    def InputStream(self, *, callback: Callable[..., None], samplerate: int, channels: int, **rest: Any) -> Any:
        if self.broken:
            raise RuntimeError("Error opening InputStream: Device unavailable [PaErrorCode -9985]")
        nothing = {"start": lambda: None, "abort": lambda: None, "close": lambda: None}
        stream = SimpleNamespace(callback=callback, samplerate=samplerate, channels=channels, **nothing)
        self.streams.append(stream)
        return stream

    def play(self, data: np.ndarray, overflow: bool = False) -> None:
        stream = self.streams[-1]
        stream.callback(data.astype(np.float32), len(data), None, SimpleNamespace(input_overflow=overflow))

    def _terminate(self) -> None:
        self.restarts += 1

    def _initialize(self) -> None:
        return None


def test_without_portaudio_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(DeviceUnavailable, match=r"PortAudio is missing.*without a microphone"):
        Microphone("default", ManualClock())


def test_no_microphone_connected() -> None:
    with pytest.raises(DeviceUnavailable, match="no microphone is connected"):
        Microphone("default", ManualClock(), backend=FakePortAudio(names=()))


def test_names_and_numbers() -> None:
    backend = FakePortAudio(names=("Laptop", "USB Mic", "USB Mic 2"))
    assert find("1", backend) == 1
    assert find("usb mic", backend) == 1
    assert find("laptop", backend) == 0
    assert find("default", backend) is None
    with pytest.raises(BadInput, match="fits several"):
        find("usb", backend)
    with pytest.raises(DeviceUnavailable, match=r"called 'webcam'.*0 Laptop"):
        find("webcam", backend)
    with pytest.raises(DeviceUnavailable, match="no microphone 9"):
        find("9", backend)


def test_busy_device_says_so() -> None:
    backend = FakePortAudio()
    backend.broken = True
    with pytest.raises(DeviceUnavailable, match=r"cannot be opened .*another program"):
        Microphone("default", ManualClock(), backend=backend)


@pytest.mark.parametrize("rate", [16000, 22050, 44100, 48000, 96000])
@pytest.mark.parametrize("channels", [1, 2])
def test_any_rate_and_stereo_arrive_at_16_khz(rate: int, channels: int) -> None:
    backend = FakePortAudio(rate, channels)
    clock = ManualClock()
    microphone = Microphone("default", clock, backend=backend)
    tone = np.sin(2 * np.pi * 440 * np.arange(rate) / rate) * 0.5
    heard: list[np.ndarray] = []
    chunks = microphone.chunks()
    for start in range(0, rate, rate // 50):
        clock.advance(1 / 50)
        backend.play(np.repeat(tone[start : start + rate // 50, None], channels, axis=1))
    for _ in range(50):
        if sum(map(len, heard)) > RATE * 0.9:
            break
        heard.append(next(chunks).samples)
    microphone.close()
    sound = np.concatenate(heard)
    middle = sound[4000:12000]
    peak = np.argmax(np.abs(np.fft.rfft(middle * np.hanning(8000)))) * 2.0
    assert abs(peak - 440) <= 2
    assert abs(np.sqrt(np.mean(middle**2)) - 0.5 / np.sqrt(2)) < 0.01


def test_resampling_keeps_what_lies_above_out() -> None:
    tone = np.sin(2 * np.pi * 11000 * np.arange(48000) / 48000).astype(np.float32)
    out = Resampler(48000).feed(tone, last=True)
    assert abs(len(out) - RATE) <= 2
    assert np.sqrt(np.mean(out[500:-500] ** 2)) < 0.001  # an alias would sit at 5 kHz


def test_unplugged_and_plugged_in_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audio_microphone, "UNPLUGGED_AFTER_S", 0.2)
    monkeypatch.setattr(audio_microphone, "RETRY_S", 0.05)
    backend, said = FakePortAudio(), list[Source]()
    microphone = Microphone("USB Mic", MonotonicClock(), said.append, backend)
    heard: list[float] = []

    def listen() -> None:
        heard.extend(chunk.t for chunk in microphone.chunks())

    thread = threading.Thread(target=listen)
    thread.start()
    noise = np.random.default_rng(1).standard_normal((4800, 1)) * 0.1
    backend.play(noise)
    backend.broken = True
    _until(lambda: any(event.status == "offline" for event in said))
    assert next(e for e in said if e.status == "offline").detail == fact("mic.gone")
    backend.broken = False
    _until(lambda: said[-1].status == "online" and said[-1].detail == fact("mic.back"))
    assert backend.restarts >= 1, "the device list is only read afresh when PortAudio starts again"
    before = len(heard)
    backend.play(noise)
    _until(lambda: len(heard) > before)
    microphone.close()
    thread.join(2)
    assert not thread.is_alive()


def _until(done: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def test_only_zeros_are_reported_and_end() -> None:
    backend, clock, said = FakePortAudio(), ManualClock(), list[Source]()
    microphone = Microphone("default", clock, said.append, backend)
    chunks = microphone.chunks()
    for second in range(7):
        clock.advance(1)
        backend.play(np.zeros((48000, 1)) if second < 6 else np.full((48000, 1), 0.01))
        next(chunks)
    microphone.close()
    assert [event.status for event in said] == ["online", "frozen", "online"]
    assert said[1].detail == fact("mic.silent")


def test_overflow_is_told_and_time_set_right() -> None:
    backend, clock, said = FakePortAudio(), ManualClock(), list[Source]()
    microphone = Microphone("default", clock, said.append, backend)
    chunks = microphone.chunks()
    noise = np.random.default_rng(2).standard_normal((4800, 1)) * 0.1
    clock.advance(0.1)
    backend.play(noise)
    assert next(chunks).t == pytest.approx(0.0, abs=1e-6)
    clock.advance(1.1)
    backend.play(noise, overflow=True)
    late = next(chunks)
    microphone.close()
    assert late.t == pytest.approx(1.1, abs=1e-6)
    assert late.lost == pytest.approx(1.0, abs=1e-6)
    assert said[-1].detail == fact("mic.lost-sound")


def test_what_is_not_finite_and_dead_channels() -> None:
    assert mono(np.array([np.nan, np.inf, -np.inf, 0.5])).tolist() == [0.0, 1.0, -1.0, 0.5]
    stereo = np.stack([np.full(10, 0.4), np.zeros(10)], axis=1)
    assert mono(stereo).tolist() == pytest.approx([0.4] * 10)
    assert mono(np.array([16384], np.int16)).tolist() == [0.5]


@pytest.mark.parametrize("rate", [8000, 16000, 44100, 48000])
@pytest.mark.parametrize("kind", ["wav", "flac", "ogg"])
def test_files_of_any_kind_and_rate(tmp_path: Path, kind: str, rate: int) -> None:
    path = tmp_path / f"tone.{kind}"
    tone = 0.5 * np.sin(2 * np.pi * 330 * np.arange(rate) / rate)
    soundfile.write(path, np.stack([tone, tone], axis=1), rate)
    sound = read(path)
    assert abs(len(sound) - RATE) <= 16
    assert np.argmax(np.abs(np.fft.rfft(sound[:RATE]))) in range(329, 332)


@pytest.mark.parametrize("content", [b"this is text, not sound" * 50, b"RIFF\x24\x00\x00\x00WAVE"])
def test_files_that_are_no_sound(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.wav"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="no sound"):
        open_audio(str(path))


def test_missing_file_folder_and_cut_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no file"):
        open_audio(str(tmp_path / "gone.wav"))
    with pytest.raises(BadInput, match="is a folder"):
        open_audio(str(tmp_path))
    whole = tmp_path / "whole.flac"
    soundfile.write(whole, np.random.default_rng(3).standard_normal(48000) * 0.1, 16000)
    cut = tmp_path / "cut.flac"
    cut.write_bytes(whole.read_bytes()[:20000])
    try:
        sound = read(cut)
    except BadInput as error:
        assert "damaged" in str(error)  # noqa: PT017
    else:
        assert 0 < len(sound) < 48000


def test_empty_file_ends_at_once(tmp_path: Path) -> None:
    path = tmp_path / "empty.wav"
    soundfile.write(path, np.zeros(0), 16000)
    assert list(AudioFile(path).chunks()) == []


def test_a_file_that_is_closed_ends_its_chunks(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    soundfile.write(path, np.zeros(RATE * 60, np.float32), RATE)
    file = AudioFile(path)
    chunks = file.chunks()
    next(chunks)
    file.close()
    assert len(list(chunks)) <= 1  # what the resampler held


def test_a_file_may_be_closed_while_another_thread_reads(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    soundfile.write(path, np.zeros(RATE * 60, np.float32), RATE)
    wrong: list[BaseException] = []

    def hear(file: AudioFile) -> None:
        try:
            for _ in file.chunks():
                pass
        except BaseException as error:  # whatever it is  # noqa: BLE001
            wrong.append(error)

    for _ in range(20):
        file = AudioFile(path)
        reading = threading.Thread(target=hear, args=(file,))
        reading.start()
        file.close()
        reading.join(30)
        assert not reading.is_alive()
    assert wrong == []


class Remembering:
    """A network that is asked the same again: it gives what it gave."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.given: dict[Any, Any] = {}

    def run(self, names: list[str], asked: dict[str, Any]) -> Any:
        key = (*names, *(value.tobytes() for value in asked.values()))
        if key not in self.given:
            self.given[key] = self.session.run(names, asked)
        return self.given[key]


def test_an_hour_of_time_without_growth() -> None:
    """An hour of sound in pieces of ten seconds, with talk in one of thirty, through the whole sense.

    Over ten seconds: an hour is heard at three hundred times its pace. The talk is always the same.
    """
    from companion.senses.sounds.noise_embedding import NoiseEmbedding
    from companion.senses.sounds.sound_sense import SoundSense
    from models.training.voices import perform

    net = NoiseEmbedding()
    net._session, net.tagger._session = Remembering(net._session), Remembering(net.tagger._session)
    sense = SoundSense("microphone", net=net)
    talk = np.resize(perform("speech", 4).samples.astype(np.float32) * 0.2, RATE * 10)
    quiet = (np.random.default_rng(5).standard_normal(RATE * 10) * 1e-3).astype(np.float32)
    kept: dict[int, int] = {}
    for piece in range(360):
        sense.feed(talk if piece % 30 == 0 else quiet, piece * 10.0)
        if piece in (60, 359):
            kept[piece] = len(pickle.dumps({k: v for k, v in vars(sense).items() if k != "net"}))
    assert kept[359] < kept[60] * 1.05, f"{kept[359] - kept[60]} bytes more were kept after fifty minutes"
    assert sense._levels._index == 360 * RATE * 10 // BLOCK_SAMPLES


def test_zeros_clipping_and_noise_make_no_signal() -> None:
    from companion.events import Signal
    from companion.senses.sounds.sound_sense import SoundSense

    sense = SoundSense("microphone")
    rng = np.random.default_rng(6)
    for name, sound in {
        "zeros": np.zeros(RATE * 20),
        "constant": np.ones(RATE * 20) * 0.9,
        "noise": rng.standard_normal(RATE * 20) * 0.1,
        "clipped hum": np.clip(np.sin(2 * np.pi * 50 * np.arange(RATE * 20) / RATE) * 20, -1, 1),
    }.items():
        sense.restart(("chicken", "pig", "lamb", "turkey"))
        told = [e for e in sense.feed(sound.astype(np.float32), 0.0) if isinstance(e, Signal)]
        assert told == [], name
