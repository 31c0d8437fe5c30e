"""How the size of dice in a camera's picture is searched for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.senses.dice.dice_detector import DiceDetector, LookOptions, Sighting
from companion.senses.dice.scale_search import MAX_UNDIVIDED_PX, ScaleSearch

PLACE, EDGE = (500.0, 200.0), 42.0


@dataclass
class Table:
    """Stands in for the network: one die at PLACE; it notes how large each pass is."""

    passes: list[float] = field(default_factory=list)
    left: list[int] = field(default_factory=list)

    def look(
        self, image: NDArray[np.uint8], scale: float, least: float = 0.3, *, quick: bool = False
    ) -> list[Sighting]:
        self.passes.append(image.shape[0] * image.shape[1] * scale**2)
        left = int(image[0, 0, 0]) + 256 * int(image[0, 0, 1])  # each column of the picture names itself
        self.left.append(left)
        x, y, h = PLACE[0] - left, PLACE[1], EDGE / 2
        if not h <= x <= image.shape[1] - h:
            return []
        return [Sighting(x, y, (x - h, y - h, x + h, y + h), 0.9, np.full(6, 1 / 6, np.float32), 0, EDGE * scale)]

    def look_closely(
        self, image: Any, places: Sequence[tuple[float, float, float]], look: LookOptions = LookOptions()
    ) -> list[Sighting | None]:
        assert all((x, y) == PLACE for x, y, _ in places)
        return self.look(image, look.edge / EDGE) * len(places)  # type: ignore[return-value]


@pytest.mark.parametrize("width", [640, 900])
def test_no_step_of_the_search_is_long_and_a_die_at_the_right_is_found_in_its_place(width: int) -> None:
    picture = np.zeros((480, width, 3), np.uint8)
    picture[..., 0], picture[..., 1] = np.arange(width) % 256, np.arange(width) // 256
    table, search = Table(), ScaleSearch()
    costs = []
    while search.rounds == 0:
        costs.append(search.cost(picture))
        search.search(cast(DiceDetector, table), picture)
    passes = [p for p in table.passes if p in costs]
    assert search.edge == pytest.approx(EDGE)
    assert max(costs) <= MAX_UNDIVIDED_PX
    assert passes == costs, "what was told to the rota is what a step takes"
    assert max(table.left) > 0, "a fine step sees the right half by itself"
