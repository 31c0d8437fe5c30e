"""The legal actions, worked out only as far as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from companion.rules.errors import RulesError
from companion.rules.keep_smiling import check
from companion.rules.keep_smiling.actions import (
    CHAIRS,
    KINDS,
    OFF,
    PASS,
    Action,
    Advance,
    Duel,
    Move,
    Place,
    Reveal,
    Roll,
    Step,
)
from companion.rules.keep_smiling.position import NO_DUEL, Position
from companion.rules.keep_smiling.table import ORDERED, ROLLS, SORTED, by_lane, of_lanes
from companion.rules.protocol import CHANCE, TABLE, Actor, LegalActions


class Listed(LegalActions[Action]):
    """A short fixed list: the set-ups, the fall of dice, or nothing. ``falls`` weighs chance as real dice do."""

    __slots__ = ("_actions", "_falls")

    def __init__(self, actions: tuple[Action, ...], falls: tuple[Action, ...] | None = None) -> None:
        self._actions = actions
        self._falls = actions if falls is None else falls

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __contains__(self, action: object) -> bool:
        try:
            if type(action) is Place:
                check.placement(action)
            elif type(action) is Roll:
                check.roll(action)
            elif type(action) is Duel:
                check.duel(action)
        except RulesError:
            return False
        return bool(self._actions) and type(action) is type(self._actions[0])

    def count(self) -> int:
        return len(self._actions)

    def sample(self, random: Any) -> Action:
        return self._falls[int(random.random() * len(self._falls))]


class Reveals(LegalActions[Action]):
    """TABLE: what the chairs of physical pieces can show."""

    def __init__(self, p: Position) -> None:
        self._p = p

    def __iter__(self) -> Iterator[Action]:
        every = (Reveal("".join(kinds)) for kinds in product(KINDS, repeat=len(self._p.chairs)))
        return (action for action in every if action in self)

    def __contains__(self, action: object) -> bool:
        try:
            return type(action) is Reveal and bool(check.reveal(self._p, action))
        except RulesError:
            return False

    def sample(self, random: Any) -> Action:
        """As if both players had set up at random."""
        rows = [check.PLACEMENTS[int(random.random() * len(check.PLACEMENTS))] for _ in (0, 1)]
        return Reveal("".join(rows[player][lane] for player, lane in self._p.chairs))


class Moves(LegalActions[Action]):
    """The moves of the player on turn.

    Listed is each effect once: steps by lane; where an order can matter (arrivals, duels) the quiet steps first and
    then these in every order. ``in`` accepts a legal move with its steps in any order.
    """

    __slots__ = ("_p",)

    def __init__(self, p: Position) -> None:
        self._p = p

    def __iter__(self) -> Iterator[Action]:
        found = False
        for move, advances in by_lane(self._p.dice):
            if self._fits(advances):
                found = True
                yield from self._orders(move, advances)
        if not found:
            yield PASS

    def __contains__(self, action: object) -> bool:
        if type(action) is not Move:
            return False
        try:
            check.move(self._p, action)
        except RulesError:
            return False
        return True

    def __bool__(self) -> bool:
        return True

    def sample(self, random: Any) -> Action:
        """A choice with equal weight for each way to give the dice to pieces, then for each order."""
        p = self._p
        mine = p.steps[p.turn]
        length = p.options.lane_length
        reach = length - p.dice[0]
        lanes = 0
        for lane in range(5):
            if OFF < mine[lane] <= reach:
                lanes |= 1 << lane
        if not lanes:
            return PASS
        table = of_lanes(p.dice, lanes)
        size, draw = len(table), random.random
        for _ in range(16):
            move, advances = table[int(draw() * size)]
            events = False
            for lane, total in advances:
                goal = mine[lane] + total
                if goal >= length:
                    if goal > length:
                        break
                    events = True
            else:
                if len(advances) == 1 or not (events or p.options.duel):
                    return move
                if self._fits(advances):
                    return self._shuffled(move, advances, random)
        fitting = [entry for entry in table if self._fits(entry[1])]
        return self._shuffled(*fitting[int(draw() * len(fitting))], random)

    def _shuffled(self, move: Move, advances: tuple[Advance, ...], random: Any) -> Action:
        orders = list(self._orders(move, advances))
        return orders[int(random.random() * len(orders))]

    def _fits(self, advances: tuple[Advance, ...]) -> bool:
        """Every piece is there and does not overshoot, and a chair is left for each certain arrival."""
        p = self._p
        mine, length = p.steps[p.turn], p.options.lane_length
        arrivals = 0
        for lane, total in advances:
            goal = mine[lane] + total
            if mine[lane] < 0 or goal > length:
                return False
            arrivals += goal == length and self._certain(lane)
        return arrivals <= CHAIRS - len(p.chairs)

    def _certain(self, lane: int) -> bool:
        return not (self._p.options.duel and self._p.steps[1 - self._p.turn][lane] == 0)

    def _orders(self, move: Move, advances: tuple[Advance, ...]) -> Iterator[Move]:
        if len(advances) == 1:
            yield move
            return
        p = self._p
        mine, theirs, length = p.steps[p.turn], p.steps[1 - p.turn], p.options.lane_length
        quiet: list[Step] = []
        events: list[Step] = []
        for step, (lane, total) in zip(move.steps, advances, strict=True):
            goal = mine[lane] + total
            (events if goal == length or (p.options.duel and goal + theirs[lane] == length) else quiet).append(step)
        if not events:
            yield move
            return
        for order in permutations(events):
            ordered = Move((*quiet, *order))
            if len(order) == 1 or ordered in self:
                yield ordered


NOTHING = Listed(())
PLACING = Listed(tuple(Place(kinds) for kinds in check.PLACEMENTS))
ROLLING = Listed(tuple(map(Roll, ROLLS)), tuple(Roll(SORTED[dice]) for dice in ORDERED))
DUELLING = Listed(tuple(Duel(a, d) for a in range(1, 7) for d in range(1, 7)))


def legal(p: Position, actor: Actor) -> LegalActions[Action]:
    """The legal actions of ``actor`` now; empty for one who may not act."""
    if actor not in p.acts:
        return NOTHING
    if actor == TABLE:
        return Reveals(p)
    if actor == CHANCE:
        return ROLLING if p.duel == NO_DUEL else DUELLING
    return Moves(p) if p.dice else PLACING
