"""The picture of the latest throw: where each die lay and what was read, drawn as rings and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.events import Event, Roll, Source
from companion.facts import Fact
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tray import Region, pixels
from companion.sources.picture_source import Image

HINT_PREFIX: Final = "dice.hint."
MISSING_REFUSALS: Final = ("dice.missing", "dice.missing-one")


@dataclass(frozen=True, slots=True)
class DieMark:
    """One die in a picture; places and sizes are 0..1 of the picture's width and height.

    Attributes:
        x: Horizontal middle.
        y: Vertical middle.
        w: Width.
        h: Height.
        value: What was read; 0 if uncertain.
        likely: The one or two likeliest values, the likelier first.
        colour: Name of its colour.
        hint: What would help to read it.
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
    """The picture in which a throw lay still, with its dice.

    Attributes:
        since: When the dice came to rest, seconds of the source's clock.
        image: The picture (h, w, 3), uint8 BGR.
        marks: The dice that were read.
        refused: Why the roll was refused; None if it was accepted.
        hints: Hints about dice that are not part of the roll.
    """

    since: float
    image: Image
    marks: tuple[DieMark, ...]
    refused: Fact | None
    hints: tuple[Fact, ...] = ()

    @property
    def missing(self) -> bool:
        """True if the roll was refused because a thrown die is not seen; people may then tap where it lies."""
        return self.refused is not None and self.refused.code in MISSING_REFUSALS

    def with_correction(
        self, roll: Roll, dice: Sequence[SeenDie] = (), region: Region = (0.0, 0.0, 1.0, 1.0)
    ) -> ThrowPicture:
        """Return the throw with the values of a corrected roll.

        Args:
            roll: The corrected roll.
            dice: The roll's dice, which may be more than the marks: a die was added by a tap.
            region: Region of the picture in whose pixels ``dice`` are.
        """
        marks = (*self.marks, *(_mark(d, 0, region, self.image) for d in dice[len(self.marks) :]))
        if len(roll.values) != len(marks):
            return self
        marks = tuple(replace(m, value=v, hint=None if v else m.hint) for m, v in zip(marks, roll.values, strict=True))
        return replace(self, marks=marks, refused=roll.refused)


def throw_of(found: Iterable[Event], dice: Sequence[SeenDie], region: Region, image: Image) -> ThrowPicture | None:
    """Return the throw picture of a frame whose events contain a roll; None if they contain none.

    Args:
        found: The frame's events.
        dice: The roll's dice, in pixels of ``region``.
        region: The watched region of the picture.
        image: The picture (h, w, 3), uint8 BGR.
    """
    events = list(found)
    roll = next((e for e in events if isinstance(e, Roll)), None)
    if roll is None or len(roll.values) != len(dice):
        return None
    marks = [_mark(d, v, region, image) for d, v in zip(dice, roll.values, strict=True)]
    elsewhere: list[Fact] = []
    for hint in (e.detail for e in events if isinstance(e, Source) and e.detail is not None):
        if not hint.code.startswith(HINT_PREFIX):
            continue
        at = next((k for k, m in enumerate(marks) if _at(m, hint)), None)
        if at is None:
            elsewhere.append(hint)
        else:
            marks[at] = replace(marks[at], hint=hint)
    return ThrowPicture(roll.onset, image.copy(), tuple(marks), roll.refused, tuple(elsewhere))


RING_DIE_SIDES: Final = 1.5  # diameter of a ring in sides of the die's box, so that it encloses the corners
READ_INK, OPEN_INK, PLATE_INK = (110, 220, 109), (107, 203, 255), (22, 15, 12)  # each (blue, green, red)
LEAST_NUMBER_HEIGHT_PX: Final = 14


def draw_rings(picture: ThrowPicture) -> Image:
    """Return a copy of the picture with a ring around each die and its value beside it.

    An uncertain die has its likely values, such as "4/6?". Numbers are legible at any size of the picture.
    """
    out = picture.image.copy()
    for mark in picture.marks:
        _draw_ring(out, mark)
    for mark in picture.marks:  # over the rings of neighbours
        _draw_number(out, mark)
    return out


def _draw_ring(out: Image, mark: DieMark) -> None:
    h, w = out.shape[:2]
    radius = round(RING_DIE_SIDES / 2 * max(mark.w * w, mark.h * h))
    middle = round(mark.x * w), round(mark.y * h)
    thick = max(2, round(radius / 12))
    cv2.circle(out, middle, radius, PLATE_INK, thick + 2, cv2.LINE_AA)
    cv2.circle(out, middle, radius, READ_INK if mark.value else OPEN_INK, thick, cv2.LINE_AA)


def _draw_number(out: Image, mark: DieMark) -> None:
    """Draw a die's value on a dark plate beside its ring."""
    label = number_label(mark, out.shape[1], out.shape[0])
    left, top, right, bottom = label.plate
    cv2.rectangle(out, (left, top), (right, bottom), PLATE_INK, cv2.FILLED)
    ink = READ_INK if mark.value else OPEN_INK
    at = left + label.pad, bottom - label.pad
    cv2.putText(out, label.text, at, cv2.FONT_HERSHEY_DUPLEX, label.scale, ink, label.thickness, cv2.LINE_AA)


@dataclass(frozen=True, slots=True)
class NumberLabel:
    """The text beside a die, and where to draw it.

    Attributes:
        text: The value, or the likely values.
        plate: Left, top, right, bottom of the plate, pixels.
        pad: Space around the text, pixels.
        scale: Font scale of OpenCV.
        thickness: Line thickness, pixels.
    """

    text: str
    plate: tuple[int, int, int, int]
    pad: int
    scale: float
    thickness: int


def number_label(mark: DieMark, width: int, height: int) -> NumberLabel:
    """Return a die's label: below its ring, or above it if there is no space below.

    Args:
        mark: The die.
        width: Width of the picture, pixels.
        height: Height of the picture, pixels.
    """
    text = str(mark.value) if mark.value else f"{'/'.join(str(v) for v in mark.likely)}?"
    radius = RING_DIE_SIDES / 2 * max(mark.w * width, mark.h * height)
    high = max(LEAST_NUMBER_HEIGHT_PX, radius * 0.55)
    scale = high / cv2.getTextSize("0", cv2.FONT_HERSHEY_DUPLEX, 1.0, 1)[0][1]
    thickness, pad = max(1, round(high / 9)), max(3, round(high / 3))
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thickness)
    wide, tall = wide + 2 * pad, tall + 2 * pad
    left = round(min(max(mark.x * width - wide / 2, 0), max(0, width - 1 - wide)))
    top = mark.y * height + radius
    if top + tall >= height:
        top = max(0, mark.y * height - radius - tall)
    return NumberLabel(text, (left, round(top), left + wide, round(top) + tall), pad, scale, thickness)


def _mark(die: SeenDie, value: int, region: Region, image: Image) -> DieMark:
    (x0, y0, *_), (h, w) = pixels(region, image), image.shape[:2]
    order = [int(k) + 1 for k in np.argsort(-die.chances)]
    likely = tuple(v for v in order[:2] if die.chances[v - 1] > 0.05)
    sides = die.box[2] - die.box[0], die.box[3] - die.box[1]
    return DieMark((die.x + x0) / w, (die.y + y0) / h, sides[0] / w, sides[1] / h, value, likely, die.colour)


def _at(mark: DieMark, hint: Fact) -> bool:
    x, y = (float(hint.values[k]) for k in "xy")  # type: ignore[arg-type]
    return abs(x - mark.x) < mark.w / 2 and abs(y - mark.y) < mark.h / 2
