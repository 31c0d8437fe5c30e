"""Drills as state machines: events and time in, notes and attempts out; and which signals each asks for, and how.

There is no clock, camera or screen in here.

``step`` takes the time in seconds and what was recognised up to it. A signal counts for a cue when it began after the
cue; one that is already shown must end first, so nobody keeps a face from one cue to the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from companion.errors import BadInput
from companion.events import Signal
from companion.facts import Fact, fact
from companion.rules.face_off.data import GRIN_SIGNAL, SIGNAL_SETS, WILD_SIGNAL
from companion.senses.sounds.settings import SIGNALS as NOISES
from companion.words import term

FACE_SIGNALS: Final = (*SIGNAL_SETS["B"], *SIGNAL_SETS["D"], GRIN_SIGNAL)
MIXED_SETS: Final = "ABCD"
EYES_SENSE, EARS_SENSE = "eyes", "ears"


def senses_of(signal: str) -> tuple[str, ...]:
    """Return which senses recognise it. The Wild Thing may be a face, a noise, or both."""
    if signal == WILD_SIGNAL:
        return (EYES_SENSE, EARS_SENSE)
    return (*((EYES_SENSE,) if signal in FACE_SIGNALS else ()), *((EARS_SENSE,) if signal in NOISES else ()))


def letters(signal_set: str) -> str:
    """Return the set letters that ``signal_set`` names: A, BD, mixed. Raises BadInput."""
    wanted = MIXED_SETS if signal_set.strip().casefold() in ("mixed", "all") else signal_set.strip().upper()
    if not wanted or any(letter not in SIGNAL_SETS for letter in wanted):
        raise BadInput("practice.no-set", given=signal_set)
    return "".join(sorted(set(wanted)))


def of_sets(sets: str, senses: Iterable[str]) -> tuple[str, ...]:
    """Return the signals of these sets, and Grin where a camera watches, that one of the senses there recognises."""
    there = set(senses)
    every = (*(s for letter in sets for s in SIGNAL_SETS[letter]), GRIN_SIGNAL)
    return tuple(s for s in every if there & set(senses_of(s)))


def senses_for(signals: Iterable[str]) -> set[str]:
    """Return the least that these signals need: a camera for faces, a microphone for noises."""
    return {senses_of(s)[0] for s in signals}


def heard_with(signals: Iterable[str]) -> tuple[str, ...]:
    """Return the noises that are told apart while these are asked for: those of their sets, as at the table."""
    wanted = set(signals)
    found = (s for four in SIGNAL_SETS.values() if wanted & set(four) for s in four if s in NOISES)
    return (*found, *((WILD_SIGNAL,) if WILD_SIGNAL in wanted else ()))


def check_signal(signal: str) -> str:
    """Return the signal if it is one. Raises BadInput."""
    everything = (*(s for four in SIGNAL_SETS.values() for s in four), GRIN_SIGNAL, WILD_SIGNAL)
    if signal not in everything:
        raise BadInput("practice.no-signal", given=signal, known=list(everything))
    return signal


def card_of(signal: str, *, mixed: bool) -> Fact:
    """Return what its card shows: 2, of several sets C 2; Grin and Wild Thing by name."""
    for letter, four in SIGNAL_SETS.items():
        if signal in four:
            return fact("card.of-set" if mixed else "card.number", set=letter, n=four.index(signal) + 1)
    return fact("card.signal", signal=signal)


def name_of(shown: str | None, language: str) -> str:
    """Return the name of what was made: a signal, a poker face or teeth; nothing for None."""
    kind = "made" if shown in ("poker_face", "teeth", "", None) else "signal"
    return term(kind, shown or "nothing", language)


def is_mixed(signals: Iterable[str]) -> bool:
    """Return whether they are of several sets, so that a number alone does not say which."""
    wanted = set(signals)
    return sum(bool(wanted & set(four)) for four in SIGNAL_SETS.values()) > 1


Kind = Literal["ready", "cue", "hit", "wrong", "late", "done"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something to show. ``signal``: asked; ``made``: recognised; times in seconds after the cue."""

    kind: Kind
    t: float
    signal: str = ""
    made: str | None = None
    onset: float | None = None
    recognised: float | None = None

    @property
    def is_try(self) -> bool:
        """Return whether an attempt ended with this note."""
        return self.kind in ("hit", "wrong", "late")


@dataclass(frozen=True, slots=True)
class DrillPlan:
    """When and what a drill asks.

    ``waits``: seconds of rest before each cue (as many as signals); ``limit``: seconds to make it; ``among``: other
    signals in play, which are never asked but may be made by mistake.
    """

    signals: tuple[str, ...]
    waits: tuple[float, ...]
    limit: float
    strict: bool  # another signal first is a miss, as at the table; else it is passed over
    among: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.signals or len(self.signals) != len(self.waits):
            raise ValueError("a drill has at least one signal and a wait for each")
        if self.limit <= 0 or min(self.waits) < 0:
            raise ValueError("a drill's times are positive")


class Drill:
    """Waits for a face, then: rest, cue, try, rest, cue ... until every signal was asked."""

    def __init__(self, plan: DrillPlan) -> None:
        self.plan = plan
        self.asked: str | None = None  # while a cue stands
        self.done = False
        self._next = 0
        self._cue = 0.0
        self._rest: float | None = None  # since when nothing is shown
        self._began = False
        self._shown: set[str] = set()

    @property
    def upcoming(self) -> str:
        """The signal that is asked, or asked next; the last one after the end."""
        return self.asked or self.plan.signals[min(self._next, len(self.plan.signals) - 1)]

    def step(self, t: float, signals: Iterable[Signal], *, ready: bool = True) -> list[Note]:
        """Advance to ``t``. ``ready``: there is a face that is known, or a microphone that hears."""
        notes: list[Note] = []
        for event in signals:
            notes += self._signal(event)
        if self.done or notes:
            return notes
        if self.asked is not None:
            return self._end(Note("late", t, self.asked)) if t - self._cue >= self.plan.limit else []
        return self._resting(t, ready)

    def _resting(self, t: float, ready: bool) -> list[Note]:
        if self._shown or not ready:
            self._rest = None
            return []
        notes = []
        if not self._began:
            self._began = True
            notes.append(Note("ready", t))
        if self._rest is None:
            self._rest = t
        if t - self._rest >= self.plan.waits[self._next]:
            self.asked, self._cue, self._rest = self.plan.signals[self._next], t, None
            notes.append(Note("cue", t, self.asked))
        return notes

    def _signal(self, event: Signal) -> list[Note]:
        if event.phase == "off":
            self._shown.discard(event.name)
            return []
        self._shown.add(event.name)
        if self.asked is None or event.onset < self._cue:
            return []
        right = event.name == self.asked
        if not right and not (self.plan.strict and event.name in (*self.plan.signals, *self.plan.among)):
            return []
        return self._end(
            Note(
                "hit" if right else "wrong",
                event.decided,
                self.asked,
                event.name,
                event.onset - self._cue,
                event.decided - self._cue,
            )
        )

    def _end(self, note: Note) -> list[Note]:
        self.asked = None
        self._next += 1
        if self._next < len(self.plan.signals):
            return [note]
        self.done = True
        return [note, Note("done", note.t)]
