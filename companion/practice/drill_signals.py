"""Which signals a drill asks for, with which sense each is recognised, and what its card shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.errors import BadInput
from companion.facts import Fact, fact
from companion.rules.face_off.data import GRIN_SIGNAL, SIGNAL_SETS, WILD_SIGNAL
from companion.senses.sounds.settings import SIGNALS as NOISES
from companion.words import term

FACES: Final = (*SIGNAL_SETS["B"], *SIGNAL_SETS["D"], GRIN_SIGNAL)
MIXED: Final = "ABCD"
EYES, EARS = "eyes", "ears"


def senses_of(signal: str) -> tuple[str, ...]:
    """Which senses recognise it. The Wild Thing may be a face, a noise, or both."""
    if signal == WILD_SIGNAL:
        return (EYES, EARS)
    return (*((EYES,) if signal in FACES else ()), *((EARS,) if signal in NOISES else ()))


def letters(signal_set: str) -> str:
    """The set letters that ``signal_set`` names: A, BD, mixed. Raises BadInput."""
    wanted = MIXED if signal_set.strip().casefold() in ("mixed", "all") else signal_set.strip().upper()
    if not wanted or any(letter not in SIGNAL_SETS for letter in wanted):
        raise BadInput("practice.no-set", given=signal_set)
    return "".join(sorted(set(wanted)))


def of_sets(sets: str, senses: Iterable[str]) -> tuple[str, ...]:
    """The signals of these sets, and Grin where a camera watches, that one of the senses there recognises."""
    there = set(senses)
    every = (*(s for letter in sets for s in SIGNAL_SETS[letter]), GRIN_SIGNAL)
    return tuple(s for s in every if there & set(senses_of(s)))


def senses_for(signals: Iterable[str]) -> set[str]:
    """The least that these signals need: a camera for faces, a microphone for noises."""
    return {senses_of(s)[0] for s in signals}


def heard_with(signals: Iterable[str]) -> tuple[str, ...]:
    """The noises that the sound sense tells apart while these are asked for: those of their sets, as at the table."""
    wanted = set(signals)
    found = (s for four in SIGNAL_SETS.values() if wanted & set(four) for s in four if s in NOISES)
    return (*found, *((WILD_SIGNAL,) if WILD_SIGNAL in wanted else ()))


def known(signal: str) -> str:
    """The signal if it is one. Raises BadInput."""
    everything = (*(s for four in SIGNAL_SETS.values() for s in four), GRIN_SIGNAL, WILD_SIGNAL)
    if signal not in everything:
        raise BadInput("practice.no-signal", given=signal, known=list(everything))
    return signal


def card_of(signal: str, *, mixed: bool) -> Fact:
    """What its card shows: 2, of several sets C 2; Grin and Wild Thing by name."""
    for letter, four in SIGNAL_SETS.items():
        if signal in four:
            return fact("card.of-set" if mixed else "card.number", set=letter, n=four.index(signal) + 1)
    return fact("card.signal", signal=signal)


def name_of(made: str | None, language: str) -> str:
    """The name of what was made: a signal, a poker face or teeth; nothing for None."""
    kind = "made" if made in ("poker_face", "teeth", "", None) else "signal"
    return term(kind, made or "nothing", language)


def is_mixed(signals: Iterable[str]) -> bool:
    """Whether they are of several sets, so that a number alone does not say which."""
    wanted = set(signals)
    return sum(bool(wanted & set(four)) for four in SIGNAL_SETS.values()) > 1
