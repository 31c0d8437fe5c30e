"""Tell living faces from pictures: a poster or photo never changes its shape, a person does within seconds.

Landmarks are averaged over blocks of ``BLOCK_S`` seconds, and each block is compared with the eight before it. Changes
that an affine map explains are ignored, such as a camera that shakes, or a photo that is waved or tilted. What remains
is a blink, a word or a head that turns. Brightness is not used, so flickering lamps have no effect.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from companion.senses.faces.geometry import LEFT_LIDS, RIGHT_LIDS, Floats
from companion.senses.hysteresis import TIME_TOLERANCE_S

BLOCK_S = 0.2  # seconds over which landmarks are averaged: their jitter is removed, but a blink still shows
COMPARED_BLOCKS = 8  # number of earlier blocks that the newest is compared with
# Minimum change of a living face: root mean square in outer-eye distances. Stills in noisy clips stay below 0.0085;
# each of 25 clips of people passed 0.0125 within two seconds.
MIN_CHANGE_EYES = 0.0115
SURE_LID_CHANGE_EYES = 0.01  # minimum change of the eyelids alone, in the same unit; stills stay below 0.008
MIN_CHANGE_PX = 0.7  # both changes must also reach this many pixels: the landmarks of small faces jitter more
# A smaller change of the eyelids is enough, for people who only blink, if it reaches all of the following:
MIN_LID_CHANGE_EYES = 0.0065  # distances between the outer eye corners
MIN_LID_CHANGE_PX = 0.35  # pixels
MIN_LID_CHANGE_JITTERS = 5.0  # times the lids' usual jitter between blocks (at most 4 in stills)
_LID_POINTS = [point for pair in (*RIGHT_LIDS, *LEFT_LIDS) for point in pair]


class LifeSigns:
    """Detects whether one face is alive; add each frame in time order and read ``is_alive``.

    ``is_alive`` never returns to False once it is True.
    """

    def __init__(self) -> None:
        self.is_alive = False
        self._blocks: deque[Floats] = deque(maxlen=COMPARED_BLOCKS)
        self._jitters: deque[float] = deque(maxlen=COMPARED_BLOCKS)  # changes of the lids, in pixels
        self._sum: Floats = np.zeros((0, 2))
        self._count = 0
        self._began = 0.0
        self._is_settling = True

    def add(self, t: float, points: Floats, unit: float) -> None:
        """Add the landmarks of a frame.

        Args:
            t: Time of the frame, in seconds.
            points: Landmarks in pixels, (n, 3).
            unit: Distance between the outer eye corners, in pixels.
        """
        if self.is_alive:
            return
        if self._count and t - self._began >= BLOCK_S - TIME_TOLERANCE_S:
            self._close_block(unit)
        if not self._count:
            self._sum, self._began = np.zeros_like(points[:, :2]), t
        self._sum = self._sum + points[:, :2]
        self._count += 1

    def restart(self) -> None:
        """Discard the landmarks so far, as the face was lost; ``is_alive`` is kept."""
        self._blocks.clear()
        self._jitters.clear()
        self._count, self._is_settling = 0, True

    def _close_block(self, unit: float) -> None:
        block = self._sum / self._count
        self._count = 0
        if self._is_settling:  # right after a search the mesh is still moving into place
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
    """Return how far landmarks (478, 2) moved, beyond what an affine map of the whole face explains.

    Returns:
        Two root mean squares in pixels: over all landmarks, and over those of the eyelids.
    """
    old, new = before - before.mean(0), now - now.mean(0)
    gram = old.T @ old
    if np.linalg.det(gram) <= 1e-9:
        return 0.0, 0.0
    moved = ((new - old @ np.linalg.solve(gram, old.T @ new)) ** 2).sum(1)
    return float(np.sqrt(moved.mean())), float(np.sqrt(moved[_LID_POINTS].mean()))
