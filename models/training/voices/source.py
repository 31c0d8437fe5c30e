"""Voices: who speaks, from small children to basses; sources of sound; the vocal tract and the function that speaks.

Sources are glottal pulses with jitter, shimmer and creak, breath, lip and tongue bursts, trills. Over them lie formants
that change over time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

Rng = np.random.Generator

# kind: f0 range in Hz, formant scale relative to an adult man, share of the draw.
_KINDS: dict[str, tuple[float, float, float, float, float]] = {
    "child": (220.0, 400.0, 1.18, 1.48, 0.30),
    "woman": (160.0, 270.0, 1.06, 1.24, 0.30),
    "man": (85.0, 165.0, 0.94, 1.08, 0.30),
    "bass": (60.0, 110.0, 0.85, 0.97, 0.10),
}


@dataclass(frozen=True)
class Speaker:
    """A voice.

    `f0` in Hz; `tract` scales formants; `tilt` 0..1 darkens the source; `breath`, `jitter` and `shimmer` are fractions;
    `creak` is the odds of subharmonics; `q` scales formant bandwidths.
    """

    kind: str
    f0: float
    tract: float
    tilt: float
    breath: float
    jitter: float
    shimmer: float
    creak: float
    q: float
    open_quotient: float
    larynx: Callable[..., Any] | None = field(default=None, compare=False)  # real pulses instead of modelled ones
    air: Callable[..., Any] | None = field(default=None, compare=False)  # real breath instead of white noise

    @staticmethod
    def draw(rng: Rng, kind: str | None = None) -> Speaker:
        """Return a random speaker; formant centres follow Peterson and Barney (1952) spreads by kind."""
        names = list(_KINDS)
        kind = kind or str(rng.choice(names, p=[_KINDS[name][4] for name in names]))
        low, high, short, long, _ = _KINDS[kind]
        return Speaker(
            kind,
            f0=float(np.exp(rng.uniform(np.log(low), np.log(high)))),
            tract=float(rng.uniform(short, long)),
            tilt=float(rng.uniform(0.70, 0.96)),
            breath=float(10 ** rng.uniform(-2.2, -0.6)),
            jitter=float(rng.uniform(0.003, 0.025)),
            shimmer=float(rng.uniform(0.03, 0.20)),
            creak=float(rng.random() ** 3),
            q=float(rng.uniform(0.8, 2.6)),
            open_quotient=float(rng.uniform(0.45, 0.75)),
        )

    def hiss(self, rng: Rng, n: int) -> npt.NDArray[np.float64]:
        """`n` samples of breath, RMS 1."""
        return self.air(rng, n) if self.air else rng.standard_normal(n)

    def louder(self) -> Speaker:
        """Return the same person shouting: less breath, brighter source, tighter closure."""
        return replace(self, tilt=self.tilt * 0.85, breath=self.breath * 0.5, open_quotient=0.45)


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
    return np.convolve(padded, kernel / kernel.sum(), "same")[width:-width]


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
    return np.interp(np.linspace(0, knots - 1, n), np.arange(knots), rng.standard_normal(knots))


def silence(seconds: float) -> Samples:
    return np.zeros(max(0, int(seconds * RATE)))


def lay(out: Samples, sound: Samples, first: int) -> None:
    """Add a sound from sample ``first`` on, in place; what lies before or after ``out`` is lost."""
    sound = sound[max(0, -first) : max(0, len(out) - first)]
    out[max(0, first) : max(0, first) + len(sound)] += sound


def peak(sound: Samples, level: float = 1.0) -> Samples:
    """Return the sound scaled to a peak of `level`."""
    top = float(np.abs(sound).max()) if len(sound) else 0.0
    return sound * (level / top) if top > 1e-9 else sound


def filtered(sound: Samples, gain: Callable[[Samples], Samples]) -> Samples:
    """Return the sound through a zero-phase filter by FFT; `gain` of frequencies in Hz, 0 to RATE / 2."""
    n = len(sound)
    size = 1 << max(6, (n - 1).bit_length())
    return np.fft.irfft(np.fft.rfft(sound, size) * gain(np.fft.rfftfreq(size, 1 / RATE)), size)[:n]


def band(sound: Samples, low: float, high: float, order: float = 2.0) -> Samples:
    """Return a zero-phase band-pass with Butterworth-like slopes; `low`, `high` in Hz."""

    def gain(freq: Samples) -> Samples:
        freq = freq + 1e-6
        return 1 / np.sqrt(1 + (low / freq) ** (2 * order)) / np.sqrt(1 + (freq / high) ** (2 * order))

    return filtered(sound, gain)


def glottal(rng: Rng, speaker: Speaker, f0: Samples, subharmonic: float = 0.0) -> Samples:
    """Return a Rosenberg pulse train, differentiated, at `f0` Hz a sample; RMS near 1.

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
    """Return a one-pole low-pass of strength `tilt` 0..1, RMS kept near 1."""
    out = filtered(sound, lambda freq: (1 - 0.9 * tilt) / np.abs(1 - 0.9 * tilt * np.exp(-2j * np.pi * freq / RATE)))
    return out / (float(np.sqrt(np.mean(out**2))) + 1e-9)


_BURSTS = {
    "k": (1200.0, 3200.0),
    "b": (150.0, 900.0),
    "g": (900.0, 2400.0),
    "t": (3000.0, 6500.0),
    "p": (200.0, 1500.0),
}


def burst(rng: Rng, speaker: Speaker, kind: str, seconds: float = 0.02) -> Samples:
    """Return a stop release: decaying noise in the band of `kind` (k, b, g, t or p)."""
    n = max(16, int(seconds * RATE * rng.uniform(0.7, 1.5)))
    low, high = _BURSTS[kind]
    decay = np.exp(-np.arange(n) / (n * 0.3))
    return band(rng.standard_normal(n) * decay, low * speaker.tract, min(7800.0, high * speaker.tract)) * 2.5


def click(rng: Rng, speaker: Speaker) -> Samples:
    """Return a tongue click: a short ring of one mouth resonance, the cluck that needs no voice."""
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


# First three formants in Hz of an adult man (Peterson and Barney 1952; nasals and glides by ear).
VOWELS: dict[str, tuple[float, float, float]] = {
    "i": (270, 2290, 3010),
    "I": (390, 1990, 2550),
    "e": (480, 1900, 2550),
    "E": (530, 1840, 2480),
    "ae": (680, 1720, 2410),
    "a": (760, 1150, 2440),
    "o": (570, 840, 2410),
    "U": (440, 1020, 2240),
    "u": (310, 830, 2240),
    "V": (640, 1190, 2390),
    "schwa": (500, 1450, 2500),
    "y": (270, 1800, 2200),
    "r": (450, 1250, 1650),
    "l": (380, 1100, 2700),
    "m": (250, 1000, 2200),
    "n": (260, 1500, 2500),
    "ng": (260, 900, 2400),
    "nose": (300, 1050, 2100),
}
NASAL = frozenset({"m", "n", "ng", "nose"})
OPEN = ("i", "I", "e", "E", "ae", "a", "o", "U", "u", "V", "schwa")
Shape = Sequence[tuple[float, str]]
LEVEL = ((0, 0), (0.05, 1), (0.85, 1), (1, 0))
_WINDOW, _HOP = 512, 128


def speak(
    rng: Rng,
    speaker: Speaker,
    seconds: float,
    pitch: Points | float,
    shape: Shape | str,
    level: Points = LEVEL,
    *,
    voicing: Points | float = 1.0,
    noise: Points | float | None = None,
    tremor: tuple[float, float, float] | None = None,
    flutter: Flutter | None = None,
    subharmonic: float = 0.0,
    glide: int = 400,
) -> Samples:
    """One stretch of voice, peak 1. Positions in point lists run 0..1 over it.

    `pitch` in Hz; `shape` the vowels passed through, or the one that is held; `level` the envelope; `voicing` and
    `noise` the mix of pulses and breath; `tremor` (rate Hz, pitch depth, level depth); `flutter` a trill on the level.
    """
    n = max(400, int(seconds * RATE))
    line = curve(pitch, n, glide)
    loud = curve(level, n, 120)
    if tremor:
        rate, bend, swell = tremor
        phase = 2 * np.pi * np.cumsum(rate * np.exp(0.15 * wander(rng, n, 12.0))) / RATE + rng.uniform(0, 6.28)
        line = line * (1 + bend * np.sin(phase))
        loud = loud * np.clip(1 - swell * (0.5 - 0.5 * np.sin(phase + rng.uniform(-0.8, 0.8))), 0.0, 1.0)
    if flutter:
        loud = loud * flutter.gain(rng, n)
    voiced = curve(voicing, n, 200)
    source = curve(speaker.breath if noise is None else noise, n, 200) * speaker.hiss(rng, n)
    if voiced.max() > 0:
        pulses: Samples = (speaker.larynx or glottal)(rng, speaker, line, subharmonic)
        source = source * (0.6 + 0.4 * np.tanh(np.abs(pulses))) + voiced * pulses
    mouth = ((0.0, shape), (1.0, shape)) if isinstance(shape, str) else shape
    return peak(_filter(rng, speaker, source * loud, mouth, float(line.mean())))


def _filter(rng: Rng, speaker: Speaker, source: Samples, shape: Shape, pitch: float) -> Samples:
    """Formant resonances drawn over time, applied to short overlapping windows."""
    n = len(source)
    padded = np.pad(source, _WINDOW)
    window = np.hanning(_WINDOW)
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::_HOP] * window
    spectrum = np.fft.rfft(frames, axis=1)
    at = np.linspace(0, 1, len(frames))
    freq = np.fft.rfftfreq(_WINDOW, 1 / RATE)[None]
    times = [t for t, _ in shape]
    nasal = np.interp(at, times, [float(v in NASAL) for _, v in shape])[:, None]
    gain = np.ones((len(frames), freq.shape[1]))
    for i, width in enumerate((60.0, 90.0, 140.0)):
        centre = np.interp(at, times, [VOWELS[v][i] for _, v in shape]) * speaker.tract
        centre = centre * np.exp(0.04 * rng.standard_normal())
        if i == 0:
            centre = np.maximum(centre, 1.02 * pitch)
        centre = centre[:, None]
        gain *= _resonance(freq, centre, width * speaker.q * (1 + 0.7 * nasal))
    for high in (3500.0, 4500.0):
        gain *= _resonance(freq, np.array([[high * speaker.tract]]), 220.0 * speaker.q)
    notch = 900.0 * speaker.tract
    gain *= 1 - 0.7 * nasal / (1 + ((freq - notch) / 250.0) ** 2)
    gain *= freq / (freq + 60.0) / np.sqrt(1 + (freq / 5000.0) ** 2)
    out = np.fft.irfft(spectrum * gain, axis=1) * window
    sound = np.zeros(len(padded) + _WINDOW)
    for start in range(_WINDOW // _HOP):  # overlap-add, one phase of the hop at a time
        block = out[start :: _WINDOW // _HOP].reshape(-1)
        sound[start * _HOP : start * _HOP + len(block)] += block
    return sound[_WINDOW : _WINDOW + n]


def _resonance(freq: Samples, centre: Samples, width: Samples | float) -> Samples:
    gain: Samples = centre**2 / np.sqrt((freq**2 - centre**2) ** 2 + (freq * width) ** 2 + 1.0)
    return np.minimum(gain, 40.0)
