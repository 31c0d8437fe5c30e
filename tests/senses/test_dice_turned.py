"""A photo on its side or its head is read as it should stand, and its dice are told where they lie in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.senses.dice import photo_reader
from companion.senses.dice.dice_detector import DiceDetector, LookOptions, Sighting
from companion.senses.dice.die_classifier import Tilt
from companion.senses.dice.photo_reader import upright
from companion.senses.dice.seen_die import SeenDie
from measure.rendered.stills import draw_still

Image = NDArray[np.uint8]
SPOT = 200


def pictured() -> Image:
    """Upright where its first pixel is white; a die's middle at (90, 20)."""
    image = np.zeros((80, 120, 3), np.uint8)
    image[0, 0] = 255
    image[20, 90] = SPOT
    return image


def spot(image: Image) -> tuple[float, float]:
    y, x = (int(v[0]) for v in np.nonzero(image[..., 0] == SPOT))
    return x, y


def stands(image: Image) -> bool:
    return bool(image[0, 0, 0] == 255)


class Finds(DiceDetector):
    """Sees the die well in the picture that stands."""

    def __init__(self) -> None:
        self.glances = 0

    def look(self, image: Image, scale: float, least: float = 0.3, *, quick: bool = False) -> list[Sighting]:
        self.glances += 1
        x, y = spot(image)
        chances = np.array([0.9, *[0.02] * 5], np.float32)
        heat = 0.9 if stands(image) else 0.4
        return [Sighting(x, y, (x - 10, y - 10, x + 10, y + 10), heat, chances, 0.0, 20.0)]

    def look_closely(
        self, image: Image, places: Sequence[tuple[float, float, float]], look: LookOptions = LookOptions()
    ) -> list[Sighting | None]:
        return list(self.look(image, 1.0))


def read(image: Image) -> list[SeenDie]:
    """Right where the picture stands; elsewhere another value, of a die that leans."""
    x, y = spot(image)
    value, lean = (1, 0.0) if stands(image) else (4, 0.99)
    chances = np.full(6, 0.01, np.float32)
    chances[value - 1] = 0.95
    tilt = Tilt((0.0, -1.0, 0.0), 0.1, 0.0)  # it looks up in the picture that was read
    return [SeenDie(x, y, (x - 10, y - 10, x + 8, y + 8), 0.9, chances, 0.0, tilt=tilt, lean=lean)]


@pytest.mark.parametrize(("quarters", "up"), [(1, (-1, 0)), (2, (0, 1)), (3, (1, 0))])
def test_a_turned_picture_is_read_as_it_should_stand(quarters: int, up: tuple[float, float]) -> None:
    image = np.ascontiguousarray(np.rot90(pictured(), quarters))
    (seen,) = upright(Finds(), image, read(image), 20.0, read)
    assert seen.value == 1
    assert (seen.x, seen.y) == spot(image)
    x0, y0, x1, y1 = seen.box
    assert x0 < seen.x < x1
    assert y0 < seen.y < y1
    assert seen.size == pytest.approx(18)
    assert seen.tilt is not None
    assert seen.tilt.normal[:2] == pytest.approx(up)


def test_a_picture_that_stands_is_not_looked_at_again() -> None:
    image, detector = pictured(), Finds()
    assert [d.value for d in upright(detector, image, read(image), 20.0, read)] == [1]
    assert detector.glances == 0


def test_a_turn_that_is_hardly_better_changes_nothing() -> None:
    """From straight above every turn is as good, and a die that leans stays one."""

    def always(image: Image) -> list[SeenDie]:
        (d,) = read(image)
        return [replace(d, lean=0.91 if stands(image) else 0.92)]

    image = np.ascontiguousarray(np.rot90(pictured()))
    assert [d.value for d in upright(Finds(), image, always(image), 20.0, always)] == [4]


@pytest.mark.parametrize("quarters", [1, 2])
def test_rendered_dice_on_their_side_are_read(quarters: int) -> None:
    still = draw_still(np.random.default_rng([1501, 4, 8]), "home")
    image = np.ascontiguousarray(np.rot90(cv2.cvtColor(still.image, cv2.COLOR_RGB2BGR), quarters)).astype(np.uint8)
    values = sorted(int(b[4]) for b in still.boxes)
    reading = photo_reader.read(image, len(values))
    assert (sorted(reading.values), reading.refused) == (values, None)
