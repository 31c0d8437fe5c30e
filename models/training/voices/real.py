"""Resynthesis of recordings: real glottal cycles as a larynx, real envelopes over it, pitch, size and time bent.

A recording gives a `Larynx` (its own pulses, whitened by linear prediction, so a performance keeps a real voice's
roughness), an `Outline` (formants, pitch and loudness over time, for somebody else's larynx), or is bent whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from models.training.voices.source import RATE, Rng, Samples, Speaker, glottal, peak

_FRAME, _HOP = 512, 128


def _frames(sound: Samples) -> Samples:
    padded = np.pad(sound, (_FRAME // 2, _FRAME))
    return np.lib.stride_tricks.sliding_window_view(padded, _FRAME)[::_HOP] * np.hanning(_FRAME)


def _overlap(frames: Samples, n: int) -> Samples:
    ratio = _FRAME // _HOP
    out = np.zeros(len(frames) * _HOP + _FRAME * 2)
    for k in range(ratio):
        block = frames[k::ratio].reshape(-1)
        out[k * _HOP : k * _HOP + len(block)] += block
    return out[_FRAME // 2 : _FRAME // 2 + n] / 1.5


def envelopes(sound: Samples, order: int = 30) -> Samples:
    """Return the smoothed log magnitude of each frame [frames, bins], by liftering the cepstrum at `order`."""
    log = np.log(np.abs(np.fft.rfft(_frames(sound), axis=1)) + 1e-5)
    cepstrum = np.fft.irfft(log, axis=1)
    cepstrum[:, order : _FRAME - order + 1] = 0
    return np.fft.rfft(cepstrum, axis=1).real


def pitches(sound: Samples, low: float = 60.0, high: float = 900.0) -> tuple[Samples, Samples]:
    """Pitch in Hz and strength 0..1 of each frame, by autocorrelation over 64 ms."""
    size = 1024
    padded = np.pad(sound, (size // 2, size))
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::_HOP] * np.hanning(size)
    power = np.abs(np.fft.rfft(frames, 2 * size, axis=1)) ** 2
    window = np.hanning(size)
    ideal = np.fft.irfft(np.abs(np.fft.rfft(window, 2 * size)) ** 2)
    lags = np.fft.irfft(power, axis=1)
    lags = lags / (lags[:, :1] + 1e-9) / (ideal / ideal[0] + 1e-3)[None]
    first, last = int(RATE / high), min(size // 2, int(RATE / low))
    weight = 1 - 0.0008 * np.arange(first, last)  # a shorter period wins a tie
    best = np.argmax(lags[:, first:last] * weight, axis=1) + first
    count = 1 + (len(sound) - 1) // _HOP
    strength: Samples = np.clip(lags[np.arange(len(lags)), best], 0, 1)[:count]
    pitch: Samples = (RATE / best)[:count]
    return pitch, strength


@dataclass(frozen=True)
class Larynx:
    """Consecutive glottal cycles of one recording, [cycles, samples around the pulse], and their mean pitch in Hz."""

    cycles: npt.NDArray[np.float64]
    pitch: float

    def __call__(self, rng: Rng, speaker: Speaker, f0: Samples, subharmonic: float) -> Samples:
        """Pulses at `f0` Hz a sample: the recording's cycles in their order, walked back and forth."""
        n = len(f0)
        phase = np.cumsum(f0 * np.exp(speaker.jitter * 0.5 * rng.standard_normal(n))) / RATE
        marks = np.searchsorted(phase, np.arange(1, int(phase[-1]) + 1))
        width = self.cycles.shape[1]
        out = np.zeros(n + 2 * width)
        at = int(rng.integers(len(self.cycles)))
        step = 1 if rng.random() < 0.5 else -1
        for i, mark in enumerate(marks):
            if not 0 <= at + step < len(self.cycles) or rng.random() < 0.02:
                step = -step
            at = int(np.clip(at + step, 0, len(self.cycles) - 1))
            gain = 1 - subharmonic if i % 2 else 1.0
            out[mark + width // 2 : mark + width // 2 + width] += self.cycles[at] * gain
        out = out[width : width + n]
        return out / (float(np.sqrt(np.mean(out**2))) + 1e-9)


def larynx(sound: Samples) -> Larynx | None:
    """Return the glottal cycles of the voiced parts of a recording, or None where fewer than eight are found."""
    pitch, strength = pitches(sound, 60, 500)
    level = np.sqrt(np.mean(_frames(sound)[: len(pitch)] ** 2, axis=1))
    voiced = (strength > 0.6) & (level > 0.15 * level.max())
    if voiced.sum() < 6:
        return None
    residual = _whiten(sound)
    mean = float(np.median(pitch[voiced]))
    half = int(RATE / mean)
    cycles: list[Samples] = []
    at = half
    while at < len(residual) - 2 * half:
        frame = min(at // _HOP, len(voiced) - 1)
        if not voiced[frame]:
            at += half
            continue
        period = int(RATE / pitch[frame])
        near = residual[at : at + period]
        mark = at + int(np.argmax(np.abs(near)))
        if half <= mark < len(residual) - half:
            cycle = residual[mark - half : mark + half] * np.hanning(2 * half)
            norm = float(np.sqrt(np.mean(cycle**2)))
            if norm > 1e-6:
                cycles.append(cycle / norm)
        at = mark + max(period // 2, int(period * 0.6))
    return Larynx(np.array(cycles), mean) if len(cycles) >= 8 else None


def _whiten(sound: Samples) -> Samples:
    """Return the recording with its envelope flattened frame by frame: what the larynx did."""
    spectrum = np.fft.rfft(_frames(sound), axis=1)
    log = envelopes(sound, 24)
    return _overlap(np.fft.irfft(spectrum / np.exp(log), axis=1) * np.hanning(_FRAME), len(sound))


@dataclass(frozen=True)
class Air:
    """Breath of one recording: its voiceless stretches end to end, without their colour, RMS 1."""

    noise: Samples

    def __call__(self, rng: Rng, n: int) -> Samples:
        """`n` samples of it from a drawn place on; what is longer goes round again, back to front every other time."""
        round_trip = np.concatenate([self.noise, self.noise[::-1]])
        return np.resize(np.roll(round_trip, -int(rng.integers(len(round_trip)))), n)


def air(sound: Samples) -> Air | None:
    """Return the breath in a recording (hissed consonants, drawn breath), or None where it is under 80 ms."""
    _, strength = pitches(sound, 60, 500)
    frames = _frames(sound)[: len(strength)]
    level = np.sqrt(np.mean(frames**2, axis=1))
    kept = np.repeat((strength < 0.4) & (level > 0.04 * level.max()), _HOP)[: len(sound)]
    noise = _whiten(sound)[: len(kept)][kept]
    scale = float(np.sqrt(np.mean(noise**2))) if len(noise) else 0.0
    return Air(np.clip(noise / scale, -5, 5)) if len(noise) > 0.08 * RATE and scale > 1e-6 else None


@dataclass(frozen=True)
class Lenders:
    """Larynges and breath of recordings, for drawn speakers; of the sounds that have some."""

    larynges: list[Larynx]
    airs: list[Air]

    @staticmethod
    def of(voices: Iterable[Samples], breathed: Iterable[Samples]) -> Lenders:
        larynges = [found for sound in voices if (found := larynx(sound)) is not None]
        return Lenders(larynges, [breath for sound in breathed if (breath := air(sound)) is not None])

    def to(self, rng: Rng, who: Speaker) -> Speaker:
        """Return the speaker with one of each."""
        larynx, air = (kept[int(rng.integers(len(kept)))] for kept in (self.larynges, self.airs))
        return replace(who, larynx=larynx, air=air)


@dataclass(frozen=True)
class Outline:
    """What a recording does, without who does it: log envelopes [frames, bins], pitch in Hz, voicing 0..1."""

    envelope: Samples
    pitch: Samples
    voicing: Samples
    n: int


def outline(sound: Samples) -> Outline:
    pitch, strength = pitches(sound)
    return Outline(envelopes(sound), pitch, np.clip((strength - 0.3) / 0.3, 0, 1), len(sound))


def acted(rng: Rng, shape: Outline, swing: float, tremor: float) -> Outline:
    """Return the outline as an actor plays it: ``swing`` of its pitch in nepers, ``tremor`` of its level in 0..1.

    The tremor is the glottal one of a bleat, five to ten a second.
    """
    frames = len(shape.pitch)
    seconds = np.arange(frames) * _HOP / RATE
    knots = np.cumsum(rng.standard_normal(5)) * swing * 0.5
    line = np.interp(np.linspace(0, 4, frames), np.arange(5), knots - knots.mean())
    beat = np.sin(2 * np.pi * rng.uniform(4.5, 11.0) * seconds + rng.uniform(0, 6.28))
    envelope = shape.envelope.copy()
    n = min(frames, len(envelope))
    envelope[:n] += (tremor * 2.0 * beat[:n])[:, None]
    return replace(shape, pitch=shape.pitch * np.exp(line + 0.1 * tremor * beat), envelope=envelope)


def lengthened(rng: Rng, sound: Samples, factor: float) -> Samples:
    """Return the sound with its middle drawn out ``factor`` times and its ends as they were: "moo" to "mooo"."""
    first, last = (int(len(sound) * at) for at in (rng.uniform(0.2, 0.35), rng.uniform(0.65, 0.85)))
    overlap = 160
    if last - first < 1600:
        return sound
    middle = _stretch(sound[first - overlap : last + overlap], factor)
    return joined(joined(sound[:first], middle, overlap), sound[last:], overlap)


def joined(before: Samples, after: Samples, overlap: int) -> Samples:
    """End to end with a cross-fade of `overlap` samples."""
    ramp = np.linspace(0, 1, overlap)
    both = before[-overlap:] * (1 - ramp) + after[:overlap] * ramp
    return np.concatenate([before[:-overlap], both, after[overlap:]])


def imitate(rng: Rng, who: Speaker, shape: Outline, stretch: float, size: float, pitch: float) -> Samples:
    """Return the outline spoken by `who`: time times `stretch`, formants times `size`, mean pitch `pitch` Hz."""
    n = int(shape.n * stretch)
    frames = len(shape.envelope)
    at = np.linspace(0, frames - 1, 1 + n // _HOP)
    voiced = shape.voicing > 0.5
    mean = float(np.exp(np.mean(np.log(shape.pitch[voiced])))) if voiced.any() else 200.0
    line = np.interp(at, np.arange(len(shape.pitch)), np.log(np.where(voiced, shape.pitch, mean) / mean))
    kernel = np.ones(7) / 7
    line = np.convolve(np.pad(line, 3, mode="edge"), kernel, "valid")
    samples = np.arange(n) / _HOP
    f0 = np.clip(pitch * np.exp(np.interp(samples, np.arange(len(line)), line)), 50, 1500)
    voicing = np.interp(samples * (frames - 1) / max(1, len(at) - 1), np.arange(len(shape.voicing)), shape.voicing)
    breath = who.hiss(rng, n)
    pulses: Samples = (who.larynx or glottal)(rng, who, f0, 0.0)
    source = voicing * pulses + (1 - 0.9 * voicing) * breath
    envelope = shape.envelope[np.round(at).astype(int)]
    return peak(_colour(source, envelope, size))


def _colour(source: Samples, envelope: Samples, size: float) -> Samples:
    """Lays log envelopes, stretched along frequency by `size`, over a white source."""
    spectrum = np.fft.rfft(_frames(source), axis=1)
    envelope = _warp(envelope, size)
    rows = np.minimum(np.arange(len(spectrum)), len(envelope) - 1)
    return _overlap(np.fft.irfft(spectrum * np.exp(envelope[rows]), axis=1) * np.hanning(_FRAME), len(source))


def _warp(envelope: Samples, size: float) -> Samples:
    bins = envelope.shape[1]
    at = np.clip(np.arange(bins) / size, 0, bins - 1.001)
    low = at.astype(int)
    part = at - low
    return envelope[:, low] * (1 - part) + envelope[:, low + 1] * part


def bend(rng: Rng, sound: Samples, pitch: float, size: float, stretch: float) -> Samples:
    """Return the recording with pitch, formants (``size``) and length each changed by its own factor."""
    spectrum = np.fft.rfft(_frames(sound), axis=1)
    log = envelopes(sound)
    moved = _warp(log, size / pitch) - log
    whole = _overlap(np.fft.irfft(spectrum * np.exp(np.clip(moved, -4, 4)), axis=1) * np.hanning(_FRAME), len(sound))
    whole = _stretch(whole, stretch * pitch)
    n = max(64, int(len(whole) / pitch))
    wobble = np.interp(np.arange(n), np.linspace(0, n, 6), np.exp(0.05 * rng.standard_normal(6)))
    at = np.cumsum(wobble)
    at = at / at[-1] * (len(whole) - 2)
    return np.interp(at, np.arange(len(whole)), whole)


def _stretch(sound: Samples, factor: float) -> Samples:
    """Length times `factor` by similarity overlap-add (WSOLA, Verhelst and Roelands 1993)."""
    size, hop, seek = 640, 320, 160
    n = int(len(sound) * factor)
    if len(sound) < 2 * size or abs(factor - 1) < 0.03:
        return sound
    padded = np.pad(sound, (seek, size * 2 + seek))
    window = np.hanning(size)
    out = np.zeros(n + 2 * size)
    want = padded[seek : seek + size]
    for start in range(0, n, hop):
        middle = int(start / factor) + seek
        middle = min(middle, len(padded) - size - seek - hop)
        region = padded[middle - seek : middle + seek + size]
        score = np.correlate(region, want, "valid")
        best = middle - seek + int(np.argmax(score))
        out[start : start + size] += padded[best : best + size] * window
        want = padded[best + hop : best + hop + size]
    return out[:n]
