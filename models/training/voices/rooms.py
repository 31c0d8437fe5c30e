"""Rooms, microphones and hiss: what lies between a mouth and the samples."""

from __future__ import annotations

import numpy as np

from models.training.voices.source import RATE, Rng, Samples, band, filtered, peak


def room(rng: Rng, dry: Samples) -> Samples:
    """The sound in a room of 0.12 to 0.8 s reverberation, early echoes included, at a drawn distance."""
    seconds = rng.uniform(0.12, 0.8)
    n = int(seconds * RATE)
    tail = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n) * np.sqrt(1 / n) * 10 ** rng.uniform(-1.0, 0.1)
    tail[: int(rng.uniform(0.002, 0.01) * RATE)] = 0
    for _ in range(int(rng.integers(0, 7))):
        tail[int(rng.uniform(0.001, 0.03) * RATE)] += rng.uniform(-0.5, 0.5)
    tail[0] = 1.0
    return convolve(dry, tail)


def convolve(sound: Samples, kernel: Samples) -> Samples:
    n = len(sound) + len(kernel) - 1
    size = 1 << (n - 1).bit_length()
    return np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(kernel, size), size)[:n]


def microphone(rng: Rng, sound: Samples) -> Samples:
    """A microphone's uneven response, its band, and sometimes its overload."""
    knots = rng.uniform(-4, 4, 10)
    out = filtered(sound, lambda freq: 10 ** (np.interp(freq, np.linspace(0, RATE / 2, 10), knots) / 20))
    if rng.random() < 0.5:
        out = band(out, rng.uniform(40, 300), rng.uniform(3300, 7900), 1.0)
    if rng.random() < 0.12:
        out = np.tanh(peak(out) * rng.uniform(1.5, 5))
    return out


def hiss(rng: Rng, count: int) -> Samples:
    """``count`` samples of a microphone's hiss, or one with a fan's rumble in it; of deviation 1."""
    noise = rng.standard_normal(count)
    if rng.random() < 0.5:
        noise = np.cumsum(noise - noise.mean()) * 0.02 + noise
    return np.asarray(noise / noise.std())
