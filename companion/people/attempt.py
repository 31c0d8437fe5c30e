"""Records of practice: attempts at a signal, and throws of the dice check; they hold neither pictures nor sound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Annotated, Any, Final, TypeAlias

from companion.decoder import Bounds, Word, Wrong, reader

Seconds: TypeAlias = Annotated[float, Bounds(-3600, 3600)]
Dice: TypeAlias = Annotated[tuple[Annotated[int, Bounds(0, 6)], ...], Bounds(0, 100)]  # stored as one digit each


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One attempt at a signal in a practice drill.

    Attributes:
        drill: Name of the drill.
        asked: The signal that the player was asked to make.
        made: The first signal that was recognised; None for none.
        hit: True if the attempt succeeded.
        at: Local time with its UTC offset.
        onset: Beginning of the signal, in seconds after the player was told to start; None if none was made.
        recognised: When the signal was recognised, in seconds after the same moment; None if none was made.
        score: Best score as a fraction of the threshold (1 = the threshold); None if nothing was measured.
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
    """One throw in a practice session that checks how well the camera reads dice.

    Attributes:
        read: Value that the camera read of each die; 0 for a die that it could not read.
        fell: Value that each die really showed.
        asked: True if the reading was uncertain and the player was asked.
        at: Local time with its UTC offset.
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
    """Return the attempts and the throws in exported practice rows; a row with the key ``drill`` is an attempt.

    Raises:
        Wrong: A row is neither an attempt nor a throw.
    """
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
    """Return the UTC offset of a time with zone, in minutes east of UTC."""
    offset = at.utcoffset()
    assert offset is not None
    return round(offset.total_seconds() / 60)


def local_time(utc_seconds: float, minutes: int) -> datetime:
    """Return a time with its UTC offset.

    Args:
        utc_seconds: Seconds since 1970, UTC.
        minutes: UTC offset, in minutes east of UTC.
    """
    return datetime.fromtimestamp(utc_seconds, timezone(timedelta(minutes=minutes)))
