"""Who sits where: faces found on a frame are given to seats, and seats stay with their people.

A mesh follows each seated face from frame to frame. The whole frame is searched now and then, and soon when somebody
is missing. Faces that cross: where two meshes slip onto one face, the seat that it suits less lets go and is found
again; when the two part, their shapes are compared with what was known before they met, and swapped if that is better.
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
    """Pairs (row, column) of least total cost over a cost matrix (rows, columns); pairs above ``limit`` are left out.

    A dear pair counts as ``limit``, so that one hopeless row cannot push the others to worse partners.
    """
    rows, cols = cost.shape
    if rows == 0 or cols == 0:
        return []
    capped = np.minimum(np.where(np.isfinite(cost), cost, limit), limit)
    pairs = [(r, c) for c, r in _solve(capped.T)] if rows > cols else _solve(capped)
    return sorted((r, c) for r, c in pairs if cost[r, c] < limit)


def _solve(a: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
    """Return rows <= columns. Potentials u, v; ``owner[j]`` is the row of column j (1-based, 0 free)."""
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


MAX_SAME_FACE_EYES = 0.55  # eye-distances between two meshes on one face
MEETING_DISTANCE_EYES = 1.6  # eye-distances between two faces that may be mistaken for each other
STRANGER_COST = 3.0  # cost from which a face is not this seat's
MIN_FRONTAL_FRAMES = 8  # frames to the front after parting before two shapes are compared
DECISION_TIMEOUT_S = 2.5  # seconds within which people who sit calmly have moved: a face that did not is a picture's
MAX_PICTURES = 4  # faces of pictures that are followed beside everybody, in case they move


class FaceSeating:
    """All seats. Faces beyond ``most`` are counted in ``standing`` and not followed.

    With ``needs_life`` a face is somebody only when it has moved (``FaceSeat.is_living``): until then nothing outside
    knows its seat, and the seat's number may still change.
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
        """Return whether a face in view may still turn out to be somebody."""
        return any(not s.is_living and t - s.since < DECISION_TIMEOUT_S for s in self.tracked_seats)

    def wake_seats(self) -> list[FaceSeat]:
        """Return the seats whose faces have just shown that they live; they get their numbers now."""
        awake = [s for s in self.tracked_seats if not s.is_living and (s.life.is_alive or not self._needs_life)]
        return [seat for seat in awake if self._wake(seat)]

    def _wake(self, seat: FaceSeat) -> bool:
        """Give a face that was found to be alive its seat number, the lowest that no living one has.

        Return False where all seats are taken.
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
        """Take the fits of this frame, one a followed seat."""
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
        """Resolve two fits on one face: the seat that it suits less lets go."""
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
        """Return whether two seats had each other's face; then they are swapped."""
        if not _fresh(a, b):
            return False
        stay = a.shape.unlike(a.shape.fresh) + b.shape.unlike(b.shape.fresh)
        swap = a.shape.unlike(b.shape.fresh) + b.shape.unlike(a.shape.fresh)
        if swap + 0.8 >= stay:
            return False
        for name in ("fit", "picture", "last", "last_seen", "velocity", "misses", "frame", "glance"):
            ours, theirs = getattr(a, name), getattr(b, name)
            setattr(a, name, theirs)
            setattr(b, name, ours)
        a.shape.restart()
        b.shape.restart()
        return True

    def find_exchanged(self) -> list[tuple[FaceSeat, FaceSeat]]:
        """Seats that have each other's face although they never met: the camera is mirrored now, or was moved."""
        apart = [s for s in self.tracked_seats if not any(s.number in pair for pair in self._met)]
        return [(a, b) for a, b in combinations(apart, 2) if self._compare(a, b)]

    def match_detections(self, found: list[Detection]) -> list[Detection]:
        """Return the detections that no followed seat explains.

        Seats that no detection explains, again and again, let go.
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
        # A face found twice, or half hidden behind a followed one, lies close to a seat: it is nobody new.
        return [d for c, d in enumerate(found) if c not in taken and all(_apart(s, d) > 0.5 for s in followed)]

    def place(self, t: float, new: list[tuple[Detection, SeatFit]]) -> None:
        """Give the newly found faces to seats that miss theirs, else to new seats."""
        missing = [s for s in self.seats if s.fit is None]
        cost = np.array([[s.cost(t, fit) for _, fit in new] for s in missing]).reshape(len(missing), len(new))
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
        """Return a new seat, or None when all are taken. The numbers of passers-by who left are used again."""
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
        """Follow a change of the picture's size by these factors; everybody is looked for anew."""
        for seat in self.seats:
            if seat.last is not None:
                p = seat.last.pose
                moved = replace(p, x=p.x * fx, y=p.y * fy, unit=p.unit * (fx * fy) ** 0.5)
                seat.last = replace(seat.last, pose=moved)
            if seat.fit is not None:
                seat.miss()
        self.hurry = True


def _is_kept(seat: FaceSeat) -> bool:
    """Return whether somebody was here for long enough that they may come back."""
    return seat.is_living and seat.judge.neutral.ready


def _fresh(a: FaceSeat, b: FaceSeat) -> bool:
    """Return whether both have been seen to the front for long enough to be compared."""
    return min(a.shape.fresh_frames, b.shape.fresh_frames) >= MIN_FRONTAL_FRAMES


def _apart(seat: FaceSeat, d: Detection) -> float:
    """Return distance of a detection from a seat's face in parts of the larger one's size."""
    if seat.fit is None:
        return float("inf")
    left, top, width, height = seat.fit.box
    size = max(width, height, d.width, d.height)
    return float(np.hypot(d.x + d.width / 2 - left - width / 2, d.y + d.height / 2 - top - height / 2)) / size
