"""Who may act in Factum, and the legal actions as lazy sets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any, Final

from companion.rules.deals import Deals, Listed
from companion.rules.factum.actions import (
    FROM_PILE,
    STORY,
    Action,
    Best,
    Deal,
    Decide,
    Judge,
    Lay,
    Owner,
    Teams,
    Tell,
    Volunteer,
    Vote,
    deal_cards,
)
from companion.rules.factum.options import HAND, TABLE_CARDS
from companion.rules.factum.state import (
    BEST,
    BREAK,
    DEAL,
    DECIDE,
    FILL,
    JUDGE,
    LAY,
    OVER,
    OWNER,
    SETUP,
    TEAMS,
    TELL,
    VOLUNTEER,
    VOTE,
    State,
    confusers,
    others,
)
from companion.rules.protocol import CHANCE, TABLE, Actor, LegalActions

NOTHING: Final[LegalActions[Action]] = Listed(())
VOLUNTEERS: Final[LegalActions[Action]] = Listed((Volunteer(),))
JUDGES: Final[LegalActions[Action]] = Listed((Judge(),))
DECISIONS: Final[LegalActions[Action]] = Listed((Decide(True), Decide(False)))
STORIES: Final[LegalActions[Action]] = Listed((Best(True), Best(False)))
UNSEEN_TELL: Final[LegalActions[Action]] = Listed((Tell(),))
UNSEEN_LAY: Final[LegalActions[Action]] = Listed((Lay(),))
_CHANCE: Final = (CHANCE,)
_DEALS: Final = (SETUP, FILL, DEAL)


def actors(state: State) -> tuple[Actor, ...]:
    """Who may act now: several in volunteering, judging, laying and voting."""
    phase = state.phase
    if phase in (LAY, VOTE, BEST):
        return state.waiting
    if phase == VOLUNTEER:
        last = state.teller
        return tuple([p for p in range(len(state.scores)) if p != last])
    if phase == JUDGE:
        return others(state)
    if phase == TELL:
        return (state.teller,)
    if phase == DECIDE:
        return (state.judge,)
    if phase == OVER:
        return ()
    if phase == OWNER:
        return (TABLE,)
    return state.waiting if phase == BREAK else _CHANCE


def legal(state: State, actor: Actor) -> LegalActions[Action]:
    """The legal actions of ``actor``, empty if it may not act."""
    if actor not in actors(state) or type(actor) is not int:
        return NOTHING
    phase = state.phase
    if phase in (VOTE, BREAK):
        return OneCard(state.choices, Vote)
    if phase == BEST:
        return STORIES
    if phase in (LAY, TELL):
        if state.options.digital:
            return OneCard(state.hands[actor], Lay if phase == LAY else Tell)
        return UNSEEN_LAY if phase == LAY else UNSEEN_TELL
    if phase == VOLUNTEER:
        return VOLUNTEERS
    if phase == JUDGE:
        return JUDGES
    if phase == DECIDE:
        return DECISIONS
    if phase == OWNER:
        owners = (STORY, *confusers(state), *([FROM_PILE] if state.extra else []))
        return Listed(tuple([Owner(p) for p in owners]))
    if phase == TEAMS:
        return Sides(state)
    return Deals(state.pile, state.discard, cards_needed(state), Deal, deal_cards)


def cards_needed(state: State) -> int:
    """How many cards chance draws now."""
    if state.phase == FILL:
        return max(0, TABLE_CARDS - 1 - len(state.laid))
    return sum(HAND - len(hand) for hand in state.hands) if state.phase in _DEALS else 0


class OneCard(LegalActions[Action]):
    """One of these cards, to lay or to vote for."""

    __slots__ = ("cards", "kind")

    def __init__(self, cards: tuple[int, ...], kind: type[Lay] | type[Tell] | type[Vote]) -> None:
        self.cards, self.kind = cards, kind

    def __iter__(self) -> Iterator[Action]:
        return (self.kind(card) for card in self.cards)

    def __contains__(self, action: object) -> bool:
        if type(action) is not self.kind:
            return False
        card = action.card
        return type(card) is int and card in self.cards

    def count(self) -> int:
        return len(self.cards)

    def sample(self, random: Any) -> Action:
        return self.kind(self.cards[int(random.random() * len(self.cards))])


class Sides(LegalActions[Action]):
    """All teams of the right size with the storyteller in them."""

    __slots__ = ("n", "size", "teller")

    def __init__(self, state: State) -> None:
        self.n, self.size, self.teller = state.options.n, state.options.team, state.teller

    def __iter__(self) -> Iterator[Action]:
        return (Teams(team) for team in combinations(range(self.n), self.size) if self.teller in team)

    def __contains__(self, action: object) -> bool:
        if type(action) is not Teams or type(action.members) is not tuple:
            return False
        team = action.members
        if not all(type(p) is int and 0 <= p < self.n for p in team):
            return False
        return len(team) == self.size and self.teller in team and all(a < b for a, b in pairwise(team))

    def count(self) -> int:
        return math.comb(self.n - 1, self.size - 1)

    def sample(self, random: Any) -> Action:
        rest = [p for p in range(self.n) if p != self.teller]
        return Teams(tuple(sorted((self.teller, *random.sample(rest, self.size - 1)))))
