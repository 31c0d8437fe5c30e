"""Who sits where: the camera's faces, from left to right, are the players in the order in which they were named."""

from __future__ import annotations

from companion import events
from companion.config import settings
from companion.errors import BadInput, StorageError
from companion.senses.faces.profile import find
from companion.senses.faces.seat import Seat
from companion.senses.faces.sense import FaceSense

WAIT = 1.0  # seconds for everybody to come into view before places are given from left to right


class Places:
    """Gives a camera's seats to ``players``. Whoever comes later takes a place that is left, a passer-by none."""

    def __init__(self, sense: FaceSense, players: list[str]) -> None:
        self._sense = sense
        self.players = players
        self._first: float | None = None

    def update(self, t: float) -> list[events.Event]:
        """Seat whoever can be seated at ``t``; says who sits where."""
        seats = self._waiting()
        left = self._left()
        if not seats or not left:
            return []
        self._first = t if self._first is None else self._first
        if len(seats) < len(left) and t - self._first < WAIT:
            return []
        return [self._sit(seat, name, t) for seat, name in zip(seats, self._fitting(seats, left), strict=False)]

    def assign(self, number: int, name: str, t: float) -> events.Event:
        """By command: the face in seat ``number`` is ``name``. Raises BadInput for no such seat or player."""
        seat = next((s for s in self._sense.seats if s.number == number), None)
        known = {p.casefold(): p for p in self.players}
        if seat is None or name.casefold() not in known:
            seats = ", ".join(str(s.number) for s in self._sense.seats) or "none"
            raise BadInput(f"no seat {number} for {name}: seats in view are {seats}, players {', '.join(self.players)}")
        for other in self._sense.seats:
            if other.player == known[name.casefold()]:
                other.player = seat.player
        return self._sit(seat, known[name.casefold()], t)

    def _waiting(self) -> list[Seat]:
        seen = [s for s in self._sense.seats if s.player is None and s.fit is not None]
        return sorted(seen, key=_x)

    def _left(self) -> list[str]:
        taken = {s.player for s in self._sense.seats}
        return [p for p in self.players if p not in taken]

    def _fitting(self, seats: list[Seat], left: list[str]) -> list[str]:
        """The names for these faces: with some places taken, those that keep the order from left to right."""
        if len(seats) >= len(left):
            return left
        placed = sorted((s for s in self._sense.seats if s.player is not None and s.last is not None), key=_x)
        names = []
        for seat in seats:
            before = [p.player for p in placed if _x(p) < _x(seat)]
            low = max((self.players.index(n) for n in before if n is not None), default=-1)
            fit = [n for n in left if n not in names and self.players.index(n) > low]
            names.append(fit[0] if fit else next(n for n in left if n not in names))
        return names

    def _sit(self, seat: Seat, name: str, t: float) -> events.Event:
        detail = f"{name} sits in seat {seat.number}"
        try:
            profile = find(name, settings().profiles)
        except StorageError as error:
            profile, detail = None, f"{detail} ({error})"
        seat.sit(name, profile.neutral if profile else None)
        return events.Seat(
            onset=t, decided=t, source=self._sense.source, player=name, seat=seat.number, state="seen", detail=detail
        )


def _x(seat: Seat) -> float:
    """How far from the picture's left the face is or was, pixels."""
    fit = seat.fit or seat.last
    return fit.pose.x if fit is not None else 0.0
