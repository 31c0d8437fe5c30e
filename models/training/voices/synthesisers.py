"""A bank of speech-synthesiser utterances: spellings of the signals and table talk, by espeak-ng and flite.

Writes OUT/bank.npz: `samples` (int16, 16 kHz, end to end), `start`, `label`, `voice`, `held` (voices for testing) and
`single` (one word of a spelling, to be repeated in a drawn rhythm). Festival's voices are for testing only: an engine
that no training heard. flite (BSD-like licence, voices included) also tells the times of what it says.
"""

from __future__ import annotations

import io
import subprocess
import tempfile
import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.resources import toml
from models.training.files import end_to_end, pcm, save
from models.training.voices.source import RATE, Samples, peak

_FILE = toml("models/training/voices/spellings.toml")
SPELLINGS: dict[str, tuple[str, ...]] = {label: tuple(texts) for label, texts in _FILE["signals"].items()}
TALK: tuple[str, ...] = tuple(_FILE["negatives"]["speech"])
VARIANTS: tuple[str, ...] = tuple(_FILE["voices"]["espeak"].split())
MORE_VARIANTS: tuple[str, ...] = tuple(_FILE["voices"]["espeak_more"].split())
# Every sixth variant of espeak-ng is held out of training.
HELD = frozenset(VARIANTS[::6]) | {"flite-slt"}
LANGUAGES: tuple[str, ...] = tuple(_FILE["voices"]["languages"].split())
FLITE = ("kal16", "awb", "rms", "slt")
FESTIVAL = ("ked_diphone", "cmu_us_slt_arctic_hts")
BETWEEN = (" ", " ", " ", ", ", "! ", "... ", "? ", " - ")  # how words of a spelling follow each other


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


def espeak(rng: np.random.Generator, text: str, variant: str, languages: tuple[str, ...] = LANGUAGES) -> Samples:
    language, pitch, pace = f"{rng.choice(languages)}+{variant}", str(rng.integers(5, 99)), str(rng.integers(80, 260))
    command = ["espeak-ng", "-v", language, "-p", pitch, "-s", pace, "--stdout", text]
    return _alone(samples_of(subprocess.run(command, capture_output=True, check=False).stdout))


def flite(rng: np.random.Generator, text: str, voice: str) -> Samples:
    stretch, pitch = f"duration_stretch={rng.uniform(0.7, 1.6):.2f}", f"int_f0_target_mean={rng.uniform(80, 260):.0f}"
    return _alone(_by_flite(text, voice, "--setf", stretch, "--setf", pitch)[0])


def say(text: str, voice: str) -> Spoken:
    """`text` in one of flite's voices (slt, rms, awb, kal). Raises OSError where flite is not installed."""
    sound, told = _by_flite(text, voice, "--setf", "duration_stretch=1.0", "-psdur")
    phones = tuple((name, float(end)) for name, _, end in (p.partition(":") for p in told.split()))
    return Spoken(peak(sound, 0.7), phones)


def festival(text: str, voice: str) -> Samples:
    command = ["text2wave", "-eval", f"(voice_{voice})"]
    return _alone(samples_of(subprocess.run(command, input=text.encode(), capture_output=True, check=False).stdout))


def _by_flite(text: str, voice: str, *options: str) -> tuple[Samples, str]:
    """Return the samples, and what flite printed."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as out:
        command = ["flite", "-voice", voice, *options, "-t", text, "-o", out.name]
        told = subprocess.run(command, capture_output=True, check=False, text=True).stdout
        return samples_of(Path(out.name).read_bytes()), told


def samples_of(blob: bytes) -> Samples:
    """16 kHz samples of a WAV whose length field may be wrong (espeak-ng streams it)."""
    if len(blob) < 400:
        return np.zeros(0)
    with wave.open(io.BytesIO(blob)) as sound:
        rate = sound.getframerate()
    x = np.frombuffer(blob[44 : len(blob) - len(blob) % 2], dtype="<i2") / 32768.0
    return np.interp(np.arange(0, len(x) - 1, rate / RATE), np.arange(len(x)), x)


def _alone(sound: Samples) -> Samples:
    """Without the silence at both ends."""
    loud = np.nonzero(np.abs(sound) > 0.02 * (np.abs(sound).max(initial=0.0) + 1e-9))[0]
    return sound[loud[0] : loud[-1] + 1] if len(loud) > 800 else np.zeros(0)


def _jobs(rng: np.random.Generator, signal_takes: int, talk_takes: int) -> list[tuple[str, str, bool]]:
    """(label, text, whether it is a single word) of every utterance."""
    jobs: list[tuple[str, str, bool]] = []
    for label, texts in SPELLINGS.items():
        for text in texts:
            for _ in range(signal_takes * 16 // len(texts)):
                words = text.split()
                jobs.append((label, str(rng.choice(BETWEEN)).join(words) + str(rng.choice(["", "!", "?"])), False))
                if len(words) > 1 and len(set(words)) == 1:
                    jobs.append((label, words[0], True))
    return jobs + [("speech", text, False) for text in TALK for _ in range(talk_takes)]


def speak(rng: np.random.Generator, text: str) -> tuple[str, Samples]:
    """Return the text in a drawn voice, and which."""
    if rng.random() < 0.2:
        voice = f"flite-{rng.choice(FLITE)}"
        return voice, flite(rng, text, voice[6:])
    voice = str(rng.choice(VARIANTS if rng.random() < 0.75 else MORE_VARIANTS))
    return voice, espeak(rng, text, voice)


def main(out: Path, signal_takes: int = 20, talk_takes: int = 8, by_festival: int = 200) -> None:
    rng = np.random.default_rng(7)
    jobs = _jobs(rng, signal_takes, talk_takes)
    spoken = [(label, single, *speak(rng, text)) for label, text, single in jobs]
    for i in rng.choice(len(jobs), by_festival, replace=False):
        voice = str(rng.choice(FESTIVAL))
        spoken.append((jobs[i][0], jobs[i][2], f"festival-{voice}", festival(jobs[i][1], voice)))
    kept = [row for row in spoken if 800 < len(row[3]) < 8 * RATE]
    held = np.array([voice in HELD or voice.startswith("festival") for _, _, voice, _ in kept])
    labels, singles, voices = (np.array([row[k] for row in kept]) for k in range(3))
    samples = end_to_end([pcm(row[3]) for row in kept])
    save(out / "bank.npz", **samples, label=labels, voice=voices, single=singles, held=held)
