"""What would help with a die that is seen and cannot be read: nearer, less glare, more light; as facts with places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np

from companion.facts import Fact, fact
from companion.senses.dice.crops import Image
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.verdict import DiceVerdict, doubtful

Help = Literal["closer", "glare", "dark", "blurred"]
SMALL = 22.0
"""Pixels of a die's box below which its pips run together: a pip is a tenth of a die."""
BRIGHT, BURNT = 250, 0.1
"""The share of the upper face on which all three colours are at their end."""
DIM = 45.0
"""Brightest part (95 %) of a face in the dark, 0..255."""
SOFT = 0.16
"""The steepest step between neighbouring pixels, as a share of the face's contrast, with the die at 46 pixels."""


def hints(image: Image, verdict: DiceVerdict, margins: DiceMargins = DiceMargins()) -> tuple[Fact, ...]:
    """A fact for each die of a refused roll that cannot be read: ``dice.hint.CAUSE`` with ``die``, ``x`` and ``y``.

    ``image`` (h, w, 3) uint8 BGR is the picture that was read; ``x``, ``y`` are its pixels. No cause that shows, no
    fact: then a tap on the die helps.
    """
    if not verdict.refused:
        return ()
    found = ((d, cause(image, d)) for d in _poor(verdict, margins))
    return tuple(
        fact(f"dice.hint.{why}", die=d.colour, x=round(d.x), y=round(d.y)) for d, why in found if why is not None
    )


def _poor(verdict: DiceVerdict, margins: DiceMargins) -> Sequence[SeenDie]:
    """The dice that are in doubt; where some are missing, those that are hardly seen too."""
    faint = [d for d in verdict.spare if d.score > 0.5 * margins.score] if verdict.doubt in ("missing", "none") else []
    return [*doubtful(verdict.dice, margins), *faint]


def cause(image: Image, die: SeenDie) -> Help | None:
    """Why a die reads badly, as far as its pixels tell."""
    r = max(2, round(0.3 * die.size))
    x, y = round(die.x), round(die.y)
    face = image[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1]
    if die.size < SMALL or face.size == 0:
        return "closer"
    if float((face.min(2) >= BRIGHT).mean()) > BURNT:
        return "glare"
    light = face.max(2)
    if float(np.percentile(light, 95)) < DIM:
        return "dark"
    scale = 46 / die.size
    part = cv2.resize(light, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else light
    part = part.astype(np.float32)
    contrast = float(np.percentile(part, 98) - np.percentile(part, 2)) + 8.0
    step = max(float(np.percentile(np.abs(np.diff(part, axis=a)), 98)) for a in (0, 1)) * max(1.0, scale)
    return "blurred" if step / contrast < SOFT else None
