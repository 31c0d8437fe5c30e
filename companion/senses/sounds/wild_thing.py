"""The noise of a hand's Wild Thing: learned from two or three shows on the spot, then told in everybody's voice.

Compared by our network's embedding alone: warped cepstra know the dealer's voice too well. The threshold is where a
shipped cohort of talk, laughter and mouth noise begins, seen from the shows (open set). Faces join in through
``SoundSense.embedding`` (a show between two times) and ``SoundSense.wild``.
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
_CAUTION_SHARE = 0.8  # of that distance
_MIN_THRESHOLD_DISTANCE = 0.2  # cosine distance: where the cohort comes nearer than this, the noise is talk or laughter


def embed(samples: Array, net: NoiseEmbedding) -> Array:
    """[n] samples at 16 kHz of one noise, from its onset on -> what it is compared by, a vector of unit length."""
    return sound_of(samples, net).embedding[:EMBEDDING_SIZE]


class WildSound:
    """The shows of one hand as vectors of ``embed``. Raises BadInput for fewer than two."""

    def __init__(self, shows: Sequence[Array]) -> None:
        if len(shows) < MIN_SHOWS:
            raise BadInput("wild.few-noises")
        self._shows = np.stack(shows)
        others = np.array([float(self.distance(sound.embedding[:EMBEDDING_SIZE])) for sound in cohort()])
        self.bar = float(np.quantile(others, _THRESHOLD_QUANTILE)) * _CAUTION_SHARE
        likeness = self._shows @ self._shows.T
        self._apart = float(1 - likeness[np.triu_indices(len(shows), 1)].min())

    def distance(self, vector: Array) -> float:
        """Cosine distance to the nearest show, 0 to 2."""
        return float(1 - (self._shows @ vector).max())

    def margin(self, vector: Array) -> float:
        """Above 0 where the noise is this hand's; 1 is as like as can be, -1 twice as far as the threshold."""
        return 1.0 - self.distance(vector) / self.bar

    @property
    def trouble(self) -> Fact | None:
        """Why the shows will not do; None where they will."""
        if self.bar < _MIN_THRESHOLD_DISTANCE:
            return fact("wild.talk")
        if self._apart > self.bar:
            return fact("wild.noises-differ")
        return None
