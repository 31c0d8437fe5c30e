"""Noises that the table has named while it played, and whose takes they become.

A trade that the table lets stand names two noises: one of each of its players. Which is whose, mouths in view say, or
the voices: a player's noise is like their noises of other trades, and unlike the others'. All trades of a signal are
weighed together. What stays open is no take. A trade that is taken back takes its labels with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.noise_matcher import voice_distances
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import CONFIRMED, OVERRULED, TAUGHT, NoiseProfile, NoiseTake, SoundFeatures

MAX_TAKES = 6  # of a signal that play has named
MAX_OVERRULED = 16  # sounds of a table
MAX_OPEN_TRADES = 9  # of a signal that are weighed together: 2 to that power ways
MIN_TAKE_PROBABILITY = 0.8  # probability from which a noise of a trade becomes its player's take
_ONE_VOICE_DISTANCE = (
    11.2  # distance of two noises, as `voice_distance`, at which they are as likely of one player as of two
)
_LOG_ODDS_PER_DISTANCE = 0.6  # log-odds for each by which they are nearer
_MAX_LOG_ODDS = 3.0  # that two noises alone may say
_UNSURE_LIFT_LOG_ODDS = 2.0  # log-odds by which a signal's threshold rises where its labels are not sure at all


@dataclass(frozen=True)
class NoiseLabel:
    """One noise of one player, or the two of a trade in the order of `players` if `lean` is above 0.

    `ruling` that named them; a tap's is 0. `lean`: log-odds for this order, infinite where it is known.
    """

    ruling: int
    signal: str
    players: tuple[str, ...]
    sounds: tuple[SoundFeatures, ...]
    lean: float = float("inf")

    @property
    def is_open(self) -> bool:
        """Return whether it is not known which noise is whose."""
        return len(self.players) > 1 and bool(np.isfinite(self.lean))

    @property
    def share(self) -> float:
        """Probability of this order, before voices are compared."""
        return 0.5 if self.is_open else float(self.lean > 0)

    def pairs(self) -> Iterator[tuple[str, SoundFeatures]]:
        """Yield each player with their noise, where that is known."""
        yield from zip(self.players if self.lean > 0 else self.players[::-1], self.sounds, strict=True)


@dataclass(frozen=True)
class NamedNoise:
    """`sure`: probability that it is this player's."""

    label: NoiseLabel
    player: str
    take: NoiseTake
    sure: float


class TableLabels:
    """What a table has named this evening, the oldest first."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self._weights = SoundSettings.load().who if weights is None else weights
        self._labels: list[NoiseLabel] = []
        self._apart: dict[tuple[int, int], tuple[SoundFeatures, SoundFeatures, float]] = {}  # by identity
        self._overruled: list[tuple[str, str, SoundFeatures]] = []  # player, signal: taken for it, and was none
        self._takes: dict[tuple[int, str, str], NoiseTake] = {}  # by the identity of the sound, signal and kind

    def __bool__(self) -> bool:
        return bool(self._labels or self._overruled)

    def add(self, label: NoiseLabel) -> None:
        self._labels.append(label)

    def remove(self, rulings: Collection[int]) -> bool:
        """Forget what these rulings named; return whether there was anything."""
        before = len(self._labels)
        self._labels = [label for label in self._labels if label.ruling not in rulings]
        return len(self._labels) < before

    def overrule(self, player: str, signal: str, sound: SoundFeatures) -> None:
        """Note that a sound was taken for a player's signal, and the table took back what followed."""
        self._overruled = [*self._overruled[1 - MAX_OVERRULED :], (player, signal, sound)]

    def settle(self) -> None:
        """Keep what was named when its game is over: its rulings cannot be taken back any more."""
        self._labels = [replace(label, ruling=0) for label in self._labels]

    def clear(self) -> None:
        """Forget all that was named."""
        self._labels, self._overruled = [], []

    def without_named(self, profile: NoiseProfile) -> NoiseProfile:
        """Return a profile without what the table has named."""
        mine = {id(take) for take in self._takes.values()}
        return replace(profile, takes=[take for take in profile.takes if id(take) not in mine])

    @property
    def rulings(self) -> set[int]:
        """Rulings that have named something."""
        return {label.ruling for label in self._labels if label.ruling}

    def profiles(self, base: Mapping[str, NoiseProfile], model: str) -> dict[str, NoiseProfile]:
        """Return each player's profile with what the table has named.

        Args:
            base: What is known of each player; takes that an earlier call added are replaced.
            model: Version of the networks that heard the noises.
        """
        plain = {player: self.without_named(profile) for player, profile in base.items()}
        named = list(self._named(plain))
        return {
            player: self._with_named(profile, [n for n in named if n.player == player], model)
            for player, profile in plain.items()
        }

    def _with_named(self, profile: NoiseProfile, named: Sequence[NamedNoise], model: str) -> NoiseProfile:
        """Return one player's profile with the newest of their noises, and what was wrongly taken for them."""
        takes, own = list(profile.takes), dict(profile.own)
        for signal in dict.fromkeys(n.take.name for n in named):
            if any(take.kind == TAUGHT for take in profile.of(signal)):
                continue  # a warm-up's takes decide: play adds to them as `NoiseLearning` says
            mine = [n for n in named if n.take.name == signal]
            takes += [n.take for n in mine[-MAX_TAKES:]]
            takes += self._wrong_takes(profile.player, signal, {id(n.take.sound) for n in mine})
            own[signal] = round(_UNSURE_LIFT_LOG_ODDS * float(np.mean([1 - n.sure for n in mine[-MAX_TAKES:]])), 3)
        version = profile.model if profile.takes and profile.model else model
        return replace(profile, takes=takes, own=own, model=version)

    def _wrong_takes(self, player: str, signal: str, right: Collection[int]) -> list[NoiseTake]:
        """Return what was overruled of a player's signal; `right`: sounds that were theirs after all, by identity."""
        found = [sound for whose, name, sound in self._overruled if (whose, name) == (player, signal)]
        return [self._take(signal, sound, OVERRULED) for sound in found if id(sound) not in right]

    def _named(self, base: Mapping[str, NoiseProfile]) -> Iterator[NamedNoise]:
        """Yield noises that are surely enough one player's, the oldest first."""
        by_signal: dict[str, list[NoiseLabel]] = defaultdict(list)
        for label in self._labels:
            by_signal[label.signal].append(label)
        for signal, labels in by_signal.items():
            for label, share in zip(labels, self._orders(signal, labels, base), strict=True):
                players = label.players if share >= 0.5 else label.players[::-1]
                if max(share, 1 - share) >= MIN_TAKE_PROBABILITY:
                    for player, sound in zip(players, label.sounds, strict=True):
                        yield NamedNoise(label, player, self._take(signal, sound), max(share, 1 - share))

    def _take(self, signal: str, sound: SoundFeatures, kind: str = CONFIRMED) -> NoiseTake:
        return self._takes.setdefault((id(sound), signal, kind), NoiseTake(signal, kind, sound))

    def _orders(self, signal: str, labels: Sequence[NoiseLabel], base: Mapping[str, NoiseProfile]) -> list[float]:
        """Return the probability that each label's noises are its players' in their order."""
        weighed = [k for k, label in enumerate(labels) if label.is_open][-MAX_OPEN_TRADES:]
        shares = [label.share for label in labels]
        if not weighed:
            return shares
        known = [one for label in labels if not label.is_open for one in label.pairs()]
        known += [(player, take.sound) for player, profile in base.items() for take in profile.of(signal)]
        chances, ways = self._weigh([labels[k] for k in weighed], known)
        for place, k in enumerate(weighed):
            shares[k] = float(chances[ways[:, place] == 0].sum())
        return shares

    def _weigh(
        self, labels: Sequence[NoiseLabel], known: Sequence[tuple[str, SoundFeatures]]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Weigh all ways to give the noises of open trades to their players.

        Returns:
            The probability of each way [ways], and the ways [ways, labels]: 1 where a trade's two are turned round.
        """
        sounds = [sound for _, sound in known] + [sound for label in labels for sound in label.sounds]
        odds = self._same_voice(sounds)
        ways = np.array(list(product((0, 1), repeat=len(labels))))
        owners = [player for player, _ in known]
        scores = np.array([self._score(way, owners, labels, odds) for way in ways])
        chances = np.exp(scores - scores.max())
        return chances / chances.sum(), ways

    @staticmethod
    def _score(
        way: npt.NDArray[np.int64], owners: Sequence[str], labels: Sequence[NoiseLabel], odds: npt.NDArray[np.float64]
    ) -> float:
        """Return the log-odds of one way to give the noises of all open trades to their players."""
        names = list(owners)
        lean = 0.0
        for turned, label in zip(way, labels, strict=True):
            names += label.players[::-1] if turned else label.players
            lean += -label.lean / 2 if turned else label.lean / 2
        by = np.array(names)
        same = by[:, None] == by[None]
        upper = np.triu(np.ones_like(odds, dtype=bool), 1)
        return lean + float(np.where(same, odds, -odds)[upper].sum() / 2)

    def _same_voice(self, sounds: Sequence[SoundFeatures]) -> npt.NDArray[np.float64]:
        """Return log-odds that two noises of one signal are of one player, [n, n]."""
        for k, sound in enumerate(sounds):
            new = [other for other in sounds[k + 1 :] if (id(sound), id(other)) not in self._apart]
            found = voice_distances(sound, new, self._weights) if new else ()
            for other, value in zip(new, found, strict=True):
                self._apart[id(sound), id(other)] = (sound, other, float(value))
        apart = np.zeros((len(sounds), len(sounds)))
        for k, one in enumerate(sounds):
            for m in range(k + 1, len(sounds)):
                apart[k, m] = apart[m, k] = self._apart[id(one), id(sounds[m])][2]
        odds = (_ONE_VOICE_DISTANCE - apart) * _LOG_ODDS_PER_DISTANCE
        return np.asarray(np.clip(odds, -_MAX_LOG_ODDS, _MAX_LOG_ODDS), np.float64)
