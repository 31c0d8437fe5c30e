"""The vocal tract: time-varying formants over a source, and the one function that speaks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.training.voices.source import RATE, Flutter, Points, Samples, curve, glottal, peak, wander
from models.training.voices.speaker import Rng, Speaker

# First three formants in Hz of an adult man (Peterson and Barney 1952; nasals and glides by ear).
VOWELS: dict[str, tuple[float, float, float]] = {
    "i": (270, 2290, 3010), "I": (390, 1990, 2550), "e": (480, 1900, 2550), "E": (530, 1840, 2480),
    "ae": (680, 1720, 2410), "a": (760, 1150, 2440), "o": (570, 840, 2410), "U": (440, 1020, 2240),
    "u": (310, 830, 2240), "V": (640, 1190, 2390), "schwa": (500, 1450, 2500), "y": (270, 1800, 2200),
    "r": (450, 1250, 1650), "l": (380, 1100, 2700), "m": (250, 1000, 2200), "n": (260, 1500, 2500),
    "ng": (260, 900, 2400), "nose": (300, 1050, 2100),
}  # fmt: skip
NASAL = frozenset({"m", "n", "ng", "nose"})
OPEN = ("i", "I", "e", "E", "ae", "a", "o", "U", "u", "V", "schwa")
Shape = Sequence[tuple[float, str]]
LEVEL = ((0, 0), (0.05, 1), (0.85, 1), (1, 0))
_WINDOW, _HOP = 512, 128


def speak(
    rng: Rng, speaker: Speaker, seconds: float, pitch: Points | float, shape: Shape | str, level: Points = LEVEL, *,
    voicing: Points | float = 1.0, noise: Points | float | None = None,
    tremor: tuple[float, float, float] | None = None, flutter: Flutter | None = None, subharmonic: float = 0.0,
    glide: int = 400,
) -> Samples:  # fmt: skip
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
