"""Assign detected faces to seats, and keep each seat with its person.

Landmarks are fitted to each seated face from frame to frame. The whole frame is searched at intervals, and sooner when
somebody is missing. When faces cross, the landmarks of two seats may end up on one face. The seat whose person
resembles it less then has no face until the next search. When two faces have parted, their descriptors are compared
with those from before; the seats are swapped if that fits better.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from companion.senses.faces.face_networks import Detection
from companion.senses.faces.seat import FaceSeat, SeatFit, near
from companion.senses.faces.settings import FaceSettings
from companion.senses.faces.signal_judge import SignalJudge


def assign(cost: npt.NDArray[np.float64], limit: float) -> list[tuple[int, int]]:
    """Return the pairs (row, column) of least total cost in a cost matrix, without pairs that cost ``limit`` or more.

    Costs are capped at ``limit`` first, so that a row that fits nowhere does not take a good column from another.
    """
    rows, cols = cost.shape
    if rows == 0 or cols == 0:
        return []
    capped = np.minimum(np.where(np.isfinite(cost), cost, limit), limit)
    pairs = [(r, c) for c, r in _solve(capped.T)] if rows > cols else _solve(capped)
    return sorted((r, c) for r, c in pairs if cost[r, c] < limit)


def _solve(a: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
    """Return the least-cost assignment (row, column) for a matrix with rows <= columns, by the Hungarian algorithm."""
    n, m = a.shape
    u, v = np.zeros(n + 1), np.zeros(m + 1)
    owner, way = np.zeros(m + 1, int), np.zeros(m + 1, int)
    for row in range(1, n + 1):
        owner[0], j0 = row, 0
        least, used = np.full(m + 1, np.inf), np.zeros(m + 1, bool)
        while owner[j0] != 0:
            used[j0] = True
            i0 = owner[j0]
            slack = a[i0 - 1] - u[i0] - v[1:]
            better = ~used[1:] & (slack < least[1:])
            least[1:][better], way[1:][better] = slack[better], j0
            j1 = 1 + int(np.argmin(np.where(used[1:], np.inf, least[1:])))
            delta = least[j1]
            u[owner[used]] += delta
            v[used] -= delta
            least[~used] -= delta
            j0 = j1
        while j0:
            owner[j0], j0 = owner[way[j0]], way[j0]
    return [(int(owner[j]) - 1, j - 1) for j in range(1, m + 1) if owner[j]]


# Distances of faces are in distances between the outer eye corners.
MAX_SAME_FACE_EYES = 0.55  # maximum distance of two seats' landmarks that are on one face
MEETING_DISTANCE_EYES = 1.6  # distance below which two faces may be confused
STRANGER_COST = 3.0  # ``FaceSeat.mismatch`` from which a face is taken for another person's
FACE_FIELDS = (
    "fit",
    "picture",
    "last",
    "last_seen",
    "velocity",
    "misses",
    "frame",
    "last_mouth_frame",
    "last_expression_frame",
    "light",
    "shaking",
)  # a seat's fields that describe its face, not its person
MIN_FRONTAL_FRAMES = 8  # minimum frames to the front, after two faces parted, before they are compared
DECISION_TIMEOUT_S = 2.5  # seconds within which even calm people have moved; other faces are pictures
MAX_PICTURES = 4  # maximum number of faces taken for pictures that get a seat beside ``most``, in case they move


class FaceSeating:
    """All seats at a camera.

    With ``needs_life``, a face gets a seat only once it has moved (``FaceSeat.is_living``). Until then its seat is only
    used internally, and the seat's number may still change. Faces for which no seat is left are listed in ``standing``,
    and not tracked.
    """

    def __init__(
        self, settings: FaceSettings, make_judge: Callable[[], SignalJudge], *, needs_life: bool = False
    ) -> None:
        self._needs_life = needs_life
        self._settings = settings
        self._make = make_judge
        self.seats: list[FaceSeat] = []
        self.standing: list[Detection] = []
        self._met: dict[tuple[int, int], bool] = {}  # seat numbers, and whether they are still together
        self.hurry = True

    @property
    def tracked_seats(self) -> list[FaceSeat]:
        return [s for s in self.seats if s.fit is not None]

    @property
    def living_seats(self) -> list[FaceSeat]:
        return [s for s in self.seats if s.is_living]

    def is_undecided(self, t: float) -> bool:
        """Return True if a face in view has not moved yet but may still turn out to be a person."""
        return any(not s.is_living and t - s.since < DECISION_TIMEOUT_S for s in self.tracked_seats)

    def wake_seats(self) -> list[FaceSeat]:
        """Give final numbers to the seats whose faces have just moved for the first time, and return these seats."""
        awake = [s for s in self.tracked_seats if not s.is_living and (s.life.is_alive or not self._needs_life)]
        return [seat for seat in awake if self._wake(seat)]

    def _wake(self, seat: FaceSeat) -> bool:
        """Give a seat whose face has moved the lowest number that no other such seat has.

        Returns False if all seats are taken.
        """
        taken = {s.number for s in self.living_seats}
        number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        if number > self._settings.seats["most"]:
            return False
        exchanged = {seat.number: number, number: seat.number}
        for other in self.seats:
            if other is not seat and other.number == number:
                other.number = seat.number
        seat.number, seat.is_living = number, True
        self._met = {(exchanged.get(a, a), exchanged.get(b, b)): v for (a, b), v in self._met.items()}
        return True

    def advance(self, t: float, fits: list[tuple[FaceSeat, SeatFit | None]]) -> None:
        """Update the tracked seats with the landmarks of a frame; None where the face was not found again."""
        shaky = {n for pair in self._met for n in pair}
        for seat, fit in fits:
            if fit is None or fit.presence < self._settings.seats["presence"]:
                seat.miss()
                self.hurry = True
            else:
                seat.follow(t, fit, sure=seat.number not in shaky)
        self._split()
        self._meet()

    def _split(self) -> None:
        """Where two seats have landmarks on one face, take it from the seat that it resembles less."""
        for a, b in combinations(self.tracked_seats, 2):
            if a.fit is None or b.fit is None or near(a.fit, b.fit) > MAX_SAME_FACE_EYES:
                continue
            loser = a if a.shape.unlike(b.shape.fresh) > b.shape.unlike(a.shape.fresh) else b
            loser.miss()
            self.hurry = True

    def _meet(self) -> None:
        for a, b in combinations(self.seats, 2):
            fa, fb = a.fit or a.last, b.fit or b.last
            if fa is None or fb is None or (a.fit is None and b.fit is None):
                continue
            pair = (a.number, b.number)
            close = near(fa, fb) < MEETING_DISTANCE_EYES
            if close:
                self._met[pair] = True
            elif self._met.get(pair) and a.fit is not None and b.fit is not None:
                self._met[pair] = False
                a.shape.restart()
                b.shape.restart()
            elif pair in self._met and not self._met[pair] and _fresh(a, b):
                del self._met[pair]
                self._compare(a, b)

    def _compare(self, a: FaceSeat, b: FaceSeat) -> bool:
        """Swap the faces of two seats if each resembles the other's face; return True if they were swapped."""
        if not _fresh(a, b):
            return False
        stay = a.shape.unlike(a.shape.fresh) + b.shape.unlike(b.shape.fresh)
        swap = a.shape.unlike(b.shape.fresh) + b.shape.unlike(a.shape.fresh)
        if swap + 0.8 >= stay:
            return False
        for name in FACE_FIELDS:
            ours, theirs = getattr(a, name), getattr(b, name)
            setattr(a, name, theirs)
            setattr(b, name, ours)
        a.shape.restart()
        b.shape.restart()
        return True

    def find_exchanged(self) -> list[tuple[FaceSeat, FaceSeat]]:
        """Swap the faces of seats that each have the other's although they never came close, and return the pairs.

        This happens when the camera is mirrored or moved.
        """
        apart = [s for s in self.tracked_seats if not any(s.number in pair for pair in self._met)]
        return [(a, b) for a, b in combinations(apart, 2) if self._compare(a, b)]

    def match_detections(self, found: list[Detection]) -> list[Detection]:
        """Match the detections to tracked seats, and return those that belong to no tracked seat.

        A seat that no detection matches in six searches in a row is no longer tracked.
        """
        followed = self.tracked_seats
        cost = np.array([[_apart(s, d) for d in found] for s in followed]).reshape(len(followed), len(found))
        pairs = assign(cost, 0.9)
        claimed = {r for r, _ in pairs}
        for k, seat in enumerate(followed):
            seat.misses = 0 if k in claimed else seat.misses + 1
            if seat.misses >= 6:
                seat.miss()
        taken = {c for _, c in pairs}
        # A face detected twice, or half hidden behind a tracked one, lies close to a seat and is no new person.
        return [d for c, d in enumerate(found) if c not in taken and all(_apart(s, d) > 0.5 for s in followed)]

    def place(self, t: float, new: list[tuple[Detection, SeatFit]]) -> None:
        """Give newly found faces to the seats that have lost theirs, if they fit, else to new seats."""
        missing = [s for s in self.seats if s.fit is None]
        cost = np.array([[s.mismatch(t, fit) for _, fit in new] for s in missing]).reshape(len(missing), len(new))
        pairs = assign(cost, STRANGER_COST)
        for r, c in pairs:
            missing[r].follow(t, new[c][1], sure=False)
        given = {c for _, c in pairs}
        self.standing = []
        for c, (detection, fit) in enumerate(new):
            if c in given:
                continue
            seat = self._open(t)
            if seat is None:
                self.standing.append(detection)
            else:
                seat.follow(t, fit, sure=True)
        self.hurry = not self.seats or any(s.fit is None and t - s.last_seen < 5.0 for s in self.seats)

    def _open(self, t: float) -> FaceSeat | None:
        """Return a new seat, or None if all are taken.

        Seats of people who left after a short stay are removed first.
        """
        self.seats = [s for s in self.seats if s.fit or s.player or _is_kept(s) or t - s.last_seen < 5.0]
        taken = {s.number for s in self.seats}
        number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        pictures = sum(not s.is_living and t - s.since >= DECISION_TIMEOUT_S for s in self.seats)
        if number > self._settings.seats["most"] + min(pictures, MAX_PICTURES):
            return None
        seat = FaceSeat(number, self._make(), since=t, last_seen=t)
        self.seats.append(seat)
        self._met = {pair: v for pair, v in self._met.items() if number not in pair}
        return seat

    def rescale(self, fx: float, fy: float) -> None:
        """Adapt the seats' last places to a new picture size, and stop tracking until the next search.

        Args:
            fx: New width divided by the old one.
            fy: New height divided by the old one.
        """
        for seat in self.seats:
            if seat.last is not None:
                p = seat.last.pose
                moved = replace(p, x=p.x * fx, y=p.y * fy, unit=p.unit * (fx * fy) ** 0.5)
                seat.last = replace(seat.last, pose=moved)
            if seat.fit is not None:
                seat.miss()
        self.hurry = True


def _is_kept(seat: FaceSeat) -> bool:
    """Return True if the seat is kept for the person's return: their neutral face is known."""
    return seat.is_living and seat.judge.neutral.ready


def _fresh(a: FaceSeat, b: FaceSeat) -> bool:
    """Return True if both faces have looked to the front in enough recent frames to be compared."""
    return min(a.shape.fresh_frames, b.shape.fresh_frames) >= MIN_FRONTAL_FRAMES


def _apart(seat: FaceSeat, d: Detection) -> float:
    """Return the distance between a detection and a seat's face, divided by the larger side of the two boxes."""
    if seat.fit is None:
        return float("inf")
    left, top, width, height = seat.fit.box
    size = max(width, height, d.width, d.height)
    return float(np.hypot(d.x + d.width / 2 - left - width / 2, d.y + d.height / 2 - top - height / 2)) / size
