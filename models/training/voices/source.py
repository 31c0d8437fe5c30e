"""Sound sources: glottal pulses with jitter, shimmer and creak; breath; lip and tongue bursts; trills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.training.voices.speaker import Rng, Speaker

RATE = 16000
Samples = npt.NDArray[np.float64]
Points = Sequence[tuple[float, float]]


def smooth(values: Samples, width: int) -> Samples:
    """Hann-smoothed copy of the same length; `width` in samples."""
    width = min(width, len(values) - 1)
    if width < 3:
        return values
    kernel = np.hanning(width + 2)[1:-1]
    padded = np.pad(values, width, mode="edge")
    out: Samples = np.convolve(padded, kernel / kernel.sum(), "same")[width:-width]
    return out


def curve(points: Points | float, n: int, width: int = 0) -> Samples:
    """`n` samples through (position 0..1, value) points, smoothed over `width` samples."""
    if isinstance(points, (int, float)):
        return np.full(n, float(points))
    at, value = zip(*points, strict=True)
    line: Samples = np.interp(np.linspace(0.0, 1.0, n), at, value)
    if width and n > 64:
        step = max(1, width // 16)
        coarse = smooth(line[::step], max(3, min(width, n // 4) // step))
        line = np.interp(np.arange(n), np.arange(len(coarse)) * step, coarse)
    return line


def wander(rng: Rng, n: int, rate: float) -> Samples:
    """Slow unit-variance noise that changes about `rate` times a second."""
    knots = max(4, int(n / RATE * rate) + 4)
    out: Samples = np.interp(np.linspace(0, knots - 1, n), np.arange(knots), rng.standard_normal(knots))
    return out


def silence(seconds: float) -> Samples:
    return np.zeros(max(0, int(seconds * RATE)))


def peak(sound: Samples, level: float = 1.0) -> Samples:
    """The sound scaled to a peak of `level`."""
    top = float(np.abs(sound).max()) if len(sound) else 0.0
    return sound * (level / top) if top > 1e-9 else sound


def filtered(sound: Samples, gain: Callable[[Samples], Samples]) -> Samples:
    """The sound through a zero-phase filter by FFT; `gain` of frequencies in Hz, 0 to RATE / 2."""
    n = len(sound)
    size = 1 << max(6, (n - 1).bit_length())
    out: Samples = np.fft.irfft(np.fft.rfft(sound, size) * gain(np.fft.rfftfreq(size, 1 / RATE)), size)[:n]
    return out


def band(sound: Samples, low: float, high: float, order: float = 2.0) -> Samples:
    """A zero-phase band-pass with Butterworth-like slopes; `low`, `high` in Hz."""

    def gain(freq: Samples) -> Samples:
        freq = freq + 1e-6
        return 1 / np.sqrt(1 + (low / freq) ** (2 * order)) / np.sqrt(1 + (freq / high) ** (2 * order))

    return filtered(sound, gain)


def glottal(rng: Rng, speaker: Speaker, f0: Samples, subharmonic: float = 0.0) -> Samples:
    """A Rosenberg pulse train, differentiated, at `f0` Hz a sample; RMS near 1.

    `subharmonic` 0..1 weakens and delays every second pulse (creak, hoarse barks).
    """
    n = len(f0)
    f0 = f0 * np.exp(speaker.jitter * wander(rng, n, 40.0))
    phase = np.cumsum(f0) / RATE + rng.random()
    cycle = np.mod(phase, 1.0)
    index = np.floor(phase).astype(np.int64)
    count = int(index.max()) + 2
    gain = np.maximum(0.05, 1 + speaker.shimmer * rng.standard_normal(count))
    quotient = np.clip(speaker.open_quotient + 0.05 * rng.standard_normal(count), 0.3, 0.9)[index]
    if subharmonic > 0:
        gain[::2] *= 1 - subharmonic
    rise = quotient * 0.66
    falling = np.where(cycle < quotient, np.cos(np.pi / 2 * (cycle - rise) / (quotient * 0.34)), 0.0)
    flow = np.where(cycle < rise, 0.5 * (1 - np.cos(np.pi * cycle / rise)), falling)
    flow *= gain[index]
    slope = np.diff(flow, prepend=flow[0])
    return darken(slope / (float(np.sqrt(np.mean(slope**2))) + 1e-9), speaker.tilt)


def darken(sound: Samples, tilt: float) -> Samples:
    """A one-pole low-pass of strength `tilt` 0..1, RMS kept near 1."""
    out = filtered(sound, lambda freq: (1 - 0.9 * tilt) / np.abs(1 - 0.9 * tilt * np.exp(-2j * np.pi * freq / RATE)))
    return out / (float(np.sqrt(np.mean(out**2))) + 1e-9)


_BURSTS = {
    "k": (1200.0, 3200.0), "b": (150.0, 900.0), "g": (900.0, 2400.0), "t": (3000.0, 6500.0), "p": (200.0, 1500.0),
}  # fmt: skip


def burst(rng: Rng, speaker: Speaker, kind: str, seconds: float = 0.02) -> Samples:
    """A stop release: decaying noise in the band of `kind` (k, b, g, t or p)."""
    n = max(16, int(seconds * RATE * rng.uniform(0.7, 1.5)))
    low, high = _BURSTS[kind]
    decay = np.exp(-np.arange(n) / (n * 0.3))
    return band(rng.standard_normal(n) * decay, low * speaker.tract, min(7800.0, high * speaker.tract)) * 2.5


def click(rng: Rng, speaker: Speaker) -> Samples:
    """A tongue click: a short ring of one mouth resonance, the cluck that needs no voice."""
    n = int(rng.uniform(0.015, 0.05) * RATE)
    t = np.arange(n) / RATE
    ring = rng.uniform(700, 2200) * speaker.tract
    body = np.sin(2 * np.pi * ring * t * (1 + rng.uniform(-0.3, 0.3) * t / t[-1])) * np.exp(-t * rng.uniform(90, 260))
    return body + 0.3 * rng.standard_normal(n) * np.exp(-t * 500)


@dataclass(frozen=True)
class Flutter:
    """Amplitude pulses of a trill or snort: `rate` in Hz, `depth` and `duty` 0..1, `rough` 0..1 irregularity."""

    rate: float
    depth: float
    duty: float = 0.5
    rough: float = 0.2

    def gain(self, rng: Rng, n: int) -> Samples:
        phase = np.cumsum(self.rate * np.exp(self.rough * wander(rng, n, self.rate * 0.7))) / RATE
        on = (np.mod(phase, 1.0) < self.duty).astype(np.float64)
        index = np.floor(phase).astype(np.int64)
        strength = np.clip(1 + self.rough * rng.standard_normal(int(index.max()) + 1), 0.1, 2.0)[index]
        return 1 - self.depth + self.depth * smooth(on * strength, int(0.35 * RATE / self.rate))
