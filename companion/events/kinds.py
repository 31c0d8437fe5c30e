"""The types of events that the senses, the referee and the table exchange, as frozen values."""

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
        onset: When what it reports began, in seconds of the program's clock.
        decided: When that became certain, in seconds of the same clock.
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
    """A camera, microphone, clip or phone has a new status, or a new detail of its status."""

    type: ClassVar[str] = "source"
    status: Status
    detail: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Event):
    """The face at a seat has a new state.

    ``state`` is "seen" (a face appears), "learning" (its neutral look is being learned), "ready" (that look is known),
    "turned" (too far to be judged), "lost" (no face is seen) or "back" (seen again).
    """

    type: ClassVar[str] = "seat"
    seat: int
    state: Literal["seen", "lost", "learning", "ready", "turned", "back"]
    detail: Fact | None = None


Phase: TypeAlias = Literal["on", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal(Event):
    """A player starts ("on") or stops ("off") a trading signal.

    ``evidence`` holds the measured values and their thresholds.
    """

    type: ClassVar[str] = "signal"
    name: str
    phase: Phase
    evidence: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Event):
    """The dice that were rolled, once they have come to rest.

    Attributes:
        values: The value of each die, 1 to 6; 0 for a die that could not be read.
        colours: For each die, the name of its set of dice (a player or a colour); () if unknown.
        refused: Why the roll could not be read; None if it could.
        best: The most likely values of a roll that was refused, for the table to accept; () if there are none.
    """

    type: ClassVar[str] = "roll"
    values: tuple[int, ...]
    colours: tuple[str, ...] = ()
    refused: Fact | None = None
    best: tuple[int, ...] = ()

    def fill_unread(self, typed: Sequence[int]) -> tuple[int, ...]:
        """Return the roll's values, with typed values in place of the unread dice.

        If there are more or fewer typed values than unread dice, the typed values are returned alone.
        """
        if len(typed) != self.values.count(0):
            return tuple(typed)
        left = iter(typed)
        return tuple(v or next(left) for v in self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase(Event):
    """A phrase that a microphone heard, such as "Face Off!" (the shout), the victory speech or "Wild thing".

    Attributes:
        text: The recognised words.
        kind: What was said. "answer" and "command" go to the table and are never logged. "set", the choice of a set of
            signals, occurs only in older logs.
        words: The words with their times as (word, start, end), in seconds.
        slots: The parts of a speech by name, such as "name" and "gem".
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
    """Whether a player showed teeth during a speech.

    ``verdict`` is "teeth", "clean" or "unseen" (the mouth could not be judged). ``times`` says when each showing of
    teeth began, in seconds; ``why`` explains the verdict.
    """

    type: ClassVar[str] = "teeth"
    verdict: Literal["teeth", "clean", "unseen"]
    times: tuple[float, ...] = ()
    why: Fact | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """The meaning of a command that does actions of the game: all of them are applied, or none.

    ``acts`` has each as (actor, action); an actor is a seat, the table or chance.
    """

    acts: tuple[tuple[int, object], ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """The meaning of a command that answers a question; question and answer are given by their IDs.

    ``own`` is the text that the player typed, for an answer that asks for one.
    """

    question: str
    answer: str
    own: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Event):
    """What a player or the table tells the referee to do.

    Attributes:
        text: An action in the game's notation, or a word for the referee such as "undo"; this is what logs store.
        means: The parsed meaning, if a page, a bot or an answer's button gave one; logs do not store it.
    """

    type: ClassVar[str] = "command"
    text: str
    means: Act | Reply | None = field(default=None, compare=False, repr=False, metadata={"kept": False})


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Event):
    """Base class of what the program announces.

    Attributes:
        code: The kind of statement ("trade", "action", "refused", ...); docs/codes.md lists them.
        values: The names, numbers and facts of its sentence; the value ``reason`` says why, if there is a reason.
    """

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def as_fact(self) -> Fact:
        """The statement as a fact, which ``companion.words`` turns into a sentence."""
        return Fact(f"ruling.{self.code}", self.values)

    @property
    def reason(self) -> Fact | None:
        """The value ``reason`` if it is a fact, else None."""
        found = self.values.get("reason")
        return found if isinstance(found, Fact) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Statement):
    """What the referee has decided in the game.

    Attributes:
        action: The game's actions that were applied, as text without hidden cards.
        number: Its number from 1 on, by which it can be undone.
    """

    type: ClassVar[str] = "ruling"
    action: str = ""
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Statement):
    """An announcement that decides nothing: it is not logged and has no number.

    In JSON it is a ruling with the number 0 (see ``codec``).
    """

    type: ClassVar[str] = "ruling"

    @property
    def is_refusal(self) -> bool:
        """True if the notice says why something was rejected."""
        return self.code == REFUSED_CODE


REFUSED_CODE: Final = "refused"


def notice(code: str, at: float, /, **values: Value) -> Notice:
    """Return a notice with this code and these values, made at time ``at`` (in seconds)."""
    return Notice(onset=at, decided=at, source="sitting", code=code, values=values)
