"""The actions of Keep Smiling! as immutable values, and all moves that three dice allow on an empty board.

Lanes are 0..4 (``a`` to ``e``), the same lane for both players. A piece's place is the number of fields from its
owner's start field: 0 at the start, ``lane_length`` on the opponent's start field. There are 56 rolls. Each allows at
most 210 ways to give whole dice to pieces (630 with the order of the pieces); they are computed once and cached.

CHANCE or TABLE at the beginning of a description says who does this action; all others are players'.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import Final, NamedTuple, TypeAlias

LANES: Final = "abcde"
PIECE_KINDS: Final = "SGN"  # Smily, Grimmy, Neutralo
PIECE_SET: Final = "GGNSS"  # the five pieces of one player, sorted
UNSEEN_PIECES: Final = "?????"  # physical pieces, whose kinds the engine does not know
CHAIR_COUNT: Final = 6
OFF_LANE: Final = -1  # a piece that is not on its lane: captured or on a chair

Step: TypeAlias = tuple[int, tuple[int, ...]]  # lane, and one die or two dice (ascending) for its piece
Advance: TypeAlias = tuple[int, int]  # (lane, number of fields that its piece moves)


class Place(NamedTuple):
    """A player's secret set-up: the kinds of pieces on the lanes a to e, such as ``"SGNSG"``."""

    kinds: str


class Roll(NamedTuple):
    """CHANCE: the values of three dice, in any order."""

    dice: tuple[int, int, int]


class Move(NamedTuple):
    """A turn: up to three steps (lane of the piece, its dice), in the order of moving. No steps are a pass."""

    steps: tuple[Step, ...]


def fields_by_lane(move: Move) -> dict[str, int]:
    """Return lane letter -> number of fields that the piece on this lane moves."""
    return {LANES[lane]: sum(group) for lane, group in move.steps}


class Duel(NamedTuple):
    """CHANCE, duel variant: the attacker's and the defender's die."""

    attacker: int
    defender: int

    @property
    def attacker_wins(self) -> bool:
        """True unless the attacker's die is lower: the attacker wins ties."""
        return self.attacker >= self.defender


class Reveal(NamedTuple):
    """TABLE, physical pieces: the kinds of the pieces on the chairs, turned over at the end; chair 6 is first."""

    kinds: str


Action: TypeAlias = Place | Roll | Move | Duel | Reveal
PASS: Final = Move(())


Dice: TypeAlias = tuple[int, int, int]
Group: TypeAlias = tuple[int, ...]  # the dice of one piece

ROLLS: Final = tuple((a, b, c) for a in range(1, 7) for b in range(a, 7) for c in range(b, 7))
ORDERED_ROLLS: Final = tuple((a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))  # equally likely
SORTED_ROLL: Final[dict[Dice, Dice]] = {
    (a, b, c): (min(a, b, c), a + b + c - min(a, b, c) - max(a, b, c), max(a, b, c)) for a, b, c in ORDERED_ROLLS
}
_STEP_CACHE: dict[Step, Step] = {}


def _shapes(dice: tuple[int, ...]) -> list[tuple[Group, ...]]:
    """Return all ways to split the dice among one, two or three pieces, fewest pieces first.

    Each way is a tuple with the dice of each piece.
    """
    found: dict[tuple[Group, ...], None] = {}
    for i, j in ((0, 1), (0, 2), (1, 2)):
        third = dice[3 - i - j]
        found[((dice[i], dice[j]),)] = None
        found[tuple(sorted(((dice[i],), (dice[j],))))] = None
        found[((third,), (dice[i], dice[j]))] = None
    for die in dice:
        found[((die,),)] = None
    found[tuple((die,) for die in dice)] = None
    return sorted(found, key=lambda shape: (len(shape), shape))


def _step(lane: int, group: Group) -> Step:
    step = (lane, group)
    return _STEP_CACHE.setdefault(step, step)  # 135 steps, shared by 35,000 moves


@cache
def by_lane(dice: tuple[int, ...]) -> tuple[tuple[Move, tuple[Advance, ...]], ...]:
    """Return every move of a roll once, with its steps in lane order.

    Each is (move, advances), where the advances are (lane, fields that its piece moves).
    """
    moves = []
    for shape in _shapes(dice):
        for lanes in combinations(range(len(LANES)), len(shape)):
            for groups in sorted(set(permutations(shape))):
                steps = tuple(_step(lane, group) for lane, group in zip(lanes, groups, strict=True))
                moves.append((Move(steps), tuple((lane, sum(group)) for lane, group in steps)))
    return tuple(moves)


@cache
def readings(dice: tuple[int, ...]) -> dict[tuple[Step, ...], tuple[tuple[Step, ...], tuple[Advance, ...]]]:
    """Return every move of a roll with its steps in every order: steps -> (the same steps, advances).

    The advances are (lane, fields that its piece moves), in the order of the steps.
    """
    found: dict[tuple[Step, ...], tuple[tuple[Step, ...], tuple[Advance, ...]]] = {}
    for move, advances in by_lane(dice):
        found[move.steps] = move.steps, advances
        for order in permutations(move.steps):
            found.setdefault(order, (order, tuple((lane, sum(group)) for lane, group in order)))
    return found


@cache
def _lane_masks(dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each move in ``by_lane`` a number in which bit n is set if it uses lane n."""
    return tuple([sum(1 << lane for lane, _ in advances) for _, advances in by_lane(dice)])


@cache
def of_lanes(dice: tuple[int, ...], lanes: int) -> tuple[tuple[Move, tuple[Advance, ...]], ...]:
    """Return the entries of ``by_lane`` that use only lanes whose bit is set in ``lanes``."""
    return tuple([entry for entry, used in zip(by_lane(dice), _lane_masks(dice), strict=True) if not used & ~lanes])
