"""Every event between senses, referee and table: frozen values, by who tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal, TypeAlias

from companion.facts import JSON, Fact, Value


class EventError(ValueError):
    """A text that is no event of ours: what was wrong, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """``onset`` is when a thing began and ``decided`` when it was known for sure, seconds of the injected clock.

    ``confidence`` is in 0..1; ``source`` names the camera, microphone, phone or key; ``player`` is the seat's player
    name, or None while it is not known whose it is.
    """

    type: ClassVar[str] = "event"
    onset: float
    decided: float
    confidence: float = 1.0
    source: str = ""
    player: str | None = None


Status: TypeAlias = Literal["online", "frozen", "offline", "ended", "off"]
"""One vocabulary for every camera, microphone, clip and phone: frozen gives nothing new, offline is sought again,
ended has no more to give, off was switched off after its sense failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Event):
    """A camera, clip or microphone changes its status, or says something of itself under the one that stands."""

    type: ClassVar[str] = "source"
    status: Status
    detail: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Event):
    """A seat's state: seen, lost, learning (the neutral face), ready, turned (beyond what is judged), back."""

    type: ClassVar[str] = "seat"
    seat: int
    state: Literal["seen", "lost", "learning", "ready", "turned", "back"]
    detail: Fact | None = None


Phase: TypeAlias = Literal["on", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal(Event):
    """A trading signal starts ("on") or stops ("off"). ``evidence``: values it was decided on, against thresholds."""

    type: ClassVar[str] = "signal"
    name: str
    phase: Phase
    evidence: Mapping[str, JSON] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Event):
    """Dice at rest.

    ``refused`` says why nothing was read; then ``values`` holds what is known, 0 for unread, and ``best`` what they
    show as they lie, for the table to accept (empty where it is no roll).
    """

    type: ClassVar[str] = "roll"
    values: tuple[int, ...]
    colours: tuple[str, ...] = ()
    refused: Fact | None = None
    best: tuple[int, ...] = ()

    def fill_unread(self, typed: Sequence[int]) -> tuple[int, ...]:
        """Typed values in place of the unread ones; where they are not as many, they replace the roll."""
        if len(typed) != self.values.count(0):
            return tuple(typed)
        left = iter(typed)
        return tuple(v or next(left) for v in self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase(Event):
    """Speech heard: the shout, the victory speech or "Wild thing". ``words``: (word, start s, end s).

    An answer or a command is for the table alone: it reaches no log. "set", a signal set, stands in earlier logs.
    ``missing``: words of the sentence that were not heard clearly, in its order. ``alternatives``: what an unclear slot
    ("name", "gem", "set") may have been, likeliest first. Both are keys of ``slots`` on the wire (see ``codec``).
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
    """The mouth over a speech: teeth, clean or unseen, with the times (s) at which teeth showed and the reason."""

    type: ClassVar[str] = "teeth"
    verdict: Literal["teeth", "clean", "unseen"]
    times: tuple[float, ...] = ()
    why: Fact | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """Actions of the rules, each with the seat (or table, or chance) that does it. Applied as one."""

    acts: tuple[tuple[int, object], ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a question, by their ids. ``own``: words of one's own."""

    question: str
    answer: str
    own: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Event):
    """``text`` in the game's notation or a referee's word (undo ...), as logs keep it.

    ``means``: the same as a value, where a page, a bot or an answer's button gave one; a log does not keep it.
    """

    type: ClassVar[str] = "command"
    text: str
    means: Act | Reply | None = field(default=None, compare=False, repr=False, metadata={"kept": False})


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Event):
    """What the referee or the sitting says.

    ``code`` is the kind ("trade", "action", "refused", ...; docs/codes.md lists them), ``values`` what it says: names,
    numbers, facts; ``reason`` among them is why.
    """

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def as_fact(self) -> Fact:
        """The statement as a fact, for words."""
        return Fact(f"ruling.{self.code}", self.values)

    @property
    def reason(self) -> Fact | None:
        """Why, where there is more to say than the statement itself."""
        found = self.values.get("reason")
        return found if isinstance(found, Fact) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Statement):
    """A ruling of the match.

    ``action``: the rules' actions that it applied, as all may see them. ``number``, from 1 on, names it, to overrule
    it.
    """

    type: ClassVar[str] = "ruling"
    action: str = ""
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Statement):
    """A word of the sitting's own: it rules nothing, is not logged, and has no number.

    On the wire it is a ruling with the number 0 (see ``codec``).
    """

    type: ClassVar[str] = "ruling"

    @property
    def is_refusal(self) -> bool:
        """Return True if it says why something was not done."""
        return self.code == REFUSED_CODE


REFUSED_CODE: Final = "refused"


def notice(code: str, at: float, /, **values: Value) -> Notice:
    """Return a notice of the sitting at this time (s)."""
    return Notice(onset=at, decided=at, source="sitting", code=code, values=values)
