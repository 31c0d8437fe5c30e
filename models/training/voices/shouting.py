"""Shouts: two phrases of the game by our own voices, any utterance made louder, and the slap of cards beside them.

Fricatives at both ends of a word are taken away, shortened, quietened, or replaced by another's: people's f lasts 25 to
120 ms at any level, and in a noisy room is not heard at all. What is trained on one synthesiser's f listens for that f.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.voices import real
from models.training.voices.farm import join, pick
from models.training.voices.real import joined
from models.training.voices.source import (
    RATE,
    Rng,
    Samples,
    Shape,
    Speaker,
    band,
    burst,
    curve,
    filtered,
    peak,
    silence,
    speak,
)


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
    """Return the glide of "wild", a stop, th, i and ng."""
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
    """Return a hand of cards slapped on a table: one broad impulse, the wood under it, a card or two that follows."""
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
    """Return the utterance by another size of person, and louder: ``effort`` 0 (spoken) to 1 (at the top of the voice).

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
    """Return an f as a mouth makes it: weak noise, flat or rising a little to 8 kHz, seldom with one hill; RMS 1."""
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
    """Return the word with other fricatives at its ends; ``real``: such sounds of recorded people, RMS 1."""
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
    """Return the fricatives with which recorded words begin ("four", "five"), RMS 1, without those too short to use."""
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
