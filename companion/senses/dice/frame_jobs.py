"""Spread the networks' work on a watched table over the frames, so that no frame takes too long.

The cost of a job is given in pixels of the detector's input, as running it over the whole picture takes the longest.
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
"""A step of the size search, a pass at the found size, close looks, and counting the pips of one die."""
FRAME_BUDGET_PX = 150_000
"""Cost that a frame should not exceed; a single job may cost more."""
PASS_COST_PER_PX = 0.75
"""Cost of each pixel of a pass in eight bits."""
CLOSER_COST_PX = 33_000
"""Cost of one close look at one die, by the detector and the die classifier."""
MAX_CLOSER_PER_FRAME = 4
"""Maximum number of dice with a close look in one frame; those with the fewest looks come first."""
COUNT_COST_PX = 40_000
JUDGING_COST_PX = 100_000
"""Cost of judging the dice: colours, the plane of the table, a display's grid."""
IDLE_INTERVAL_S = 0.2
"""Seconds between two jobs when there is nothing to find out: the dice are read, or a still table is empty."""
MAX_TRAY_SIZE_FACTOR, MAX_SIZE_FACTOR = 1.6, 2.0
"""Maximum ratio between a die's size and the usual size: with a calibrated tray, and without."""


@dataclass(slots=True)
class FrameJobs:
    """Chooses which jobs of the dice networks run on a frame."""

    _done: dict[str, float] = field(default_factory=dict)

    def next(self, t: float, costs: Mapping[str, float], budget: float = FRAME_BUDGET_PX, least: int = 1) -> list[str]:
        """Return the jobs for a frame, the longest-waiting first, and record that they ran.

        Args:
            t: Time of the frame, in seconds.
            costs: Cost of each waiting job.
            budget: Total cost that the frame allows.
            least: Minimum number of jobs, even beyond the budget.
        """
        chosen: list[str] = []
        for job in sorted(costs, key=lambda j: self._done.get(j, -1.0)):
            if len(chosen) < least or costs[job] <= budget:
                chosen.append(job)
                budget -= costs[job]
                self._done[job] = t
        return chosen

    @property
    def latest(self) -> float:
        """Time of the last job, in seconds; -1 before the first."""
        return max(self._done.values(), default=-1.0)


@dataclass(slots=True)
class TableLooks:
    """What the networks have found on the table: tracks of its dice, and the dice's size in the picture."""

    detector: DiceDetector
    tracks: DieTracks = field(default_factory=DieTracks)
    scale: ScaleSearch = field(default_factory=ScaleSearch)
    passed: float = 0.0
    """Time of the last pass, in seconds."""
    _turn: int = 0

    def costs(self, part: Image, resting: Sequence[DieTrack], *, scaled: bool) -> dict[str, float]:
        """Return the jobs that are waiting, with their costs.

        Args:
            part: The play area.
            resting: Dice that lie still and need closer looks.
            scaled: True if the size of the dice is certain.
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
        """Run one job: the size search, close looks or counting pips. For ``PASS_JOB`` call ``look``.

        Args:
            job: Name of the job.
            part: The play area.
            resting: Function that returns the dice that lie still and need closer looks.
        """
        if job == SEARCH_JOB:
            self.scale.search(self.detector, part)
        elif job == COUNT_JOB:
            _count(part, [k for k in resting() if k.needs_pip_count])
        else:
            self._look_closer(part, sorted(resting(), key=lambda k: len(k.opinions))[:MAX_CLOSER_PER_FRAME])

    def look(self, t: float, part: Image, *, calm: bool, calibrated: bool) -> None:
        """Run the detector once over the play area, and update the tracks and the size of the dice.

        Args:
            t: Time of the frame, in seconds.
            part: The play area.
            calm: True if nothing changes in the picture.
            calibrated: True if the size of the dice was calibrated, which narrows the accepted sizes.
        """
        found = self.detector.look(part, self.scale.scale(part), least=0.3, quick=True)
        most = MAX_TRAY_SIZE_FACTOR if calibrated else MAX_SIZE_FACTOR
        found = [s for s in found if 1 / most < s.size / self.scale.edge < most]
        sizes = [s.size for s in found if s.heat > 0.6]
        if sizes:
            self.scale.edge += 0.1 * (float(np.median(sizes)) - self.scale.edge)
        self.tracks.update(t, found, calm=calm)
        self.passed = t

    def _look_closer(self, part: Image, dice: Sequence[DieTrack]) -> None:
        """Look once at each die from close, with both networks, and add the results to its track."""
        self._turn += 1
        places = [k.place for k in dice]
        looks = self.detector.look_closely(part, places, DETECTOR_LOOKS[self._turn % len(DETECTOR_LOOKS)])
        said = self.detector.classifier.look(part, places, CLASSIFIER_LOOKS[self._turn % len(CLASSIFIER_LOOKS)])
        for track, look, opinion in zip(dice, looks, said, strict=True):
            if look is not None:
                track.vote(look)
            track.opinions.append(opinion)


def _count(part: Image, waiting: Sequence[DieTrack]) -> None:
    """Count the pips of the most doubtful die among ``waiting``."""
    track = max(waiting, key=lambda k: k.doubt, default=None)
    if track is not None and (tilt := track.tilt):
        track.pips = count_pips(part, *track.place, tilt)
