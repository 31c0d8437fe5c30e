"""The types of events exchanged by senses, referee and table, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal, TypeAlias

from companion.facts import JSON, Fact, Value


class EventError(ValueError):
    """A text or value that is no valid event; the message says why in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base class of all events.

    Attributes:
        type: The name of the event's type in JSON.
        onset: When its cause began, in seconds of the injected clock.
        decided: When it was certain, in seconds of the same clock.
        confidence: How certain it is, 0..1.
        source: The camera, microphone, phone or key that it comes from.
        player: The player's name; None if unknown or if it is about nobody.
    """

    type: ClassVar[str] = "event"
    onset: float
    decided: float
    confidence: float = 1.0
    source: str = ""
    player: str | None = None


Status: TypeAlias = Literal["online", "frozen", "offline", "ended", "off"]
"""The status of a camera, microphone, clip or phone: "frozen" gives nothing new, "offline" is being reconnected,
"ended" has no more data, "off" was switched off after its sense failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Event):
    """A camera, clip or microphone changes its status, or adds a detail to its present status."""

    type: ClassVar[str] = "source"
    status: Status
    detail: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Event):
    """A seat changes its state.

    ``state`` is "seen", "lost", "learning" (the neutral face is being learned), "ready", "turned" (too far to be
    judged) or "back".
    """

    type: ClassVar[str] = "seat"
    seat: int
    state: Literal["seen", "lost", "learning", "ready", "turned", "back"]
    detail: Fact | None = None


Phase: TypeAlias = Literal["on", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal(Event):
    """A trading signal starts ("on") or stops ("off"). ``evidence`` holds the measured values and their thresholds."""

    type: ClassVar[str] = "signal"
    name: str
    phase: Phase
    evidence: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Event):
    """Dice that have come to rest.

    Attributes:
        values: The value of each die, 1 to 6; 0 for a die that could not be read.
        colours: For each die, the name of its set of dice (a player or a colour); () if unknown.
        refused: Why the roll could not be read; None if it could.
        best: The most likely values of a refused roll, for the table to accept; () if it is no roll.
    """

    type: ClassVar[str] = "roll"
    values: tuple[int, ...]
    colours: tuple[str, ...] = ()
    refused: Fact | None = None
    best: tuple[int, ...] = ()

    def fill_unread(self, typed: Sequence[int]) -> tuple[int, ...]:
        """Return the values with the unread ones replaced by typed values.

        If their numbers differ, the typed values replace the whole roll.
        """
        if len(typed) != self.values.count(0):
            return tuple(typed)
        left = iter(typed)
        return tuple(v or next(left) for v in self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase(Event):
    """A phrase that was heard, such as the shout, the victory speech or "Wild thing".

    Attributes:
        text: The recognised words.
        kind: What was said. "answer" and "command" are handled by the table and never logged. "set", the choice of a
            set of signals, occurs only in older logs.
        words: The words with their times as (word, start, end), in seconds.
        slots: The parts of a speech, such as "name" and "gem", by slot.
        missing: Words of the speech that were not heard clearly, in their order.
        alternatives: Slot ("name", "gem" or "set") -> what an unclear word may have been, likeliest first.

    In JSON, ``missing`` and ``alternatives`` are keys of ``slots`` (see ``codec``).
    """

    type: ClassVar[str] = "phrase"
    text: str
    kind: Literal["shout", "speech", "wild_thing", "set", "other", "answer", "command"]
    words: tuple[tuple[str, float, float], ...] = ()
    slots: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = field(default=(), metadata={"kept": False})
    alternatives: Mapping[str, tuple[str, ...]] = field(default_factory=dict, metadata={"kept": False})


@dataclass(frozen=True, slots=True, kw_only=True)
class Teeth(Event):
    """The verdict on a mouth during a speech.

    It says whether teeth showed, at which times (seconds), and why; "unseen" means that the mouth could not be judged.
    """

    type: ClassVar[str] = "teeth"
    verdict: Literal["teeth", "clean", "unseen"]
    times: tuple[float, ...] = ()
    why: Fact | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """A command's meaning: actions of the game, each as (actor, action), applied together or not at all.

    An actor is a seat, the table or chance.
    """

    acts: tuple[tuple[int, object], ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """A command's meaning: the answer to a question, both by their IDs.

    ``own`` is free text, for an answer that asks for it.
    """

    question: str
    answer: str
    own: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Event):
    """A command of a player or the table.

    Attributes:
        text: An action in the game's notation, or a word for the referee such as "undo"; this is what logs store.
        means: The parsed meaning, if a page, a bot or an answer's button gave one; logs do not store it.
    """

    type: ClassVar[str] = "command"
    text: str
    means: Act | Reply | None = field(default=None, compare=False, repr=False, metadata={"kept": False})


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Event):
    """Base class of what the referee or the sitting announces.

    Attributes:
        code: The kind of statement ("trade", "action", "refused", ...); docs/codes.md lists them.
        values: The names, numbers and facts of its sentence; ``reason`` among them explains it.
    """

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def as_fact(self) -> Fact:
        """The statement as a fact, which ``companion.words`` turns into a sentence."""
        return Fact(f"ruling.{self.code}", self.values)

    @property
    def reason(self) -> Fact | None:
        """The fact that explains the statement; None if there is none."""
        found = self.values.get("reason")
        return found if isinstance(found, Fact) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Statement):
    """A ruling of the match.

    Attributes:
        action: The game's actions that it applied, as text without hidden cards.
        number: Its number from 1 on, by which it can be undone.
    """

    type: ClassVar[str] = "ruling"
    action: str = ""
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Statement):
    """An announcement of the sitting: it decides nothing, is not logged, and has no number.

    In JSON it is a ruling with the number 0 (see ``codec``).
    """

    type: ClassVar[str] = "ruling"

    @property
    def is_refusal(self) -> bool:
        """True if it says why something was rejected."""
        return self.code == REFUSED_CODE


REFUSED_CODE: Final = "refused"


def notice(code: str, at: float, /, **values: Value) -> Notice:
    """Return a notice of the sitting at time ``at``, in seconds."""
    return Notice(onset=at, decided=at, source="sitting", code=code, values=values)
