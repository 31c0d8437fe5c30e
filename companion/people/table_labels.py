"""Noises that a game has labelled with their players, and the takes that they become.

In a trade two players make the same noise, so a trade that the table accepts labels two noises. Who made which is told
by mouths in view, or by voices: noises of one player are like each other and unlike those of others. All trades of a
signal are weighed together. A noise whose player remains uncertain becomes no take. A trade that is taken back loses
its labels.
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
MAX_OVERRULED = 16  # most overruled sounds that are kept
MAX_OPEN_TRADES = 9  # most open trades of a signal weighed together, in 2 ** 9 ways
MIN_TAKE_PROBABILITY = 0.8  # least probability at which a noise of a trade becomes a player's take
_ONE_VOICE_DISTANCE = 11.2  # distance (`voice_distances`) at which one player is as likely as two
_LOG_ODDS_PER_DISTANCE = 0.6  # log-odds for each unit below that distance
_MAX_LOG_ODDS = 3.0  # most that one pair of noises contributes
_UNSURE_LIFT_LOG_ODDS = 2.0  # rise of a signal's threshold per unit of doubt (1 - probability)


@dataclass(frozen=True)
class NoiseLabel:
    """Label of one noise of a player, or of the two noises of a trade.

    Attributes:
        ruling: Number of the ruling that accepted the trade; 0 for a single noise, or if it can no longer be taken
            back.
        signal: The signal.
        players: The player, or both traders.
        sounds: The noises, as many as players.
        lean: Log-odds, without voices, that the sounds are in the order of ``players``; infinite if that is certain.
    """

    ruling: int
    signal: str
    players: tuple[str, ...]
    sounds: tuple[SoundFeatures, ...]
    lean: float = float("inf")

    @property
    def is_open(self) -> bool:
        """True if there are two noises and it is not certain which player made which."""
        return len(self.players) > 1 and bool(np.isfinite(self.lean))

    @property
    def share(self) -> float:
        """Probability that the sounds are in the order of ``players``, before anything is weighed: 0, 0.5 or 1."""
        return 0.5 if self.is_open else float(self.lean > 0)

    def pairs(self) -> Iterator[tuple[str, SoundFeatures]]:
        """Yield each player with their noise; only right if the label is not open."""
        yield from zip(self.players if self.lean > 0 else self.players[::-1], self.sounds, strict=True)


@dataclass(frozen=True)
class NamedNoise:
    """A noise with its player; ``sure`` is the probability that the player is right, 0..1."""

    label: NoiseLabel
    player: str
    take: NoiseTake
    sure: float


class TableLabels:
    """All labels of this evening, oldest first.

    Args:
        weights: Weights of the voice measures, as in ``SoundSettings.who``; None for the shipped ones.
    """

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
        """Remove the labels of the rulings with these numbers; return True if there were any."""
        before = len(self._labels)
        self._labels = [label for label in self._labels if label.ruling not in rulings]
        return len(self._labels) < before

    def overrule(self, player: str, signal: str, sound: SoundFeatures) -> None:
        """Record a sound that was wrongly recognised as a player's signal, as the table took the trade back."""
        self._overruled = [*self._overruled[1 - MAX_OVERRULED :], (player, signal, sound)]

    def settle(self) -> None:
        """Make all labels permanent, because the game is over and its rulings can no longer be taken back."""
        self._labels = [replace(label, ruling=0) for label in self._labels]

    def clear(self) -> None:
        """Delete all labels and overruled sounds."""
        self._labels, self._overruled = [], []

    def without_named(self, profile: NoiseProfile) -> NoiseProfile:
        """Return a profile without the takes that ``profiles`` added."""
        mine = {id(take) for take in self._takes.values()}
        return replace(profile, takes=[take for take in profile.takes if id(take) not in mine])

    @property
    def rulings(self) -> set[int]:
        """Numbers of the rulings whose labels can still be removed."""
        return {label.ruling for label in self._labels if label.ruling}

    def profiles(self, base: Mapping[str, NoiseProfile], model: str) -> dict[str, NoiseProfile]:
        """Return each player's profile with takes made from the labels.

        Args:
            base: The players' profiles; takes that an earlier call added to them are replaced.
            model: Version of the networks that embedded the noises.
        """
        plain = {player: self.without_named(profile) for player, profile in base.items()}
        named = list(self._named(plain))
        return {
            player: self._with_named(profile, [n for n in named if n.player == player], model)
            for player, profile in plain.items()
        }

    def _with_named(self, profile: NoiseProfile, named: Sequence[NamedNoise], model: str) -> NoiseProfile:
        """Return a player's profile with takes of their newest labelled noises, and with counter-examples.

        Overruled sounds are the counter-examples.

        Args:
            profile: The profile.
            named: The player's labelled noises, oldest first.
            model: Version of the networks that embedded the noises.
        """
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
        """Return takes of the sounds that were wrongly recognised as a player's signal.

        Args:
            player: The player.
            signal: The signal.
            right: ``id`` of sounds that turned out to be this player's signal, which are left out.
        """
        found = [sound for whose, name, sound in self._overruled if (whose, name) == (player, signal)]
        return [self._take(signal, sound, OVERRULED) for sound in found if id(sound) not in right]

    def _named(self, base: Mapping[str, NoiseProfile]) -> Iterator[NamedNoise]:
        """Yield the noises whose player is certain enough, by signal, oldest first."""
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
        """Return for each label the probability that its sounds are in the order of its players, 0..1.

        Args:
            signal: The signal.
            labels: All labels of the signal.
            base: The players' profiles without takes from labels.
        """
        weighed = [k for k, label in enumerate(labels) if label.is_open][-MAX_OPEN_TRADES:]
        shares = [label.share for label in labels]
        if not weighed:
            return shares
        labelled = [one for label in labels if not label.is_open for one in label.pairs()]
        labelled += [(player, take.sound) for player, profile in base.items() for take in profile.of(signal)]
        chances, ways = self._weigh([labels[k] for k in weighed], labelled)
        for place, k in enumerate(weighed):
            shares[k] = float(chances[ways[:, place] == 0].sum())
        return shares

    def _weigh(
        self, labels: Sequence[NoiseLabel], labelled: Sequence[tuple[str, SoundFeatures]]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Return the probability of each way to assign the noises of several trades to their players.

        Args:
            labels: The trades, each with two players and two noises.
            labelled: Pairs of player and noise that are certain.

        Returns:
            The probabilities, (ways,), and the ways, (ways, labels): 0 where a trade's noises are in the order of its
            players, 1 where they are swapped.
        """
        sounds = [sound for _, sound in labelled] + [sound for label in labels for sound in label.sounds]
        odds = self._same_voice(sounds)
        ways = np.array(list(product((0, 1), repeat=len(labels))))
        owners = [player for player, _ in labelled]
        scores = np.array([self._score(way, owners, labels, odds) for way in ways])
        chances = np.exp(scores - scores.max())
        return chances / chances.sum(), ways

    @staticmethod
    def _score(
        way: npt.NDArray[np.int64], owners: Sequence[str], labels: Sequence[NoiseLabel], odds: npt.NDArray[np.float64]
    ) -> float:
        """Return the log-odds of one way to assign the noises of the trades to their players, up to a constant.

        Args:
            way: For each trade 0 if its noises are in the order of its players, 1 if swapped.
            owners: Players of the noises that are certain.
            labels: The trades.
            odds: Log-odds that two noises are of one player, (n, n); first the certain noises, then those of the
                trades.
        """
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
        """Return the log-odds that each two of n noises of a signal are of one player, (n, n)."""
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
