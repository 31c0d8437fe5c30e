"""A bank of speech-synthesiser utterances: spellings of the signals and table talk, by espeak-ng and flite.

python -m models.training.voices.synthesisers OUT [--signal-takes 60] [--talk-takes 6] [--festival 200]
Writes OUT/bank.npz: `samples` (int16, 16 kHz, end to end), `start`, `label`, `voice`, `held` (voices for testing) and
`single` (one word of a spelling, to be repeated in a drawn rhythm). Festival's voices are for testing only: an engine
that no training heard.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np

from models.training.voices.source import RATE, Samples
from models.training.voices.spellings import MORE_VARIANTS, SPELLINGS, TALK, VARIANTS

# Every sixth variant of espeak-ng is held out of training.
HELD = frozenset(VARIANTS[::6]) | {"flite-slt"}
LANGUAGES = (
    "en", "en-us", "en-gb-scotland", "en-gb-x-rp", "en-gb-x-gbclan", "en-029", "en-us-nyc", "de", "fr-fr", "fr-be",
    "es", "es-419", "it", "nl", "da", "sv", "nb", "fi", "et", "lv", "lt", "pl", "cs", "sk", "sl", "hr", "hu", "ro",
    "pt", "pt-br", "tr", "id", "ms", "sw", "af", "ca", "eu", "eo", "la", "cy", "ga", "is", "sq", "vi",
)  # fmt: skip
FLITE = ("kal16", "awb", "rms", "slt")
FESTIVAL = ("ked_diphone", "cmu_us_slt_arctic_hts")
BETWEEN = (" ", " ", " ", ", ", "! ", "... ", "? ", " - ")  # how words of a spelling follow each other


def espeak(rng: np.random.Generator, text: str, variant: str, languages: tuple[str, ...] = LANGUAGES) -> Samples:
    command = [
        "espeak-ng",
        "-v",
        f"{rng.choice(languages)}+{variant}",
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


def festival(text: str, voice: str) -> Samples:
    command = ["text2wave", "-eval", f"(voice_{voice})"]
    return _decode(subprocess.run(command, input=text.encode(), capture_output=True, check=False).stdout)


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
    """The text in a drawn voice, and which."""
    if rng.random() < 0.2:
        voice = f"flite-{rng.choice(FLITE)}"
        return voice, flite(rng, text, voice[6:])
    voice = str(rng.choice(VARIANTS if rng.random() < 0.75 else MORE_VARIANTS))
    return voice, espeak(rng, text, voice)


def build(out: Path, signal_takes: int, talk_takes: int, by_festival: int) -> None:
    rng = np.random.default_rng(7)
    jobs = _jobs(rng, signal_takes, talk_takes)
    spoken = [(label, single, *speak(rng, text)) for label, text, single in jobs]
    for i in rng.choice(len(jobs), by_festival, replace=False):
        voice = str(rng.choice(FESTIVAL))
        spoken.append((jobs[i][0], jobs[i][2], f"festival-{voice}", festival(jobs[i][1], voice)))
    kept = [row for row in spoken if 800 < len(row[3]) < 8 * RATE]
    samples = [(sound / np.abs(sound).max() * 28000).astype(np.int16) for *_, sound in kept]
    start = np.concatenate([[0], np.cumsum([len(s) for s in samples])])
    held = np.array([voice in HELD or voice.startswith("festival") for _, _, voice, _ in kept])
    out.mkdir(parents=True, exist_ok=True)
    np.savez(
        out / "bank.npz",
        samples=np.concatenate(samples),
        start=start,
        label=np.array([label for label, *_ in kept]),
        voice=np.array([voice for _, _, voice, _ in kept]),
        single=np.array([single for _, single, *_ in kept]),
        held=held,
    )
    print(len(samples), "utterances,", int(held.sum()), "held out,", round(start[-1] / RATE / 60, 1), "minutes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--signal-takes", type=int, default=20)
    parser.add_argument("--talk-takes", type=int, default=8)
    parser.add_argument("--festival", type=int, default=200)
    args = parser.parse_args()
    build(args.out, args.signal_takes, args.talk_takes, args.festival)
