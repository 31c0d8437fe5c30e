"""What somebody types, taps or says to the referee."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.events.base import Event


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
