"""The demo's sound track: the players' words and noises, the slap of the cards, a quiet room."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.training.voices.rooms import convolve
from models.training.voices.shouting import slap
from models.training.voices.source import RATE, Samples, band, peak
from models.training.voices.speaker import Speaker

from . import script

SEED = 9
ROOM = 0.0006  # deviation of the room's noise: 64 dB under full scale
LOUD = 0.6  # a player's peak, the nearest mouth at full voice


def track() -> Samples:
    """[n] mono at ``RATE``, as long as the clip."""
    rng = np.random.default_rng(SEED)
    out = np.zeros(round(script.DURATION * RATE))
    for line in script.LINES:
        level = 0.4 if line.kind == "talk" else LOUD
        lay(out, peak(script.spoken(line).samples, level), line.start)
    for noise in script.NOISES:
        sound = script.made(noise)
        lay(out, peak(sound.samples, LOUD), noise.start - sound.onset)
    lay(out, 0.5 * slap(rng, Speaker.draw(rng)), script.SLAP)
    out = convolve(out, echoes(rng))[: len(out)]
    out += ROOM * band(rng.standard_normal(len(out)), 60, 3000) / 0.6
    return np.clip(out, -1, 1)


def lay(out: Samples, sound: Samples, at: float) -> None:
    """Add a sound from `at` seconds on."""
    first = round(at * RATE)
    skip = max(0, -first)
    room = out[first + skip : first + len(sound)]
    room += sound[skip : skip + len(room)]


def echoes(rng: np.random.Generator) -> Samples:
    """A furnished room: 0.15 s of reverberation, 20 dB under the voice."""
    n = round(0.15 * RATE)
    tail: Samples = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n) * np.sqrt(1 / n) * 0.1
    tail[: round(0.003 * RATE)] = 0.0
    tail[0] = 1.0
    return tail


def write(path: Path) -> None:
    """The track as FLAC: the same samples on every machine."""
    import soundfile

    soundfile.write(path, (track() * 32767).astype(np.int16), RATE, format="FLAC", subtype="PCM_16")
