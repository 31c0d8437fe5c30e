"""A sensible player, from its own view alone: brings Smilys home early, leaves Grimmys back, strikes what runs ahead.

Every legal move is weighed one turn deep. A lane's worth is the chair that its piece may still reach, less the
danger of being struck there; pieces of the other side are taken for Smilys the more, the further ahead they run.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from companion.rules.keep_smiling.actions import CHAIR_COUNT, ORDERED_ROLLS, Action, Advance, Move
from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import View

_CHAIR_WEIGHTS: Final = {"S": 1.0, "N": 0.12, "G": -1.0}  # a Neutralo on a chair keeps others off it
_ATTACKER_WIN_PROBABILITY: Final = 21 / 36
_STRIKE_PROBABILITY: Final = 0.7  # how often a player who can strike does


def choose(view: View, legal: LegalActions[Action], random: Random) -> Action:
    """Return the best-weighed action; a random one where there is nothing to weigh."""
    if view["phase"] != "move" or view["kinds"] is None:
        return legal.sample(random)
    lanes = _Lanes(view)
    best, chosen = float("-inf"), None
    for move in legal:
        if not isinstance(move, Move):
            continue
        worth = lanes.gain(tuple((lane, sum(group)) for lane, group in move.steps)) + 1e-6 * random.random()
        if worth > best:
            best, chosen = worth, move
    return legal.sample(random) if chosen is None else chosen


@cache
def _hit(gap: int) -> float:
    """Return how likely three dice have a die or a sum of two of exactly ``gap``."""
    return sum(gap in (a, b, c, a + b, a + c, b + c) for a, b, c in ORDERED_ROLLS) / len(ORDERED_ROLLS)


class _Lanes:
    """The five lanes as their viewer weighs them, with what each advance would gain."""

    def __init__(self, view: View) -> None:
        me = view["viewer"]
        self.kinds: str = "".join(view["kinds"])
        self.length: int = view["lane_length"]
        self.duels: bool = view["duels"]
        self.chair: int = CHAIR_COUNT - len(view["chairs"])
        self.mine: list[int | None] = [lane["gone"][me] for lane in view["lanes"]]
        self.theirs: list[int | None] = [lane["gone"][1 - me] for lane in view["lanes"]]
        running = [gone for gone in self.theirs if gone is not None]
        self.pace = sum(running) / len(running) if running else 0.0
        self._gains: dict[Advance, float] = {}

    def gain(self, advances: tuple[Advance, ...]) -> float:
        """Return the gain of a whole move; each arrival takes the next chair."""
        total, chair = 0.0, self.chair
        for lane, fields in advances:
            gone = self.mine[lane]
            if gone is not None and gone + fields == self.length:
                total += _CHAIR_WEIGHTS[self.kinds[lane]] * (chair - self.chair)
                chair -= 1
            if (lane, fields) not in self._gains:
                self._gains[lane, fields] = self._advance(lane, fields)
            total += self._gains[lane, fields]
        return total

    def _advance(self, lane: int, fields: int) -> float:
        gone, rival = self.mine[lane], self.theirs[lane]
        if gone is None:
            return 0.0
        goal = gone + fields
        before = self._worth(lane, gone, rival)
        if rival is None or goal + rival != self.length:
            return self._worth(lane, goal, rival) - before
        after = self._worth(lane, goal, None)
        if self.duels:
            after = _ATTACKER_WIN_PROBABILITY * after + (1 - _ATTACKER_WIN_PROBABILITY) * self._worth(lane, None, rival)
        return after - before

    def _worth(self, lane: int, gone: int | None, rival: int | None) -> float:
        """Return what a lane is worth to the viewer after the move, the other player to roll."""
        worth = 0.0
        strike = 0.0
        if gone is not None and rival is not None and gone + rival < self.length:
            strike = (
                _STRIKE_PROBABILITY
                * _hit(self.length - gone - rival)
                * (1 - _ATTACKER_WIN_PROBABILITY if self.duels else 1.0)
            )
        if gone is not None:
            worth += _CHAIR_WEIGHTS[self.kinds[lane]] * self._prospect(gone) * (1 - strike)
        if rival is not None:
            worth -= self._guess(rival) * self._prospect(rival)
        return worth

    def _prospect(self, gone: int) -> float:
        """Return the chair that a piece so far on may come to."""
        if gone == self.length:
            return float(self.chair)
        return max(self.chair - 0.5, 0.5) * (0.3 + 0.5 * gone / self.length)

    def _guess(self, gone: int) -> float:
        """Return the other side's unseen kind, from -1 (Grimmy) to 1 (Smily), by how far it runs ahead of its row."""
        return max(-0.3, min(0.8, 0.1 + 1.5 * (gone - self.pace) / self.length))
