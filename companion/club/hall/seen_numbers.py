"""Which numbers of a table's messages have been seen: whole stretches of numbers, so that gaps are known and filled."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable

from companion.errors import StorageError

MOST = 256
"""Stretches that are remembered of one table; beyond that the oldest gap is closed: what comes for it is dropped."""

LEFT_OUT = 1 << 19


class SeenNumbers:
    """Stretches ``[first, last]`` in order, with at least one number missing between two."""

    def __init__(self, stretches: Iterable[tuple[int, int]] = ()) -> None:
        self._stretches = [(int(a), int(b)) for a, b in stretches]

    def __contains__(self, number: int) -> bool:
        at = bisect_right(self._stretches, (number, float("inf"))) - 1
        return at >= 0 and number <= self._stretches[at][1]

    def add(self, number: int) -> None:
        if number in self:
            return
        at = bisect_right(self._stretches, (number, number))
        first = last = number
        if at < len(self._stretches) and self._stretches[at][0] == number + 1:
            last = self._stretches.pop(at)[1]
        if at and self._stretches[at - 1][1] == number - 1:
            at -= 1
            first = self._stretches.pop(at)[0]
        self._stretches.insert(at, (first, last))
        if len(self._stretches) > MOST:
            (a, _), (_, b) = self._stretches[:2]
            self._stretches[:2] = [(a, b)]

    @property
    def newest(self) -> int:
        """The highest number; -1 where there is none."""
        return self._stretches[-1][1] if self._stretches else -1

    @property
    def missing(self) -> int:
        """How many numbers between the first and the last have not come. A table that lost its log leaves out a great
        many at once: these were never given."""
        gaps = (b[0] - a[1] - 1 for a, b in zip(self._stretches, self._stretches[1:], strict=False))
        return sum(gap for gap in gaps if gap < LEFT_OUT)

    def copy(self) -> SeenNumbers:
        return SeenNumbers(self._stretches)

    def dump(self) -> str:
        return json.dumps(self._stretches)

    @classmethod
    def load(cls, text: str) -> SeenNumbers:
        """Raises StorageError."""
        try:
            return cls([(int(a), int(b)) for a, b in json.loads(text)])
        except (ValueError, TypeError):
            raise StorageError("hall.damaged") from None
