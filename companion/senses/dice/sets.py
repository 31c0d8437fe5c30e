"""Whose dice: the sets that the camera knows, the roll that is expected, and what is wrong with what lies there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.facts import Fact, Value, fact
from companion.senses.dice.colour import DieSet, owner
from companion.senses.dice.pace import DOUBTS
from companion.senses.dice.reading import Margins, Reading, believed

UNCLEAR = 0.12
"""A die whose colour is nearer to one set than to the other by less than this share belongs to neither."""
OF_DICE = ("too many", "missing", "numerals", *DOUBTS)
"""Doubts about single dice or their number, not about the picture."""
SURE = 0.6
"""What lies there with less than this score may be clutter: nothing is said of it."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The roll that the game waits for: how many dice, and of which set."""

    count: int | None = None
    set: str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The reading of the expected dice alone, the name of each die's set, and remarks that stop nothing."""

    reading: Reading
    sets: tuple[str, ...]
    remarks: tuple[Fact, ...] = ()


def judge(
    reading: Reading, lying: Sequence[bool], sets: tuple[DieSet, ...], expected: Expected, margins: Margins = Margins()
) -> Judged:
    """Sort the dice by their sets. ``lying``: for each die, that it lay there unmoved before this throw.

    What was doubtful about all dice together is asked again of those that count.
    """
    names = tuple(owner(d.lab, sets)[0] if sets else d.colour for d in reading.dice)
    if not sets or expected.set is None or not reading.dice:
        return Judged(reading, names)
    clear = [len(sets) < 2 or owner(d.lab, sets)[1] >= UNCLEAR for d in reading.dice]
    unclear = [d for k, d in enumerate(reading.dice) if not clear[k] and not lying[k]]
    if unclear:
        return Judged(
            replace(reading, refused=fact("dice.neither-set", die=unclear[0].colour), doubt="which set"), names
        )
    mine = [k for k, n in enumerate(names) if n == expected.set]
    foreign = [k for k, n in enumerate(names) if n != expected.set and not lying[k]]
    left = [
        k for k, n in enumerate(names) if n != expected.set and lying[k] and clear[k] and reading.dice[k].score > SURE
    ]
    remarks = (_of("dice.set-left", left, names),) if left else ()
    fresh = [k for k in mine if not lying[k]] if any(not lying[k] for k in mine) else mine
    if len(fresh) == expected.count:
        mine = fresh  # what else lies there in this colour lay there before
    refused = _objection(mine, fresh, foreign, names, expected)
    dice = tuple(reading.dice[k] for k in mine)
    if refused:
        few = not foreign and expected.count is not None and 0 < len(mine) < expected.count
        doubt = "missing" if few else "colour"  # one that is hard to see may still be found
        return Judged(Reading(dice, refused, doubt, reading.spare), tuple(names[k] for k in mine), remarks)
    if reading.doubt in OF_DICE:  # perhaps of a die of the other set, or of the number of all dice together
        reading = replace(believed(dice, margins), spare=reading.spare)
    return Judged(replace(reading, dice=dice), tuple(names[k] for k in mine), remarks)


def _objection(
    mine: list[int], fresh: list[int], foreign: list[int], names: tuple[str, ...], expected: Expected
) -> Fact | None:
    turn, count = expected.set, expected.count
    if foreign:
        return _of("dice.foreign" if fresh else "dice.turn", foreign, names, turn=turn)
    if count is not None and len(mine) < count:
        code = {0: "dice.set-none", 1: "dice.set-one"}.get(len(mine), "dice.set-few")
        return fact(code, n=len(mine), count=count, set=turn)
    if count is not None and len(mine) > count:
        return fact("dice.set-many", n=len(mine), count=count, set=turn)
    return None


def _of(key: str, which: list[int], names: tuple[str, ...], **values: Value) -> Fact:
    """Of one die or several of a set."""
    return fact(f"{key}-one" if len(which) == 1 else key, n=len(which), set=names[which[0]], **values)
