"""Rooms, microphones and hiss, what lies between a mouth and the samples; and those around who talk, laugh or play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from models.training.voices import perform
from models.training.voices.source import RATE, Rng, Samples, band, filtered, peak, silence


def room(rng: Rng, dry: Samples) -> Samples:
    """Return the sound in a room of 0.12 to 0.8 s reverberation, early echoes included, at a drawn distance."""
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
    """Return a microphone's uneven response, its band, and sometimes its overload."""
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


Item = TypeVar("Item")
_SECONDS, _PAUSE = 10.0, 0.9  # of a track; the longest pause in it
_TRACK = 0.75  # how often a track is heard; else one noise


def excerpt(rng: Rng, sound: Samples, seconds: float) -> Samples:
    """So much of a sound, rather not a silent part of it."""
    n = int(seconds * RATE)
    if len(sound) <= n:
        return sound
    for _ in range(6):  # prefer an excerpt that is not silence
        start = int(rng.integers(len(sound) - n))
        if np.abs(sound[start : start + n]).max() > 0.3 * np.abs(sound).max():
            break
    return sound[start : start + n]


def drawn(rng: Rng, groups: Mapping[str, Sequence[Item]], shares: Mapping[str, float]) -> Item:
    """Something of a group; the groups that there are come by their shares."""
    share = np.array([shares[name] for name in groups])
    items = groups[str(rng.choice(list(groups), p=share / share.sum()))]
    return items[int(rng.integers(len(items)))]


class Company:
    """``count`` tracks, made once for many scenes, of what ``said`` gives, recorded talk, noises and laughter."""

    def __init__(
        self, rng: Rng, count: int, said: Callable[[], Samples], talk: Sequence[Samples], noises: Sequence[Samples]
    ) -> None:
        self._said, self._talk, self._noises = said, talk, noises
        self._tracks = [self._track(rng) for _ in range(count)]

    def _track(self, rng: Rng) -> Samples:
        """One to four who talk, laugh or listen to something, RMS 1."""
        out = np.zeros(int(_SECONDS * RATE))
        for _ in range(int(rng.integers(1, 5))):
            roll = rng.random()
            if roll < 0.45:
                parts = [self._said() for _ in range(5)]
            elif roll < 0.7:
                parts = [excerpt(rng, self._talk[int(rng.integers(len(self._talk)))], 3.0) for _ in range(5)]
            elif roll < 0.85:
                parts = [perform("laughter", int(rng.integers(1 << 30))).samples for _ in range(3)]
            else:
                parts = [excerpt(rng, self._noises[int(rng.integers(len(self._noises)))], 5.0) for _ in range(2)]
            gaps = [silence(rng.uniform(0.05, _PAUSE)) for _ in parts]
            line = np.concatenate([piece for pair in zip(parts, gaps, strict=True) for piece in pair])
            line = np.roll(np.resize(line, len(out)), int(rng.integers(len(out))))
            out += line / (np.sqrt(np.mean(line**2)) + 1e-9) * rng.uniform(0.3, 1.0)
        wet = room(rng, out)[: len(out)]
        return np.asarray(wet / np.sqrt(np.mean(wet**2)))

    def __call__(self, rng: Rng, count: int) -> Samples:
        """``count`` samples from anywhere in a track or in one noise, RMS 1."""
        tracks = self._tracks if rng.random() < _TRACK else self._noises
        track = tracks[int(rng.integers(len(tracks)))]
        found = np.roll(np.resize(track, max(len(track), count)), int(rng.integers(len(track))))[:count]
        return np.asarray(found / (np.sqrt(np.mean(found**2)) + 1e-6))
