"""The practice figure: `python -m models.training practice` writes companion/practice/figures again.

A loop of one rendered person for each signal of a face (animated WebP), and each noise of the game (FLAC). It begins
within the signal's clear part, so that its first picture alone shows the signal. Needs numba, Pillow and soundfile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from models.training.people.camera import Camera
from models.training.people.face import render_face
from models.training.people.figure import Figure
from models.training.people.identity import sample_identity
from models.training.people.performance import Cue, Performer
from models.training.voices import perform
from models.training.voices.source import RATE

FOLDER = Path(__file__).resolve().parents[2] / "companion" / "practice" / "figures"
PERSON = 301
OTHERS = {"sour": 312}  # whose face shows it clearly enough for the face sense itself
SIZE, FPS, LOOP = 208, 15.0, 2.4  # pixels, frames a second, seconds
CLEAR = (0.7, 1.9)  # seconds of a loop in which the signal is clear
QUALITY = 45
FACES = (
    "tongue_out",
    "eyes_wide",
    "eyes_mouth_wide",
    "sour",
    "grin",
    "darting_tongue",
    "panting",
    "fish_gasp",
    "wet_dog_shake",
)
# Seeds of performances that are short and typical of each noise.
NOISES = {
    "chicken": 18,
    "pig": 3,
    "lamb": 17,
    "turkey": 4,
    "cow": 18,
    "seal": 19,
    "monkey": 2,
    "donkey": 24,
    "panting": 15,
}


def loop(signal: str) -> list[Any]:
    """Return the pictures (SIZE, SIZE, 3) of one loop, from the middle of the clear part round to it."""
    who = sample_identity(OTHERS.get(signal, PERSON))
    figure = Figure(who)
    acting = Performer(who, [Cue(signal, *CLEAR)], life=0.0)
    camera = Camera(9.0, 3.35 * SIZE, (0.0, 7.05, 0.1), (SIZE / 2, SIZE * 0.53))
    wall = np.full((SIZE, SIZE, 3), (0.70, 0.76, 0.80), np.float32)
    count = round(LOOP * FPS)
    first = round(sum(CLEAR) / 2 * FPS)
    moments = [((first + k) % count) / FPS for k in range(count)]
    return [render_face(figure, acting.pose(t), SIZE, camera, background=wall).image for t in moments]


def write_faces(folder: Path, signals: Sequence[str]) -> None:
    """One animated WebP a signal."""
    from PIL import Image

    for signal in signals:
        pictures = [Image.fromarray(image) for image in loop(signal)]
        pictures[0].save(
            folder / f"{signal}.webp",
            save_all=True,
            append_images=pictures[1:],
            duration=round(1000 / FPS),
            loop=0,
            quality=QUALITY,
            method=6,
        )


def write_noises(folder: Path) -> None:
    """One FLAC a noise, with a little silence around it."""
    import soundfile

    for name, seed in NOISES.items():
        rest = np.zeros(RATE // 10, np.float32)
        samples = np.concatenate([rest, perform(name, seed).samples.astype(np.float32), rest])
        soundfile.write(folder / f"{name}.flac", samples, RATE, subtype="PCM_16")


def main(signals: Annotated[list[str], typer.Argument()] = list(FACES)) -> None:  # noqa: B006
    """Write the faces that are asked for (default: all), and the noises."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    write_faces(FOLDER, signals)
    write_noises(FOLDER)
    print(f"{sum(f.stat().st_size for f in FOLDER.iterdir()) / 1e3:.0f} kB in {FOLDER}")
