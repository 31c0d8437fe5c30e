"""Whether a face lives: a poster or a photo on a shelf never changes its shape, a person does within seconds.

The mesh's landmarks are averaged over short blocks and compared with those of the seconds before. What an affine map
explains is taken off: a camera that shakes, a photo that somebody waves or tilts. What is left is a blink, a word, a
head that turns. Brightness plays no part, so lamps that flicker do not count.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from companion.senses.faces.geometry import LEFT_LIDS, RIGHT_LIDS, Floats

BLOCK_S = 0.2  # seconds of landmarks that are averaged: the mesh's jitter is small in them, and a blink is not
COMPARED_BLOCKS = 8  # blocks with which the newest is compared
# Of the outer-eye distance, root mean square: stills in noisy clips stay below 0.0085, each of 25 clips of people
# passed 0.0125 within two seconds.
MIN_CHANGE_EYES = 0.0115
SURE_LID_CHANGE_EYES = 0.01  # of the lids alone: stills stay below 0.008
MIN_LID_CHANGE_EYES = 0.0065  # the same of the lids alone, for whoever only blinks,
MIN_LID_CHANGE_PX = 0.35  # in pixels,
MIN_LID_CHANGE_JITTERS = 5.0  # and in times the lids' usual jitter from block to block: at most 4 in stills
MIN_CHANGE_PX = 0.7  # the same in pixels: the landmarks of small faces jitter more
_LID_POINTS = [point for pair in (*RIGHT_LIDS, *LEFT_LIDS) for point in pair]


class LifeSigns:
    """One face's signs of life. Feed each frame in time order; ``is_alive`` stays once it is set."""

    def __init__(self) -> None:
        self.is_alive = False
        self._blocks: deque[Floats] = deque(maxlen=COMPARED_BLOCKS)
        self._jitters: deque[float] = deque(maxlen=COMPARED_BLOCKS)  # pixels, of the lids
        self._sum: Floats = np.zeros((0, 2))
        self._count = 0
        self._began = 0.0
        self._is_settling = True

    def add(self, t: float, points: Floats, unit: float) -> None:
        """Take in a frame's landmarks (n, 3) at ``t`` seconds; ``unit`` is the outer-eye distance, both in pixels."""
        if self.is_alive:
            return
        if self._count and t - self._began >= BLOCK_S:
            self._close_block(unit)
        if not self._count:
            self._sum, self._began = np.zeros_like(points[:, :2]), t
        self._sum = self._sum + points[:, :2]
        self._count += 1

    def restart(self) -> None:
        """Forget the landmarks so far: the face was lost, and the next one may be another's."""
        self._blocks.clear()
        self._jitters.clear()
        self._count, self._is_settling = 0, True

    def _close_block(self, unit: float) -> None:
        block = self._sum / self._count
        self._count = 0
        if self._is_settling:  # after a search the mesh still slides into its place
            self._is_settling = False
            return
        changes = [change_of_shape(old, block) for old in self._blocks]
        self.is_alive = any(whole >= max(MIN_CHANGE_EYES * unit, MIN_CHANGE_PX) for whole, _ in changes)
        self.is_alive |= any(lids >= max(SURE_LID_CHANGE_EYES * unit, MIN_CHANGE_PX) for _, lids in changes)
        if len(self._jitters) >= 3:
            usual = MIN_LID_CHANGE_JITTERS * float(np.median(self._jitters))
            least = max(MIN_LID_CHANGE_EYES * unit, MIN_LID_CHANGE_PX, usual)
            self.is_alive |= any(lids >= least for _, lids in changes)
        if changes:
            self._jitters.append(changes[-1][1])
        self._blocks.append(block)


def change_of_shape(before: Floats, now: Floats) -> tuple[float, float]:
    """Return how far landmarks (478, 2) moved beyond any affine map of the whole.

    Root mean square in pixels: of all landmarks, and of those of the lids.
    """
    old, new = before - before.mean(0), now - now.mean(0)
    gram = old.T @ old
    if np.linalg.det(gram) <= 1e-9:
        return 0.0, 0.0
    moved = ((new - old @ np.linalg.solve(gram, old.T @ new)) ** 2).sum(1)
    return float(np.sqrt(moved.mean())), float(np.sqrt(moved[_LID_POINTS].mean()))
