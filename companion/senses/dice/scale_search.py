"""Search how large the dice are in a camera's picture, one scale a frame so that no frame takes long."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.senses.dice.crops import Image
from companion.senses.dice.dice_detector import FINDING_EDGE_PX, DiceDetector, Sighting, distinct
from companion.senses.dice.die_evidence import suits
from companion.senses.dice.die_faces import common
from companion.senses.dice.photo_reader import COARSE_SIDES_PX, FINE_SIDES_PX

STEP_BUDGET_PX = 560 * 420
"""Maximum input pixels of one step of the search, at full precision."""
MAX_UNDIVIDED_PX = 400 * 400
"""Input pixels above which a step is split into the picture's left and right half, so that no frame takes long."""
_HALVES_OVERLAP_PX = 72
"""Overlap of the halves in input pixels: more than any die that suits so fine a step."""
PASS_BUDGET_PX = 600 * 450
"""Maximum input pixels of a pass in eight bits for dice of a known size; values come from close looks."""
_MIN_DIE_FIT = 0.5
"""Minimum of heat times ``suits`` for a sighting that is taken for a die."""
_MAX_CHECKED = 6
"""Maximum number of candidates that are checked from close at the end of a round."""
_EQUAL_SIZE_FACTOR = 1.3
"""Ratio within which sizes are read equally well, so that the known size is kept."""


Step = tuple[float, int, int]
"""Scale of a pass, and the first (inclusive) and last (exclusive) column of the picture that it covers."""


def fit(image: Image, budget: float = STEP_BUDGET_PX) -> float:
    """Return the largest scale at which the scaled picture has at most ``budget`` pixels."""
    return float((budget / (image.shape[0] * image.shape[1])) ** 0.5)


@dataclass(slots=True)
class ScaleSearch:
    """Searches for the size of the dice in steps; each step runs the detector at one scale.

    Attributes:
        edge: Side of a die's box in pixels of the picture; 0 while unknown.
        rounds: Number of complete searches over all scales since the last restart.
    """

    edge: float = 0.0
    rounds: int = 0
    _step: int = 0
    _found: list[tuple[float, Sighting]] = field(default_factory=list)

    def scale(self, image: Image) -> float:
        """Return the scale at which the detector should run on the picture, given the size of the dice."""
        return min(FINDING_EDGE_PX / self.edge, fit(image, PASS_BUDGET_PX))

    def restart(self) -> None:
        """Discard the sightings so far and begin again, since other dice may have come; keep the size."""
        self._step, self._found, self.rounds = 0, [], 0

    def cost(self, image: Image) -> float:
        """Return the cost of the next step: the number of pixels of the detector's input."""
        scale, left, right = self._next(image)
        return float(image.shape[0] * (right - left) * scale**2)

    def search(self, detector: DiceDetector, image: Image) -> None:
        """Run one step of the search.

        While the size is unknown, the first good sighting sets it. At the end of a round, all sightings of the round
        set it.
        """
        scale, left, right = self._next(image)
        seen = detector.look(np.ascontiguousarray(image[:, left:right]), scale, least=0.3)
        self._found += [(w, s.within(left=left)) for s in seen if (w := s.heat * suits(s.edge)) > _MIN_DIE_FIT]
        self._step += 1
        if self._step % len(_steps(image)) == 0:
            self._conclude(detector, image)
            self.rounds, self._found = self.rounds + 1, []
        elif self.edge == 0.0 and self._found:
            self._conclude(detector, image)

    def _next(self, image: Image) -> Step:
        steps = _steps(image)
        return steps[self._step % len(steps)]

    def _conclude(self, detector: DiceDetector, image: Image) -> None:
        best = distinct([s for _, s in sorted(self._found, key=lambda f: -f[0])], _MAX_CHECKED)
        looks = detector.look_closely(image, [(s.x, s.y, s.size) for s in best])
        sure = [
            (s.heat * suits(s.edge), l.size)
            for s, l in zip(best, looks, strict=True)
            if l is not None and l.heat > _MIN_DIE_FIT
        ]
        if not sure:
            return
        size = common([s for _, s in sure], [w for w, _ in sure])
        if self.edge == 0.0 or not 1 / _EQUAL_SIZE_FACTOR < size / self.edge < _EQUAL_SIZE_FACTOR:
            self.edge = size


def _steps(image: Image) -> list[Step]:
    """Return the steps of one round: middle scales first, the ends last; large pictures are divided into two halves."""
    height, width = image.shape[:2]
    longest = max(height, width)
    most = round(fit(image) * longest)
    sides = [side for side in (*COARSE_SIDES_PX, *FINE_SIDES_PX) if side < 0.9 * most] + [max(COARSE_SIDES_PX[0], most)]
    middle = len(sides) // 2
    steps: list[Step] = []
    for side in sorted(sides, key=lambda s: (abs(sides.index(s) - middle), -s)):
        scale = side / longest
        if height * width * scale**2 <= MAX_UNDIVIDED_PX:
            steps.append((scale, 0, width))
        else:
            half = min(width, round((width + _HALVES_OVERLAP_PX / scale) / 2))
            steps += [(scale, 0, half), (scale, width - half, width)]
    return steps
