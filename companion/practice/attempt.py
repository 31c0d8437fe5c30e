"""What practice keeps: one attempt at one signal. No picture and no sound is stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One try. ``onset`` and ``recognised``: seconds after the cue, None where nothing was made.

    ``made`` is the first signal that was recognised, None for none; ``score`` is the best score against the threshold
    (1 = on it), None where nothing was measured. ``at`` carries the zone offset of the place where it was made.
    """

    drill: str
    asked: str
    made: str | None
    hit: bool
    at: datetime
    onset: float | None = None
    recognised: float | None = None
    score: float | None = None

    def __post_init__(self) -> None:
        if self.at.utcoffset() is None:
            raise ValueError("an attempt's time carries its zone")


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of the dice check: the values that the reader gave (0: unread) and those that lay there.

    ``asked``: the reader itself was in doubt and asked.
    """

    read: tuple[int, ...]
    fell: tuple[int, ...]
    asked: bool
    at: datetime

    def __post_init__(self) -> None:
        if self.at.utcoffset() is None:
            raise ValueError("a throw's time carries its zone")
        if not self.fell or any(not 1 <= v <= 6 for v in self.fell):
            raise ValueError("a throw has at least one die, and dice show 1 to 6")

    @property
    def corrected(self) -> bool:
        return self.read != self.fell


def offset_minutes(at: datetime) -> int:
    """Minutes east of UTC at this time and place."""
    offset = at.utcoffset()
    assert offset is not None
    return round(offset.total_seconds() / 60)


def local_time(utc_seconds: float, minutes: int) -> datetime:
    """The local time of then: seconds of UTC and the offset that held there."""
    return datetime.fromtimestamp(utc_seconds, timezone(timedelta(minutes=minutes)))
