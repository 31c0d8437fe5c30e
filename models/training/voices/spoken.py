"""Words spoken by flite (BSD-like licence, voices included), with the times of their phones and words."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.training.voices.source import RATE, Samples, peak


@dataclass(frozen=True)
class Spoken:
    """`samples` float64 mono at `RATE`, peak 0.7; `phones`: (name, end in seconds), silences as "pau"."""

    samples: Samples
    phones: tuple[tuple[str, float], ...]

    @property
    def start(self) -> float:
        """When the first sound begins, seconds."""
        return self.phones[0][1] if self.phones[0][0] == "pau" else 0.0

    @property
    def end(self) -> float:
        """When the last sound ends, seconds."""
        return self.phones[-2 if self.phones[-1][0] == "pau" else -1][1]


def say(text: str, voice: str = "slt", stretch: float = 1.0) -> Spoken:
    """`text` in one of flite's voices (slt, rms, awb, kal). Raises OSError where flite is not installed."""
    if shutil.which("flite") is None:
        raise OSError("flite is not installed: it speaks the demo's words")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "said.wav"
        command = ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch}", "-psdur", "-t", text, "-o"]
        told = subprocess.run([*command, str(out)], check=True, capture_output=True, text=True).stdout
        with wave.open(str(out)) as sound:
            rate = sound.getframerate()
            x = np.frombuffer(sound.readframes(sound.getnframes()), dtype="<i2") / 32768.0
    at = np.arange(0, len(x) - 1, rate / RATE)
    phones = tuple((name, float(end)) for name, _, end in (p.partition(":") for p in told.split()))
    return Spoken(peak(np.interp(at, np.arange(len(x)), x), 0.7), phones)
