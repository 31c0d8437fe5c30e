"""What a table remembers of a game: its big moments, and what each player did in it.

Each game names both in its own ``highlights`` module, from the positions before and after an action. Nothing here
knows a clock, a page or a language: the referee folds the actions that stand, pages show what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from companion.facts import Fact

Fold: TypeAlias = Literal["sum", "max", "seconds"]


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that everybody at the table should see.

    ``kind``: a short word, by which pages choose a picture. ``title``: one short sentence. ``detail``: what else there
    is to say. ``seats``: whose moment it is. ``shows``: what lies open before all, as JSON values.
    """

    kind: str
    title: Fact
    detail: Fact | None = None
    seats: tuple[int, ...] = ()
    shows: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Feat:
    """Something that a player did.

    ``fold``: how the feats of one kind add up over an evening. The amount of ``"seconds"`` is the time since the last
    ``Start``, which the referee fills in: the least counts.
    """

    kind: str
    seat: int
    amount: int = 1
    fold: Fold = "sum"


@dataclass(frozen=True, slots=True)
class Start:
    """From here on the seconds of feats count."""


Highlight: TypeAlias = Moment | Feat | Start
NO_HIGHLIGHTS: Final[tuple[Highlight, ...]] = ()


def no_highlights(before: object, actor: int, action: object, after: object) -> Iterable[Highlight]:
    """Return nothing: the game names no moments of its own."""
    return NO_HIGHLIGHTS
