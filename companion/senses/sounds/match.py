"""Is this sound one that a player taught, and which? Open set: most sounds are none of them.

Score of a signal: mostly the best, partly the mean likeness to its takes, where likeness fuses warped cepstra with the
network's embedding; it is measured against how much the player's own takes differ, and half the margin to the player's
second signal is added. A cohort of talk, laughter and mouth noise lifts the threshold where it comes near the takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.features import Sound, distances
from companion.senses.sounds.profile import CONFIRMED, Profile, Take

Array = npt.NDArray[np.float32]
Known = Mapping[tuple[int, int], float]  # distances worked out before, by the identity of sound and take
WITHIN = 4.6  # typical distance between two takes of one sound by one voice; measured, see the model card
_BEST = 0.75  # weight of the best take beside the mean of all
_SHARE = 0.25  # how far a signal's own spread is trusted against the player's mean spread
_CUT = 35  # steps from where on a sound may have been judged before its end
_CONFIRMED_KEPT = 6  # plays learned a signal: the taught takes stay, these turn over


@dataclass(frozen=True)
class Match:
    """The nearest signal: `score` (0 is as alike as the player's own takes, lower is less) and the `second` signal."""

    player: str
    name: str
    score: float
    second: str
    margin: float


class Matcher:
    """One player's takes, ready to be compared with."""

    def __init__(
        self, profile: Profile, embedding_weight: float, cohort: Sequence[Sound] = (), known: Known | None = None
    ) -> None:
        self.profile, self.weight, self._known = profile, embedding_weight, known
        self.names = profile.signals
        self.takes: list[Take] = [take for name in self.names for take in profile.of(name)]
        self._owner = np.array([self.names.index(take.name) for take in self.takes], dtype=np.int64)
        self._steps = [take.sound.steps for take in self.takes]
        self._vectors = np.array([take.sound.embedding for take in self.takes], np.float32)
        self._within = self._spread()
        self.bar = self._bar([*cohort, *profile.negatives])

    def compare(self, sound: Sound, active: Sequence[str] | None = None) -> Match | None:
        """The best of the `active` signals that this player taught; None where there is none."""
        if not self.takes:
            return None
        wanted = [i for i, name in enumerate(self.names) if active is None or name in active]
        if not wanted:
            return None
        apart = self.apart(sound)
        near = np.array([self._nearness(apart[self._owner == i], i) for i in wanted])
        order = np.argsort(-near)
        best = int(order[0])
        margin = float(near[best] - near[order[1]]) if len(order) > 1 else 0.6
        second = self.names[wanted[int(order[1])]] if len(order) > 1 else ""
        return Match(self.profile.player, self.names[wanted[best]], float(near[best] + 0.5 * margin), second, margin)

    def apart(self, sound: Sound) -> Array:
        """Distance to every take; a take is cut to the length of a sound that was itself cut."""
        if self._known is not None:
            return np.array([self._known[id(sound), id(take.sound)] for take in self.takes], np.float32)
        return apart(sound, self._steps, self._vectors, self.weight)

    def _nearness(self, apart: Array, signal: int) -> float:
        return 1.0 - float((1 - _BEST) * apart.mean() + _BEST * apart.min()) / float(self._within[signal])

    def _spread(self) -> Array:
        """How far a player's takes of each signal lie apart, drawn towards the player's mean and the usual."""
        own = np.full(len(self.names), np.nan)
        for i in range(len(self.names)):
            rows = np.nonzero(self._owner == i)[0]
            pairs = [self.apart(self.takes[a].sound)[b] for a in rows for b in rows if a != b]
            if pairs:
                own[i] = float(np.mean(pairs))
        mean = float(np.nanmean(own)) if np.isfinite(own).any() else WITHIN + self.weight * 0.25
        return np.asarray(np.where(np.isnan(own), mean, _SHARE * own + (1 - _SHARE) * mean), np.float32)

    def _bar(self, cohort: Sequence[Sound]) -> float:
        """The score that one in a hundred of the cohort reaches against these takes."""
        scores = [match.score for sound in cohort if (match := self.compare(sound)) is not None]
        return float(np.quantile(scores, 0.99)) if scores else -np.inf


def apart(sound: Sound, steps: Sequence[Array], vectors: Array, weight: float) -> Array:
    """Distance of a sound to takes given as their steps and embeddings."""
    cut = len(sound.steps)
    takes = [take[: cut + cut // 5] if cut >= _CUT else take for take in steps]
    return np.asarray(distances(sound.steps, takes) + weight * (1 - vectors @ sound.embedding), np.float32)


def learn(profile: Profile, name: str, sound: Sound) -> Profile:
    """The profile after a play that the table confirmed: the newest few plays are kept, taught takes never go."""
    confirmed = [take for take in profile.of(name) if take.kind == CONFIRMED]
    drop = {id(take) for take in confirmed[: max(0, len(confirmed) + 1 - _CONFIRMED_KEPT)]}
    kept = [take for take in profile.takes if id(take) not in drop]
    return Profile(profile.player, [*kept, Take(name, CONFIRMED, sound)], profile.model)
