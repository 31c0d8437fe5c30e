"""What a take would sound like in a room that is not quiet: a talking table, from further away, and in an echo.

A warm-up's takes are clean, a game's noises are not. Each take is therefore remembered as it is, as it would be heard
while somebody talks 10 dB under it, from across a living room, and in a kitchen. The talk is a few synthesised words
(calibration/sounds_talk.ogg); nothing of the table is recorded for it. See the model's card for what it brings.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from companion import resources
from companion.people.lessons.sound_cut import cut
from companion.senses.sounds.enrolled_players import sound_of
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import RATE
from companion.senses.sounds.sound_features import SoundFeatures
from companion.sources.audio import Samples
from companion.sources.audio_files import read

TALK_UNDER = 10.0  # dB of the talk under the loud half of the take
# What is heard from afar and in an echo: seconds of reverberation, its level by the take's, the hum under it in dB
_AFAR, _KITCHEN = (0.45, 1.2, 30.0), (0.9, 1.2, 30.0)


@cache
def talk() -> Samples:
    """Some seconds of synthesised talk, several voices after one another."""
    return read(resources.path("calibration/sounds_talk.ogg"))


def loud(samples: Samples) -> float:
    """Root mean square of the louder half of the samples."""
    return float(np.sqrt(np.mean(np.sort(np.abs(samples.astype(np.float64)))[len(samples) // 2 :] ** 2)))


def in_talk(samples: Samples, under: float = TALK_UNDER) -> Samples:
    """The take with a piece of talk laid under it, another piece for each take, the same each time."""
    said = talk()
    rng = np.random.default_rng(len(samples))
    at = int(rng.integers(max(1, len(said) - len(samples))))
    piece = np.resize(said[at : at + len(samples)], len(samples)).astype(np.float64)
    level = loud(samples) * 10 ** (-under / 20) / (loud(piece.astype(np.float32)) + 1e-9)
    return np.asarray(samples + piece * level, np.float32)


def echoing(samples: Samples, seconds: float, wet: float, hum_under: float) -> Samples:
    """The take with a room's echo, `wet` times as loud as itself, and the hum of a fan."""
    rng = np.random.default_rng(len(samples))
    n = int(seconds * RATE)
    tail = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n)
    tail[:80] = 0.0
    tail *= wet / np.sqrt(np.sum(tail**2))
    tail[0] = 1.0
    size = len(samples) + n
    heard = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(tail, size), size)[: len(samples) + n // 2]
    hum = np.cumsum(rng.standard_normal(len(heard)))
    hum = hum - np.convolve(hum, np.ones(400) / 400, "same")
    return np.asarray(heard + hum / (hum.std() + 1e-9) * loud(samples) * 10 ** (-hum_under / 20), np.float32)


def from_afar(samples: Samples) -> Samples:
    """The take from across a living room."""
    return echoing(samples, *_AFAR)


def in_echo(samples: Samples) -> Samples:
    """The take in a kitchen."""
    return echoing(samples, *_KITCHEN)


def beside(samples: Samples, net: NoiseEmbedding) -> tuple[SoundFeatures, ...]:
    """How a take, already cut out, is remembered beside itself: in talk, from afar, in an echo."""
    if len(samples) < RATE // 20:
        return ()
    rooms = (cut(made).samples for made in (from_afar(samples), in_echo(samples)))
    return (sound_of(in_talk(samples), net), *(sound_of(made, net) for made in rooms))
