"""The legal actions of Factum, generated lazily."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from random import Random

from companion.rules.chance import Draws
from companion.rules.factum.actions import Action, Best, Deal, Decide, Judge, Lay, Owner, Teams, Tell, Volunteer, Vote
from companion.rules.factum.check import check, owners
from companion.rules.factum.state import Phase, State, actors, cards_needed
from companion.rules.legal_actions import NO_ACTIONS, LegalActions, Listed, Made
from companion.rules.protocol import Actor

_FIXED_ACTIONS: dict[str, tuple[Action, ...]] = {
    Phase.VOLUNTEER: (Volunteer(),),
    Phase.JUDGE: (Judge(),),
    Phase.DECIDE: (Decide(True), Decide(False)),
    Phase.BEST: (Best(True), Best(False)),
    Phase.TELL: (Tell(),),
    Phase.LAY: (Lay(),),
}


def legal(state: State, actor: Actor) -> LegalActions[Action]:
    """Return the legal actions of ``actor``, empty if it may not act."""
    if type(actor) is not int or actor not in actors(state):
        return NO_ACTIONS
    phase = state.phase
    if phase in (Phase.VOTE, Phase.BREAK):
        return Made(check, state, actor, Vote, state.choices)
    if phase in (Phase.LAY, Phase.TELL) and state.options.digital:
        return Made(check, state, actor, Lay if phase == Phase.LAY else Tell, state.hands[actor])
    if phase in _FIXED_ACTIONS:
        return Listed(check, state, actor, _FIXED_ACTIONS[phase])
    if phase == Phase.OWNER:
        return Made(check, state, actor, Owner, owners(state))
    if phase == Phase.TEAMS:
        return Sides(state, actor)
    return Draws(check, state, state.pile, state.discard, cards_needed(state), Deal)


class Sides(LegalActions[Action], check=check):
    """CHANCE's actions that choose the storyteller's team: all teams of the right size that include the storyteller."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Action]:
        options, teller = self.state.options, self.state.teller
        return (Teams(team) for team in combinations(range(options.n), options.team) if teller in team)

    def count(self) -> int:
        return math.comb(self.state.options.n - 1, self.state.options.team - 1)

    def sample(self, random: Random) -> Action:
        options, teller = self.state.options, self.state.teller
        rest = [p for p in range(options.n) if p != teller]
        return Teams(tuple(sorted((teller, *random.sample(rest, options.team - 1)))))
