"""A bank of speech-synthesiser utterances: spellings of the signals and table talk, by espeak-ng and flite.

python -m models.sounds.train.tts OUT [--signal-takes 60] [--talk-takes 6]
Writes OUT/bank.npz: `samples` (int16, 16 kHz, end to end), `start`, `label`, `voice`, `held` (voices for testing).
"""

from __future__ import annotations

import argparse
import io
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np

from models.sounds.train.spellings import SPELLINGS, TALK, VARIANTS
from models.synth.voices.source import RATE, Samples

# Every sixth variant of espeak-ng is held out of training.
HELD = frozenset(VARIANTS[::6]) | {"flite-slt"}
LANGUAGES = ("en", "en-us", "en-gb-scotland", "de", "fr-fr", "es", "it", "nl", "da", "sv", "pl", "pt-br")
FLITE = ("kal16", "awb", "rms", "slt")


def espeak(rng: np.random.Generator, text: str, variant: str) -> Samples:
    command = [
        "espeak-ng",
        "-v",
        f"{rng.choice(LANGUAGES)}+{variant}",
        "-p",
        str(rng.integers(5, 99)),
        "-s",
        str(rng.integers(80, 260)),
        "--stdout",
        text,
    ]
    return _decode(subprocess.run(command, capture_output=True, check=False).stdout)


def flite(rng: np.random.Generator, text: str, voice: str) -> Samples:
    with tempfile.NamedTemporaryFile(suffix=".wav") as out:
        stretch, pitch = (
            f"duration_stretch={rng.uniform(0.7, 1.6):.2f}",
            f"int_f0_target_mean={rng.uniform(80, 260):.0f}",
        )
        subprocess.run(
            ["flite", "-voice", voice, "-t", text, "-o", out.name, "--setf", stretch, "--setf", pitch],
            capture_output=True,
            check=False,
        )
        return _decode(Path(out.name).read_bytes())


def _decode(blob: bytes) -> Samples:
    """16 kHz samples of a WAV whose length field may be wrong (espeak-ng streams it)."""
    if len(blob) < 400:
        return np.zeros(0)
    with wave.open(io.BytesIO(blob)) as sound:
        rate = sound.getframerate()
    x = np.frombuffer(blob[44 : len(blob) - len(blob) % 2], dtype="<i2") / 32768.0
    at = np.arange(0, len(x) - 1, rate / RATE)
    y: Samples = np.interp(at, np.arange(len(x)), x)
    loud = np.nonzero(np.abs(y) > 0.02 * (np.abs(y).max() + 1e-9))[0]
    return y[loud[0] : loud[-1] + 1] if len(loud) > 800 else np.zeros(0)


def build(out: Path, signal_takes: int, talk_takes: int) -> None:
    rng = np.random.default_rng(7)
    jobs = [
        (label, text)
        for label, texts in SPELLINGS.items()
        for text in texts
        for _ in range(signal_takes * 16 // len(texts))
    ]
    jobs += [("speech", text) for text in TALK for _ in range(talk_takes)]
    samples: list[np.ndarray] = []
    labels: list[str] = []
    voices: list[str] = []
    for label, text in jobs:
        if rng.random() < 0.15:
            voice = f"flite-{rng.choice(FLITE)}"
            sound = flite(rng, text, voice[6:])
        else:
            voice = str(rng.choice(VARIANTS))
            sound = espeak(rng, text, voice)
        if 800 < len(sound) < 8 * RATE:
            samples.append((sound / np.abs(sound).max() * 28000).astype(np.int16))
            labels.append(label)
            voices.append(voice)
    out.mkdir(parents=True, exist_ok=True)
    start = np.concatenate([[0], np.cumsum([len(s) for s in samples])])
    held = np.array([voice in HELD for voice in voices])
    np.savez(
        out / "bank.npz",
        samples=np.concatenate(samples),
        start=start,
        label=np.array(labels),
        voice=np.array(voices),
        held=held,
    )
    print(len(samples), "utterances,", int(held.sum()), "held out,", round(start[-1] / RATE / 60, 1), "minutes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--signal-takes", type=int, default=20)
    parser.add_argument("--talk-takes", type=int, default=8)
    args = parser.parse_args()
    build(args.out, args.signal_takes, args.talk_takes)
