"""Speeches for measuring: espeak-ng and flite voices in rooms, with chatter and noise of the shared recordings.

``python -m tests.senses.speech_synth OUT [SPEECHES] [OTHERS]`` writes WAV files and index.csv for ``evaluate speech``.
"""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from models.synth.voices.rooms import convolve

RATE = 16000
NOISES = Path(__file__).resolve().parents[3] / "shared" / "data" / "sounds" / "other"
ESPEAK = [
    f"{lang}{variant}"
    for lang in ("en-us", "en-gb", "en-gb-scotland", "en-029", "en-gb-x-rp")
    for variant in ("", "+f2", "+f4", "+m3", "+m5")
]
FLITE = ["slt", "rms", "awb", "kal16"]
PLAYERS = ("Ann", "Ben", "Cleo", "Jürgen")
GEMS = ("diamonds", "emeralds", "rubies", "sapphires", "pearls", "opals", "amethyst", "topaz", "jade")
SINGULAR = ("diamond", "emerald", "ruby", "sapphire", "pearl", "opal", "amethyst", "topaz", "jade")
SENTENCE = "Face off! {name} has all of the {gem}, and is a totally awesome player!"
NEAR = (
    "Face off! {name} has all of the cards and is a totally awful player!",
    "Face off! {name} has some of the {gem} and is a totally boring teacher!",
    "Everybody has all of the {gem} and is a really awesome person!",
    "Face off! Somebody lost all of the {gem} and is a totally bad loser!",
    "{name} wants most of the {gem} but is not a good player!",
    "Face off! {name} has none of the {gem} and was hardly an awesome player!",
    "Face off! He has all of the food and is a very lonesome prayer!",
)
TALK = (
    "Could you pass me the other cards please, it is my turn to deal now",
    "I think we should have dinner before the next game, the food is getting cold",
    "No wait, I saw that, you looked at my hand, that is not fair at all",
    "How many points do you have, I have two hundred and ten by now",
    "That was the funniest face I have ever seen in my whole life",
    "The player with all the pearls should say the speech, shouldn't she",
)
GERMAN = (
    "Gib mir bitte mal die Karten rüber, ich bin jetzt dran mit Geben",
    "Wer hat denn alle Rubine, ich habe keinen einzigen mehr auf der Hand",
    "Das war aber ein tolles Gesicht, mach das bitte noch einmal",
    "Ich glaube, du hast schon wieder deine Zähne gezeigt, fünfzig Punkte Abzug",
    "Wir spielen noch eine Runde, und danach gehen alle ins Bett",
)


def missing() -> str:
    """Why nothing can be synthesised here; "" if it can."""
    tools = [tool for tool in ("espeak-ng", "flite") if shutil.which(tool) is None]
    return f"not installed: {', '.join(tools)}" if tools else ("" if NOISES.is_dir() else f"no folder {NOISES}")


def espeak(text: str, voice: str, speed: int = 165, pitch: int = 50) -> np.ndarray[Any, Any]:
    command = ["espeak-ng", "-v", voice, "-s", str(speed), "-p", str(pitch), "--stdout", text]
    samples, rate = soundfile.read(io.BytesIO(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))
    return _trimmed(soxr.resample(samples, rate, RATE))


def flite(text: str, voice: str, stretch: float = 1.0) -> np.ndarray[Any, Any]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "said.wav"
        command = ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch}", "-t", text, "-o", str(out)]
        subprocess.run(command, check=True)
        samples, rate = soundfile.read(out)
    return _trimmed(soxr.resample(samples, rate, RATE))


def speak(rng: np.random.Generator, text: str) -> np.ndarray[Any, Any]:
    """The text in a drawn voice at a drawn speed."""
    if rng.random() < 0.35:
        return flite(text.replace("ü", "ue"), str(rng.choice(FLITE)), rng.uniform(0.9, 1.15))
    return espeak(text, str(rng.choice(ESPEAK)), int(rng.integers(135, 190)), int(rng.integers(30, 70)))


def _trimmed(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    loud = np.flatnonzero(np.abs(x) > 0.01 * np.abs(x).max())
    return x[loud[0] : loud[-1] + 1] / np.abs(x).max() * 0.3


def rooms() -> list[np.ndarray[Any, Any]]:
    """Five rooms as impulse responses: reverberation of 0.1 to 0.6 s."""
    out = []
    for k, seconds in enumerate((0.1, 0.2, 0.3, 0.45, 0.6)):
        rng = np.random.default_rng(k)
        n = int(seconds * RATE)
        tail = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n) * np.sqrt(1 / n) * (0.3 + 0.1 * k)
        tail[0] = 1.0
        out.append(tail)
    return out


def noise(rng: np.random.Generator, count: int) -> np.ndarray[Any, Any]:
    """Chatter of two speakers from the shared recordings, sometimes with another noise of the room."""
    total = np.zeros(count)
    kinds = ["speech", "speech", str(rng.choice(["rain", "clock_tick", "baby_cry", "person_sneeze", "dog_bark"]))]
    for kind in kinds[: int(rng.integers(2, 4))]:
        files = sorted((NOISES / kind).glob("*.flac"))
        x, rate = soundfile.read(files[int(rng.integers(len(files)))])
        x = x if rate == RATE else soxr.resample(x, rate, RATE)
        total += np.roll(np.resize(x / (np.sqrt(np.mean(x**2)) + 1e-9), count), int(rng.integers(count)))
    return total / (np.sqrt(np.mean(total**2)) + 1e-9)


def scene(rng: np.random.Generator, said: np.ndarray[Any, Any], decibels: float) -> tuple[np.ndarray[Any, Any], float]:
    """2.5 s of the room, the speech in it, 2 s of the room; and when the speech ends. `decibels` over the noise."""
    wet = convolve(said, rooms()[int(rng.integers(5))])[: len(said) + RATE // 4]
    lead, tail = int(2.5 * RATE), 2 * RATE
    out = np.zeros(lead + len(wet) + tail)
    out[lead : lead + len(wet)] = wet
    level = np.sqrt(np.mean(wet**2)) * 10 ** (-decibels / 20)
    return out + noise(rng, len(out)) * level, (lead + len(said)) / RATE


def write(out: Path, speeches: int = 200, others: int = 200, seed: int = 0) -> Path:
    """The files and their index: file, label (speech, near, talk), name, gem, onset_s, end_s, snr."""
    rng = np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    index = out / "index.csv"
    with index.open("w", encoding="utf-8", newline="") as lines:
        rows = csv.writer(lines)
        rows.writerow(["file", "label", "name", "gem", "onset_s", "end_s", "snr"])
        for k in range(speeches + others):
            name, g = PLAYERS[int(rng.integers(4))], int(rng.integers(9))
            snr = float((5, 10, 15, 20, 30)[k % 5])
            kind = "speech" if k < speeches else ("near" if k % 2 else "talk")
            if kind == "talk":
                german = rng.random() < 0.5
                text = str(rng.choice(GERMAN if german else TALK))
                said = espeak(text, "de", int(rng.integers(140, 190))) if german else speak(rng, text)
            else:
                text = SENTENCE if kind == "speech" else str(rng.choice(NEAR))
                said = speak(rng, text.format(name=name, gem=GEMS[g]))
            samples, end = scene(rng, said, snr)
            soundfile.write(out / f"{k:04d}.wav", np.clip(samples, -1, 1), RATE)
            rows.writerow([f"{k:04d}.wav", kind, name, SINGULAR[g], 2.5, round(end, 3), snr])
    return index


if __name__ == "__main__":
    numbers = [int(x) for x in sys.argv[2:4]]
    print(write(Path(sys.argv[1]), *numbers))
