"""A sound server of our own with one null sink: what is played into it is the only microphone."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Pulse:
    """A sound server of our own with one null sink, whose monitor is the only microphone."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def start(self) -> None:
        modules = ["-L", "module-null-sink sink_name=table rate=48000", "-L", "module-native-protocol-unix"]
        plain = ["--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--log-level=error"]
        self._server = subprocess.Popen(
            ["pulseaudio", "-n", *plain, *modules], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(100):
            if subprocess.run(["pactl", "info"], capture_output=True, check=False).returncode == 0:
                return
            time.sleep(0.1)

    def stop(self) -> None:
        self._server.terminate()
        self._server.wait(10)
        shutil.rmtree(f"{self.folder}/pulse", ignore_errors=True)


@contextmanager
def running_pulse() -> Iterator[Pulse]:
    """Run the server, with PortAudio on it. Who needs it asks for its parts first."""
    import sounddevice

    folder = tempfile.mkdtemp(prefix="pulse-")
    before = {name: os.environ.get(name) for name in ("XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH", "PULSE_SERVER")}
    os.environ.update(
        XDG_RUNTIME_DIR=folder, PULSE_RUNTIME_PATH=f"{folder}/pulse", PULSE_SERVER=f"unix:{folder}/pulse/native"
    )
    server = Pulse(folder)
    server.start()
    try:
        sounddevice._terminate()
        sounddevice._initialize()
        assert any(device["name"] == "pulse" for device in sounddevice.query_devices())
        yield server
    finally:
        server.stop()
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})
        shutil.rmtree(folder, ignore_errors=True)
