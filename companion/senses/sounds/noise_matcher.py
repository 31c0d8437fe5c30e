"""Decide whether a sound is one of the noises that a player taught, and which one; most sounds are none of them.

A take is a recording by which a player taught a noise, here called a signal. Each signal gets the log-odds that the
sound is it (`view_fusion`), given all that the player taught. Its threshold rises if other sounds come near its takes:
the shipped talk, laughter and mouth noises (the cohort), sounds of this room, or other players' takes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from companion.senses.sounds import view_fusion
from companion.senses.sounds.sound_features import (
    CONFIRMED,
    OVERRULED,
    NoiseProfile,
    NoiseTake,
    SoundFeatures,
    cohort,
    distances,
)

Array = npt.NDArray[np.float32]
CachedDistances = Mapping[tuple[int, int], float]  # known warped distances, by the ``id`` of sound and take
TYPICAL_TAKE_DISTANCE = (
    4.6  # typical warped distance between two takes of one sound by one voice; measured, see the model card
)
_EARLY_CUT_STEPS = 35  # minimum steps of a sound that may have been cut before its end
_MAX_CONFIRMED_TAKES = 6  # most confirmed takes of a signal; the newest are kept
_MAX_OVERRULED_TAKES = 4  # most overruled takes of a signal; the newest are kept
_COARSE_CEPSTRA = 3  # number of low cepstra, which depend more on the noise than on the voice
_MAX_COHORT_TAKES = 800  # maximum takes whose distances to the cohort are cached: several tables of four
_THRESHOLD_QUANTILE = 0.98  # quantile of the log-odds of sounds that are no signal; thresholds stay above it


@dataclass(frozen=True)
class NoiseMatch:
    """The likeliest signal of a sound, for one player.

    Attributes:
        player: The player.
        name: The likeliest signal.
        score: Its log-odds.
        second: The second likeliest signal; empty if the player taught only one.
        margin: Log-odds of ``name`` minus those of ``second``.
        lift: Log-odds for ``name`` that sounds which are no signal reach.
        takes: Number of takes of ``name``.
        own: The player's own offset to the threshold, in log-odds.
        talk: Probability that the sound is talk, 0..1.
    """

    player: str
    name: str
    score: float
    second: str
    margin: float
    lift: float
    takes: int
    own: float = 0.0
    talk: float = 0.0


class NoiseMatcher:
    """Compares sounds with one player's takes.

    Args:
        profile: The player's takes.
        all_views: True to compare in all views; False to compare cepstra alone, for takes made with another version
            of the networks.
        cohort: Sounds that are no signal, besides those in the profile.
        cached_distances: Warped distances that were computed already; if given, it must have all that are needed.
    """

    def __init__(
        self,
        profile: NoiseProfile,
        all_views: bool = True,
        cohort: Sequence[SoundFeatures] = (),
        cached_distances: CachedDistances | None = None,
    ) -> None:
        self.profile, self._known = profile, cached_distances
        self.names = profile.signals
        # Overruled takes of a signal act as a rival signal that is never in play.
        against = [i for i, name in enumerate(self.names) if profile.overruled_takes(name)]
        self._against = {i: len(self.names) + k for k, i in enumerate(against)}
        owned = [(take, i) for i, name in enumerate(self.names) for take in profile.of(name)]
        owned += [(take, k) for i, k in self._against.items() for take in profile.overruled_takes(self.names[i])]
        self.takes: list[NoiseTake] = [take for take, _ in owned]
        self.all_views = all_views and all(take.sound.embedding.size == view_fusion.VECTOR_SIZE for take in self.takes)
        self._fusion = view_fusion.load()
        self._views = view_fusion.VIEWS[1:] if self.all_views else ()
        self._owner = np.array([column for _, column in owned], dtype=np.int64)
        self.steps = [take.sound.steps for take in self.takes]
        self.lift = np.full(len(self.names), -np.inf)
        if self.takes:
            self._compare_takes()
            self.widen([*cohort, *profile.negatives])

    def _compare_takes(self) -> None:
        """Compute and store the distances between the takes, by which all other distances are judged."""
        taken = [take.sound for take in self.takes]
        self._vectors = embed_sounds(taken) if self._views else {}
        self._among, self._seconds = self.apart(taken), np.array([s.seconds for s in taken], np.float32)
        self._away = np.zeros((len(self._among), 0, len(taken)), np.float32)
        self._lasting = np.zeros(0, np.float32)

    def widen(self, sounds: Sequence[SoundFeatures]) -> None:
        """Add sounds that are no signal, and raise ``lift`` of the signals that they come near."""
        if not self.takes:
            return
        usable = [s for s in sounds if not self.all_views or s.embedding.size == view_fusion.VECTOR_SIZE]
        if usable:
            self._away = np.concatenate([self._away, self.apart(usable)], axis=1)
            self._lasting = np.concatenate([self._lasting, [s.seconds for s in usable]]).astype(np.float32)
        self._ground = view_fusion.ground(self._among, self._away, self._owner, self._seconds)
        if len(self._lasting):
            self.lift = np.quantile(self._log_odds(self._away, self._lasting), _THRESHOLD_QUANTILE, axis=0)

    def compare(
        self,
        sound: SoundFeatures,
        active: Sequence[str] | None = None,
        near: Array | None = None,
        views: Mapping[str, Array] | None = None,
    ) -> NoiseMatch | None:
        """Return which of the `active` signals the sound is most likely; None if the player taught none of them.

        The player's other signals can only be ``second``.

        Args:
            sound: Features of the sound.
            active: Signals in play; None for all.
            near: Warped distances to the takes, (takes,), if computed already.
            views: The sound's embeddings, as from ``embed_sounds``, if computed already.
        """
        wanted = [i for i, name in enumerate(self.names) if active is None or name in active]
        if not self.takes or not wanted:
            return None
        found = self._log_odds(self.apart([sound], near, views), np.array([sound.seconds], np.float32))[0]
        for i, k in self._against.items():
            found[i] -= max(0.0, float(found[k] - found[i]))
        best = max(wanted, key=lambda i: found[i])
        others = [i for i in range(len(self.names)) if i != best]
        second = max(others, key=lambda i: found[i], default=None)
        margin = float(found[best] - found[second]) if second is not None else 0.0
        name = self.names[second] if second is not None else ""
        count = int((self._owner == best).sum())
        lift = float(self.lift[best])
        own = float(self.profile.own.get(self.names[best], 0.0))
        score = float(found[best])
        return NoiseMatch(self.profile.player, self.names[best], score, name, margin, lift, count, own, sound.talk)

    def first_view(self, embedding: Array) -> float:
        """Return the distance from our network's embedding of a sound to the nearest take, or 0 without embeddings.

        It is in units of ``ViewFusion.usual``. Takes that are compared by their cepstra alone have no embeddings.
        """
        if not self._views:
            return 0.0
        own = embedding / (np.linalg.norm(embedding) + 1e-9)
        return float(1 - (self._vectors["own"] @ own).max()) / self._fusion.usual["own"]

    def as_voices(
        self, name: str, sound: SoundFeatures, near: Array, views: Mapping[str, Array] | None
    ) -> dict[str, float]:
        """Return distances of a sound from the takes of ``name``, by measures that tell voices apart.

        Args:
            name: The signal.
            sound: Features of the sound.
            near: Warped distances to all takes, (takes,).
            views: The sound's embeddings, as from ``embed_sounds``; None to leave out ``tagged``.

        Returns:
            Distances by the measures in table ``who`` of calibration/sounds.toml: ``nearest``, ``mean``, ``timbre`` and
            ``tagged``.
        """
        mine = np.flatnonzero(self._owner == self.names.index(name))
        near = near[mine] / np.float32(self._fusion.usual["warped"])
        shape = sound.steps.mean(axis=0)[_COARSE_CEPSTRA:]  # mean shape of the spectrum
        timbre = min(float(np.linalg.norm(self.steps[k].mean(axis=0)[_COARSE_CEPSTRA:] - shape)) for k in mine)
        found = {"nearest": float(near.min()), "mean": float(near.mean()), "timbre": timbre}
        if views is not None:
            found["tagged"] = float(1 - (self._vectors["tagged"][mine] @ views["tagged"][0]).max())
        return found

    def apart(
        self, sounds: Sequence[SoundFeatures], near: Array | None = None, views: Mapping[str, Array] | None = None
    ) -> Array:
        """Return the distance of each sound to every take in each view, (views, sounds, takes).

        Distances are in units of ``ViewFusion.usual``.

        Args:
            sounds: Features of the sounds.
            near: Warped distances of the only sound to the takes, (takes,), if computed already.
            views: Embeddings of the sounds, as from ``embed_sounds``, if computed already.

        Raises:
            ValueError: The sounds' embeddings are of another version than the takes'.
        """
        if near is not None:
            near = near[None]
        elif self._known is not None:
            known = self._known
            near = np.array([[known[id(s), id(take.sound)] for take in self.takes] for s in sounds], np.float32)
        else:
            near = _warped(sounds, [take.sound for take in self.takes])
        near = near[None] / np.float32(self._fusion.usual["warped"])
        if not self._views:
            return np.asarray(near, np.float32)
        if any(sound.embedding.size != view_fusion.VECTOR_SIZE for sound in sounds):
            raise ValueError("these sounds were heard by other networks than the takes")
        views = embed_sounds(sounds) if views is None else views
        return np.concatenate([near, view_fusion.likeness(self._fusion, views, self._vectors, self._views)])

    def _log_odds(self, apart: Array, seconds: Array) -> Array:
        """Return the log-odds that each sound is each signal, (sounds, signals).

        Args:
            apart: Distances as from ``apart``.
            seconds: Length of each sound, in seconds, (sounds,).
        """
        judge = self._fusion.all_views if self.all_views else self._fusion.steps
        return judge(view_fusion.features(apart, self._ground, self._owner, seconds))


def embed_sounds(sounds: Sequence[SoundFeatures]) -> dict[str, Array]:
    """Return vectors of the sounds for each view except ``warped``, each (sounds, values).

    They do not depend on a player.
    """
    return view_fusion.load().embed(np.stack([sound.embedding for sound in sounds]))


def voice_distances(sound: SoundFeatures, other_sounds: Sequence[SoundFeatures], weights: Mapping[str, float]) -> Array:
    """Return distances of a sound from n others by measures that tell voices apart, (n,).

    Args:
        sound: Features of the sound.
        other_sounds: Features of the other sounds.
        weights: Weight of each measure, as in ``SoundSettings.who``.
    """
    warped = warped_distances(sound, [other.steps for other in other_sounds]) / view_fusion.load().usual["warped"]
    shape = sound.steps.mean(axis=0)[_COARSE_CEPSTRA:]
    timbre = np.array([np.linalg.norm(other.steps.mean(axis=0)[_COARSE_CEPSTRA:] - shape) for other in other_sounds])
    tagged = embed_sounds([sound, *other_sounds])["tagged"]
    parts = (weights["nearest"] + weights["mean"]) * warped + weights["timbre"] * timbre
    return np.asarray(parts + weights["tagged"] * (1 - tagged[1:] @ tagged[0]), np.float32)


def elsewhere(profile: NoiseProfile, k: int) -> NoiseProfile | None:
    """Return the profile with every take as it would sound elsewhere; None if no take has that variant.

    Args:
        profile: The profile.
        k: Kind of room: ``IN_TALK``, ``FROM_AFAR`` or ``IN_ECHO``.
    """
    takes = [replace(t, sound=t.sound.beside[k]) if len(t.sound.beside) > k else t for t in profile.takes]
    return replace(profile, takes=takes) if any(a is not b for a, b in zip(takes, profile.takes, strict=True)) else None


def warped_distances(sound: SoundFeatures, steps: Sequence[Array]) -> Array:
    """Return the distances of a sound to takes after dynamic time warping, (takes,).

    If the sound may have been cut off before its end, the takes are shortened to about its length.

    Args:
        sound: Features of the sound.
        steps: Cepstra of each take.
    """
    cut = len(sound.steps)
    takes = [take[: cut + cut // 5] if cut >= _EARLY_CUT_STEPS else take for take in steps]
    return distances(sound.steps, takes)


class _CohortDistances:
    """Cache of the warped distances from the shipped cohort to the latest 800 takes.

    So when a take is added during a game, the microphone's thread need not compare all earlier takes again.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._rows: OrderedDict[int, tuple[SoundFeatures, Array]] = OrderedDict()  # by the ``id`` of the take
        self.index = {id(sound): k for k, sound in enumerate(cohort())}

    def of(self, takes: Sequence[SoundFeatures]) -> Array:
        """Return the distances from the cohort to the takes, (cohort, takes), computing those that are missing."""
        with self._lock:
            new = [take for take in {id(take): take for take in takes}.values() if id(take) not in self._rows]
            if new:
                steps = [take.steps for take in new]
                columns = np.stack([warped_distances(sound, steps) for sound in cohort()])
                for k, take in enumerate(new):
                    self._rows[id(take)] = (take, columns[:, k])
            found = np.stack([self._rows[id(take)][1] for take in takes], axis=1)
            while len(self._rows) > max(_MAX_COHORT_TAKES, len(takes)):
                self._rows.popitem(last=False)
        return found


@cache
def _cohort_distances() -> _CohortDistances:
    return _CohortDistances()


def _warped(sounds: Sequence[SoundFeatures], takes: Sequence[SoundFeatures]) -> Array:
    """Return the warped distances, (sounds, takes); those of the shipped cohort come from the cache."""
    known = _cohort_distances()
    places = [known.index.get(id(sound)) for sound in sounds]
    shipped = known.of(takes) if any(place is not None for place in places) else None
    steps = [take.steps for take in takes]
    rows = [
        warped_distances(sound, steps) if place is None or shipped is None else shipped[place]
        for sound, place in zip(sounds, places, strict=True)
    ]
    return np.stack(rows)


def learn(profile: NoiseProfile, name: str, sound: SoundFeatures) -> NoiseProfile:
    """Return the profile with a confirmed sound added as a take; of confirmed takes only the newest six are kept."""
    confirmed = [take for take in profile.of(name) if take.kind == CONFIRMED]
    return _with(
        profile, NoiseTake(name, CONFIRMED, sound), confirmed[: max(0, len(confirmed) + 1 - _MAX_CONFIRMED_TAKES)]
    )


def add_overruled(profile: NoiseProfile, name: str, sound: SoundFeatures) -> NoiseProfile:
    """Return the profile with an overruled sound added as a counter-example; only the newest four are kept."""
    before = profile.overruled_takes(name)
    return _with(profile, NoiseTake(name, OVERRULED, sound), before[: max(0, len(before) + 1 - _MAX_OVERRULED_TAKES)])


def _with(profile: NoiseProfile, take: NoiseTake, gone: Sequence[NoiseTake]) -> NoiseProfile:
    return replace(profile, takes=[*(t for t in profile.takes if not any(t is one for one in gone)), take])
