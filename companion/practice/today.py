"""The daily five minutes: choose the drills from the signals that are due, and say what improved and what is next.

Pure: it uses no clock, file or device.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Final, Literal

from companion.facts import Fact, fact
from companion.people.attempt import Attempt
from companion.practice.drills import EARS_SENSE, EYES_SENSE, of_sets, senses_for, senses_of
from companion.practice.schedule import Advice, reviews
from companion.practice.statistics import Figures, figures
from companion.rules.face_off.data import SIGNAL_SETS

MAX_LEARNED: Final = 3
"""Most signals learned one by one; with four tries each takes about 35 s."""
LEARN_TRIES, REACTION_TRIES, HAND_S = 4, 12, 90.0
"""Number of cues, and length of the hand. Twelve cues take about 70 s, so that all units take five minutes."""
ALL_KNOWN_TRIES: Final = 24
"""Number of cues if no signal is due; the cues then also fill the time for learning."""
FASTER_SHARE: Final = 0.9
"""Fraction of the earlier median reaction below which a player counts as faster; a smaller gain may be chance."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One of the drills of the daily five minutes.

    Attributes:
        drill: Name of the drill.
        sets: Letters of the sets of signals.
        signal: The single signal to learn; "" for all of ``sets``.
        tries: Number of cues.
        seconds: Length of a hand.
    """

    drill: Literal["learn", "reaction", "frenzy"]
    sets: str
    signal: str = ""
    tries: int = 0
    seconds: float = 0.0


def signals_of(sets: str) -> tuple[str, ...]:
    """Return the signals of these sets, and "grin" if one of them is a face, so that a camera is needed anyway."""
    return of_sets(sets, senses_for(s for letter in sets for s in SIGNAL_SETS[letter]))


def units_of(advice: Sequence[Advice], sets: str, now: datetime) -> list[Unit]:
    """Return the drills of today.

    They are: learning each due or new signal (three at most), then all signals in turns, then a hand against bots.

    Args:
        advice: Advice on the sets' signals, the most due first.
        sets: Letters of the sets.
        now: The time now.
    """
    moment = now.astimezone(timezone.utc)
    due = [a.signal for a in advice if a.due is None or a.due <= moment][:MAX_LEARNED]
    learned = [Unit("learn", sets, signal, LEARN_TRIES) for signal in due]
    cues = Unit("reaction", sets, tries=REACTION_TRIES if due else ALL_KNOWN_TRIES)
    return [*learned, cues, Unit("frenzy", _set_for_hand(advice, sets), seconds=HAND_S)]


def _set_for_hand(advice: Sequence[Advice], sets: str) -> str:
    """Return the letter of the set to use in the hand against bots: that of the most due signal."""
    for a in advice:
        for letter in sets:
            if a.signal in SIGNAL_SETS[letter]:
                return letter
    return sets[0]


def devices_of(unit: Unit) -> frozenset[str]:
    """Return the senses that a drill uses: "eyes" for a camera, "ears" for a microphone."""
    named = [unit.signal] if unit.signal else signals_of(unit.sets)
    return frozenset(sense for signal in named for sense in senses_of(signal)) & {EYES_SENSE, EARS_SENSE}


def latest_sets(attempts: Sequence[Attempt], otherwise: str = "B") -> str:
    """Return the letter of the set that was practised last; ``otherwise`` if none was."""
    for a in reversed(attempts):
        for letter, four in SIGNAL_SETS.items():
            if a.asked in four:
                return letter
    return otherwise


@dataclass(frozen=True, slots=True)
class _Gain:
    """An improvement as a fact; ``weight`` is its size as a share, to compare hit rates with reaction times."""

    weight: float
    sentence: Fact


def what_got_better(before: Sequence[Attempt], now: Sequence[Attempt]) -> Fact:
    """Return the largest improvement over the last practice as a fact, or a fact that there was none.

    Args:
        before: Earlier attempts.
        now: Attempts of today's practice.
    """
    best = max(_gains(before, now), key=lambda gain: gain.weight, default=None)
    if best is not None:
        return best.sentence
    found = figures(now)
    return fact("practice.better-none", hits=found.hits, tries=found.tries)


def _gains(before: Sequence[Attempt], now: Sequence[Attempt]) -> Iterator[_Gain]:
    for signal in dict.fromkeys(a.asked for a in now):
        new = figures([a for a in now if a.asked == signal])
        runs = reviews(a for a in before if a.asked == signal)
        if runs:
            yield from _gains_over(signal, figures(runs[-1]), new)
        elif new.hits:
            sentence = fact("practice.better-first", signal=signal, hits=new.hits, tries=new.tries)
            yield _Gain(0.05 * (new.rate or 0.0), sentence)


def _gains_over(signal: str, old: Figures, new: Figures) -> Iterator[_Gain]:
    """Yield the improvements at one signal: a higher hit rate, a shorter reaction."""
    if (gain := (new.rate or 0.0) - (old.rate or 0.0)) > 0:
        values = {"hits": new.hits, "tries": new.tries, "old_hits": old.hits, "old_tries": old.tries}
        yield _Gain(gain, fact("practice.better-surer", signal=signal, **values))
    if new.reaction is None or old.reaction is None or new.hits < 2:
        return
    if new.reaction.median <= FASTER_SHARE * old.reaction.median:
        sentence = fact("practice.better-faster", signal=signal, now=new.reaction.median, before=old.reaction.median)
        yield _Gain(1 - new.reaction.median / old.reaction.median, sentence)


def what_is_next(advice: Sequence[Advice], now: datetime) -> Fact:
    """Return which signal should be practised next and when, as a fact for display."""
    first = advice[0]
    if first.due is None:
        return fact("practice.then-new", signal=first.signal)
    days = (first.due.astimezone(now.tzinfo).date() - now.date()).days
    if days <= 0:
        return fact("practice.then-again", signal=first.signal, hits=first.hits, tries=first.tries)
    return fact("practice.then-due", signal=first.signal, days=days)


def fastest(attempts: Iterable[Attempt]) -> float | None:
    """Return the shortest reaction time of a hit, in seconds; None without a hit."""
    return min((a.onset for a in attempts if a.hit and a.onset is not None), default=None)
