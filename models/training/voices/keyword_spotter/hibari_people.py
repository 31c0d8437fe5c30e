"""Many people out of one neural voice: hibari's frames (Apache-2.0) with another throat, pitch, breath and timing.

hibari says a text as frames of harmonic and noisy spectra with a pitch. Between network and waveform every one of them
can be changed: the size of the throat (formants), the melody, how breathy or pressed, how long and loud each hiss. A
hundredth of a second of computing a second of speech. Training time only: nothing of it ships.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import soxr

from models.training.voices.shouting import trimmed
from models.training.voices.source import RATE, Samples
from models.training.voices.speaker import Rng

_BINS, _HERTZ = 601, 20.0  # of a spectrum, and from one to the next
_VOICED = 40.0  # Hz of pitch from where a frame is voiced
Frames = dict[str, Samples]


@cache
def _voice() -> Any:
    from hibari import Hibari

    return Hibari()


def say(rng: Rng, sounds: str) -> Samples:
    """Letters of ``kokoro.phonemes`` by somebody drawn: float64 at RATE, from its first to its last sound."""
    from hibari import dsp

    voice = _voice()
    speed = np.array([np.exp(rng.uniform(-0.3, 0.3))], np.float32)
    given = {"ids": np.asarray([voice.ids(sounds)], np.int64), "speed": speed}
    names = [o.name for o in voice.sess.get_outputs()]
    frames = {name: values[0] for name, values in zip(names, voice.sess.run(None, given), strict=True)}
    frames = _timed(rng, frames)
    size = float(np.exp(rng.normal(0.0, 0.14)))
    frames["f0"] = _melody(rng, frames["f0"], size)
    _throat(frames, float(np.clip(size, 0.72, 1.4)))
    _manner(rng, frames)
    heard = dsp.synth(*(frames[n].astype(np.float32) for n in names), rng)
    out = soxr.resample(np.asarray(heard, np.float64), dsp.SR, RATE)
    return trimmed(out, 0.004)


def _timed(rng: Rng, frames: Frames) -> Frames:
    """Each voiced and each unvoiced stretch by a factor of its own; a long vowel is where shouts are long."""
    voiced = frames["f0"] > _VOICED
    edges = np.flatnonzero(np.diff(voiced.astype(int))) + 1
    drawl = np.exp(rng.uniform(-0.2, 0.45))
    at: list[Samples] = []
    for start, end in zip([0, *edges], [*edges, len(voiced)], strict=True):
        factor = drawl * np.exp(rng.uniform(-0.25, 0.25)) if voiced[start] else np.exp(rng.uniform(-1.1, 0.35))
        at.append(np.linspace(start, end - 1, max(2, round((end - start) * factor))))
    index = np.clip(np.round(np.concatenate(at)).astype(int), 0, len(voiced) - 1)
    return {name: values[..., index] for name, values in frames.items()}


def _melody(rng: Rng, f0: Samples, size: float) -> Samples:
    """Another pitch and another line: as it was, flatter or wilder, arched, falling or rising."""
    voiced = f0 > _VOICED
    if not voiced.any():
        return f0
    centre = float(np.exp(np.mean(np.log(f0[voiced]))))
    own = np.clip(190.0 * size ** rng.uniform(2.0, 4.0) * np.exp(rng.normal(0, 0.2)), 75, 420)
    if rng.random() < 0.15:  # low and hardly moving
        return np.where(voiced, rng.uniform(70, 125) * np.exp(0.01 * rng.standard_normal(len(f0))), f0)
    x = np.linspace(-1, 1, len(f0))
    line = rng.uniform(-0.25, 0.2) * x - rng.uniform(0.0, 0.3) * x**2
    out = own * (np.maximum(f0, _VOICED) / centre) ** rng.uniform(0.0, 1.6) * np.exp(line)
    out *= np.exp(0.015 * rng.standard_normal(len(f0)))
    return np.where(voiced, np.clip(out, 60, 900), f0)


def _throat(frames: Frames, size: float) -> None:
    """Formants moved by that factor."""
    at = np.clip(np.arange(_BINS) / size, 0, _BINS - 1)
    low, part = at.astype(int), (at - at.astype(int))[:, None]
    for name in ("lh", "ln", "lr"):
        values = frames[name]
        frames[name] = values[low] * (1 - part) + values[np.minimum(low + 1, _BINS - 1)] * part


def _manner(rng: Rng, frames: Frames) -> None:
    """Breathy to pressed, bright to dull, hisses louder or weaker. Spectra are natural logarithms."""
    octaves = np.clip(np.log2(np.maximum(np.arange(_BINS) * _HERTZ, 100.0) / 500.0), -2, 4)[:, None]
    voiced = frames["f0"] > _VOICED
    frames["lh"] = frames["lh"] + octaves * rng.uniform(-0.35, 0.6)
    breath = rng.uniform(-1.0, 1.6)
    hiss = rng.uniform(-1.8, 0.8)
    tilt = octaves * rng.uniform(-0.3, 0.4)
    gain = np.where(voiced, breath, hiss)[None]
    frames["ln"] = frames["ln"] + gain + tilt
    frames["lr"] = frames["lr"] + np.where(voiced, 0.0, hiss)[None]
