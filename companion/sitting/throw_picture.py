"""The latest throw before a camera as it was told: the picture in which it lay still, with each die's place in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.events import Event, Roll, Source
from companion.facts import Fact
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tray import Region, pixels
from companion.sources.picture_source import Image

HINT: Final = "dice.hint."
MISSING: Final = ("dice.missing", "dice.missing-one")


@dataclass(frozen=True, slots=True)
class DieMark:
    """A die: its middle and sides as shares of the whole picture.

    ``value``: as told, 0 in doubt; ``likely``: what it may show, the likelier first; ``hint``: what would help with it.
    """

    x: float
    y: float
    w: float
    h: float
    value: int
    likely: tuple[int, ...]
    colour: str
    hint: Fact | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ThrowPicture:
    """``since``: when the dice came to rest, by the source's clock.

    ``image``: (h, w, 3) uint8 BGR. ``hints``: of dice that were not counted.
    """

    since: float
    image: Image
    marks: tuple[DieMark, ...]
    refused: Fact | None
    hints: tuple[Fact, ...] = ()

    @property
    def missing(self) -> bool:
        """Return whether dice that were thrown are not seen: one may be tapped where it lies."""
        return self.refused is not None and self.refused.code in MISSING

    def with_correction(
        self, roll: Roll, dice: Sequence[SeenDie] = (), region: Region = (0.0, 0.0, 1.0, 1.0)
    ) -> ThrowPicture:
        """Return the same throw when somebody has said what a die shows; ``dice`` where it has more now."""
        marks = (*self.marks, *(_mark(d, 0, region, self.image) for d in dice[len(self.marks) :]))
        if len(roll.values) != len(marks):
            return self
        marks = tuple(replace(m, value=v, hint=None if v else m.hint) for m, v in zip(marks, roll.values, strict=True))
        return replace(self, marks=marks, refused=roll.refused)


def throw_of(found: Iterable[Event], dice: Sequence[SeenDie], region: Region, image: Image) -> ThrowPicture | None:
    """Return the throw that a frame's events tell of; None without one.

    ``dice`` of the roll, in the pixels of ``region``.
    """
    events = list(found)
    roll = next((e for e in events if isinstance(e, Roll)), None)
    if roll is None or len(roll.values) != len(dice):
        return None
    marks = [_mark(d, v, region, image) for d, v in zip(dice, roll.values, strict=True)]
    elsewhere: list[Fact] = []
    for hint in (e.detail for e in events if isinstance(e, Source) and e.detail is not None):
        if not hint.code.startswith(HINT):
            continue
        at = next((k for k, m in enumerate(marks) if _at(m, hint)), None)
        if at is None:
            elsewhere.append(hint)
        else:
            marks[at] = replace(marks[at], hint=hint)
    return ThrowPicture(roll.onset, image.copy(), tuple(marks), roll.refused, tuple(elsewhere))


def _mark(die: SeenDie, value: int, region: Region, image: Image) -> DieMark:
    (x0, y0, *_), (h, w) = pixels(region, image), image.shape[:2]
    order = [int(k) + 1 for k in np.argsort(-die.chances)]
    likely = tuple(v for v in order[:2] if die.chances[v - 1] > 0.05)
    sides = die.box[2] - die.box[0], die.box[3] - die.box[1]
    return DieMark((die.x + x0) / w, (die.y + y0) / h, sides[0] / w, sides[1] / h, value, likely, die.colour)


def _at(mark: DieMark, hint: Fact) -> bool:
    x, y = (float(hint.values[k]) for k in "xy")  # type: ignore[arg-type]
    return abs(x - mark.x) < mark.w / 2 and abs(y - mark.y) < mark.h / 2
