"""What a frame's time goes to: no more than fits, and every job comes to its turn."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.senses.dice.frame_jobs import FrameJobs


def days(costs: dict[str, float], budget: float, frames: int = 12) -> list[list[str]]:
    rota = FrameJobs()
    return [rota.next(k / 30, costs, budget) for k in range(frames)]


def test_cheap_jobs_share_a_frame() -> None:
    assert all(sorted(jobs) == ["closer", "pass"] for jobs in days({"pass": 100, "closer": 50}, 150))


def test_a_frame_that_has_other_work_takes_only_what_fits() -> None:
    assert FrameJobs().next(0.0, {"pass": 200, "closer": 100}, 150, least=0) == ["closer"]


@pytest.mark.parametrize("budget", [0, 150])
def test_dear_jobs_take_turns_and_none_is_left_out(budget: float) -> None:
    """Even a job that is dearer than the budget has a frame, but to itself."""
    costs: dict[str, float] = {"pass": 200, "closer": 100, "count": 60, "search": 120}
    found = days(costs, budget)
    assert all(len(jobs) == 1 or sum(costs[j] for j in jobs) <= budget for jobs in found)
    done = Counter(j for jobs in found for j in jobs)
    assert set(done) == set(costs)
    assert min(done.values()) >= 3
