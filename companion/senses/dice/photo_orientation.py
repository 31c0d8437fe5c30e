"""A photo that lies on its side or its head: a phone held flat over a table often notes the wrong way up, or none.

The networks learned dice as a camera sees them that stands upright. In a picture that is turned side faces pass for
upper ones, and the dice that are found seem to lean. Where one does, or nothing looks like a die that can be read, the
other three quarter turns are glanced at, and the best of them is read if it promises more than the picture as it is.
From straight above every turn is as good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from companion.senses.dice.crops import Image
from companion.senses.dice.dice_detector import DiceDetector, Sighting
from companion.senses.dice.seen_die import SeenDie

_COUNTS = 0.35
"""Score from which a die that seems to lean makes the picture doubtful."""
_LEANS = 0.9
_NOTHING = 0.1
"""A picture none of whose dice promises more than this is doubtful, too."""
_BETTER = 1.2
"""Times what the picture promises as it is, at a glance and when read. Of 195 upright pictures 2 are read otherwise."""
_EDGE = 36.0
"""Side of a die's box in the glance, input pixels."""
_SEEN, _BEST = 6, 3
"""Sightings of a glance that are looked at from close, and dice of a picture that speak for it."""
Read = Callable[[Image], list[SeenDie]]


def upright(detector: DiceDetector, image: Image, dice: list[SeenDie], usual: float, read: Read) -> list[SeenDie]:
    """The dice as ``read`` finds them in the picture or, where it seems to be turned, in the turn that shows them best.

    ``usual``: side of a die's box, pixels. Places are the picture's either way.
    """
    leans = any(d.score > _COUNTS and (d.lean or 0.0) > _LEANS for d in dice)
    if not usual or not (leans or max(map(_worth, dice)) < _NOTHING):
        return dice
    turns = [np.ascontiguousarray(np.rot90(image, k)) for k in range(4)]
    promise = [_glance(detector, turn, usual) for turn in turns]
    best = int(np.argmax(promise))
    if promise[best] <= _BETTER * promise[0]:
        return dice
    found = read(turns[best])
    if _promise(found) <= _BETTER * _promise(dice):
        return dice
    return [_back(d, best, turns[best], image) for d in found]


def _promise(dice: Sequence[SeenDie]) -> float:
    """How surely the best dice are upper faces that lie flat and can be read, added up."""
    return _of_best(map(_worth, dice))


def _worth(d: SeenDie) -> float:
    return d.score * d.sure * (1 - d.cocked) * (1 - (d.lean or 0.0))


def _of_best(words: Iterable[float]) -> float:
    return sum(sorted(words, reverse=True)[:_BEST])


def _glance(detector: DiceDetector, image: Image, usual: float) -> float:
    """The same by one pass and one closer look."""
    seen = detector.look(image, _EDGE / usual, least=0.15, quick=True)
    found = [s for s in seen if 0.55 < s.size / usual < 1.8][:_SEEN]
    close = detector.look_closely(image, [(s.x, s.y, s.size) for s in found])
    return _of_best(_word(s) * _word(c) for s, c in zip(found, close, strict=True) if c is not None)


def _word(s: Sighting) -> float:
    return s.heat * float(s.chances.max()) * (1 - s.cocked)


def _back(d: SeenDie, quarters: int, turn: Image, image: Image) -> SeenDie:
    """A die of ``turn``, which is the picture turned so many quarters to the left, as it is in the picture."""

    def there(x: float, y: float) -> tuple[float, float]:
        right, down = _right(x - (turn.shape[1] - 1) / 2, y - (turn.shape[0] - 1) / 2, quarters)
        return right + (image.shape[1] - 1) / 2, down + (image.shape[0] - 1) / 2

    x, y = there(d.x, d.y)
    (x0, y0), (x1, y1) = there(*d.box[:2]), there(*d.box[2:])
    tilt = d.tilt
    if tilt is not None:
        tilt = replace(tilt, normal=(*_right(*tilt.normal[:2], quarters), tilt.normal[2]))
    return replace(d, x=x, y=y, box=(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)), tilt=tilt)


def _right(right: float, down: float, quarters: int) -> tuple[float, float]:
    """A direction after so many quarter turns to the right."""
    for _ in range(quarters):
        right, down = -down, right
    return right, down
