"""A reading as an event, the state after a frame, and the dice of a play area in the picture's coordinates."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion import events
from companion.facts import Fact
from companion.senses.dice.pace import DOUBTS
from companion.senses.dice.reading import Reading, SeenDie, leaning


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The watcher's state after a frame, for overlays: what is seen now, and what was said last."""

    dice: tuple[SeenDie, ...]
    settled: bool
    hand: bool
    message: Fact | None = None


def roll_of(reading: Reading, names: tuple[str, ...], since: float, t: float, source: str) -> events.Roll:
    """The roll at rest ``since`` and read at ``t``, seconds; a refused one has 0 for each die that is in doubt."""
    values = reading.values
    best = values if reading.refused and reading.doubt in DOUBTS else ()
    if reading.refused:
        lean = leaning(reading.dice)
        tilted = max(lean) if reading.doubt == "cocked" else 2.0
        values = tuple(0 if d.sure < 0.8 or l >= tilted else d.value for d, l in zip(reading.dice, lean, strict=True))
    confidence = float(np.clip(reading.confidence, 0, 1))
    return events.Roll(
        onset=since,
        decided=t,
        confidence=confidence,
        source=source,
        values=values,
        colours=names,
        refused=reading.refused,
        best=best,
    )


def shifted(d: SeenDie, x: int, y: int) -> SeenDie:
    """The same die in a picture whose play area begins at (x, y)."""
    box = (d.box[0] + x, d.box[1] + y, d.box[2] + x, d.box[3] + y)
    return replace(d, x=d.x + x, y=d.y + y, box=box)
