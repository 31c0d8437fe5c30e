"""Which two noises of a table answer each other, which trade they were, and whose is which.

Mouths, phones and voices tell whose. How loud a noise is, how little like talk and how like the signal tell which.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from companion.people.lessons.noise_takes import take
from companion.people.warmup.judging import Judging
from companion.referee.desk import SignalTrade
from companion.senses.sounds import hints
from companion.senses.sounds.enrolled_players import sound_of
from companion.senses.sounds.levels import loudness_of
from companion.senses.sounds.noise_matcher import voice_distances
from companion.senses.sounds.sound_features import SoundFeatures
from companion.sitting.requests import RecalledNoise

ANSWER_GAP_S: Final = (-0.3, 1.6)  # from the end of one noise to the beginning of the other's of a trade
MIN_MOVED_MOUTH: Final = 0.25  # of a mouth (``attribution``) that made the noise
MAX_STILL_MOUTH: Final = 0.15  # of one that did not
MAX_TALK: Final = 0.5  # probability of talk up to which a noise may be asked about
MIN_HINT: Final = -6.0  # log-odds, both noises' together, of the likeliest signal from which a pair is asked about
# How a pair of noises fits a trade that the table has named, in log-odds
_PER_DB: Final = 0.15  # for a level under the loudest of the last noises
_TALK_PENALTY: Final = 3.0  # off for a sound that is surely talk
_HINT_WEIGHT: Final = 0.25  # for the network's own opinion of the signal
_MIN_HINT: Final = -8.0  # where that ends
_LIKENESS_WEIGHT: Final = 0.3  # for each by which it is nearer to its player's takes than others' noises are
_USUAL_DISTANCE: Final = 11.2  # of those, as `voice_distances`
_AGE_PENALTY_PER_S: Final = 0.15  # off for each that it lies back
_MOUTH_LEAN_LOG_ODDS: Final = 6.0  # log-odds for a mouth that moved wholly where the other's was still


@dataclass(frozen=True)
class JudgedNoise:
    """``hints``: log-odds of each active signal; ``sound``: its features; ``loudness`` in dB full scale."""

    sound: SoundFeatures
    loudness: float
    hints: Mapping[str, float]


def may_be(noise: RecalledNoise, player: str) -> bool:
    """Return whether nothing speaks against the noise being this player's."""
    return noise.player in (None, player) and noise.mouths.get(player, MIN_MOVED_MOUTH) >= MAX_STILL_MOUTH


def is_answer(first: RecalledNoise, second: RecalledNoise) -> bool:
    """Return whether the second noise came soon enough after the first to be its answer."""
    low, high = ANSWER_GAP_S
    return low <= second.onset - first.end <= high


def answering_pairs(
    noises: Sequence[RecalledNoise], players: tuple[str, str]
) -> Iterator[tuple[RecalledNoise, RecalledNoise]]:
    """Yield two noises, one after the other, of which one may be the first player's and the other the second's."""
    one, other = players
    for first, second in combinations(sorted(noises, key=lambda noise: noise.onset), 2):
        fits = (may_be(first, one) and may_be(second, other)) or (may_be(first, other) and may_be(second, one))
        if fits and is_answer(first, second):
            yield first, second


def lean_of(noises: tuple[RecalledNoise, RecalledNoise], players: tuple[str, str]) -> float:
    """Return log-odds that the first noise is the first player's, by phones and mouths."""
    first, second = noises
    one, other = players
    if first.player is not None or second.player is not None:
        return math.inf if first.player == one or second.player == other else -math.inf
    seen = [first.mouths.get(one, 0.0), first.mouths.get(other, 0.0), second.mouths.get(other, 0.0)]
    return _MOUTH_LEAN_LOG_ODDS * (seen[0] - seen[1] + seen[2] - second.mouths.get(one, 0.0))


def mouths_of(noises: tuple[RecalledNoise, RecalledNoise]) -> tuple[str, str] | None:
    """Return whose mouth alone moved with each, where they are two."""
    makers = []
    for noise in noises:
        ranked = sorted(noise.mouths.items(), key=lambda item: -item[1])
        if noise.player is not None:
            makers.append(noise.player)
        elif ranked and ranked[0][1] >= MIN_MOVED_MOUTH and all(value < MAX_STILL_MOUTH for _, value in ranked[1:]):
            makers.append(ranked[0][0])
    return (makers[0], makers[1]) if len(makers) == 2 and makers[0] != makers[1] else None


# The networks' work: not for the sitting's thread


def take_noises(
    by: Judging, noises: Sequence[RecalledNoise], known: Sequence[SoundFeatures | None]
) -> tuple[SoundFeatures, ...]:
    """Return the noises as takes; ``known``: those that were worked out before."""
    return tuple(
        take(noise.samples, by.net) if sound is None else sound for noise, sound in zip(noises, known, strict=True)
    )


def _judge(by: Judging, noise: RecalledNoise, active: Sequence[str]) -> JudgedNoise:
    heard = by.net.hear(noise.samples[-16000:], both=True)
    scores = hints.scores(heard.logits, by.net.labels, active)
    return JudgedNoise(sound_of(noise.samples, by.net), float(loudness_of(noise.samples).max()), scores)


def best_pair(
    by: Judging,
    pairs: Sequence[tuple[RecalledNoise, RecalledNoise]],
    trade: SignalTrade,
    active: Sequence[str],
    takes: Mapping[str, Sequence[SoundFeatures]],
) -> tuple[RecalledNoise, RecalledNoise]:
    """Return the pair that is most like a trade: loud, no talk, like the signal and like its players' takes, lately.

    Args:
        by: The networks.
        pairs: Two noises each, in the order of time.
        trade: What the table named.
        active: Signals of the hand.
        takes: What is known of the signal, by player.
    """
    judged = {n.key: _judge(by, n, active) for pair in pairs for n in pair}
    latest = max(second.end for _, second in pairs)
    loudest = max(j.loudness for j in judged.values())

    def own_fit(j: JudgedNoise) -> float:
        level = _PER_DB * (j.loudness - loudest)
        return level - _TALK_PENALTY * j.sound.talk + _HINT_WEIGHT * max(j.hints.get(trade.signal, 0.0), _MIN_HINT)

    def taken_fit(one: JudgedNoise, other: JudgedNoise) -> float:
        """Like takes that the players have, whichever way round."""
        ways = [
            sum(
                _LIKENESS_WEIGHT * (_USUAL_DISTANCE - float(min(voice_distances(j.sound, takes[p], by.sounds.who))))
                for p, j in zip(players, (one, other), strict=True)
                if takes.get(p)
            )
            for players in ((trade.one, trade.other), (trade.other, trade.one))
        ]
        return max(ways)

    def fit(pair: tuple[RecalledNoise, RecalledNoise]) -> float:
        one, other = (judged[noise.key] for noise in pair)
        return own_fit(one) + own_fit(other) + taken_fit(one, other) - _AGE_PENALTY_PER_S * (latest - pair[1].end)

    return max(pairs, key=fit)


def likeliest_signal(
    by: Judging,
    noises: tuple[RecalledNoise, RecalledNoise],
    active: Sequence[str],
    takes: Mapping[str, Sequence[SoundFeatures]],
) -> str | None:
    """Return which signal both noises may be; None where they are talk, or like none."""
    judged = [_judge(by, noise, active) for noise in noises]
    if not active or max(j.sound.talk for j in judged) > MAX_TALK:
        return None
    total = {name: sum(j.hints.get(name, -math.inf) for j in judged) for name in active}
    best = max(total, key=lambda name: total[name])
    return best if total[best] >= MIN_HINT else None
