"""Dice from one picture."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.senses.dice.detector import Detector
from companion.senses.dice.margins import load as load_margins
from companion.senses.dice.reading import Reading, choose
from companion.senses.dice.screen import without_screens
from companion.senses.dice.still import candidates


def read(picture: npt.NDArray[np.uint8], count: int | None = None, detector: Detector | None = None) -> Reading:
    """The roll on a BGR picture (h, w, 3), ``count`` dice or, without it, as many as there are.

    ``dice`` holds each die with value 1..6, place and box in pixels of the picture; ``refused`` says as a fact why the
    reading is not believed, None where it is. Pass a ``detector`` to keep its networks loaded. Raises
    DeviceUnavailable where a model does not load.
    """
    seen = candidates(detector or Detector(), picture)
    return without_screens(picture, choose(seen, count, load_margins()))
