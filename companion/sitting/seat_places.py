"""Who sits where: known faces by their looks, the others from left to right in the order in which they were named.

Left is where the picture shows it: a live camera's picture is shown as a mirror shows it. Faces that were named by a
tap are known by their looks until the table closes. One of which nobody is sure is left to the table, which asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from companion import events
from companion.errors import BadInput, StorageError
from companion.facts import Fact, fact
from companion.people.profile_lookup import face_of
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.identity import apart
from companion.senses.faces.known_faces import KnownFaces
from companion.senses.faces.seat import FaceSeat
from companion.senses.faces.seating import assign
from companion.senses.faces.settings import FaceProfile

PLACING_WAIT_S = 1.0  # seconds for everybody to come into view before places are given
MIN_STAY_S = 1.5  # seconds that a face which comes later must be there: a passer-by is gone by then
MIN_SIZE_SHARE = 0.6  # of the players' middle size: a smaller face is behind the table, or on a screen
MAX_PROFILE_DISTANCE = 1.5  # difference of two faces' bones (identity.apart) up to which a profile is this face's,
MIN_PROFILE_MARGIN = 1.35  # and by how much the next person must be less like it
MIN_LOOK_FRAMES = 5  # frames to the front after which a face has a look to be known by
MAX_LOOK_S = 3.0  # seconds after which a face that never turned to the front is nobody known


class SeatPlaces:
    """Gives a camera's seats to ``players``. A passer-by, or a face on a television, gets none."""

    def __init__(
        self,
        sense: FaceSense,
        players: list[str],
        is_undecided: Callable[[float], bool] = lambda t: False,
        *,
        mirrored: bool = False,
    ) -> None:
        """Begin with nobody seated.

        Args:
            sense: What follows the faces.
            players: Whom the camera may see, in the order in which they were named.
            is_undecided: Whether, at a time, a face in view may still turn out to be somebody's.
            mirrored: Whether the picture is shown as in a mirror, so that its left is the camera's right.
        """
        self._sense = sense
        self.players = players
        self._is_undecided = is_undecided
        self._first: float | None = None
        self._begun = False
        self._profiles: dict[str, FaceProfile | None] = {}
        self._trouble: dict[str, Fact] = {}
        self.face_of: Callable[[str], FaceProfile | None] = face_of
        self.known: KnownFaces = KnownFaces()
        """Looks of those whom somebody has named; shared by all cameras of an evening."""
        self._mirrored = mirrored
        self._learned: dict[str, int] = {}  # players whose look is kept, and from how many frames

    def update(self, t: float) -> list[events.Event]:
        """Seat whoever can be seated at ``t``; says who sits where."""
        self._learn_looks()
        seats = self._waiting(t)
        left = self._unseated_players()
        if not seats or not left:
            return []
        self._first = t if self._first is None else self._first
        if len(seats) < len(left) and (t - self._first < PLACING_WAIT_S or self._is_undecided(t)):
            return []  # whoever sits calmly may show only now that they are no picture: places keep their order
        if any(self._is_look_due(seat, t) for seat in seats):
            return []
        self._begun = True
        return [self._sit(seat, name, t) for seat, name in self._pairs(seats, left)]

    # Looks of those who were named by a tap

    def _knows_somebody(self) -> bool:
        return any(map(self.known.knows, self.players))

    def _is_look_due(self, seat: FaceSeat, t: float) -> bool:
        """Return whether a face may be somebody known, and was not looked at for long enough yet."""
        return self._knows_somebody() and seat.shape.frames < MIN_LOOK_FRAMES and t - seat.since < MAX_LOOK_S

    def _learn_looks(self) -> None:
        """Keep the looks of those who were named, each time that twice as many frames have been seen of them."""
        for seat in self._sense.seats:
            frames = seat.shape.frames
            if seat.player not in self._learned or seat.shape.long is None or frames < MIN_LOOK_FRAMES:
                continue
            if frames >= 2 * self._learned[seat.player]:
                self._learned[seat.player] = frames
                self.known.learn(seat.player, seat.shape.long)

    def _match_named_faces(
        self, seats: list[FaceSeat], unseated: list[str]
    ) -> tuple[list[tuple[FaceSeat, str]], list[FaceSeat]]:
        """Return the faces that are those of players who were named, and those of which nobody is sure.

        A face that is like two players' is nobody's, and so are two faces that are like one player's.
        """
        if not self._knows_somebody():
            return [], []
        told = {s.number: self.known.recognise(s.shape.long, self.players) for s in seats}
        claims = [r.player for r in told.values() if r.player in unseated]
        pairs, unsure = [], []
        for seat in seats:
            found = told[seat.number]
            if found.player is not None and claims.count(found.player) == 1:
                pairs.append((seat, found.player))
                self._learned.setdefault(found.player, seat.shape.frames)
            elif found.verdict != "stranger":
                unsure.append(seat)
        return pairs, unsure

    def assign(self, number: int, name: str, t: float) -> events.Event:
        """Call the face in seat ``number`` by ``name``, by command. Raises BadInput for no such seat or player."""
        seat = next((s for s in self._sense.seats if s.number == number), None)
        known = {p.casefold(): p for p in self.players}
        if seat is None or name.casefold() not in known:
            seats = [s.number for s in self._sense.seats]
            code = "seat.unknown" if seats else "seat.no-faces"
            raise BadInput(code, number=number, name=name, seats=seats, names=self.players)
        for other in self._sense.seats:
            if other is not seat and other.player == known[name.casefold()]:
                other.sit(seat.player, None if seat.player is None else self._profile(seat.player))
        seat.player = known[name.casefold()]
        self._learned = {s.player: 0 for s in self._sense.seats if s.player is not None}
        self._learn_looks()
        return self._sit(seat, known[name.casefold()], t)

    def know(self, name: str, profile: FaceProfile | None) -> None:
        """Set what is known of a player's face; whoever sits in their seat is judged by it."""
        self._profiles[name] = profile
        for seat in self._sense.seats:
            if seat.player == name:
                seat.sit(name, profile)

    def set_factors(self, name: str, factors: Mapping[str, float]) -> None:
        """Keep a player's own thresholds, for when they are seated again."""
        profile = self._profile(name)
        if profile is not None:
            self._profiles[name] = replace(profile, own=factors)

    def _waiting(self, t: float) -> list[FaceSeat]:
        """Return faces without a player that may be one, from left to right."""
        seen = [s for s in self._sense.seats if s.player is None and s.fit is not None]
        placed = [s.last.pose.unit for s in self._sense.seats if s.player is not None and s.last is not None]
        if self._begun:
            seen = [s for s in seen if t - s.since >= MIN_STAY_S]
        if placed:
            seen = [s for s in seen if _size(s) >= MIN_SIZE_SHARE * float(np.median(placed))]
        return sorted(seen, key=self._x)

    def _unseated_players(self) -> list[str]:
        taken = {s.player for s in self._sense.seats}
        return [p for p in self.players if p not in taken]

    def _pairs(self, seats: list[FaceSeat], unseated: list[str]) -> list[tuple[FaceSeat, str]]:
        """Known faces to their names; of the rest the nearest faces, in the order of the names."""
        pairs, unsure = self._match_named_faces(seats, unseated)
        seats, unseated = _without(pairs, [s for s in seats if s not in unsure], unseated)
        if self._knows_somebody():  # whoever has been named is known by their look, or asked for
            unseated = [n for n in unseated if not self.known.knows(n)]
        pairs = pairs + self._match_known_faces(seats, unseated)
        seats, unseated = _without(pairs, seats, unseated)
        nearest = sorted(seats, key=_size, reverse=True)[: len(unseated)]
        rest = sorted(nearest, key=self._x)
        return pairs + list(zip(rest, self._fitting(rest, unseated), strict=False))

    def _match_known_faces(self, seats: list[FaceSeat], unseated: list[str]) -> list[tuple[FaceSeat, str]]:
        """Return faces that are clearly those of enrolled players."""
        names = [n for n in unseated if (p := self._profile(n)) is not None and p.bones]
        bones = [np.array(p.bones) for n in names if (p := self._profile(n)) is not None]
        cost = np.array([[apart(s.shape.long, b) for b in bones] for s in seats]).reshape(len(seats), len(names))
        out = []
        for row, column in assign(cost, MAX_PROFILE_DISTANCE):
            others = [*np.delete(cost[row], column), *np.delete(cost[:, column], row)]
            if all(v >= MIN_PROFILE_MARGIN * cost[row, column] for v in others):
                out.append((seats[row], names[column]))
        return out

    def _fitting(self, seats: list[FaceSeat], unseated: list[str]) -> list[str]:
        """Return the names for these faces: with some places taken, those that keep the order from left to right."""
        if len(seats) >= len(unseated):
            return unseated
        placed = sorted((s for s in self._sense.seats if s.player is not None and s.last is not None), key=self._x)
        names: list[str] = []
        for seat in seats:
            before = [
                self.players.index(p.player) for p in placed if p.player is not None and self._x(p) < self._x(seat)
            ]
            free = [n for n in unseated if n not in names]
            names.append(next((n for n in free if self.players.index(n) > max(before, default=-1)), free[0]))
        return names

    def _x(self, seat: FaceSeat) -> float:
        """Return how far to the right the face is or was as the picture is shown; pixels from anywhere."""
        fit = seat.fit or seat.last
        x = fit.pose.x if fit is not None else 0.0
        return -x if self._mirrored else x

    def _profile(self, name: str) -> FaceProfile | None:
        """Return what is kept of a player; a file that cannot be read is told when they are seated."""
        if name not in self._profiles:
            try:
                self._profiles[name] = self.face_of(name)
            except StorageError as error:
                self._profiles[name], self._trouble[name] = None, error.fact
        return self._profiles[name]

    def _sit(self, seat: FaceSeat, name: str, t: float) -> events.Event:
        profile = self._profile(name)
        seat.sit(name, profile)
        trouble = self._trouble.pop(name, None)
        detail = fact("seat.taken" if trouble is None else "seat.taken-but", name=name, seat=seat.number, why=trouble)
        return events.Seat(
            onset=t, decided=t, source=self._sense.source, player=name, seat=seat.number, state="seen", detail=detail
        )


def _without(
    pairs: list[tuple[FaceSeat, str]], seats: list[FaceSeat], names: list[str]
) -> tuple[list[FaceSeat], list[str]]:
    """Return the faces and names that are in none of the pairs."""
    seated, named = {seat.number for seat, _ in pairs}, {name for _, name in pairs}
    return [s for s in seats if s.number not in seated], [n for n in names if n not in named]


def _size(seat: FaceSeat) -> float:
    """Return the distance of the outer eye corners, pixels."""
    fit = seat.fit or seat.last
    return fit.pose.unit if fit is not None else 0.0
