"""Make a take of a recorded noise: cut it out, check its quality, and simulate how it would sound elsewhere.

Takes are recorded in silence, but in a game people talk. Each take is therefore stored in four variants: as recorded,
with talk 10 dB below it, from across a living room, and in a kitchen. The talk is synthesised
(calibration/sounds_talk.ogg), not recorded at the table. models/noise_embedding/README.md says how much this improves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt

from companion import resources
from companion.facts import Fact, fact
from companion.senses.sounds.enrolled_players import sound_of
from companion.senses.sounds.levels import BLOCK_SAMPLES, levels_of, loudness_of
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.noise_matcher import TYPICAL_TAKE_DISTANCE
from companion.senses.sounds.settings import RATE
from companion.senses.sounds.sound_features import SoundFeatures, distances
from companion.sources.audio import Samples
from companion.sources.audio_files import read

Array = npt.NDArray[np.float32]
_CUT_BELOW_PEAK_DB = 30.0  # dB below the loudest block at which a sound begins and ends
_MIN_TAKE_S = 0.12
_MIN_PEAK_DBFS = -50.0  # least level of the loudest block, dB full scale
_MIN_OVER_ROOM_DB = 10.0  # least dB of the loudest block over the room's noise
_MAX_CLIPPED_SHARE = 0.01  # largest fraction of samples at full scale
_TOO_NEAR_FACTOR = 1.06  # signals nearer than this times the usual take distance are too similar
_MAX_TAKE_SPREAD = 2.2  # a take farther than this times the usual take distance from the others is odd
TALK_BELOW_TAKE_DB = 10.0  # dB by which the added talk is quieter than the louder half of the take
# Rooms: reverberation in seconds, its level relative to the take, and dB of the hum below the take
_FAR_ROOM, _KITCHEN_ROOM = (0.45, 1.2, 30.0), (0.9, 1.2, 30.0)


@cache
def talk() -> Samples:
    """Return some seconds of synthesised talk (n,) at 16 kHz, with several voices one after another."""
    return read(resources.path("calibration/sounds_talk.ogg"))


def loud(samples: Samples) -> float:
    """Return the root mean square of the louder half of the samples, full scale = 1."""
    return float(np.sqrt(np.mean(np.sort(np.abs(samples.astype(np.float64)))[len(samples) // 2 :] ** 2)))


def in_talk(samples: Samples, under: float = TALK_BELOW_TAKE_DB) -> Samples:
    """Return the take, samples (n,), mixed with a piece of talk that is ``under`` dB quieter.

    The piece depends only on the length of the take.
    """
    said = talk()
    rng = np.random.default_rng(len(samples))
    at = int(rng.integers(max(1, len(said) - len(samples))))
    piece = np.resize(said[at : at + len(samples)], len(samples)).astype(np.float64)
    level = loud(samples) * 10 ** (-under / 20) / (loud(piece.astype(np.float32)) + 1e-9)
    return np.asarray(samples + piece * level, np.float32)


def echoing(samples: Samples, seconds: float, wet: float, hum_under: float) -> Samples:
    """Return the take with a room's echo and the hum of a fan.

    Args:
        samples: The take (n,), 16 kHz.
        seconds: Time in which the echo fades by 60 dB.
        wet: Level of the echo as a factor of the take's (root mean square).
        hum_under: By how many dB the hum is quieter than the take.
    """
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


def beside(samples: Samples, net: NoiseEmbedding) -> tuple[SoundFeatures, ...]:
    """Return the features of a take as it would sound in talk, from afar and in an echo; empty for less than 50 ms.

    Args:
        samples: The take (n,), already cut out of its recording.
        net: The networks.
    """
    if len(samples) < RATE // 20:
        return ()
    rooms = (cut(echoing(samples, *room)) for room in (_FAR_ROOM, _KITCHEN_ROOM))
    return (sound_of(in_talk(samples), net), *(sound_of(made, net) for made in rooms))


def cut(samples: Array) -> Array:
    """Return the single sound in a recording: from the first to the last block within 30 dB of the loudest."""
    count = len(samples) // BLOCK_SAMPLES
    if count < 3:
        return samples
    level = np.convolve(np.pad(levels_of(samples), 1, mode="edge"), np.ones(3) / 3, "valid")
    loud = np.nonzero(level > max(level.max() - _CUT_BELOW_PEAK_DB, float(np.percentile(level, 10)) + 3.0))[0]
    if not len(loud):
        return samples
    first, last = max(0, int(loud[0]) - 1), min(count, int(loud[-1]) + 3)
    return samples[first * BLOCK_SAMPLES : last * BLOCK_SAMPLES]


def fault(samples: Array, room: float = -90.0) -> Fact | None:
    """Return the reason why a take cannot be used; None if it can.

    Args:
        samples: The take (n,), 16 kHz.
        room: Level of the room's noise, dB full scale.
    """
    if not len(samples) or float(np.abs(samples).max()) == 0.0:
        return fact("take.muted")
    loudest = float(loudness_of(samples).max())
    if loudest < _MIN_PEAK_DBFS:
        return fact("take.quiet")
    if loudest < room + _MIN_OVER_ROOM_DB:
        return fact("take.room")
    if float(np.mean(np.abs(samples) > 0.985)) > _MAX_CLIPPED_SHARE:
        return fact("take.loud")
    if len(cut(samples)) < _MIN_TAKE_S * RATE:
        return fact("take.short")
    return None


def take(samples: Array, net: NoiseEmbedding, *, alone: bool = False) -> SoundFeatures:
    """Return the features of the sound in a recording (n,); unless ``alone``, also of its variants elsewhere."""
    sound = cut(samples)
    return replace(sound_of(sound, net), beside=() if alone else beside(sound, net))


def odd(name: str, new: SoundFeatures, fellows: Sequence[SoundFeatures], usual: float) -> Fact | None:
    """Return the reason why a take of ``name`` is unlike the earlier takes; None if it is not.

    Args:
        name: The signal.
        new: The new take.
        fellows: The earlier takes.
        usual: Usual distance between two takes of one signal, as from ``usual_distance``.
    """
    if len(fellows) and float(distances(new.steps, [f.steps for f in fellows]).min()) > _MAX_TAKE_SPREAD * usual:
        return fact("take.unlike", signal=name)
    return None


def too_near(taken: dict[str, list[SoundFeatures]], usual: float) -> list[Fact]:
    """Return a warning for each pair of signals whose takes are nearly as similar as takes of one signal.

    Args:
        taken: Takes of each signal.
        usual: Usual distance between two takes of one signal, as from ``usual_distance``.
    """
    remarks: list[Fact] = []
    names = list(taken)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            apart = [float(d) for sound in taken[one] for d in distances(sound.steps, [s.steps for s in taken[other]])]
            if apart and float(np.mean(apart)) < _TOO_NEAR_FACTOR * usual:
                remarks.append(fact("take.close", one=one, other=other))
    return remarks


def usual_distance(taken: Mapping[str, Sequence[SoundFeatures]]) -> float:
    """Return the mean distance between two takes of one signal by this player.

    With few takes it is close to the mean of all players.
    """
    pairs = [
        float(d)
        for sounds in taken.values()
        for i, sound in enumerate(sounds)
        for d in distances(sound.steps, [other.steps for other in sounds[:i]])
    ]
    return float((sum(pairs) + 6 * TYPICAL_TAKE_DISTANCE) / (len(pairs) + 6))
