"""The real path: PulseAudio with a null sink as a microphone, heard through PortAudio itself, played with paplay."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from companion.clock import MonotonicClock
from companion.events import Event, Signal, Source
from companion.facts import fact
from companion.people.store import People
from companion.senses.sounds.sound_features import TAUGHT, NoiseProfile, NoiseTake
from companion.sources.audio import RATE
from models.training.voices import SIGNALS
from models.training.voices.source import Speaker, peak
from tests.needs import require
from tests.senses.pulse_server import Pulse, running_pulse

pytestmark = pytest.mark.alone
NAMES = ("cow", "seal", "monkey", "donkey")


@pytest.fixture(scope="module")
def pulse() -> Iterator[Pulse]:
    require("pulseaudio", "paplay", "pactl", "libportaudio.so.2", "alsa-lib/libasound_module_pcm_pulse.so")
    with running_pulse() as server:
        yield server


def _performance(name: str, seed: int) -> np.ndarray:
    who = Speaker.draw(np.random.default_rng(5), "woman")
    sound = peak(SIGNALS[name](np.random.default_rng(40 + NAMES.index(name)), who), 0.5)
    return sound + np.random.default_rng(seed).standard_normal(len(sound)) * 0.003


def _profile(folder: Path) -> NoiseProfile:
    from companion.people.lessons.noise_takes import take
    from companion.senses.sounds.noise_embedding import NoiseEmbedding

    net = NoiseEmbedding()
    takes = [
        NoiseTake(name, TAUGHT, take(_performance(name, i).astype(np.float32), net)) for name in NAMES for i in range(3)
    ]
    profile = NoiseProfile("Ann", takes)
    People(folder).keep_sounds(profile)
    return profile


def test_played_sounds_are_heard_through_portaudio(pulse: Pulse, tmp_path: Path) -> None:
    from companion.senses.sounds.sound_sense import SoundSense
    from companion.sources.audio_microphone import Microphone

    pauses = np.random.default_rng(9).standard_normal(RATE * 2) * 1e-3
    parts: list[np.ndarray] = [pauses]
    starts: list[float] = []
    for i, name in enumerate(NAMES):
        starts.append(sum(map(len, parts)) / RATE)
        parts += [_performance(name, 50 + i), pauses]
    path = tmp_path / "table.wav"
    soundfile.write(path, np.concatenate(parts), RATE)
    statuses: list[Source] = []
    microphone = Microphone("pulse", MonotonicClock(), statuses.append)
    sense = SoundSense("pulse", profiles=[_profile(tmp_path)])
    sense.set_active(NAMES)
    heard: list[Event] = []
    first = threading.Event()

    def listen() -> None:
        for chunk in microphone.chunks():
            first.set()
            heard.extend(sense.feed(chunk.samples, chunk.t, chunk.lost))

    ears = threading.Thread(target=listen, daemon=True)
    ears.start()
    assert first.wait(20), "the virtual microphone never called back"
    time.sleep(1.0)
    subprocess.run(["paplay", "--device=table", str(path)], check=True, timeout=60)
    time.sleep(1.5)
    microphone.close()
    ears.join(5)
    assert not ears.is_alive()
    on = [event for event in heard if isinstance(event, Signal) and event.phase == "on"]
    assert {event.name for event in on} == set(NAMES)
    firsts = {name: next(event for event in on if event.name == name) for name in NAMES}
    assert all(event.player == "Ann" for event in firsts.values())
    gaps = np.diff([firsts[name].onset for name in NAMES]) - np.diff(starts)
    assert np.abs(gaps).max() < 0.12, f"onsets are off by {gaps} s"
    assert statuses[0].status == "online"


def test_watch_hears_a_microphone(pulse: Pulse, tmp_path: Path) -> None:
    """The command itself, in a process of its own, stopped with Ctrl-C as a person would."""
    import signal

    _profile(tmp_path / "profiles")
    path = tmp_path / "moo.wav"
    quiet = np.random.default_rng(9).standard_normal(RATE * 2) * 1e-3
    soundfile.write(path, np.concatenate([quiet, _performance("cow", 61), quiet]), RATE)
    command = [sys.executable, "-m", "companion", "watch", "--mic", "pulse", "--set", "C", "--json"]
    environment = {**os.environ, "COMPANION_DATA_FOLDER": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    assert '"online"' in process.stdout.readline()
    time.sleep(1.0)
    subprocess.run(["paplay", "--device=table", str(path)], check=True, timeout=60)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, problems = process.communicate(timeout=20)
    assert '"name":"cow","phase":"on"' in out, out + problems
    assert '"player":"Ann"' in out
    assert process.returncode == 130


def test_a_microphone_that_goes_away_and_comes_back(pulse: Pulse) -> None:
    """The sound server dies, as a device that is unplugged, and starts again: heard through PortAudio itself."""
    from companion.sources.audio_microphone import Microphone

    said: list[Source] = []
    microphone = Microphone("pulse", MonotonicClock(), said.append)
    pieces = [0]

    def listen() -> None:
        for _ in microphone.chunks():
            pieces[0] += 1

    ears = threading.Thread(target=listen, daemon=True)
    ears.start()
    try:
        _until(lambda: pieces[0] > 3)
        pulse.stop()
        _until(lambda: any(event.status == "offline" for event in said))
        pulse.start()
        _until(lambda: any(event.detail == fact("mic.back") for event in said))
        before = pieces[0]
        _until(lambda: pieces[0] > before + 3)
    finally:
        microphone.close()
        ears.join(10)
    assert not ears.is_alive()


def _until(done: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)
