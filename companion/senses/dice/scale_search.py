"""How large the dice are in a camera's picture: the steps of the pyramid, one a frame, so that no frame takes long."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.senses.dice.crops import Image
from companion.senses.dice.dice_detector import FINDING_EDGE_PX, DiceDetector, Sighting, distinct
from companion.senses.dice.die_evidence import suits
from companion.senses.dice.die_faces import common
from companion.senses.dice.photo_reader import COARSE_SIDES_PX, FINE_SIDES_PX

STEP_BUDGET_PX = 560 * 420
"""Pixels of the network's input in one step of the search, by the whole network."""
MAX_UNDIVIDED_PX = 400 * 400
"""A step of more is two, of the picture's left and of its right: no frame waits for a pass over all of it."""
_HALVES_OVERLAP_PX = 72
"""Pixels of the network's input that both halves show: more than a die has that suits so fine a step."""
PASS_BUDGET_PX = 600 * 450
"""The same in eight bits, for dice of a known size: the values come from closer looks."""
_MIN_DIE_FIT = 0.5
"""Heat times fit to the network's best size: less is not taken for a die."""
_MAX_CHECKED = 6
"""Candidates that get a closer look at the end of a round."""
_EQUAL_SIZE_FACTOR = 1.3
"""Sizes within this factor are read equally well."""


Step = tuple[float, int, int]
"""Scale of a pass, and the columns of the picture that it sees: from, and up to but not."""


def fit(image: Image, budget: float = STEP_BUDGET_PX) -> float:
    """Return the largest scale at which a pass keeps to the budget."""
    return float((budget / (image.shape[0] * image.shape[1])) ** 0.5)


@dataclass(slots=True)
class ScaleSearch:
    """``edge``: side of a die's box in pixels of the picture, 0 while unknown. ``rounds``: whole pyramids searched."""

    edge: float = 0.0
    rounds: int = 0
    _step: int = 0
    _found: list[tuple[float, Sighting]] = field(default_factory=list)

    def scale(self, image: Image) -> float:
        """Return the scale of the next pass for dice of the known size."""
        return min(FINDING_EDGE_PX / self.edge, fit(image, PASS_BUDGET_PX))

    def restart(self) -> None:
        """Drop what was found so far, which may lie elsewhere now; the size stays."""
        self._step, self._found, self.rounds = 0, [], 0

    def cost(self, image: Image) -> float:
        """Return pixels of the network's input that the next step takes."""
        scale, left, right = self._next(image)
        return float(image.shape[0] * (right - left) * scale**2)

    def search(self, detector: DiceDetector, image: Image) -> None:
        """Search one step: a pass at the next size. A good sighting gives a first size; a whole round decides."""
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
    """Return the passes that keep to the budget: those of middle sizes first, and the cheapest at the end."""
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
