"""A position of Factum as one immutable tuple."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.rules.factum.actions import Cards
from companion.rules.factum.options import HAND, TABLE_CARDS, FactumOptions
from companion.rules.protocol import CHANCE, TABLE, Actor

SETUP: Final = "setup"  # chance deals five cards each
VOLUNTEER: Final = "volunteer"
TEAMS: Final = "teams"  # chance draws them
TELL: Final = "tell"
JUDGE: Final = "judge"
DECIDE: Final = "decide"
LAY: Final = "lay"
FILL: Final = "fill"  # chance fills up to five
VOTE: Final = "vote"
BREAK: Final = "break"  # one decides among the tied cards
OWNER: Final = "owner"  # physical cards: the table says whose the chosen card was
BEST: Final = "best"
DEAL: Final = "deal"  # chance fills the hands
OVER: Final = "over"
_CHANCE: Final = (CHANCE,)
_DEALS: Final = (SETUP, FILL, DEAL)
PHASES: Final = (SETUP, VOLUNTEER, TEAMS, TELL, JUDGE, DECIDE, LAY, FILL, VOTE, BREAK, OWNER, BEST, DEAL, OVER)


class State(NamedTuple):
    """Players from 0, -1 for nobody. ``result`` is the last guess: (chosen, storyteller's card, owner)."""

    options: FactumOptions
    seed: int
    draws: int  # how many of the generator's draws are used
    phase: str
    round: int
    teller: int  # from volunteering on; before it the one of the last round
    judge: int
    side: Cards  # the storyteller's team, by seat
    tellers_guess: bool  # decided by the judge
    waiting: Cards  # who may act in the phases lay, vote and best, or decides a tie
    served: Cards  # the last round in which each player was a captain, -1 for never
    hands: tuple[Cards, ...]
    story: Cards  # the storyteller's card
    laid: tuple[Cards, ...]  # (player, card), in order
    extra: Cards  # from the pile
    table: Cards  # face up, sorted: the order tells nothing
    choices: Cards  # cards that may be voted for
    ballot: tuple[Cards, ...]  # (player, card) in the order of voting; (player, 1 new or 0 old) for the best story
    ties: int
    result: Cards
    title: int  # who holds the best story
    title_round: int  # in which round it was told
    paid: bool  # whether its three points are given
    scores: Cards
    pile: Cards
    discard: Cards


def confusers(state: State) -> Cards:
    """The team that lays cards, by seat."""
    return others(state) if state.tellers_guess else state.side


def voters(state: State) -> Cards:
    """The guessing team without its captain, by seat."""
    captain = state.teller if state.tellers_guess else state.judge
    team = state.side if state.tellers_guess else others(state)
    return tuple([p for p in team if p != captain])


def others(state: State) -> Cards:
    """The team that the storyteller is not in."""
    side = state.side
    return tuple([p for p in range(len(state.scores)) if p not in side])


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


def cards_needed(state: State) -> int:
    """How many cards chance draws now."""
    if state.phase == FILL:
        return max(0, TABLE_CARDS - 1 - len(state.laid))
    return sum(HAND - len(hand) for hand in state.hands) if state.phase in _DEALS else 0
