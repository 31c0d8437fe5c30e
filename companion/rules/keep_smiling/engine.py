"""The rules in motion: the position after an action. Nothing here changes its argument."""

from __future__ import annotations

from companion.rules.keep_smiling import check
from companion.rules.keep_smiling.actions import CHAIRS, OFF, Action, Advance, Duel, Move, Place, Reveal, Roll
from companion.rules.keep_smiling.position import NO_DUEL, Position, closing
from companion.rules.protocol import CHANCE, TABLE, Actor

_ROLL: tuple[Actor, ...] = (CHANCE,)
_PLAYER: tuple[tuple[Actor, ...], ...] = ((0,), (1,))


def apply(p: Position, actor: Actor, action: Action) -> Position:
    """The position after. Raises MalformedAction or IllegalAction."""
    if actor not in p.acts or type(actor) is not int:
        raise check.refuse(p, actor, action)
    kind = type(action)
    if kind is Move and p.dice:
        return _move(p, action)  # type: ignore[arg-type]
    if kind is Roll and actor == CHANCE and p.duel == NO_DUEL:
        options, seed, chances, _, turn, placed, steps, _, chairs, _, _ = p
        dice = check.roll(action)  # type: ignore[arg-type]
        return Position(options, seed, chances + 1, _PLAYER[turn], turn, placed, steps, dice, chairs, NO_DUEL, ())
    if kind is Place and actor >= 0 and not p.dice and p.placed[actor] is None:
        return _place(p, actor, action)  # type: ignore[arg-type]
    if kind is Duel and actor == CHANCE and p.duel != NO_DUEL:
        return _duel(p, action)  # type: ignore[arg-type]
    if kind is Reveal and actor == TABLE:
        return p._replace(acts=(), placed=check.reveal(p, action))  # type: ignore[arg-type]
    raise check.refuse(p, actor, action)


def _place(p: Position, actor: Actor, action: Place) -> Position:
    kinds = check.placement(action)
    other = p.placed[1 - actor]
    placed = (kinds, other) if actor == 0 else (other, kinds)
    return p._replace(placed=placed, acts=_ROLL if other is not None else _PLAYER[1 - actor])


def _move(p: Position, action: Move) -> Position:
    advances = check.move(p, action)
    turn = p.turn
    return _advance(p, list(p.steps[turn]), list(p.steps[1 - turn]), p.chairs, advances, p.chances)


def _duel(p: Position, action: Duel) -> Position:
    """The lower die leaves the game, a tie is the attacker's; then the mover's other pieces go on."""
    attacker, defender = check.duel(action)
    turn, lane = p.turn, p.duel
    mine, theirs, chairs = list(p.steps[turn]), list(p.steps[1 - turn]), p.chairs
    if attacker < defender:
        mine[lane] = OFF
    else:
        theirs[lane] = OFF
        if mine[lane] == p.options.lane_length:
            mine[lane] = OFF
            chairs = (*chairs, (turn, lane))
    rest = () if len(chairs) == CHAIRS else p.rest
    return _advance(p, mine, theirs, chairs, rest, p.chances + 1)


def _advance(
    p: Position, mine: list[int], theirs: list[int], chairs: tuple[tuple[int, int], ...],
    advances: tuple[Advance, ...], chances: int,
) -> Position:
    """Move piece after piece until a duel is to be fought, the chairs are full, or all have moved."""
    options, turn = p.options, p.turn
    length = options.lane_length
    for done, (lane, total) in enumerate(advances, 1):
        goal = mine[lane] = mine[lane] + total
        if theirs[lane] == length - goal:
            if options.duel:
                steps = (tuple(mine), tuple(theirs)) if turn == 0 else (tuple(theirs), tuple(mine))
                return Position(options, p.seed, chances, _ROLL, turn, p.placed, steps, (), chairs, lane,
                                advances[done:])
            theirs[lane] = OFF
        if goal == length:
            mine[lane] = OFF
            chairs = (*chairs, (turn, lane))
            if len(chairs) == CHAIRS:
                break
    steps = (tuple(mine), tuple(theirs)) if turn == 0 else (tuple(theirs), tuple(mine))
    acts = _ROLL
    if max(theirs) >= 0:
        turn = 1 - turn
    elif max(mine) < 0:
        acts = closing(p.placed, chairs)
    if len(chairs) == CHAIRS:
        acts = closing(p.placed, chairs)
    return Position(options, p.seed, chances, acts, turn, p.placed, steps, (), chairs, NO_DUEL, ())
