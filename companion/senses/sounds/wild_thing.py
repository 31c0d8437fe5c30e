"""Recognise the noise of this hand's Wild Thing (a signal that the dealer makes up), in everybody's voice.

It is learned from two or three shows, the dealer's demonstrations. Sounds are compared by our network's embedding
alone, because cepstra depend too much on the dealer's voice. The threshold keeps a distance from shipped talk, laughter
and mouth noises. The face sense gets a show from ``SoundSense.embedding`` and sets ``SoundSense.wild``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from companion.facts import Fact, fact
from companion.senses.sounds.enrolled_players import sound_of
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.sound_features import cohort
from companion.senses.sounds.view_fusion import EMBEDDING_SIZE

Array = npt.NDArray[np.float32]
MIN_SHOWS = 2
_THRESHOLD_QUANTILE = 0.02  # quantile of the cohort's distances at which the threshold lies
_CAUTION_SHARE = 0.8  # factor on that distance, for safety
_MIN_THRESHOLD_DISTANCE = 0.2  # minimum threshold; below it the noise is too much like talk or laughter


def embed(samples: Array, net: NoiseEmbedding) -> Array:
    """Return the embedding of one noise, of unit length, from its samples (n,) at 16 kHz, which begin at the onset."""
    return sound_of(samples, net).embedding[:EMBEDDING_SIZE]


class WildSound:
    """The noise of one hand's Wild Thing, by the embeddings of its shows (see ``embed``).

    Raises:
        BadInput: There are fewer than two shows.
    """

    def __init__(self, shows: Sequence[Array]) -> None:
        if len(shows) < MIN_SHOWS:
            raise BadInput("wild.few-noises")
        self._shows = np.stack(shows)
        others = np.array([float(self.distance(sound.embedding[:EMBEDDING_SIZE])) for sound in cohort()])
        self.bar = float(np.quantile(others, _THRESHOLD_QUANTILE)) * _CAUTION_SHARE
        likeness = self._shows @ self._shows.T
        self._apart = float(1 - likeness[np.triu_indices(len(shows), 1)].min())

    def distance(self, vector: Array) -> float:
        """Return the cosine distance from a noise to the nearest show, 0..2."""
        return float(1 - (self._shows @ vector).max())

    def margin(self, vector: Array) -> float:
        """Return how clearly a noise is the Wild Thing: 1 if identical to a show, 0 at the threshold, else below 0."""
        return 1.0 - self.distance(vector) / self.bar

    @property
    def trouble(self) -> Fact | None:
        """The reason why the shows cannot be used: they are like talk, or unlike each other; None if they can."""
        if self.bar < _MIN_THRESHOLD_DISTANCE:
            return fact("wild.talk")
        if self._apart > self.bar:
            return fact("wild.noises-differ")
        return None
