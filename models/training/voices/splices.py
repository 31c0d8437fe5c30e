"""Fricatives at both ends of a word taken away, shortened, quietened, or replaced by another's; and a laugh in a voice.

People's f lasts 25 to 120 ms at any level, and in a noisy room is not heard at all: what is trained on one
synthesiser's f listens for that f.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.voices.real import joined
from models.training.voices.source import RATE, Samples, band, curve
from models.training.voices.speaker import Rng

_STEP = 80  # samples from one level to the next: 5 ms
_VOICED = (90.0, 1000.0)  # Hz where a vowel is loud and an f is not
_UNDER = -13.0  # dB under the loudest vowel, from where it is voiced
_SHORTEST, _LONGEST = 0.012, 0.22  # seconds of an f
_OVERLAP = 64  # samples, 4 ms, of one piece and the next


@dataclass(frozen=True)
class Ends:
    """Samples of a word before its first vowel and after its last one."""

    first: int
    last: int


def ends(sound: Samples) -> Ends | None:
    """Where the voice sets in and stops; None where no f can lie before it or after it."""
    n = len(sound) // _STEP
    if n < 12:
        return None
    low = band(sound, *_VOICED)[: n * _STEP].reshape(n, _STEP)
    level = 10 * np.log10(np.convolve(np.mean(low**2, axis=1), np.ones(3) / 3, "same") + 1e-12)
    voiced = np.flatnonzero(level > level.max() + _UNDER)
    return Ends(int(voiced[0]) * _STEP, int(voiced[-1] + 1) * _STEP)


def fricative(rng: Rng, seconds: float) -> Samples:
    """An f as a mouth makes it: weak noise, flat or rising a little to 8 kHz, seldom with one broad hill; RMS 1."""
    n = max(_STEP, int(seconds * RATE))
    size = 1 << (n - 1).bit_length()
    freq = np.fft.rfftfreq(size, 1 / RATE)
    octaves = np.log2(np.maximum(freq, 300.0) / 2000.0)
    shape = octaves * rng.uniform(-2.0, 5.0)
    shape += rng.uniform(0, 9) * np.exp(-(((freq - rng.uniform(1200, 7800)) / rng.uniform(600, 2500)) ** 2))
    shape -= rng.uniform(10, 30) * np.clip(1 - freq / rng.uniform(400, 1500), 0, 1)
    noise = np.fft.irfft(np.fft.rfft(rng.standard_normal(size)) * 10 ** (shape / 20), size)[:n]
    rise, fall = rng.uniform(0.1, 0.8), rng.uniform(0.05, 0.4)
    noise *= curve(((0, rng.uniform(0.0, 0.5)), (rise, 1), (max(rise, 1 - fall), 1), (1, rng.uniform(0.2, 1.0))), n, 1)
    return np.asarray(noise / (np.sqrt(np.mean(noise**2)) + 1e-12))


def refitted(rng: Rng, sound: Samples, real: list[Samples]) -> Samples:
    """The word with other fricatives at its ends; ``real``: such sounds of recorded people, RMS 1."""
    found = ends(sound)
    if found is None:
        return sound
    vowel = sound[found.first : found.last]
    loud = float(np.sqrt(np.mean(vowel**2))) + 1e-12
    out = sound
    if found.last < len(sound) - _SHORTEST * RATE:
        out = np.concatenate([sound[: found.last], _closing(rng, sound[found.last :])])
    if not _SHORTEST * RATE < found.first < _LONGEST * RATE:
        return out
    before, after = _opening(rng, sound[: found.first], loud, real), out[found.first :]
    return joined(before, after, min(_OVERLAP, len(before), len(after)))


def _opening(rng: Rng, own: Samples, loud: float, real: list[Samples]) -> Samples:
    roll = rng.random()
    if roll < 0.25:
        return own
    if roll < 0.45:  # the same, cut short
        keep = int(rng.uniform(0.02, 0.07) * RATE)
        return own[-keep:] * 10 ** (rng.uniform(-10, 3) / 20)
    if roll < 0.55:  # all but drowned
        return own * 10 ** (rng.uniform(-25, -6) / 20)
    level = loud * 10 ** (rng.uniform(-36, -10) / 20)
    if roll < 0.8 or not real:
        return fricative(rng, rng.uniform(0.025, 0.12)) * level
    one = real[int(rng.integers(len(real)))]
    return one[-max(_STEP, int(rng.uniform(0.02, 0.12) * RATE)) :] * level


def _closing(rng: Rng, own: Samples) -> Samples:
    roll = rng.random()
    if roll < 0.45:
        return own
    kept = own[: int(len(own) * rng.uniform(0.15, 1.0))] if roll < 0.75 else own
    fade = np.ones(len(kept))
    fade[-min(len(kept), 160) :] = np.linspace(1, 0, min(len(kept), 160))
    return np.asarray(kept * fade * 10 ** (rng.uniform(-25, 4) / 20))


def openings(words: list[Samples]) -> list[Samples]:
    """The fricatives with which recorded words begin ("four", "five"), RMS 1; those too short to use are left out."""
    out = []
    for word in words:
        found = ends(word)
        if found is None:
            continue
        loud = np.flatnonzero(np.abs(word) > 0.01 * np.abs(word).max())
        piece = word[loud[0] : found.first]
        if _SHORTEST * RATE < len(piece) < _LONGEST * RATE:
            out.append(piece / (np.sqrt(np.mean(piece**2)) + 1e-12))
    return out


def laughing(rng: Rng, sound: Samples) -> Samples:
    """Said while laughing: the voice comes in bursts of breath, four to seven a second."""
    t = np.arange(len(sound)) / RATE
    beat = 0.5 + 0.5 * np.sin(2 * np.pi * rng.uniform(4, 7) * t + rng.uniform(0, 6))
    breath = band(rng.standard_normal(len(sound)), 500, 6000) * (1 - beat) * np.abs(sound).max() * rng.uniform(0.0, 0.1)
    return np.asarray(sound * (1 - rng.uniform(0.2, 0.7) * (1 - beat)) + breath)
