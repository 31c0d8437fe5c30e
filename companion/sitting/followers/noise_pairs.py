"""Find the two noises by which two players traded, which signal they were, and who made which.

Who made a noise is judged by mouths, phones and voices. Which noises belong together is judged by loudness, by being
unlike talk and by likeness to the signal.
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

ANSWER_GAP_S: Final = (-0.3, 1.6)  # least and most seconds from the end of one noise to the onset of its answer
MIN_MOVED_MOUTH: Final = 0.25  # mouth score (``attribution``, 0..1) from which a mouth made the noise
MAX_STILL_MOUTH: Final = 0.15  # mouth score below which a mouth did not make it
MAX_TALK: Final = 0.5  # highest probability of talk at which the table is asked about a noise
MIN_HINT: Final = -6.0  # least log-odds of the likeliest signal, summed over both noises, at which the table is asked
# Weights for how well a pair of noises fits a trade that the table has entered, in log-odds
_PER_DB: Final = 0.15  # per dB of loudness, relative to the loudest noise
_TALK_PENALTY: Final = 3.0  # subtracted per unit of the probability of talk
_HINT_WEIGHT: Final = 0.25  # per unit of log-odds of the signal
_MIN_HINT: Final = -8.0  # least log-odds of the signal that count
_LIKENESS_WEIGHT: Final = 0.3  # per unit by which a noise is nearer to its player's takes than usual
_USUAL_DISTANCE: Final = 11.2  # usual distance of another player's noise, as in `voice_distances`
_AGE_PENALTY_PER_S: Final = 0.15  # subtracted per second before the latest noise
_MOUTH_LEAN_LOG_ODDS: Final = 6.0  # for a mouth score of 1 against 0


@dataclass(frozen=True)
class JudgedNoise:
    """A noise as the networks judge it.

    Attributes:
        sound: Its features.
        loudness: Level of its loudest part, dB full scale.
        hints: Signal name -> log-odds that the noise is this signal.
    """

    sound: SoundFeatures
    loudness: float
    hints: Mapping[str, float]


def may_be(noise: RecalledNoise, player: str) -> bool:
    """Return True unless the noise came from another player's phone or the player's mouth was still."""
    return noise.player in (None, player) and noise.mouths.get(player, MIN_MOVED_MOUTH) >= MAX_STILL_MOUTH


def is_answer(first: RecalledNoise, second: RecalledNoise) -> bool:
    """Return True if the second noise began within ``ANSWER_GAP_S`` of the first one's end."""
    low, high = ANSWER_GAP_S
    return low <= second.onset - first.end <= high


def answering_pairs(
    noises: Sequence[RecalledNoise], players: tuple[str, str]
) -> Iterator[tuple[RecalledNoise, RecalledNoise]]:
    """Yield pairs of noises, the earlier first, of which each of the two players may have made one.

    The second noise follows the first as an answer would (``is_answer``).
    """
    one, other = players
    for first, second in combinations(sorted(noises, key=lambda noise: noise.onset), 2):
        fits = (may_be(first, one) and may_be(second, other)) or (may_be(first, other) and may_be(second, one))
        if fits and is_answer(first, second):
            yield first, second


def lean_of(noises: tuple[RecalledNoise, RecalledNoise], players: tuple[str, str]) -> float:
    """Return the log-odds that the first player made the first noise and the second player the second noise.

    A noise that came from a player's own telephone decides it (infinite log-odds); else the movements of mouths do.
    """
    first, second = noises
    one, other = players
    if first.player is not None or second.player is not None:
        return math.inf if first.player == one or second.player == other else -math.inf
    seen = [first.mouths.get(one, 0.0), first.mouths.get(other, 0.0), second.mouths.get(other, 0.0)]
    return _MOUTH_LEAN_LOG_ODDS * (seen[0] - seen[1] + seen[2] - second.mouths.get(one, 0.0))


def mouths_of(noises: tuple[RecalledNoise, RecalledNoise]) -> tuple[str, str] | None:
    """Return the two players who made the noises; None unless both are known and different.

    A noise's maker is known if a phone heard it, or if exactly one mouth moved with it.
    """
    makers = []
    for noise in noises:
        ranked = sorted(noise.mouths.items(), key=lambda item: -item[1])
        if noise.player is not None:
            makers.append(noise.player)
        elif ranked and ranked[0][1] >= MIN_MOVED_MOUTH and all(value < MAX_STILL_MOUTH for _, value in ranked[1:]):
            makers.append(ranked[0][0])
    return (makers[0], makers[1]) if len(makers) == 2 and makers[0] != makers[1] else None


# Slow: runs networks, so not on the sitting's thread


def take_noises(
    by: Judging, noises: Sequence[RecalledNoise], features: Sequence[SoundFeatures | None]
) -> tuple[SoundFeatures, ...]:
    """Return the features of each noise, computed by the networks unless they are given.

    Args:
        by: The networks.
        noises: The noises.
        features: For each noise its features, or None if they were not computed before.
    """
    return tuple(
        take(noise.samples, by.net) if sound is None else sound for noise, sound in zip(noises, features, strict=True)
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
    """Return the pair of noises that are most likely the two traders' signals.

    A likely pair is loud, recent and unlike talk. It resembles the signal, and the players' stored noises.

    Args:
        by: The networks that judge the noises.
        pairs: Pairs of noises, the earlier first.
        trade: The trade that the table entered.
        active: Signals of the hand.
        takes: Stored noises for the trade's signal, by player.
    """
    judged = {n.key: _judge(by, n, active) for pair in pairs for n in pair}
    latest = max(second.end for _, second in pairs)
    loudest = max(j.loudness for j in judged.values())

    def own_fit(j: JudgedNoise) -> float:
        level = _PER_DB * (j.loudness - loudest)
        return level - _TALK_PENALTY * j.sound.talk + _HINT_WEIGHT * max(j.hints.get(trade.signal, 0.0), _MIN_HINT)

    def taken_fit(one: JudgedNoise, other: JudgedNoise) -> float:
        """Return how well the noises match the traders' stored noises, in log-odds.

        Either trader may have made either noise: the better assignment is taken.
        """
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


def likeliest_signal(by: Judging, noises: tuple[RecalledNoise, RecalledNoise], active: Sequence[str]) -> str | None:
    """Return the signal that both noises most likely are; None if they are talk or like no active signal."""
    judged = [_judge(by, noise, active) for noise in noises]
    if not active or max(j.sound.talk for j in judged) > MAX_TALK:
        return None
    total = {name: sum(j.hints.get(name, -math.inf) for j in judged) for name in active}
    best = max(total, key=lambda name: total[name])
    return best if total[best] >= MIN_HINT else None
