"""Shouts: two phrases of the game by our own voices, any utterance made louder, and the slap of cards beside them."""

from __future__ import annotations

import numpy as np

from models.training.voices import real
from models.training.voices.farm import join, pick
from models.training.voices.source import RATE, Samples, band, burst, curve, filtered, peak, silence
from models.training.voices.speaker import Rng, Speaker
from models.training.voices.tract import Shape, speak


def face_off(rng: Rng, who: Speaker) -> Samples:
    """f, the glide of "face", s, a short or long "off" with its f; sometimes a breath of pause between the words."""
    high, slow = _effort(rng)
    parts = [
        _hiss(rng, who, rng.uniform(0.05, 0.14), 900, 7600, rng.uniform(0.03, 0.2)),
        _vowel(rng, who, rng.uniform(0.12, 0.26) * slow, high, ((0, pick(rng, "E", "e")), (0.35, "e"), (1, "I"))),
        _hiss(rng, who, rng.uniform(0.07, 0.17), 3600, 7800, rng.uniform(0.1, 0.5)),
        silence(rng.uniform(0.0, 0.06) if rng.random() < 0.7 else rng.uniform(0.06, 0.22)),
        _vowel(rng, who, rng.uniform(0.12, 0.34) * slow, high * rng.uniform(0.8, 1.15), _open(rng)),
        _hiss(rng, who, rng.uniform(0.06, 0.2), 900, 7600, rng.uniform(0.03, 0.25)),
    ]
    return join(parts)


def wild_thing(rng: Rng, who: Speaker) -> Samples:
    """The glide of "wild", a stop, th, i and ng."""
    high, slow = _effort(rng)
    ending = _vowel(rng, who, rng.uniform(0.12, 0.3) * slow, high, ((0, "I"), (0.45, "I"), (0.7, "ng"), (1, "ng")))
    parts = [
        _vowel(rng, who, rng.uniform(0.22, 0.42) * slow, high, ((0, "u"), (0.25, "a"), (0.6, "I"), (1, "l"))),
        burst(rng, who, pick(rng, "t", "g"), 0.015) * rng.uniform(0.0, 0.2),
        _hiss(rng, who, rng.uniform(0.04, 0.12), 1400, 7600, rng.uniform(0.02, 0.2)),
        ending * rng.uniform(0.5, 1.0),
    ]
    return join(parts)


def _effort(rng: Rng) -> tuple[float, float]:
    """How much higher than the speaker's own pitch, and how much longer than spoken."""
    effort = rng.random()
    return float(np.exp(rng.uniform(0.0, 0.25) + 0.75 * effort)), float(np.exp(rng.uniform(-0.15, 0.25) + 0.2 * effort))


def _open(rng: Rng) -> Shape:
    vowel = pick(rng, "o", "o", "a", "V")
    return ((0, vowel), (1, vowel if rng.random() < 0.7 else "o"))


def _vowel(rng: Rng, who: Speaker, seconds: float, high: float, shape: Shape) -> Samples:
    """Voiced, at ``high`` times the speaker's pitch; a shouted vowel opens the mouth and closes the larynx harder."""
    shouting = who.louder() if high > 1.3 else who
    top = who.f0 * high
    first, middle, last = top * rng.uniform(0.8, 1.1), top * rng.uniform(0.95, 1.15), top * rng.uniform(0.7, 1.1)
    line = ((0.0, first), (0.4, middle), (1.0, last))
    rough = rng.uniform(0.0, 0.5) if rng.random() < 0.2 else 0.0
    level = ((0, 0.2), (0.12, 1), (0.8, rng.uniform(0.6, 1.0)), (1, 0.1))
    return peak(speak(rng, shouting, seconds, line, shape, level, subharmonic=rough), rng.uniform(0.7, 1.0))


def _hiss(rng: Rng, who: Speaker, seconds: float, low: float, high: float, level: float) -> Samples:
    n = int(seconds * RATE)
    noise = band(who.hiss(rng, n), low * min(who.tract, 1.2), high)
    return peak(noise * curve(((0, 0.1), (0.4, 1), (0.8, 0.9), (1, 0.1)), n, 200), level)


def slap(rng: Rng, who: Speaker) -> Samples:
    """A hand of cards slapped on a table: one broad impulse, the wood under it, a card or two that follows."""
    n = int(rng.uniform(0.06, 0.25) * RATE)
    t = np.arange(n) / RATE
    hit = rng.standard_normal(n) * np.exp(-t * rng.uniform(60, 350))
    for _ in range(int(rng.integers(1, 4))):
        ring = np.sin(2 * np.pi * rng.uniform(70, 700) * t + rng.uniform(0, 6)) * np.exp(-t * rng.uniform(20, 120))
        hit += rng.uniform(0.2, 1.2) * ring
    for _ in range(int(rng.integers(0, 3))):
        at = int(rng.uniform(0.01, 0.05) * RATE)
        hit[at:] += rng.uniform(0.1, 0.4) * rng.standard_normal(n - at) * np.exp(-t[: n - at] * 200)
    return peak(hit)


def shouted(rng: Rng, sound: Samples, effort: float, softest: float = 0.02) -> Samples:
    """The utterance by another size of person, and louder: ``effort`` 0 (spoken) to 1 (at the top of the voice).

    Vocal effort raises pitch and the first formants, lengthens vowels and lifts the upper spectrum. What is softer than
    ``softest`` of its peak is cut off at both ends.
    """
    if rng.random() < 0.75:
        pitch = np.exp(rng.uniform(-0.15, 0.2) + 0.5 * effort)
        size = np.exp(rng.uniform(-0.14, 0.2) + 0.06 * effort)
        sound = real.bend(rng, sound, pitch, size, np.exp(rng.uniform(-0.3, 0.25) + 0.15 * effort))
    upper, middle = rng.uniform(0.0, 5.0) * effort, 6 * effort * rng.random()

    def lift(freq: Samples) -> Samples:
        octaves = np.clip(np.log2(np.maximum(freq, 1.0) / 500.0), 0, 3)
        return 10 ** ((octaves * upper + middle * np.exp(-(((freq - 1400) / 900) ** 2))) / 20)

    sound = filtered(sound, lift)
    if rng.random() < 0.35 * effort:
        sound = np.tanh(peak(sound) * rng.uniform(1.5, 7.0))
    return trimmed(peak(sound), softest)


def trimmed(sound: Samples, share: float = 0.02) -> Samples:
    """From the first to the last sample above that share of the peak."""
    loud = np.flatnonzero(np.abs(sound) > share * np.abs(sound).max())
    return sound[loud[0] : loud[-1] + 1] if len(loud) else sound
