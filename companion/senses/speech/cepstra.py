"""Sound to the features that PocketSphinx's English model was trained on: 13 cepstra and their differences.

The model's own ``feat.params``: 25 mel filters from 130 to 6800 Hz, noise taken off each (after Kim and Stern, 2012,
"Power-normalized cepstral coefficients": a slow lower envelope is the noise, and a louder sound masks what follows),
discrete cosine transform, lifter 22, and the utterance's own mean taken off.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from companion.senses.speech.acoustics import Doubles, Values
from companion.senses.speech.recogniser import RATE, Samples

HOP = RATE // 100
FRAME = HOP / RATE  # seconds
_WINDOW, _FFT, _FILTERS = 410, 512, 25
_LOWEST, _HIGHEST = 130.0, 6800.0  # Hz
_DITHER = 2.0  # 16-bit steps
_SMOOTH, _SLOW, _FAST = 0.7, 0.995, 0.5  # of the power, of an envelope that rises, of one that falls
_FADE, _MASKED, _GAIN = 0.85, 0.2, 20.0  # masking a frame later, what is left under it, largest gain
_AROUND = 30  # rows before and after what was said
_ALL = slice(None)
_NEAR = 4  # filters to each side over which a gain is smoothed


def cepstra(sound: Samples) -> Doubles:
    """[n] at 16 kHz -> [T, 13], a row a hundredth of a second; no rows for less than a window of sound."""
    if len(sound) < _WINDOW:
        return np.zeros((0, 13))
    return np.asarray(np.log(np.maximum(_without_noise(_mel_spectrum(sound)), 1e-4)) @ _transform())


def features(rows: Doubles, spoken: slice = _ALL) -> Values:
    """Cepstra [T, 13] -> [T, 39] with differences, less the mean of the rows ``spoken``: that of a voice is surer than
    that of the room with it."""
    if not len(rows):
        return np.zeros((0, 39), dtype=np.float32)
    c = np.pad(rows - rows[spoken].mean(axis=0), ((3, 3), (0, 0)), mode="edge")

    def shifted(k: int) -> Doubles:
        return np.asarray(c[3 + k : 3 + k + len(rows)])

    second = (shifted(3) - shifted(-1)) - (shifted(1) - shifted(-3))
    found = np.concatenate([shifted(0), shifted(2) - shifted(-2), second], axis=1)
    return np.asarray(found, dtype=np.float32)


def around(start: int, end: int) -> slice:
    """The rows of what was said from ``start`` up to ``end``, with a little of the room."""
    return slice(max(0, start - _AROUND), end + _AROUND)


def _mel_spectrum(sound: Samples) -> Doubles:
    """[T, 25] power in each filter, of 16-bit steps with a little noise, the same every time."""
    x = sound.astype(np.float64) * 32768.0 + np.random.default_rng(1).normal(0, _DITHER, len(sound))
    sharp = np.append(x[0], x[1:] - 0.97 * x[:-1])
    frames = np.lib.stride_tricks.sliding_window_view(sharp, _WINDOW)[::HOP] * np.hamming(_WINDOW)
    return np.asarray(np.abs(np.fft.rfft(frames, _FFT)) ** 2 @ _filters())


@lru_cache(maxsize=1)
def _filters() -> Doubles:
    """[257, 25] triangles of one area each, their corners on lines of the spectrum."""
    low, high = (2595 * np.log10(1 + f / 700) for f in (_LOWEST, _HIGHEST))
    corners = 700 * (10 ** (np.linspace(low, high, _FILTERS + 2) / 2595) - 1)
    step = RATE / _FFT
    corners = np.floor(corners / step + 0.5) * step
    hertz = np.arange(_FFT // 2 + 1) * step
    left, top, right = corners[:-2], corners[1:-1], corners[2:]
    rising = (hertz[:, None] - left) / (top - left)
    falling = (right - hertz[:, None]) / (right - top)
    return np.asarray(np.maximum(0, np.minimum(rising, falling)) * 2 / (right - left))


@lru_cache(maxsize=1)
def _transform() -> Doubles:
    """[25, 13] orthonormal cosine transform, each cepstrum lifted."""
    k = np.arange(13)
    cosines = np.cos(np.pi / _FILTERS * k * (np.arange(_FILTERS)[:, None] + 0.5)) * np.sqrt(2 / _FILTERS)
    cosines[:, 0] *= np.sqrt(0.5)
    return np.asarray(cosines * (1 + 11 * np.sin(k * np.pi / 22)))


def _without_noise(spectrum: Doubles) -> Doubles:
    """[T, 25] -> [T, 25] with each filter's slowly varying noise taken off."""
    near = np.abs(np.arange(_FILTERS)[:, None] - np.arange(_FILTERS)) <= _NEAR
    smoothing = near / near.sum(axis=1, keepdims=True)
    power, noise, floor = spectrum[0], spectrum[0] / _GAIN, spectrum[0] / _GAIN
    peak = np.zeros(_FILTERS)
    gains = np.empty_like(spectrum)
    for t, row in enumerate(spectrum):
        power = _SMOOTH * power + (1 - _SMOOTH) * row
        noise = _envelope(power, noise)
        signal = np.maximum(power - noise, 1.0)
        floor = _envelope(signal, floor)
        peak = peak * _FADE
        masked = np.where(signal < _FADE * peak, peak * _MASKED, signal)
        peak = np.maximum(signal, peak)
        gains[t] = np.clip(np.maximum(masked, floor) / power, 1 / _GAIN, _GAIN)
    return np.asarray(spectrum * (gains @ smoothing.T))


def _envelope(value: Doubles, before: Doubles) -> Doubles:
    slow = np.where(value >= before, _SLOW, _FAST)
    return np.asarray(slow * before + (1 - slow) * value)
