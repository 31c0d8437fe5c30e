"""Judge candidates: decide which are the dice of the roll and of which set, and whether the roll is refused."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.facts import Fact, Value, fact
from companion.senses.dice.dice_scene import DiceCandidates, DiceScene, ExpectedDice
from companion.senses.dice.die_colour import owner
from companion.senses.dice.screen_check import on_screen
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.verdict import DOUBTS, DiceVerdict, choose, verdict_for

MIN_SET_MARGIN = 0.12
"""Minimum lead of the nearest set's colour over the next (0..1); below it a die belongs to neither set."""
DIE_DOUBTS = ("too many", "missing", "numerals", *DOUBTS)
"""Doubts about single dice or their number, not about the picture."""
MIN_REPORTED_SCORE = 0.6
"""Minimum score of a die of the other set that is mentioned; below it, it may be clutter."""


def judge(scene: DiceScene, candidates: DiceCandidates) -> DiceVerdict:
    """Choose the dice of the roll among the candidates, and accept or refuse their reading."""
    of_set = scene.expected.set is not None and bool(scene.sets)
    verdict = choose(candidates.dice, None if of_set else scene.expected.count, scene.margins)
    if verdict.dice and on_screen(scene.image, verdict.dice):
        verdict = replace(verdict, refused=fact("dice.screen"), doubt="screen")
    verdict = of_expected_set(verdict, scene, candidates)
    if not candidates.unexamined:
        return verdict
    left = fact("dice.left-one" if candidates.unexamined == 1 else "dice.left", n=candidates.unexamined)
    return replace(verdict, remarks=(*verdict.remarks, left))


@dataclass(frozen=True, slots=True)
class _OwnedDie:
    """A die with the name of the dice set that its colour fits best."""

    die: SeenDie
    set: str
    clear: bool
    """True if its colour is not between two sets."""
    lay: bool
    """True if it lay there before this throw."""


def of_expected_set(verdict: DiceVerdict, scene: DiceScene, candidates: DiceCandidates) -> DiceVerdict:
    """Return the verdict on the dice of the expected set alone.

    A roll with a new die whose colour lies between two sets is refused. Without sets or an expected set, the verdict is
    returned with the dice's colour names added.
    """
    sets = scene.sets
    verdict = replace(verdict, sets=tuple(owner(d.lab, sets)[0] if sets else d.colour for d in verdict.dice))
    if not sets or scene.expected.set is None or not verdict.dice:
        return verdict
    owned = [
        _OwnedDie(d, name, owner(d.lab, sets)[1] >= MIN_SET_MARGIN, candidates.lay(d))
        for d, name in zip(verdict.dice, verdict.sets, strict=True)
    ]
    if unclear := [o.die for o in owned if not o.clear and not o.lay]:
        return replace(verdict, refused=fact("dice.neither-set", die=unclear[0].colour), doubt="which set")
    return _of_owned(verdict, scene, owned)


def _of_owned(verdict: DiceVerdict, scene: DiceScene, owned: list[_OwnedDie]) -> DiceVerdict:
    """Return the verdict on the dice of the expected set, given which set each die belongs to.

    If ``verdict`` was refused because of single dice or their number, that is checked again for the dice of the set.
    """
    mine = _of_turn(owned, scene.expected)
    out = replace(
        verdict,
        dice=tuple(o.die for o in mine),
        sets=tuple(o.set for o in mine),
        doubt_of_all=verdict.doubt,
        other_dice=tuple(o.die for o in owned if o not in mine),
        remarks=_remarks(owned, scene.expected),
    )
    foreign = [o for o in owned if o.set != scene.expected.set and not o.lay]
    if refused := _objection(len(mine), foreign, scene):
        few = not foreign and 0 < len(mine) < (scene.expected.count or 0)
        return replace(out, refused=refused, doubt="missing" if few else "colour")  # a missing one may still be found
    if verdict.doubt not in DIE_DOUBTS:
        return out
    again = verdict_for(out.dice, scene.margins)  # the doubt may be about a die of the other set, or all dice's number
    return replace(out, refused=again.refused, doubt=again.doubt)


def _of_turn(owned: list[_OwnedDie], expected: ExpectedDice) -> list[_OwnedDie]:
    """Return the dice of the expected set.

    If the number of new ones is the expected number, dice that lay there before the throw are left out.
    """
    mine = [o for o in owned if o.set == expected.set]
    fresh = [o for o in mine if not o.lay]
    return fresh if fresh and len(fresh) == expected.count else mine


def _remarks(owned: list[_OwnedDie], expected: ExpectedDice) -> tuple[Fact, ...]:
    """Return a remark if dice of the other set, clearly recognised, lay there before the throw and still do."""
    left = [o for o in owned if o.set != expected.set and o.lay and o.clear and o.die.score > MIN_REPORTED_SCORE]
    return (_of("dice.set-left", left),) if left else ()


def _objection(mine: int, foreign: list[_OwnedDie], scene: DiceScene) -> Fact | None:
    """Return a refusal for a wrong number of dice, or for new dice of another set; else None.

    Args:
        mine: Number of dice of the expected set.
        foreign: New dice of another set.
        scene: The scene with the expected dice.
    """
    turn, count = scene.expected.set, scene.expected.count
    if foreign:
        return _of("dice.foreign" if mine else "dice.turn", foreign, turn=turn)
    if count is None or mine == count:
        return None
    code = {0: "dice.set-none", 1: "dice.set-one"}.get(mine, "dice.set-few") if mine < count else "dice.set-many"
    return fact(code, n=mine, count=count, set=turn)


def _of(key: str, which: list[_OwnedDie], **values: Value) -> Fact:
    """Return the fact ``key`` with the number of these dice and their set; for one die it is ``key`` with "-one"."""
    return fact(f"{key}-one" if len(which) == 1 else key, n=len(which), set=which[0].set, **values)
