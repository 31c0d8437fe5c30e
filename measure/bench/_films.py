"""A short film as a camera would show it: at the camera's rate, at the film's own pace, to and fro without a cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Image: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Film:
    """``pictures`` (h, w, 3), ``fps`` of them a second."""

    pictures: list[Image]
    fps: float

    def at(self, t: float) -> Image:
        """Return what it shows at ``t`` seconds; between two pictures one fades into the other."""
        import cv2

        last = len(self.pictures) - 1
        place = t * self.fps % (2 * last) if last else 0.0
        place = min(place, 2 * last - place)
        k, part = int(place), place % 1
        if part == 0:
            return self.pictures[k]
        return np.asarray(cv2.addWeighted(self.pictures[k], 1 - part, self.pictures[k + 1], part, 0), np.uint8)
