"""What practice keeps: one attempt at one signal. No picture and no sound is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Annotated, Any, Final, TypeAlias

from companion.decoder import Bounds, Word, Wrong, reader

Seconds: TypeAlias = Annotated[float, Bounds(-3600, 3600)]
Dice: TypeAlias = Annotated[tuple[Annotated[int, Bounds(0, 6)], ...], Bounds(0, 100)]  # one digit a die: see the store


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One try. ``onset`` and ``recognised``: seconds after the cue, None where nothing was made.

    ``made`` is the first signal that was recognised, None for none; ``score`` is the best score against the threshold
    (1 = on it), None where nothing was measured. ``at`` carries the zone offset of the place where it was made.
    """

    drill: Word
    asked: Word
    made: Word | None
    hit: bool
    at: datetime
    onset: Seconds | None = None
    recognised: Seconds | None = None
    score: Annotated[float, Bounds(-1e6, 1e6)] | None = None

    def __post_init__(self) -> None:
        if self.at.utcoffset() is None:
            raise ValueError("an attempt's time carries its zone")


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of the dice check: the values that the reader gave (0: unread) and those that lay there.

    ``asked``: the reader itself was in doubt and asked.
    """

    read: Dice
    fell: Dice
    asked: bool
    at: datetime

    def __post_init__(self) -> None:
        if self.at.utcoffset() is None:
            raise ValueError("a throw's time carries its zone")
        if not self.fell or any(not 1 <= v <= 6 for v in self.fell) or any(not 0 <= v <= 6 for v in self.read):
            raise ValueError("a throw has at least one die, and dice show 1 to 6")

    @property
    def was_corrected(self) -> bool:
        return self.read != self.fell


attempt_of: Final = reader(Attempt)
throw_of: Final = reader(Throw)


def tries_of(rows: Sequence[Any]) -> tuple[list[Attempt], list[Throw]]:
    """Practice as it is exported: tries have a drill, throws have none. Raises Wrong for a row that is neither."""
    attempts, throws = list[Attempt](), list[Throw]()
    for k, row in enumerate(rows):
        try:
            if isinstance(row, dict) and "drill" in row:
                attempts.append(attempt_of(row))
            else:
                throws.append(throw_of(row))
        except Wrong as wrong:
            raise wrong.within(f"[{k}]") from None
    return attempts, throws


def offset_minutes(at: datetime) -> int:
    """Minutes east of UTC at this time and place."""
    offset = at.utcoffset()
    assert offset is not None
    return round(offset.total_seconds() / 60)


def local_time(utc_seconds: float, minutes: int) -> datetime:
    """Return the local time of then: seconds of UTC and the offset that held there."""
    return datetime.fromtimestamp(utc_seconds, timezone(timedelta(minutes=minutes)))
