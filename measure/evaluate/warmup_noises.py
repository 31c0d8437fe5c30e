"""People who make noises again and again, for measuring a warm-up: coughs, clicks, panting, and animals imitated.

The larynges and the breath are those of recorded speakers that no model was trained on; the imitations follow the
outlines of recorded animals. What the matcher learned from (``models/training/noises/takes.py``) knows neither:
no held
speaker's larynx, no imitation of an outline, and another way of doing a noise once more. Seeded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from companion.people.lessons.noise_takes import take
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.sound_features import SoundFeatures
from companion.sources.audio_files import read
from models.training.voices import people, real, rooms, wild
from models.training.voices.source import RATE, Rng, Samples, Speaker, peak

HELD = ("george", "jackson", "nicolas")
TAKES = 7
MADE = (people.cough, people.hisses, wild.mouth_clicks, wild.panting)
IMITATED = 6
_LONGEST = int(1.4 * RATE)

Noises = dict[str, list[Samples]]


@dataclass(frozen=True)
class Studio:
    """Held larynges and breaths, and outlines of animals by the name of their file."""

    larynges: list[real.Larynx]
    airs: list[real.Air]
    outlines: dict[str, real.Outline]


def studio(sounds: Path) -> Studio:
    """From the shared sounds folder. Raises BadInput."""
    voices = [p for name in HELD for p in sorted((sounds / "voices" / name).glob("*_[0-2].flac"))]
    beasts = sorted((sounds / "animals").glob("*/*.flac"))
    if not voices or not beasts:
        raise BadInput("measure.voices-no-folder", folder=str(sounds))
    heard = [np.asarray(read(p), np.float64) for p in voices]
    outlines = {}
    for path in beasts:
        sound = np.asarray(read(path), np.float64)
        loud = np.nonzero(np.abs(sound) > 0.06 * np.abs(sound).max())[0]
        piece = sound[max(0, int(loud[0]) - 800) : int(loud[0]) + _LONGEST]
        if len(piece) > RATE // 4:
            outlines[f"{path.parent.name}/{path.stem}"] = real.outline(piece)
    return Studio(
        [x for s in heard if (x := real.larynx(s)) is not None],
        [a for s in heard if (a := real.air(s)) is not None],
        outlines,
    )


def person(rng: Rng, made: Studio) -> Noises:
    """Ten noises by one drawn speaker at one place of one room, each ``TAKES`` times."""
    who = replace(
        Speaker.draw(rng),
        larynx=made.larynges[int(rng.integers(len(made.larynges)))],
        air=made.airs[int(rng.integers(len(made.airs)))],
    )
    much = float(rng.uniform(0.7, 1.8))
    room, gear = (int(x) for x in rng.integers(1 << 30, size=2))
    out: Noises = {}
    beasts = sorted({name.split("/")[0] for name in made.outlines})  # of each one call: two would be one signal
    names = [str(rng.choice([n for n in made.outlines if n.startswith(f"{beast}/")])) for beast in beasts]
    ways: list[tuple[str, Callable[[Rng, Speaker], Samples]]] = []
    for k, maker in enumerate(MADE):
        styles = rng.integers(1 << 30, size=2)  # nobody coughs the same twice: now one way, now another
        ways.append((f"{maker.__name__}{k}", lambda r, w, m=maker, s=styles: _made(r, w, m, s)))  # type: ignore[misc]
    for i in rng.permutation(len(names))[:IMITATED]:
        shape, stretch, size = made.outlines[names[i]], float(rng.uniform(0.7, 1.1)), float(rng.uniform(0.85, 1.25))
        ways.append((names[i], lambda r, w, o=shape, t=stretch, s=size: imitated(r, w, o, t, s, much)))  # type: ignore[misc]
    for name, way in ways:
        out[name] = [placed(rng, again(rng, who, way, much), room, gear) for _ in range(TAKES)]
    return out


def _made(rng: Rng, who: Speaker, maker: Callable[[Rng, Speaker], Samples], styles: npt.NDArray[np.int64]) -> Samples:
    return maker(np.random.default_rng(int(styles[int(rng.random() < 0.3)])), who)


def imitated(rng: Rng, who: Speaker, shape: real.Outline, stretch: float, size: float, much: float) -> Samples:
    played = real.acted(rng, shape, 0.15 * much, 0.25 * rng.random())
    longer, wider = np.exp(rng.standard_normal(2) * (0.15, 0.04) * much)
    return real.imitate(rng, who, played, stretch * float(longer), size * float(wider), who.f0 * 1.4)


def again(rng: Rng, who: Speaker, way: Callable[[Rng, Speaker], Samples], much: float) -> Samples:
    """Once more: pitch, breath, pace, vigour and where it is broken off differ a little."""
    f0 = who.f0 * float(np.exp(0.09 * much * rng.standard_normal()))
    once = replace(who, f0=f0, breath=float(who.breath * np.exp(0.2 * rng.standard_normal())))
    sound = np.asarray(way(rng, once), np.float64)[: 2 * RATE]
    sound = real.bend(rng, sound, *(np.exp(rng.standard_normal(3) * (0.06, 0.03, 0.16) * much)))
    if rng.random() < 0.3:
        sound = sound[: int(rng.uniform(0.75, 1.0) * len(sound))]
    knots = np.interp(np.linspace(0, 3, len(sound)), np.arange(4), np.exp(0.25 * much * rng.standard_normal(4)))
    tilt = np.interp(
        np.linspace(0, 5, len(sound) // 2 + 1), np.arange(6), np.cumsum(0.2 * much * rng.standard_normal(6))
    )
    return np.asarray(np.fft.irfft(np.fft.rfft(sound * knots) * np.exp(tilt), len(sound)))


def placed(rng: Rng, sound: Samples, room: int, gear: int) -> Samples:
    here = room if rng.random() < 0.7 else int(rng.integers(1 << 30))  # the head turned, another place
    sound = rooms.room(np.random.default_rng(here), peak(sound))
    sound = rooms.microphone(np.random.default_rng(gear), sound)
    sound = np.pad(peak(sound, float(rng.uniform(0.2, 0.85))), (3200, 3200))
    return sound + rng.standard_normal(len(sound)) * 10 ** rng.uniform(-3.4, -2.0)


def voices(
    sounds: Path, count: int, net: NoiseEmbedding, seed: int = 7, progress: Callable[[str], None] = lambda name: None
) -> dict[str, dict[str, list[SoundFeatures]]]:
    """Return the features of ``count`` people's noises, in the form of ``sounds_enrolment.load``."""
    made, out = studio(sounds), {}
    for number in range(count):
        progress(f"person {number + 1}")
        heard = person(np.random.default_rng([seed, number]), made)
        out[f"noises {number + 1}"] = {
            name: [take(np.asarray(s, np.float32), net, alone=True) for s in takes]
            for name, takes in sorted(heard.items())
        }
    return out
