"""The legal actions of Factum, worked out only as far as they are asked for."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from companion.rules.deals import Draws, Listed
from companion.rules.factum.actions import Action, Best, Deal, Decide, Judge, Lay, Owner, Teams, Tell, Volunteer, Vote
from companion.rules.factum.check import check, owners
from companion.rules.factum.state import (
    BEST,
    BREAK,
    DECIDE,
    JUDGE,
    LAY,
    OWNER,
    TEAMS,
    TELL,
    VOLUNTEER,
    VOTE,
    State,
    actors,
    cards_needed,
)
from companion.rules.protocol import NOTHING, Actor, LegalActions

_FIXED: dict[str, tuple[Action, ...]] = {
    VOLUNTEER: (Volunteer(),),
    JUDGE: (Judge(),),
    DECIDE: (Decide(True), Decide(False)),
    BEST: (Best(True), Best(False)),
    TELL: (Tell(),),
    LAY: (Lay(),),
}


def legal(state: State, actor: Actor) -> LegalActions[Action]:
    """The legal actions of ``actor``, empty if it may not act."""
    if type(actor) is not int or actor not in actors(state):
        return NOTHING
    phase = state.phase
    if phase in (VOTE, BREAK):
        return OneCard(state, actor, state.choices, Vote)
    if phase in (LAY, TELL) and state.options.digital:
        return OneCard(state, actor, state.hands[actor], Lay if phase == LAY else Tell)
    if phase in _FIXED:
        return Listed(check, state, actor, _FIXED[phase])
    if phase == OWNER:
        return Listed(check, state, actor, tuple([Owner(p) for p in owners(state)]))
    if phase == TEAMS:
        return Sides(state, actor)
    return Draws(check, state, state.pile, state.discard, cards_needed(state), Deal)


class OneCard(LegalActions[Action]):
    """One of these cards, to lay or to vote for."""

    __slots__ = ("cards", "kind")
    check = staticmethod(check)

    def __init__(
        self, state: State, actor: Actor, cards: tuple[int, ...], kind: type[Lay] | type[Tell] | type[Vote]
    ) -> None:
        self.state, self.actor, self.cards, self.kind = state, actor, cards, kind

    def __iter__(self) -> Iterator[Action]:
        return (self.kind(card) for card in self.cards)

    def count(self) -> int:
        return len(self.cards)

    def sample(self, random: Any) -> Action:
        return self.kind(self.cards[int(random.random() * len(self.cards))])


class Sides(LegalActions[Action]):
    """All teams of the right size with the storyteller in them."""

    __slots__ = ()
    check = staticmethod(check)

    def __iter__(self) -> Iterator[Action]:
        options, teller = self.state.options, self.state.teller
        return (Teams(team) for team in combinations(range(options.n), options.team) if teller in team)

    def count(self) -> int:
        return math.comb(self.state.options.n - 1, self.state.options.team - 1)

    def sample(self, random: Any) -> Action:
        options, teller = self.state.options, self.state.teller
        rest = [p for p in range(options.n) if p != teller]
        return Teams(tuple(sorted((teller, *random.sample(rest, options.team - 1)))))
