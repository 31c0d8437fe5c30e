"""Table talk and spoken answers by voices that no network heard: what measuring answers and noises listens to.

500 sentences a language are made of ``table_talk.toml``, always the same ones. Ten voices a language say them; two of
them are kept from every choice of a threshold or a weight. Nothing is kept as sound: it is made where it is measured.

SVOX Pico comes with the package ``py-nanotts``; espeak-ng's and flite's voices are those that trained nothing.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from companion.resources import toml
from models.training.voices.rooms import convolve
from models.training.voices.source import RATE, Rng, Samples, peak
from models.training.voices.synthesisers import samples_of

SENTENCES: Final = 500
Part: TypeAlias = Literal["choose", "kept"]
_FILE: Final = "models/training/voices/table_talk.toml"
VOICES: Final[dict[str, dict[Part, tuple[str, ...]]]] = {
    "en": {
        "choose": (
            "flite:slt",
            "pico:en-US",
            "pico:en-US@1.25",
            "espeak:en-gb-x-rp+f2",
            "espeak:en-us+Michel",
            "espeak:en-gb-scotland+m3",
            "espeak:en-us+Alicia",
            "flite:kal16",
        ),
        "kept": ("pico:en-GB", "flite:awb"),
    },
    "de": {
        "choose": (
            "pico:de-DE@0.8",
            "pico:de-DE@1.25",
            "espeak:de+f2",
            "espeak:de+Michel",
            "espeak:de+m3",
            "espeak:de+Alicia",
            "espeak:de+Hugo",
            "espeak:de+linda",
        ),
        "kept": ("pico:de-DE", "espeak:de+Jacky"),
    },
    "ko": {"choose": ("espeak:ko", "espeak:ko+f2"), "kept": ("espeak:ko+m3", "espeak:ko+Alicia")},
}
"""Language -> voices that choose and voices that report: "synthesiser:voice@pitch"."""


@cache
def sentences(language: str) -> tuple[str, ...]:
    """Return the language's 500 sentences."""
    lists, rng = toml(_FILE)[language], np.random.default_rng(63)
    found: dict[str, None] = {}
    while len(found) < SENTENCES:
        base = str(lists["sentences"][int(rng.integers(len(lists["sentences"])))])
        text = f"{rng.choice(lists['openers'])}{base}{rng.choice(lists['tails'])}"
        name, other = rng.choice(lists["names"], 2, replace=False)
        slots = {kind: str(rng.choice(lists[f"{kind}s"])) for kind in ("thing", "number", "food")}
        found[text.format(name=name, other=other, **slots)] = None
    return tuple(found)


def speak(rng: Rng, text: str, voice: str) -> Samples:
    """Return a text by a voice of ``VOICES`` at a drawn pace; float, 16 kHz, peak 1, without quiet at its ends."""
    maker, _, rest = voice.partition(":")
    name, _, pitch = rest.partition("@")
    if maker == "pico":
        said = _pico(text, name, rng.uniform(0.85, 1.15), float(pitch or 1.0))
    elif maker == "espeak":
        pace, tone = str(rng.integers(130, 185)), str(rng.integers(35, 65))
        command = ["espeak-ng", "-v", name, "-s", pace, "-p", tone, "--stdout", text]
        said = samples_of(subprocess.run(command, capture_output=True, check=True).stdout)
    else:
        said = _flite(text, name, rng.uniform(0.9, 1.15))
    loud = np.flatnonzero(np.abs(said) > 0.01 * np.abs(said).max(initial=1e-9))
    return peak(said[loud[0] : loud[-1] + 1]) if len(loud) else said


def _pico(text: str, voice: str, speed: float, pitch: float) -> Samples:
    from py_nanotts import NanoTTS  # only where it is measured

    return np.frombuffer(NanoTTS().speak(text, voice, speed, pitch), "<i2") / 32768.0


def _flite(text: str, voice: str, stretch: float) -> Samples:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "said.wav"
        stretched = f"duration_stretch={stretch:.2f}"
        subprocess.run(["flite", "-voice", voice, "--setf", stretched, "-t", text, "-o", str(out)], check=True)
        return samples_of(out.read_bytes())


def talk(rng: Rng, language: str, voices: tuple[str, ...], seconds: float, room: Samples | None = None) -> Samples:
    """Return table talk of these voices without an end, peak about 1: sentence after sentence, now and then at once."""
    out = np.zeros(int(seconds * RATE))
    at, end = 0, len(out)
    while at < end:
        said = speak(rng, str(rng.choice(sentences(language))), str(rng.choice(voices))) * rng.uniform(0.4, 1.0)
        said = convolve(said, room) if room is not None else said
        out[at : at + len(said)] += said[: end - at]
        at += int(len(said) + rng.uniform(-0.4, 1.6) * RATE)
    return out


def pieces(rng: Rng, language: str, voices: tuple[str, ...], minutes: int) -> Iterator[Samples]:
    """Yield minutes of talk one by one."""
    for _ in range(minutes):
        yield talk(rng, language, voices, 60.0)


__all__: list[Any] = ["RATE", "SENTENCES", "VOICES", "Part", "pieces", "sentences", "speak", "talk"]
