"""Keep the latest reported roll, so that people can correct it, and give advice on its doubtful dice."""

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
"""Minimum side of a die's box at which its pips do not run together; a pip is a tenth of a die."""
BURNT_LEVEL, MAX_BURNT_SHARE = 250, 0.1
"""Level from which all three colours are overexposed, and share of the upper face above which that is glare."""
DARK_FACE_LEVEL = 45.0
"""Brightness (95th percentile, 0..255) below which a face is too dark."""
MIN_SHARP_STEP = 0.16
"""Minimum steepest step between neighbouring pixels, as a share of the face's contrast, with the die 46 pixels wide."""


def cause(image: Image, die: SeenDie) -> Help | None:
    """Return the likely cause of a poor reading, judged from the die's pixels; None if none is found."""
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
"""Maximum number of dice whose typed values can be matched to the dice."""


@dataclass(frozen=True, slots=True, eq=False)
class RecentRoll:
    """The latest roll with the scene in which it was judged.

    Attributes:
        verdict: The dice and their reading.
        scene: The picture, with the settings and estimates used for judging it.
        since: Time when the dice came to rest, in seconds.
    """

    verdict: DiceVerdict
    scene: DiceScene
    since: float

    def correct_at(
        self, taught: DiceCorrections, x: float, y: float, value: int, margins: DiceMargins
    ) -> RecentRoll | None:
        """Return the roll with the die at (x, y) corrected to ``value``; None if there is no die.

        If dice of the roll are missing, one that was not seen can be added in this way. Colour and reading of a die
        that was seen are added to ``taught``.

        Args:
            taught: Corrections that later readings use.
            x: Place of the tap, as a share of the picture's width.
            y: Place of the tap, as a share of the picture's height.
            value: The correct value, 1 to 6.
            margins: Thresholds for accepting the other dice.

        Raises:
            ValueError: The value is not 1 to 6.
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
        """Store misread and uncertain dice in ``taught``, given the true values; return how many.

        Nothing is stored if a value is not 1 to 6, the number of values differs from the number of dice, or there are
        more than ``MAX_NAMED_DICE``.

        Args:
            taught: Corrections that later readings use.
            values: True values of the whole roll, in any order.
            margins: Thresholds; a die is uncertain below ``margins.sure``.
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
        """Return at most two facts that say why dice of a refused roll cannot be read.

        A fact's code is "dice.hint." and the cause; its ``x`` and ``y`` are the die's place as shares of the whole
        picture. Dice without a known cause are left out.
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
        """Return the doubtful dice and, if dice are missing, also candidates that were too faint to be dice."""
        verdict, margins = self.verdict, self.scene.margins
        missing = verdict.doubt in ("missing", "none")
        faint = [d for d in verdict.spare if missing and d.score > 0.5 * margins.score]
        return [*doubtful(verdict.dice, margins), *faint]

    def event(self, t: float, source: str) -> Roll:
        """Return the roll as an event decided at ``t`` seconds.

        If the roll is refused, doubtful dice have the value 0.
        """
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
    """Return the values, which were typed in any order, in the order that fits the readings of the dice best."""
    log = np.log(np.array([d.chances for d in dice]) + 0.005)
    rows = np.arange(len(dice))
    return max(sorted(set(permutations(values))), key=lambda order: float(log[rows, np.array(order) - 1].sum()))
