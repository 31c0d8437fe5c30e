"""Those around who talk, laugh or play something while somebody speaks: pieces of sound that go on and on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.training.voices.source import RATE, Samples, silence
from models.training.voices.speaker import Rng


def excerpt(rng: Rng, sound: Samples, seconds: float) -> Samples:
    """So much of a sound, from anywhere in it; all of a shorter one."""
    n = int(seconds * RATE)
    at = int(rng.integers(max(1, len(sound) - n)))
    return sound[at : at + n]


def going_on(rng: Rng, parts: Sequence[Samples], count: int, longest: float) -> Samples:
    """``count`` samples of the parts over and over, with pauses up to ``longest`` seconds, begun anywhere; RMS 1."""
    gaps = [silence(rng.uniform(0.05, longest)) for _ in parts]
    line = np.concatenate([piece for pair in zip(parts, gaps, strict=True) for piece in pair])
    line = np.roll(np.resize(line, count), int(rng.integers(count)))
    return np.asarray(line / (np.sqrt(np.mean(line**2)) + 1e-9))


def stretch(rng: Rng, track: Samples, count: int) -> Samples:
    """``count`` samples from anywhere in a track, which is repeated if it is shorter; RMS 1."""
    found = np.roll(np.resize(track, max(len(track), count)), int(rng.integers(len(track))))[:count]
    return np.asarray(found / (np.sqrt(np.mean(found**2)) + 1e-6))
