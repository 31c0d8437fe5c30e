"""The networks' work on a watched table, in jobs that fit into a frame: as many as fit, the longest waiting first.

Costs are told in pixels of the detector's input: a pass over the picture takes by far the longest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.senses.dice.crops import Image
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.die_evidence import CLASSIFIER_LOOKS, DETECTOR_LOOKS
from companion.senses.dice.pip_counter import count_pips
from companion.senses.dice.scale_search import ScaleSearch
from companion.senses.dice.tracks import DieTrack, DieTracks

SEARCH_JOB, PASS_JOB, CLOSER_JOB, COUNT_JOB = "search", "pass", "closer", "count"
"""A step of the search for the dice's size, a pass at it, closer looks, and the pips of one die counted."""
FRAME_BUDGET_PX = 150_000
"""What a frame should cost; a single job may cost more."""
PASS_COST_PER_PX = 0.75
"""Of a pixel in a pass by the network in eight bits."""
CLOSER_COST_PX = 33_000
"""Of one closer look at one die, by the detector and the die classifier."""
MAX_CLOSER_PER_FRAME = 4
"""Dice that are looked at closer in one frame, those that had the fewest looks."""
COUNT_COST_PX = 40_000
JUDGING_COST_PX = 100_000
"""Of judging the dice: colours, the plane of the table, a display's grid."""
IDLE_INTERVAL_S = 0.2
"""Seconds between two jobs when there is nothing to find out: the dice are read, or a still table is empty."""
MAX_TRAY_SIZE_FACTOR, MAX_SIZE_FACTOR = 1.6, 2.0
"""Larger or smaller by this factor than the usual die is none: at a calibrated tray, and elsewhere."""


@dataclass(slots=True)
class FrameJobs:
    """Whose turn it is."""

    _done: dict[str, float] = field(default_factory=dict)

    def next(self, t: float, costs: Mapping[str, float], budget: float = FRAME_BUDGET_PX, least: int = 1) -> list[str]:
        """Return the jobs for the frame at ``t`` s: ``least`` that waited longest, and more while the budget lasts."""
        chosen: list[str] = []
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


@dataclass(slots=True)
class TableLooks:
    """What the networks see on the table: its dice as tracks, and the size of dice."""

    detector: DiceDetector
    tracks: DieTracks = field(default_factory=DieTracks)
    scale: ScaleSearch = field(default_factory=ScaleSearch)
    passed: float = 0.0
    """When the last pass was."""
    _turn: int = 0

    def costs(self, part: Image, resting: Sequence[DieTrack], *, scaled: bool) -> dict[str, float]:
        """Return the jobs that there are now, and what they cost.

        ``resting``: the dice that closer looks are wanted of.

        ``scaled``: the dice's size is out of doubt.
        """
        if self.scale.edge == 0.0:
            return {SEARCH_JOB: self.scale.cost(part)}
        costs = {PASS_JOB: PASS_COST_PER_PX * part.shape[0] * part.shape[1] * self.scale.scale(part) ** 2}
        if not self.tracks.all or not scaled:
            costs[SEARCH_JOB] = self.scale.cost(part)
        if resting:
            costs[CLOSER_JOB] = CLOSER_COST_PX * min(len(resting), MAX_CLOSER_PER_FRAME)
        if any(k.needs_pip_count for k in resting):
            costs[COUNT_JOB] = COUNT_COST_PX
        return costs

    def do(self, job: str, part: Image, resting: Callable[[], list[DieTrack]]) -> None:
        """Do one job other than a pass."""
        if job == SEARCH_JOB:
            self.scale.search(self.detector, part)
        elif job == COUNT_JOB:
            _count(part, [k for k in resting() if k.needs_pip_count])
        else:
            self._look_closer(part, sorted(resting(), key=lambda k: len(k.opinions))[:MAX_CLOSER_PER_FRAME])

    def look(self, t: float, part: Image, *, calm: bool, calibrated: bool) -> None:
        """Run one pass at the dice's size."""
        found = self.detector.look(part, self.scale.scale(part), least=0.3, quick=True)
        most = MAX_TRAY_SIZE_FACTOR if calibrated else MAX_SIZE_FACTOR
        found = [s for s in found if 1 / most < s.size / self.scale.edge < most]
        sizes = [s.size for s in found if s.heat > 0.6]
        if sizes:
            self.scale.edge += 0.1 * (float(np.median(sizes)) - self.scale.edge)
        self.tracks.update(t, found, calm=calm)
        self.passed = t

    def _look_closer(self, part: Image, dice: Sequence[DieTrack]) -> None:
        """Look once more closely at each die that lies still, for the votes."""
        self._turn += 1
        places = [k.place for k in dice]
        looks = self.detector.look_closely(part, places, DETECTOR_LOOKS[self._turn % len(DETECTOR_LOOKS)])
        said = self.detector.classifier.look(part, places, CLASSIFIER_LOOKS[self._turn % len(CLASSIFIER_LOOKS)])
        for track, look, opinion in zip(dice, looks, said, strict=True):
            if look is not None:
                track.vote(look)
            track.opinions.append(opinion)


def _count(part: Image, waiting: Sequence[DieTrack]) -> None:
    """Count the pips of the most doubtful of these dice."""
    track = max(waiting, key=lambda k: k.doubt, default=None)
    if track is not None and (tilt := track.tilt):
        track.pips = count_pips(part, *track.place, tilt)
