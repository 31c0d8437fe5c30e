"""Decide which player sits at which face: known faces by their appearance, the others in order from left to right.

Left is the left of the picture as it is shown; a live camera's picture is shown mirrored. Faces that the table named by
a tap are recognised until the table closes. A face whose player is uncertain is left for the table to name. Limits for
a passer-by (time, size) are constants here.
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

PLACING_WAIT_S = 1.0  # seconds to wait for all players to come into view before faces are seated
MIN_STAY_S = 1.5  # seconds for which a face that comes later must stay in view, so that no passer-by is seated
MIN_SIZE_SHARE = 0.6  # of the seated players' median face size; a smaller face is behind the table or on a screen
MAX_PROFILE_DISTANCE = 1.5  # largest difference between face and profile (identity.apart) for a match
MIN_PROFILE_MARGIN = 1.35  # factor by which every other pairing's difference must be larger
MIN_LOOK_FRAMES = 5  # frontal frames after which a face can be compared with known players
MAX_LOOK_S = 3.0  # seconds after which a face that never turned to the front counts as unknown


class SeatPlaces:
    """Assigns the faces of one camera to ``players``; a passer-by or a face on a screen gets no player."""

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
            sense: The face sense of the camera.
            players: Players whom the camera may see, in the order in which they were named.
            is_undecided: Returns True if at a time (seconds) a face in view may still prove to be a person.
            mirrored: Whether the picture is shown mirrored, so that its left is the camera's right.
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
        """Appearance of players whom the table has named; shared by all cameras of an evening."""
        self._mirrored = mirrored
        self._learned: dict[str, int] = {}  # seated players, with the frames behind their stored look

    def update(self, t: float) -> list[events.Event]:
        """Seat every player who can be seated at ``t``, and return an event for each."""
        self._learn_looks()
        seats = self._waiting(t)
        left = self._unseated_players()
        if not seats or not left:
            return []
        self._first = t if self._first is None else self._first
        if len(seats) < len(left) and (t - self._first < PLACING_WAIT_S or self._is_undecided(t)):
            return []  # wait: a player who sits still may not be distinguished from a picture yet
        if any(self._is_look_due(seat, t) for seat in seats):
            return []
        self._begun = True
        return [self._sit(seat, name, t) for seat, name in self._pairs(seats, left)]

    # Looks of those who were named by a tap

    def _knows_somebody(self) -> bool:
        return any(map(self.known.knows, self.players))

    def _is_look_due(self, seat: FaceSeat, t: float) -> bool:
        """Return True if the face must be watched longer before it can be compared with known players.

        This is so if some player is known by appearance, fewer than ``MIN_LOOK_FRAMES`` frames show the face from the
        front, and it appeared less than ``MAX_LOOK_S`` ago.
        """
        return self._knows_somebody() and seat.shape.frames < MIN_LOOK_FRAMES and t - seat.since < MAX_LOOK_S

    def _learn_looks(self) -> None:
        """Store the appearance of named players, again each time the number of frames of them has doubled."""
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
        """Match faces with players whom the table has named.

        Returns:
            Pairs of a face and its player; and the uncertain faces, which are like two players, or like a player whom
            another face is like, too.
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
        """Seat the player ``name`` at the face ``number``, as the table commands.

        A player who was seated there takes the former seat of ``name``.

        Raises:
            BadInput: There is no such seat or player.
        """
        seat = next((s for s in self._sense.seats if s.number == number), None)
        known = {p.casefold(): p for p in self.players}
        if seat is None or name.casefold() not in known:
            seats = [s.number for s in self._sense.seats]
            code = "seat.unknown" if seats else "seat.no-faces"
            raise BadInput(code, number=number, name=name, seats=seats, names=self.players)
        for other in self._sense.seats:
            if other is not seat and other.player == known[name.casefold()]:
                other.assign_player(seat.player, None if seat.player is None else self._profile(seat.player))
        seat.player = known[name.casefold()]
        self._learned = {s.player: 0 for s in self._sense.seats if s.player is not None}
        self._learn_looks()
        return self._sit(seat, known[name.casefold()], t)

    def know(self, name: str, profile: FaceProfile | None) -> None:
        """Set the stored face profile of a player, and use it at once if they are seated."""
        self._profiles[name] = profile
        for seat in self._sense.seats:
            if seat.player == name:
                seat.assign_player(name, profile)

    def set_factors(self, name: str, factors: Mapping[str, float]) -> None:
        """Store a player's own threshold factors (signal -> factor), to be used when they are seated again."""
        profile = self._profile(name)
        if profile is not None:
            self._profiles[name] = replace(profile, own=factors)

    def _waiting(self, t: float) -> list[FaceSeat]:
        """Return the faces without a player that may belong to one, from left to right."""
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
        """Return pairs of face and player.

        Known faces are paired first. Of the others, the nearest are paired with the remaining players in order, from
        left to right.
        """
        pairs, unsure = self._match_named_faces(seats, unseated)
        seats, unseated = _without(pairs, [s for s in seats if s not in unsure], unseated)
        if self._knows_somebody():  # players who have been named are recognised or asked about, not seated by order
            unseated = [n for n in unseated if not self.known.knows(n)]
        pairs = pairs + self._match_known_faces(seats, unseated)
        seats, unseated = _without(pairs, seats, unseated)
        nearest = sorted(seats, key=_size, reverse=True)[: len(unseated)]
        rest = sorted(nearest, key=self._x)
        return pairs + list(zip(rest, self._fitting(rest, unseated), strict=False))

    def _match_known_faces(self, seats: list[FaceSeat], unseated: list[str]) -> list[tuple[FaceSeat, str]]:
        """Return pairs of face and enrolled player where the face clearly fits the stored profile."""
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
        """Return a name for each face so that, if possible, the players sit in their order from left to right."""
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
        """Return the horizontal position of the face as the picture is shown, in pixels from an arbitrary origin."""
        fit = seat.fit or seat.last
        x = fit.pose.x if fit is not None else 0.0
        return -x if self._mirrored else x

    def _profile(self, name: str) -> FaceProfile | None:
        """Return a player's stored face profile; an error in reading it is reported when the player is seated."""
        if name not in self._profiles:
            try:
                self._profiles[name] = self.face_of(name)
            except StorageError as error:
                self._profiles[name], self._trouble[name] = None, error.fact
        return self._profiles[name]

    def _sit(self, seat: FaceSeat, name: str, t: float) -> events.Event:
        profile = self._profile(name)
        seat.assign_player(name, profile)
        trouble = self._trouble.pop(name, None)
        detail = fact("seat.taken" if trouble is None else "seat.taken-but", name=name, seat=seat.number, why=trouble)
        return events.Seat(
            onset=t, decided=t, source=self._sense.source, player=name, seat=seat.number, state="seen", detail=detail
        )


def _without(
    pairs: list[tuple[FaceSeat, str]], seats: list[FaceSeat], names: list[str]
) -> tuple[list[FaceSeat], list[str]]:
    """Return the faces and names that occur in none of the pairs."""
    seated, named = {seat.number for seat, _ in pairs}, {name for _, name in pairs}
    return [s for s in seats if s.number not in seated], [n for n in names if n not in named]


def _size(seat: FaceSeat) -> float:
    """Return the size of the face as the distance of its outer eye corners, pixels."""
    fit = seat.fit or seat.last
    return fit.pose.unit if fit is not None else 0.0
