"""Noises that play has labelled, and which player's takes they become.

A trade that the table lets stand labels two noises, one of each trader. Mouths in view say whose is whose, or the
voices do: a player's noises of a signal are like each other and unlike the others'. All trades of a signal are weighed
together. A noise whose player remains uncertain becomes no take. A trade that is taken back removes its labels.
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

MAX_TAKES = 6  # most labelled takes of a player's signal
MAX_OVERRULED = 16  # most overruled sounds of a table
MAX_OPEN_TRADES = 9  # most open trades of a signal weighed together, in 2 ** 9 ways
MIN_TAKE_PROBABILITY = 0.8  # least probability at which a noise of a trade becomes a player's take
_ONE_VOICE_DISTANCE = 11.2  # distance (`voice_distances`) at which one player and two are equally likely
_LOG_ODDS_PER_DISTANCE = 0.6  # log-odds for each unit below that distance
_MAX_LOG_ODDS = 3.0  # most that one pair of noises contributes
_UNSURE_LIFT_LOG_ODDS = 2.0  # rise of a signal's threshold per unit of doubt (1 - probability)


@dataclass(frozen=True)
class NoiseLabel:
    """A label for one noise of a player, or for the two noises of a trade.

    Attributes:
        ruling: Number of the trade's ruling; 0 for a tap, or for a trade that can no longer be taken back.
        signal: The signal.
        players: The player, or both traders.
        sounds: The noises, as many as players.
        lean: Log-odds that the sounds are in the order of ``players``; infinite if it is known.
    """

    ruling: int
    signal: str
    players: tuple[str, ...]
    sounds: tuple[SoundFeatures, ...]
    lean: float = float("inf")

    @property
    def is_open(self) -> bool:
        """True if there are two noises and it is uncertain which player made which."""
        return len(self.players) > 1 and bool(np.isfinite(self.lean))

    @property
    def share(self) -> float:
        """Probability, before voices are compared, that the sounds are in the order of ``players``."""
        return 0.5 if self.is_open else float(self.lean > 0)

    def pairs(self) -> Iterator[tuple[str, SoundFeatures]]:
        """Yield each player with their noise; only valid if the order is known."""
        yield from zip(self.players if self.lean > 0 else self.players[::-1], self.sounds, strict=True)


@dataclass(frozen=True)
class NamedNoise:
    """A noise that is attributed to a player; ``sure`` is the probability that this is right."""

    label: NoiseLabel
    player: str
    take: NoiseTake
    sure: float


class TableLabels:
    """All labels of this evening, the oldest first."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self._weights = SoundSettings.load().who if weights is None else weights
        self._labels: list[NoiseLabel] = []
        self._apart: dict[tuple[int, int], tuple[SoundFeatures, SoundFeatures, float]] = {}  # by ids of the sounds
        self._overruled: list[tuple[str, str, SoundFeatures]] = []  # (player, signal, sound wrongly taken for it)
        self._takes: dict[tuple[int, str, str], NoiseTake] = {}  # by (id of the sound, signal, kind)

    def __bool__(self) -> bool:
        return bool(self._labels or self._overruled)

    def add(self, label: NoiseLabel) -> None:
        self._labels.append(label)

    def remove(self, rulings: Collection[int]) -> bool:
        """Remove the labels of these rulings; return True if there were any."""
        before = len(self._labels)
        self._labels = [label for label in self._labels if label.ruling not in rulings]
        return len(self._labels) < before

    def overrule(self, player: str, signal: str, sound: SoundFeatures) -> None:
        """Record a sound that was taken for a player's signal in a trade that the table took back."""
        self._overruled = [*self._overruled[1 - MAX_OVERRULED :], (player, signal, sound)]

    def settle(self) -> None:
        """Make all labels permanent, as the game is over and its rulings cannot be taken back any more."""
        self._labels = [replace(label, ruling=0) for label in self._labels]

    def clear(self) -> None:
        """Delete all labels and overruled sounds."""
        self._labels, self._overruled = [], []

    def without_named(self, profile: NoiseProfile) -> NoiseProfile:
        """Return a profile without the takes that come from labels."""
        mine = {id(take) for take in self._takes.values()}
        return replace(profile, takes=[take for take in profile.takes if id(take) not in mine])

    @property
    def rulings(self) -> set[int]:
        """The numbers of rulings that have labels."""
        return {label.ruling for label in self._labels if label.ruling}

    def profiles(self, base: Mapping[str, NoiseProfile], model: str) -> dict[str, NoiseProfile]:
        """Return each player's profile with takes from the labels.

        Args:
            base: The players' profiles; takes that an earlier call added are replaced.
            model: Version of the networks that heard the noises.
        """
        plain = {player: self.without_named(profile) for player, profile in base.items()}
        named = list(self._named(plain))
        return {
            player: self._with_named(profile, [n for n in named if n.player == player], model)
            for player, profile in plain.items()
        }

    def _with_named(self, profile: NoiseProfile, named: Sequence[NamedNoise], model: str) -> NoiseProfile:
        """Return a player's profile with their newest labelled noises, and overruled sounds as counter-examples."""
        takes, own = list(profile.takes), dict(profile.own)
        for signal in dict.fromkeys(n.take.name for n in named):
            if any(take.kind == TAUGHT for take in profile.of(signal)):
                continue  # taught in a warm-up: `NoiseLearning` adds takes from play
            mine = [n for n in named if n.take.name == signal]
            takes += [n.take for n in mine[-MAX_TAKES:]]
            takes += self._wrong_takes(profile.player, signal, {id(n.take.sound) for n in mine})
            own[signal] = round(_UNSURE_LIFT_LOG_ODDS * float(np.mean([1 - n.sure for n in mine[-MAX_TAKES:]])), 3)
        version = profile.model if profile.takes and profile.model else model
        return replace(profile, takes=takes, own=own, model=version)

    def _wrong_takes(self, player: str, signal: str, right: Collection[int]) -> list[NoiseTake]:
        """Return counter-example takes for a player's signal.

        Args:
            player: The player.
            signal: The signal.
            right: Ids of sounds that are the player's after all, and are left out.
        """
        found = [sound for whose, name, sound in self._overruled if (whose, name) == (player, signal)]
        return [self._take(signal, sound, OVERRULED) for sound in found if id(sound) not in right]

    def _named(self, base: Mapping[str, NoiseProfile]) -> Iterator[NamedNoise]:
        """Yield the noises whose player is certain enough, the oldest first."""
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
        """Return for each label the probability that its sounds are in the order of its players."""
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
        """Return the probability of each way to assign the noises of the open trades to their players.

        Args:
            labels: The open trades, each with two players and two noises.
            known: Noises whose player is known, as (player, noise).

        Returns:
            The probabilities, (ways,), and the ways, (ways, labels): 0 where a trade's noises are in the order of its
            players, 1 where they are swapped.
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
        """Return the log-odds of one assignment of the open trades' noises to their players."""
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
        """Return the log-odds (n, n) that two noises of a signal are of the same player."""
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
