"""Features by which sounds are compared (cepstra and embeddings), and players' takes, the recordings that teach noises.

Cepstra of two sounds are aligned by dynamic time warping (Sakoe and Chiba 1978) in 20 ms steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt

from companion import resources

Array = npt.NDArray[np.float32]
STEP_S = 0.02  # length of a step of a cepstral sequence
MAX_STEPS = 60  # steps kept: the first 1.2 s of a sound decide
CEPSTRA_COUNT = 16
_LIFTER_EXPONENT = 0.4
_LOG_MEL_SCALE = 2.5  # the network's log-mel is in units of 2.5 nepers


def _cosines(bands: int) -> Array:
    k = np.arange(1, CEPSTRA_COUNT + 1)[:, None]
    basis = np.sqrt(2.0 / bands) * np.cos(np.pi * k * (2 * np.arange(bands) + 1) / (2 * bands))
    return np.asarray(basis * k**_LIFTER_EXPONENT * _LOG_MEL_SCALE * np.sqrt(40.0 / bands), dtype=np.float32)


def cepstra(mel: Array) -> Array:
    """Return the cepstra of a log-mel spectrum: the shape of the spectrum, without its level.

    Args:
        mel: Log-mel, (bands, frames of 10 ms).

    Returns:
        Cepstra, (steps of 20 ms, CEPSTRA_COUNT).
    """
    even = mel[:, : mel.shape[1] // 2 * 2]
    halved = even.reshape(mel.shape[0], -1, 2).mean(axis=2) if even.shape[1] else mel
    return np.ascontiguousarray((_cosines(mel.shape[0]) @ halved).T[:MAX_STEPS], dtype=np.float32)


@dataclass(frozen=True)
class SoundFeatures:
    """Features of one sound.

    Attributes:
        steps: Cepstra of each 20 ms step, (n, CEPSTRA_COUNT).
        embedding: Our network's embedding, of unit length, followed by those of the two frozen networks;
            (VECTOR_SIZE,), fewer in takes of earlier versions.
        beside: Features of a take as it would sound elsewhere, by ``IN_TALK``, ``FROM_AFAR`` and ``IN_ECHO``; else
            empty.
        talk: Probability that the sound is talk, 0..1; 0 for takes.
    """

    steps: Array
    embedding: Array
    beside: tuple[SoundFeatures, ...] = ()
    talk: float = 0.0

    @property
    def seconds(self) -> float:
        return len(self.steps) * STEP_S


def distances(query: Array, takes: list[Array]) -> Array:
    """Return the mean distance after time warping between `query` (n, k) and each take (m, k); 0 if identical."""
    if not takes:
        return np.zeros(0, np.float32)
    n, longest = len(query), max(len(take) for take in takes)
    lengths = np.array([len(take) for take in takes])
    padded = np.zeros((len(takes), longest, query.shape[1]), np.float32)
    for row, take in zip(padded, takes, strict=True):
        row[: len(take)] = take
    squared = (query**2).sum(1)[None, :, None] + (padded**2).sum(2)[:, None, :] - 2 * query @ padded.transpose(0, 2, 1)
    cost = np.zeros((len(takes), n, n + longest), np.float32)
    np.sqrt(np.maximum(squared, 0.0), out=cost[:, :, :longest])
    slanted = cost.reshape(len(takes), -1)[:, : n * (n + longest - 1)].reshape(len(takes), n, -1)  # by diagonal
    slanted = np.ascontiguousarray(slanted.transpose(2, 1, 0))
    older, newer, current = np.full((3, n + 2, len(takes)), 1e9, np.float32)  # diagonals d - 2, d - 1 and d, by row
    older[0] = 0.0
    ends = np.zeros((n + longest + 1, len(takes)), np.float32)
    for d in range(2, n + longest + 1):
        first, last = max(1, d - longest), min(n, d - 1)
        rows, above = slice(first, last + 1), slice(first - 1, last)
        best = np.minimum(np.minimum(older[above], newer[above]), newer[rows])
        np.add(slanted[d - 2, above], best, out=current[rows])
        current[first - 1] = current[last + 1] = 1e9
        ends[d] = current[n]
        older, newer, current = newer, current, older
    out = ends[n + lengths, np.arange(len(takes))]
    return np.asarray(out / (n + lengths), dtype=np.float32)


@cache
def cohort() -> list[SoundFeatures]:
    """Return the shipped sounds that are no signal (talk, laughter, mouth noises), from calibration/sounds_cohort.npz.

    The file holds the `steps` of all sounds end to end, the `start` index of each sound, and the `embedding` of each.
    """
    with np.load(resources.path("calibration/sounds_cohort.npz"), allow_pickle=False) as stored:
        steps, start, vectors = (
            stored["steps"].astype(np.float32),
            stored["start"],
            stored["embedding"].astype(np.float32),
        )
    return [SoundFeatures(steps[a:b], vector) for a, b, vector in zip(start[:-1], start[1:], vectors, strict=True)]


TAUGHT, CONFIRMED, NEGATIVE, OVERRULED = "taught", "confirmed", "negative", "overruled"
IN_TALK, FROM_AFAR, IN_ECHO = 0, 1, 2  # indices into a take's `beside`; older takes have only the first two
_NEGATIVE_KINDS = (NEGATIVE, OVERRULED)


@dataclass(frozen=True)
class NoiseTake:
    """A recorded sound of a player, by its features.

    Attributes:
        name: The signal; empty for talk and the room.
        kind: ``TAUGHT`` (recorded to teach the signal), ``CONFIRMED`` (learned in a game), ``OVERRULED`` (once mistaken
            for the signal) or ``NEGATIVE`` (talk or the room).
        sound: Features of the sound.
    """

    name: str
    kind: str
    sound: SoundFeatures


@dataclass
class NoiseProfile:
    """All takes of one player.

    Attributes:
        player: The player's name.
        takes: The takes, in the order of recording.
        model: Version of the networks that recorded them.
        own: Log-odds added to the shipped threshold of a signal, by signal, as measured in the warm-up.
    """

    player: str
    takes: list[NoiseTake] = field(default_factory=list)
    model: str = ""
    own: Mapping[str, float] = field(default_factory=dict)

    def of(self, name: str) -> list[NoiseTake]:
        return [take for take in self.takes if take.name == name and take.kind not in _NEGATIVE_KINDS]

    @property
    def signals(self) -> tuple[str, ...]:
        """Signals that have takes, in the order of teaching."""
        return tuple(dict.fromkeys(take.name for take in self.takes if take.kind not in _NEGATIVE_KINDS))

    @property
    def negatives(self) -> list[SoundFeatures]:
        return [take.sound for take in self.takes if take.kind == NEGATIVE]

    def overruled_takes(self, name: str) -> list[NoiseTake]:
        """Return the takes that were mistaken for signal `name`."""
        return [take for take in self.takes if take.name == name and take.kind == OVERRULED]
