"""The latest roll as it was told, what would help with its doubtful dice, and what people answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from typing import Literal

import cv2
import numpy as np

from companion.events import Roll
from companion.facts import Fact, fact
from companion.senses.dice.corrections import DiceCorrections, correct_die, make_unseen_die, nearest
from companion.senses.dice.crops import Image
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.dice_scene import DiceScene
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.verdict import DOUBTS, DiceVerdict, doubtful

Help = Literal["closer", "glare", "dark", "blurred"]
MIN_READABLE_DIE_PX = 22.0
"""Pixels of a die's box below which its pips run together: a pip is a tenth of a die."""
BURNT_LEVEL, MAX_BURNT_SHARE = 250, 0.1
"""The share of the upper face on which all three colours are at their end."""
DARK_FACE_LEVEL = 45.0
"""Brightest part (95 %) of a face in the dark, 0..255."""
MIN_SHARP_STEP = 0.16
"""The steepest step between neighbouring pixels, as a share of the face's contrast, with the die at 46 pixels."""


def cause(image: Image, die: SeenDie) -> Help | None:
    """Return why a die reads badly, as far as its pixels tell."""
    r = max(2, round(0.3 * die.size))
    x, y = round(die.x), round(die.y)
    face = image[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1]
    if die.size < MIN_READABLE_DIE_PX or face.size == 0:
        return "closer"
    if float((face.min(2) >= BURNT_LEVEL).mean()) > MAX_BURNT_SHARE:
        return "glare"
    light = face.max(2)
    if float(np.percentile(light, 95)) < DARK_FACE_LEVEL:
        return "dark"
    scale = 46 / die.size
    part = cv2.resize(light, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else light
    part = part.astype(np.float32)
    contrast = float(np.percentile(part, 98) - np.percentile(part, 2)) + 8.0
    step = max(float(np.percentile(np.abs(np.diff(part, axis=a)), 98)) for a in (0, 1)) * max(1.0, scale)
    return "blurred" if step / contrast < MIN_SHARP_STEP else None


MAX_NAMED_DICE = 6
"""Of more dice than these nobody can say which of the values named is whose."""


@dataclass(frozen=True, slots=True, eq=False)
class RecentRoll:
    """``since``: when the dice came to rest, seconds."""

    verdict: DiceVerdict
    scene: DiceScene
    since: float

    def correct_at(
        self, taught: DiceCorrections, x: float, y: float, value: int, margins: DiceMargins
    ) -> RecentRoll | None:
        """Return the roll with the die at (x, y), shares of the picture, showing ``value``; None where no die is.

        Where dice are missing, one that was not seen may be tapped too. The look is kept in ``taught``. Raises
        ValueError for a value that is not 1 to 6.
        """
        verdict, corner, sides = self.verdict, self.scene.corner, self.scene.sides
        at = x * sides[0] - corner[0], y * sides[1] - corner[1]
        die, seen = nearest(verdict.dice, *at), True
        if die is None and verdict.doubt == "missing" and verdict.dice:
            die = nearest(verdict.spare, *at)
            seen, die = die is not None, die or make_unseen_die(verdict.dice, *at)
            usual = max(set(verdict.sets), key=verdict.sets.count) if verdict.sets else ""
            verdict = replace(verdict, sets=(*verdict.sets, usual))
        if die is None:
            return None
        if seen:
            taught.teach(die, value)
        elif not 1 <= value <= 6:
            raise ValueError(f"{value} is no value of a die: give 1 to 6")
        return replace(self, verdict=correct_die(verdict, die, value, margins))

    def learn_values(self, taught: DiceCorrections, values: tuple[int, ...], margins: DiceMargins) -> int:
        """Keep the looks of the dice that were read otherwise than somebody told, or not at all; return how many.

        ``values``: those of the whole roll. Nothing is kept where they are not as many as the dice, or more than
        ``MAX_NAMED_DICE``.
        """
        dice = self.verdict.dice
        if len(values) != len(dice) or not 0 < len(dice) <= MAX_NAMED_DICE or any(not 1 <= v <= 6 for v in values):
            return 0
        known = zip(dice, _likeliest(dice, values), strict=True)
        kept = [(d, v) for d, v in known if d.value != v or d.sure < margins.sure]
        for die, value in kept:
            taught.teach(die, value)
        return len(kept)

    def hints(self) -> list[Fact]:
        """Return a fact for each of two dice of a refused roll that cannot be read: ``dice.hint.CAUSE`` with its place.

        ``x``, ``y`` are shares of the whole picture. No cause that shows, no fact: then a tap on the die helps.
        """
        if not self.verdict.refused:
            return []
        (left, top), (width, height) = self.scene.corner, self.scene.sides
        return [
            fact(f"dice.hint.{why}", die=d.colour, x=round((d.x + left) / width, 3), y=round((d.y + top) / height, 3))
            for d in self._poor()
            if (why := cause(self.scene.image, d))
        ][:2]

    def _poor(self) -> list[SeenDie]:
        """Return the dice that are in doubt; where some are missing, those that are hardly seen too."""
        verdict, margins = self.verdict, self.scene.margins
        missing = verdict.doubt in ("missing", "none")
        faint = [d for d in verdict.spare if missing and d.score > 0.5 * margins.score]
        return [*doubtful(verdict.dice, margins), *faint]

    def event(self, t: float, source: str) -> Roll:
        """Return the roll as it was decided at ``t``, seconds; a refused one has 0 for each die that is in doubt."""
        verdict, values = self.verdict, self.verdict.values
        best = values if verdict.refused and verdict.doubt in DOUBTS else ()
        if verdict.refused:
            tilted = max(d.lean for d in verdict.dice) if verdict.doubt == "cocked" else 2.0
            doubtful = [d.sure < 0.8 or d.lean >= tilted for d in verdict.dice]
            values = tuple(0 if doubt else value for value, doubt in zip(values, doubtful, strict=True))
        return Roll(
            onset=self.since,
            decided=t,
            confidence=float(np.clip(verdict.confidence, 0, 1)),
            source=source,
            values=values,
            colours=verdict.sets,
            refused=verdict.refused,
            best=best,
        )


def _likeliest(dice: tuple[SeenDie, ...], values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values in the dice's order, as the looks of the dice suggest it: typed values come in any order."""
    log = np.log(np.array([d.chances for d in dice]) + 0.005)
    rows = np.arange(len(dice))
    return max(sorted(set(permutations(values))), key=lambda order: float(log[rows, np.array(order) - 1].sum()))
