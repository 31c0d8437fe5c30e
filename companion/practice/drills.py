"""State machine of a drill, without clock, camera or screen; and which signals a drill asks for, with which senses.

``Drill.step`` takes the time in seconds and the signals recognised by then. Only a signal that began after the cue
answers it. A signal that is still shown must end before the next cue, so that nobody holds a face from one cue to the
next.
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
    """Return the senses that can recognise a signal; the Wild Thing may be a face, a noise or both."""
    if signal == WILD_SIGNAL:
        return (EYES_SENSE, EARS_SENSE)
    return (*((EYES_SENSE,) if signal in FACE_SIGNALS else ()), *((EARS_SENSE,) if signal in NOISES else ()))


def letters(signal_set: str) -> str:
    """Return the letters of the sets of signals that a text names, sorted, such as "A" or "BD"; "mixed" is "ABCD".

    Raises:
        BadInput: The text is empty, or has a letter that is no set.
    """
    wanted = MIXED_SETS if signal_set.strip().casefold() in ("mixed", "all") else signal_set.strip().upper()
    if not wanted or any(letter not in SIGNAL_SETS for letter in wanted):
        raise BadInput("practice.no-set", given=signal_set)
    return "".join(sorted(set(wanted)))


def of_sets(sets: str, senses: Iterable[str]) -> tuple[str, ...]:
    """Return the signals of these sets, and "grin", that at least one of the senses can recognise."""
    there = set(senses)
    every = (*(s for letter in sets for s in SIGNAL_SETS[letter]), GRIN_SIGNAL)
    return tuple(s for s in every if there & set(senses_of(s)))


def senses_for(signals: Iterable[str]) -> set[str]:
    """Return the senses that these signals need: "eyes" for faces, "ears" for noises; one sense for each signal."""
    return {senses_of(s)[0] for s in signals}


def heard_with(signals: Iterable[str]) -> tuple[str, ...]:
    """Return the noises that must be told apart while these signals are asked for: all noises of their sets."""
    wanted = set(signals)
    found = (s for four in SIGNAL_SETS.values() if wanted & set(four) for s in four if s in NOISES)
    return (*found, *((WILD_SIGNAL,) if WILD_SIGNAL in wanted else ()))


def check_signal(signal: str) -> str:
    """Return the signal unchanged.

    Raises:
        BadInput: There is no signal of this name.
    """
    everything = (*(s for four in SIGNAL_SETS.values() for s in four), GRIN_SIGNAL, WILD_SIGNAL)
    if signal not in everything:
        raise BadInput("practice.no-signal", given=signal, known=list(everything))
    return signal


def card_of(signal: str, *, mixed: bool) -> Fact:
    """Return what a signal's card shows: "2", or "C 2" if several sets are mixed; "grin" and "wild_thing" by name."""
    for letter, four in SIGNAL_SETS.items():
        if signal in four:
            return fact("card.of-set" if mixed else "card.number", set=letter, n=four.index(signal) + 1)
    return fact("card.signal", signal=signal)


def name_of(shown: str | None, language: str) -> str:
    """Return the name to display for a signal, "poker_face" or "teeth"; None and "" give the word for "nothing"."""
    kind = "made" if shown in ("poker_face", "teeth", "", None) else "signal"
    return term(kind, shown or "nothing", language)


def is_mixed(signals: Iterable[str]) -> bool:
    """Return True if the signals are of several sets, so that a number alone is ambiguous."""
    wanted = set(signals)
    return sum(bool(wanted & set(four)) for four in SIGNAL_SETS.values()) > 1


Kind = Literal["ready", "cue", "hit", "wrong", "late", "done"]


@dataclass(frozen=True, slots=True)
class Note:
    """A message of a drill.

    Attributes:
        kind: What happened.
        t: When, in seconds.
        signal: The signal that was asked for.
        made: The signal that was recognised; None for none.
        onset: When that signal began, in seconds after the cue.
        recognised: When it was recognised, in seconds after the cue.
    """

    kind: Kind
    t: float
    signal: str = ""
    made: str | None = None
    onset: float | None = None
    recognised: float | None = None

    @property
    def is_try(self) -> bool:
        """True if the note reports how a cue was answered: right, wrong or too late."""
        return self.kind in ("hit", "wrong", "late")


@dataclass(frozen=True, slots=True)
class DrillPlan:
    """The cues of a drill.

    Attributes:
        signals: Signals to ask for, in order.
        waits: Rest before each cue, in seconds; as many as ``signals``.
        limit: Time to make a signal, in seconds.
        strict: True if a wrong signal (of ``signals`` or ``among``) ends the attempt; else it is ignored.
        among: Other signals that are not asked for but may be made by mistake.
    """

    signals: tuple[str, ...]
    waits: tuple[float, ...]
    limit: float
    strict: bool  # whether another signal is a miss
    among: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.signals or len(self.signals) != len(self.waits):
            raise ValueError("a drill has at least one signal and a wait for each")
        if self.limit <= 0 or min(self.waits) < 0:
            raise ValueError("a drill's times are positive")


class Drill:
    """State machine of a drill: rest, cue, attempt, and so on until every signal was asked for."""

    def __init__(self, plan: DrillPlan) -> None:
        self.plan = plan
        self.asked: str | None = None  # the signal asked for; None between cues
        self.done = False
        self._next = 0
        self._cue = 0.0
        self._rest: float | None = None  # since when no signal is shown, seconds
        self._began = False
        self._shown: set[str] = set()

    @property
    def upcoming(self) -> str:
        """The signal that is asked for now or next; after the end the last one."""
        return self.asked or self.plan.signals[min(self._next, len(self.plan.signals) - 1)]

    def step(self, t: float, signals: Iterable[Signal], *, ready: bool = True) -> list[Note]:
        """Advance to ``t`` and return what happened.

        Args:
            t: Time in seconds.
            signals: Signals recognised since the last call.
            ready: True if the player's face is in view and known, or a microphone works; else no cue is given.
        """
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
