"""Seats stay with their people: crossing, leaving, coming back, nine at a table. Meshes of rendered people."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from companion.senses.faces.face_networks import Detection
from companion.senses.faces.identity import FaceShape
from companion.senses.faces.seat import FaceSeat, SeatFit
from companion.senses.faces.seating import FaceSeating
from companion.senses.faces.settings import load_shipped
from companion.senses.faces.signal_judge import SignalJudge
from tests.senses.faces_help import SEEDS, fit

FPS = 30.0
ANN, BEN, CLEO = SEEDS[0], SEEDS[1], SEEDS[2]
Where = Mapping[int, tuple[float, float]]


def detection(f: SeatFit) -> Detection:
    low, high = f.points[:, :2].min(0), f.points[:, :2].max(0)
    eyes = [tuple(f.points[i, :2]) for i in (33, 263)]
    (x, y), (width, height) = low, high - low
    return Detection(x, y, width, height, eyes[0], eyes[1], 0.9)


class Table:
    """Runs a Seating on people at places; who hides another is in front. A mesh without its face slips away."""

    def __init__(self) -> None:
        self.seating = FaceSeating(load_shipped(), lambda: SignalJudge(load_shipped()))
        self.t = 0.0
        self.last_search = -1.0

    def step(
        self,
        where: Where,
        hidden: frozenset[int] = frozenset(),
        scale: float = 1.0,
        small: frozenset[int] = frozenset(),
    ) -> None:
        """One frame; ``small`` faces are far away. Each followed seat's mesh fits the nearest visible face in reach."""
        rng = np.random.default_rng(round(self.t * 1000))
        size = {s: 0.4 * scale if s in small else scale for s in where}
        visible = {s: fit(s, x + rng.normal(0, 0.4), y, size[s]) for s, (x, y) in where.items() if s not in hidden}
        self.seating.advance(self.t, [(seat, self._nearest(seat, visible)) for seat in self.seating.tracked_seats])
        if self.seating.hurry or self.t - self.last_search >= 0.5:
            self.last_search = self.t
            fits = {id(d): (d, f) for f in visible.values() for d in [detection(f)]}
            new = self.seating.match_detections([d for d, _ in fits.values()])
            self.seating.place(self.t, [fits[id(d)] for d in new])
        self.t += 1 / FPS

    @staticmethod
    def _nearest(seat: FaceSeat, visible: dict[int, SeatFit]) -> SeatFit | None:
        assert seat.fit is not None
        pose = seat.fit.pose
        near = sorted(visible.values(), key=lambda f: np.hypot(f.pose.x - pose.x, f.pose.y - pose.y))
        reach = 1.2 * pose.unit
        return near[0] if near and np.hypot(near[0].pose.x - pose.x, near[0].pose.y - pose.y) < reach else None

    def numbers(self, where: Where) -> dict[int, int]:
        """Which seat each person has now."""
        out = {}
        for seat in self.seating.tracked_seats:
            assert seat.fit is not None
            pose = seat.fit.pose
            out[min(where, key=lambda s: np.hypot(where[s][0] - pose.x, where[s][1] - pose.y))] = seat.number
        return out


def settle(table: Table, where: Where, seconds: float = 1.5) -> dict[int, int]:
    for _ in range(round(seconds * FPS)):
        table.step(where)
    return table.numbers(where)


def test_everybody_gets_a_seat_and_keeps_it() -> None:
    table, where = Table(), {ANN: (200.0, 200.0), BEN: (600.0, 200.0), CLEO: (1000.0, 220.0)}
    seats = settle(table, where)
    assert sorted(seats.values()) == [1, 2, 3]
    assert settle(table, where, 3) == seats


@pytest.mark.parametrize("front", [ANN, BEN])
@pytest.mark.parametrize("seconds", [0.7, 2.0])
def test_two_faces_that_cross_keep_their_seats(front: int, seconds: float) -> None:
    table, start = Table(), {ANN: (200.0, 200.0), BEN: (700.0, 210.0)}
    seats = settle(table, start)
    steps = round(seconds * FPS)
    for k in range(steps + 1):
        x = 200 + 500 * k / steps
        where = {ANN: (x, 200.0), BEN: (900 - x, 210.0)}
        behind = BEN if front == ANN else ANN
        covered = abs(where[ANN][0] - where[BEN][0]) < 90
        table.step(where, frozenset({behind}) if covered else frozenset())
    end = {ANN: (700.0, 200.0), BEN: (200.0, 210.0)}
    assert settle(table, end, 2) == seats


@pytest.mark.parametrize("place", [(600.0, 200.0), (950.0, 260.0)])
def test_a_player_who_leaves_for_five_seconds_gets_their_seat_back(place: tuple[float, float]) -> None:
    table = Table()
    seats = settle(table, {ANN: (200.0, 200.0), BEN: (600.0, 200.0)})
    settle(table, {ANN: (200.0, 200.0)}, 5)
    back = settle(table, {ANN: (200.0, 200.0), BEN: place})
    assert back == seats


def test_a_stranger_does_not_take_the_seat_of_one_who_left() -> None:
    table = Table()
    seats = settle(table, {ANN: (200.0, 200.0), BEN: (600.0, 200.0)}, 3)
    for seat in table.seating.seats:
        seat.player = "somebody"  # a player: their seats are kept
    settle(table, {ANN: (200.0, 200.0)}, 4)
    now = settle(table, {ANN: (200.0, 200.0), CLEO: (900.0, 220.0)}, 2)
    assert now[ANN] == seats[ANN]
    assert now[CLEO] not in seats.values()


def test_nine_faces_eight_seats_and_it_says_so() -> None:
    table = Table()
    where = {k: (150.0 + 180 * (k % 5), 150.0 + 300 * (k // 5)) for k in range(9)}
    fits = [fit(SEEDS[k % len(SEEDS)], x, y, 0.8) for k, (x, y) in where.items()]
    found = [detection(f) for f in fits]
    table.seating.place(0.0, list(zip(found, fits, strict=True)))
    assert sorted(s.number for s in table.seating.seats) == list(range(1, 9))
    assert len(table.seating.standing) == 1


def test_a_passer_by_leaves_no_seat_behind() -> None:
    table = Table()
    settle(table, {ANN: (200.0, 200.0)}, 1)
    settle(table, {ANN: (200.0, 200.0), BEN: (700.0, 200.0)}, 0.3)
    settle(table, {ANN: (200.0, 200.0)}, 6)
    seats = settle(table, {ANN: (200.0, 200.0), CLEO: (1000.0, 200.0)}, 1)
    assert seats == {ANN: 1, CLEO: 2}


def test_a_changed_picture_size_keeps_the_seats() -> None:
    table = Table()
    seats = settle(table, {ANN: (200.0, 200.0), BEN: (600.0, 200.0)})
    table.seating.rescale(0.5, 0.5)
    where = {ANN: (100.0, 100.0), BEN: (300.0, 100.0)}
    for _ in range(40):
        table.step(where, scale=0.5)
    assert table.numbers(where) == seats


def test_the_shape_of_a_face_tells_rendered_people_apart() -> None:
    for seed in SEEDS:
        shape = FaceShape()
        for label in ("neutral", "smile", "frown", "brows_raised"):
            s = fit(seed, label=label).shape
            assert s is not None
            shape.add(s, learn=True)
        own = shape.unlike(fit(seed, 50, 60, 0.5, "eyes_wide").shape)
        others = [shape.unlike(fit(s).shape) for s in SEEDS if s != seed]
        assert own < min(others)


def test_two_meshes_on_one_face_become_one() -> None:
    table = Table()
    settle(table, {ANN: (200.0, 200.0), BEN: (600.0, 200.0)})
    both: list[tuple[FaceSeat, SeatFit | None]] = [(seat, fit(ANN, 300, 200)) for seat in table.seating.tracked_seats]
    table.seating.advance(table.t, both)
    assert len(table.seating.tracked_seats) == 1


def test_a_camera_that_is_mirrored_in_mid_sitting_does_not_swap_the_players() -> None:
    """Each mesh slips onto the other's face at once, without the two ever meeting."""
    table = Table()
    before = settle(table, {ANN: (300, 300), BEN: (980, 300)}, 2.0)
    mirrored = {ANN: (980, 300), BEN: (300, 300)}
    settle(table, mirrored, 1.5)
    seats = table.seating.tracked_seats
    for seat in seats:
        seat.last_expression_frame, seat.light = seat.frame, float(seat.number)
    of_faces = [(seat.frame, seat.light) for seat in seats]
    assert [(a.number, b.number) for a, b in table.seating.find_exchanged()] == [(1, 2)]
    assert [(seat.last_expression_frame, seat.light) for seat in seats] == of_faces[::-1], (
        "what was read of a face goes with it"
    )
    assert settle(table, mirrored, 0.2) == before
    assert not table.seating.find_exchanged()
