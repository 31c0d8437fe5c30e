"""What the processor's time of a frame goes to: the jobs that wait for it, as many as fit, the longest waiting first.

Costs are told in pixels of the dice network's input, as a pass over the picture takes by far the longest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Job = Literal["search", "pass", "closer", "count", "second", "third"]
BUDGET = 210_000
"""What a frame should cost; a single job may cost more."""
GLANCE = 0.55
"""What a pixel costs in a pass by the network in eight bits."""
CLOSER = 24_000
"""One closer look at one die, by both networks."""
COUNT = 40_000
"""Counting one die's pips."""
SECOND = 60_000
"""The second reader's looks at one die."""
THIRD = 32_000
"""The third reader's."""
JUDGE = 100_000
"""Judging the dice: colours, the plane of the table, a display's grid."""
IDLE = 0.2
"""Seconds between two jobs when there is nothing to find out: the dice are read, or a still table is empty."""


@dataclass(slots=True)
class Rota:
    """Whose turn it is."""

    _done: dict[Job, float] = field(default_factory=dict)

    def next(self, t: float, costs: Mapping[Job, float], budget: float = BUDGET, least: int = 1) -> list[Job]:
        """The jobs for the frame at ``t`` seconds: ``least`` that waited longest, and more while the budget lasts."""
        chosen: list[Job] = []
        for job in sorted(costs, key=lambda j: self._done.get(j, -1.0)):
            if len(chosen) < least or costs[job] <= budget:
                chosen.append(job)
                budget -= costs[job]
                self._done[job] = t
        return chosen

    @property
    def latest(self) -> float:
        """When the last job was done; -1 before the first."""
        return max(self._done.values(), default=-1.0)
