"""The time of each piece of sound from the count of samples, held against the clock at which the pieces came."""

from __future__ import annotations

FOLLOW = 0.005  # of a difference, a piece: a sound card's clock drifts by some hundred parts in a million


class Steady:
    """Pieces come late and in bursts, never early. ``gap``: seconds between count and clock that mean lost sound."""

    def __init__(self, gap: float) -> None:
        self._gap = gap
        self._start: float | None = None
        self._count = 0.0

    def place(self, came: float, seconds: float, *, overflow: bool = False) -> tuple[float, float]:
        """Time of the first sample of a piece of ``seconds`` that began at ``came`` s by the clock, and the seconds
        lost before it: at least one gap where the system says that samples were dropped (``overflow``)."""
        if self._start is None:
            self._start = came
        late = came - (self._start + self._count)
        lost = 0.0
        if overflow or late > self._gap:
            lost = max(self._gap, late)
            self._start, self._count = came, 0.0
        elif late < -self._gap:  # the piece that time was set by had been held up on its way
            self._start, self._count = came, 0.0
        else:
            self._start += FOLLOW * late
        at = self._start + self._count
        self._count += seconds
        return at, lost

    def restart(self) -> None:
        """The source was away: time is set by the next piece."""
        self._start, self._count = None, 0.0
