"""The legal actions of Keep Smiling!, generated lazily."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Final

from companion.rules.keep_smiling import actions
from companion.rules.keep_smiling.actions import ORDERED_ROLLS, ROLLS, SORTED_ROLL, by_lane, of_lanes
from companion.rules.keep_smiling.check import PLACEMENTS, check
from companion.rules.keep_smiling.state import NO_DUEL, State
from companion.rules.legal_actions import NO_ACTIONS, LegalActions, Listed
from companion.rules.protocol import CHANCE, TABLE, Actor


class Reveals(LegalActions[actions.Action], check=check):
    """TABLE: all kinds that the physical pieces on the chairs can have."""

    __slots__ = ()

    def __iter__(self) -> Iterator[actions.Action]:
        every = (
            actions.Reveal("".join(kinds)) for kinds in product(actions.PIECE_KINDS, repeat=len(self.state.chairs))
        )
        return (action for action in every if action in self)

    def sample(self, random: Random) -> actions.Action:
        """Return a random reveal, as if both players had set up their pieces at random."""
        rows = [PLACEMENTS[int(random.random() * len(PLACEMENTS))] for _ in (0, 1)]
        return actions.Reveal("".join(rows[player][lane] for player, lane in self.state.chairs))


class Moves(LegalActions[actions.Action], check=check):
    """The moves of the player on turn.

    Iteration yields moves with the same result only once, with their steps in lane order. Where the order can matter
    (arrivals at a chair, duels), those steps come last and are yielded in every order. ``in`` accepts any order.
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[actions.Action]:
        found = False
        for move, advances in by_lane(self.state.dice):
            if self._fits(advances):
                found = True
                yield from self._orders(move, advances)
        if not found:
            yield actions.PASS

    def sample(self, random: Random) -> actions.Action:
        """Return a random move: each way to give the dice to pieces is equally likely, then each order of the steps."""
        state = self.state
        mine = state.steps[state.turn]
        length = state.options.lane_length
        reach = length - state.dice[0]
        lanes = 0
        for lane in range(5):
            if 0 <= mine[lane] <= reach:
                lanes |= 1 << lane
        if not lanes:
            return actions.PASS
        table = of_lanes(state.dice, lanes)
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
                if len(advances) == 1 or not (events or state.options.duel):
                    return move
                if self._fits(advances):
                    return self._random_order(move, advances, random)
        fitting = [entry for entry in table if self._fits(entry[1])]
        return self._random_order(*fitting[int(draw() * len(fitting))], random)

    def _random_order(
        self, move: actions.Move, advances: tuple[actions.Advance, ...], random: Random
    ) -> actions.Action:
        orders = list(self._orders(move, advances))
        return orders[int(random.random() * len(orders))]

    def _fits(self, advances: tuple[actions.Advance, ...]) -> bool:
        """Return True if every piece is on its lane, none goes too far, and the chairs suffice for those that arrive.

        A piece that has to win a duel before it arrives is not counted.
        """
        state = self.state
        mine, length = state.steps[state.turn], state.options.lane_length
        arrivals = 0
        for lane, total in advances:
            goal = mine[lane] + total
            if mine[lane] < 0 or goal > length:
                return False
            arrivals += goal == length and self._certain(lane)
        return arrivals <= actions.CHAIR_COUNT - len(state.chairs)

    def _certain(self, lane: int) -> bool:
        return not (self.state.options.duel and self.state.steps[1 - self.state.turn][lane] == 0)

    def _orders(self, move: actions.Move, advances: tuple[actions.Advance, ...]) -> Iterator[actions.Move]:
        if len(advances) == 1:
            yield move
            return
        state = self.state
        mine, theirs, length = state.steps[state.turn], state.steps[1 - state.turn], state.options.lane_length
        quiet: list[actions.Step] = []
        events: list[actions.Step] = []
        for step, (lane, total) in zip(move.steps, advances, strict=True):
            goal = mine[lane] + total
            (events if goal == length or (state.options.duel and goal + theirs[lane] == length) else quiet).append(step)
        if not events:
            yield move
            return
        for order in permutations(events):
            ordered = actions.Move((*quiet, *order))
            if len(order) == 1 or ordered in self:
                yield ordered


_PLACES: Final = tuple(actions.Place(kinds) for kinds in PLACEMENTS)
_ROLLS: Final = tuple(map(actions.Roll, ROLLS))
_ROLLS_AS_FALLEN: Final = tuple(actions.Roll(SORTED_ROLL[dice]) for dice in ORDERED_ROLLS)
_DUELS: Final = tuple(actions.Duel(a, d) for a in range(1, 7) for d in range(1, 7))


def legal(state: State, actor: Actor) -> LegalActions[actions.Action]:
    """Return the legal actions of ``actor`` now; empty for one who may not act."""
    if actor not in state.acts or type(actor) is not int:
        return NO_ACTIONS
    if actor == TABLE:
        return Reveals(state, actor)
    if actor == CHANCE:
        if state.duel == NO_DUEL:
            return Listed(check, state, actor, _ROLLS, _ROLLS_AS_FALLEN)
        return Listed(check, state, actor, _DUELS)
    return Moves(state, actor) if state.dice else Listed(check, state, actor, _PLACES)
