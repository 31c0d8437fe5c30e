"""Highlights of a game: moments for everybody to see, and feats, which count what each player did.

Each game makes them in its ``highlights`` module, from the positions before and after an action. The referee collects
those of all actions that have not been undone; pages display them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from companion.facts import Fact

Fold: TypeAlias = Literal["sum", "max", "seconds"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A big event that is shown to everybody at the table.

    Attributes:
        kind: A short word, by which pages choose a picture.
        title: One short sentence.
        detail: A second sentence; None if there is nothing to add.
        seats: The players concerned.
        shows: What all may see now, as JSON values.
    """

    kind: str
    title: Fact
    detail: Fact | None = None
    seats: tuple[int, ...] = ()
    shows: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Feat:
    """Something that a player did, to be counted.

    ``fold`` says what an evening's feats of one kind become: "sum" their sum, "max" their maximum, and "seconds" the
    shortest time since the last ``Start``, which the referee measures.
    """

    kind: str
    seat: int
    amount: int = 1
    fold: Fold = "sum"


@dataclass(frozen=True, slots=True)
class Start:
    """The moment from which the time of a feat in seconds is measured, for all players."""


Highlight: TypeAlias = Moment | Feat | Start
NO_HIGHLIGHTS: Final[tuple[Highlight, ...]] = ()


def no_highlights(before: object, actor: int, action: object, after: object) -> Iterable[Highlight]:
    """Return nothing, for a game without highlights."""
    return NO_HIGHLIGHTS
