"""The bot of Keep Smiling!: it seats Smilys early, holds Grimmys back, and strikes pieces that are ahead.

It uses only its own view and rates the positions after each legal move. A piece is worth the number of the chair that
it may still reach, less if it may be struck. The further an opponent's piece is ahead, the more likely it is a Smily.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from companion.rules.keep_smiling.actions import CHAIR_COUNT, ORDERED_ROLLS, Action, Advance, Move
from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import View

_CHAIR_WEIGHTS: Final = {"S": 1.0, "N": 0.12, "G": -1.0}  # a Neutralo on a chair blocks it for others
_ATTACKER_WIN_PROBABILITY: Final = 21 / 36
_STRIKE_PROBABILITY: Final = 0.7  # probability that a player who can strike does so


def choose(view: View, legal: LegalActions[Action], random: Random) -> Action:
    """Return the move with the highest rating; a random action if no move is due or the own pieces are unknown."""
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
    """Return the probability (0..1) that three dice show ``gap`` with one die or the sum of two."""
    return sum(gap in (a, b, c, a + b, a + c, b + c) for a, b, c in ORDERED_ROLLS) / len(ORDERED_ROLLS)


class _Lanes:
    """The five lanes as the viewer of a view sees them; rates the moves on them."""

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
        """Return how much a move gains for the viewer; each piece that arrives takes the next chair."""
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
        """Return a lane's value to the viewer when the opponent rolls next.

        Args:
            lane: The lane.
            gone: The fields that the viewer's piece has gone; None if it is off the lane.
            rival: The fields that the opponent's piece has gone; None if it is off the lane.
        """
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
        """Return the number of the chair that a piece will probably take if it has gone this many fields."""
        if gone == self.length:
            return float(self.chair)
        return max(self.chair - 0.5, 0.5) * (0.3 + 0.5 * gone / self.length)

    def _guess(self, gone: int) -> float:
        """Return what an opponent's piece probably is, from -1 (Grimmy) to 1 (Smily).

        It is estimated from how far the piece is ahead of the average of the opponent's pieces.
        """
        return max(-0.3, min(0.8, 0.1 + 1.5 * (gone - self.pace) / self.length))
