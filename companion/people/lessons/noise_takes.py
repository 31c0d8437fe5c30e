"""One take of a sound: cut out, checked, and the reason where it cannot be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.facts import Fact, fact
from companion.people.lessons.sound_cut import cut
from companion.people.lessons.take_surroundings import beside
from companion.senses.sounds.enrolled_players import sound_of
from companion.senses.sounds.levels import loudness_of
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.noise_matcher import WITHIN
from companion.senses.sounds.settings import RATE
from companion.senses.sounds.sound_features import SoundFeatures, distances

Array = npt.NDArray[np.float32]
_SHORTEST = 0.12  # seconds
_QUIETEST = -50.0  # dB full scale of the loudest block
_OVER_ROOM = 10.0  # dB between the loudest block and the room
_CLIPPED = 0.01  # share of samples at full scale
_NEAR = 0.85  # another signal nearer than this times the usual distance between takes is too near
_ALIKE = 2.2  # a take further than this times the usual distance from its fellows is another sound


def fault(samples: Array, room: float = -90.0) -> Fact | None:
    """Why a take cannot be used; None where it can. `room` in dB full scale."""
    if not len(samples) or float(np.abs(samples).max()) == 0.0:
        return fact("take.muted")
    loudest = float(loudness_of(samples).max())
    if loudest < _QUIETEST:
        return fact("take.quiet")
    if loudest < room + _OVER_ROOM:
        return fact("take.room")
    if float(np.mean(np.abs(samples) > 0.985)) > _CLIPPED:
        return fact("take.loud")
    if len(cut(samples).samples) < _SHORTEST * RATE:
        return fact("take.short")
    return None


def take(samples: Array, net: NoiseEmbedding, *, alone: bool = False) -> SoundFeatures:
    """The features of the sound in a recording, and of what it would be in talk and from afar; or `alone`."""
    sound = cut(samples).samples
    return replace(sound_of(sound, net), beside=() if alone else beside(sound, net))


def odd(name: str, new: SoundFeatures, fellows: Sequence[SoundFeatures], usual: float) -> Fact | None:
    """Why `new` does not go with the takes of `name` before it; None where it does."""
    if len(fellows) and float(distances(new.steps, [f.steps for f in fellows]).min()) > _ALIKE * usual:
        return fact("take.unlike", signal=name)
    return None


def too_near(taken: dict[str, list[SoundFeatures]], usual: float) -> list[Fact]:
    """A fact for each pair of signals whose takes are as near to each other as takes of one sound."""
    said: list[Fact] = []
    names = list(taken)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            apart = [float(d) for sound in taken[one] for d in distances(sound.steps, [s.steps for s in taken[other]])]
            if apart and float(np.mean(apart)) < _NEAR * usual * 1.25:
                said.append(fact("take.close", one=one, other=other))
    return said


def usual_distance(taken: Mapping[str, Sequence[SoundFeatures]]) -> float:
    """The usual distance between two takes of one sound by one player, drawn towards everybody's."""
    pairs = [
        float(d)
        for sounds in taken.values()
        for i, sound in enumerate(sounds)
        for d in distances(sound.steps, [other.steps for other in sounds[:i]])
    ]
    return float((sum(pairs) + 6 * WITHIN) / (len(pairs) + 6))
