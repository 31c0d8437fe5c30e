"""Describe faces by numbers, so that each person keeps their seat from frame to frame.

The descriptor has bone distances that expression and pose hardly move, and the colours of forehead, hair and clothes,
which last for an evening. It tells the few people of one table apart, so that whoever left gets the same seat again. It
cannot identify a person among many, and never leaves the machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.senses.faces.geometry import Differences, Floats, Pose

# (landmarks averaged, axis, spread over one person's frames), in outer-eye distances: heights of jaw and forehead,
# depth of the face's sides, nose, chin and cheeks.
_PARTS: tuple[tuple[tuple[int, ...], int, float], ...] = (
    ((58, 288, 132, 361), 1, 0.018),
    ((9, 151), 1, 0.013),
    ((10,), 1, 0.014),
    ((9, 151), 2, 0.008),
    ((127, 356), 2, 0.011),
    ((234, 454), 2, 0.011),
    ((132, 361), 2, 0.013),
    ((1, 4, 5), 2, 0.010),
    ((2,), 2, 0.009),
    ((168, 6), 2, 0.007),
    ((50, 280, 101, 330), 2, 0.006),
    ((2, 98, 327), 1, 0.012),
)
_WIDTHS: tuple[tuple[int, int, float], ...] = (
    (234, 454, 0.020),
    (127, 356, 0.018),
    (58, 288, 0.025),
    (129, 358, 0.010),
    (133, 362, 0.008),
)
BONE_COUNT = len(_PARTS) + len(_WIDTHS)
# Apparent change of the bones as the camera moves from 0.7 to 1.1 m away (mean over 22 rendered people). It is removed,
# because it does not depend on the person.
_CHANGE_WHEN_NEARER = np.array(
    (0.06, 0.13, 0.08, 0.06, -0.08, -0.1, -0.14, 0.1, 0.1, 0.06, -0.04, -0.16, 0.55, 0.6, 0.47, 0.02, 0.09)
)
_CHANGE_WHEN_NEARER /= np.linalg.norm(_CHANGE_WHEN_NEARER)
_COLOUR_SPREAD_LAB = 8.0  # spread of one person's patch over an evening's light


_DIFFERENCES = Differences([*((part[0], (33, 263)) for part in _PARTS), *(((b,), (a,)) for a, b, _ in _WIDTHS)])
_AXIS = np.array([part[1] for part in _PARTS] + [0] * len(_WIDTHS))
_SPREAD = np.array([part[2] for part in _PARTS] + [width[2] for width in _WIDTHS])


def shape_of(points: Floats, pose: Pose) -> Floats:
    """Return the bone part of the descriptor, (17,), from landmarks (478, 3).

    The unit of each value is its usual variation over frames of one person.
    """
    bones: Floats = _DIFFERENCES.frontal(points, pose)[np.arange(BONE_COUNT), _AXIS] / _SPREAD
    return bones


def look_of(bgr: npt.NDArray[np.uint8], points: Floats, pose: Pose) -> Floats:
    """Return the colour part of the descriptor, (9,): L*, a* and b* of forehead, hair and clothes.

    The unit is a colour's usual variation over one person's evening. The values of a patch outside the picture are NaN.
    """
    import cv2

    down = pose.rotation[1, :2]
    brow, chin = points[151, :2], points[152, :2]
    centres = (brow, brow - 0.55 * pose.unit * down, chin + 0.9 * pose.unit * down)
    half = max(2, round(0.12 * pose.unit))
    means = np.full((1, 3, 3), np.nan, np.float32)
    h, w = bgr.shape[:2]
    for k, (x, y) in enumerate(centres):
        if half <= x < w - half and half <= y < h - half:
            patch = bgr[int(y) - half : int(y) + half, int(x) - half : int(x) + half]
            means[0, k] = cv2.mean(patch)[:3]
    return np.asarray(cv2.cvtColor(means / 255, cv2.COLOR_BGR2LAB), float).reshape(9) / _COLOUR_SPREAD_LAB


def apart(one: Floats | None, other: Floats) -> float:
    """Return how different the bones of two descriptors are, ignoring changes that come from the camera's distance.

    Returns:
        About 0.6 for one person and 1.6 for two; infinity if ``one`` is None.
    """
    if one is None:
        return float("inf")
    d = one[:BONE_COUNT] - other[:BONE_COUNT]
    d = d - (d @ _CHANGE_WHEN_NEARER) * _CHANGE_WHEN_NEARER
    return float(np.sqrt((d @ d) / BONE_COUNT))


@dataclass(slots=True)
class FaceShape:
    """Running means of the descriptors of a seat's face, (26,): bones, then colours.

    Attributes:
        long: Mean over all frames in which the face looked to the front.
        fresh: Mean over about the last half second.
        frames: Number of frames in ``long``.
        fresh_frames: Number of frames since ``fresh`` was cleared.
    """

    long: Floats | None = None
    fresh: Floats | None = None
    frames: int = 0
    fresh_frames: int = 0

    def add(self, shape: Floats, *, learn: bool) -> None:
        """Add the descriptor of a frame in which the face looks to the front to the running means.

        Args:
            shape: The descriptor, (26,).
            learn: False updates only the short-term mean (``fresh``), not the long-term one (``long``), for use while
                it is uncertain whose face this is.
        """
        self.fresh_frames += 1
        rate = max(1 / self.fresh_frames, 0.12)
        self.fresh = _towards(self.fresh, shape, rate)
        if learn:
            self.frames += 1
            rate = max(1 / self.frames, 0.002)
            self.long = _towards(self.long, shape, rate)

    def restart(self) -> None:
        """Discard the short-term mean (``fresh``), because tracking of the face starts again."""
        self.fresh, self.fresh_frames = None, 0

    def unlike(self, shape: Floats | None) -> float:
        """Return how much ``shape`` differs from ``long``: about 1.2 for the same person, 2.5 and more for another.

        Returns 1.5 if one of the two is None.
        """
        if self.long is None or shape is None:
            return 1.5
        d = (self.long - shape) ** 2
        bones, colours = d[:BONE_COUNT], d[BONE_COUNT:]
        seen = colours[~np.isnan(colours)]
        return float(np.sqrt(bones.mean()) + (0.5 * min(np.sqrt(seen.mean()), 4.0) if seen.size else 0.5))


def _towards(mean: Floats | None, new: Floats, rate: float) -> Floats:
    """Return ``mean`` moved towards ``new`` by the share ``rate``; where one of the two is NaN, the other is taken."""
    if mean is None:
        return new
    moved = mean + rate * (new - mean)
    return np.where(np.isnan(new), mean, np.where(np.isnan(mean), new, moved))
