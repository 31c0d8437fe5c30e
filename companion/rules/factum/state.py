"""A position of Factum as one immutable tuple."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from companion.rules.factum.actions import Cards
from companion.rules.factum.options import HAND_SIZE, TABLE_CARDS, FactumOptions
from companion.rules.protocol import CHANCE, TABLE, Actor, quick


class Phase:
    """What the game waits for."""

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


PHASES: Final = tuple(value for name, value in vars(Phase).items() if name.isupper())
_DEAL_PHASES: Final = (Phase.SETUP, Phase.FILL, Phase.DEAL)


class LaidCard(NamedTuple):
    """A card that lies on the table for its player."""

    player: int
    card: int


class CastVote(NamedTuple):
    """A player's vote. ``choice``: the card; for the best story 1 for the new one, 0 for the old one."""

    player: int
    choice: int


class GuessResult(NamedTuple):
    """The guess of a round. ``owner``: whose the chosen card was, a player, STORY or FROM_PILE."""

    chosen: int
    story_card: int
    owner: int


@quick
class State(NamedTuple):
    """Players from 0, -1 for nobody. ``result`` is the last guess."""

    options: FactumOptions
    seed: int
    draws: int = 0  # how many of the generator's draws are used
    phase: str = Phase.SETUP
    round: int = 0
    teller: int = -1  # from volunteering on; before it the one of the last round
    judge: int = -1
    side: Cards = ()  # the storyteller's team, by seat
    tellers_guess: bool = False  # decided by the judge
    waiting: Cards = ()  # who may act in the phases lay, vote and best, or decides a tie
    served: Cards = ()  # the last round in which each player was a captain, -1 for never
    hands: tuple[Cards, ...] = ()
    story: Cards = ()  # the storyteller's card
    laid: tuple[LaidCard, ...] = ()  # in order
    extra: Cards = ()  # from the pile
    table: Cards = ()  # face up, sorted: the order tells nothing
    choices: Cards = ()  # cards that may be voted for
    ballot: tuple[CastVote, ...] = ()  # in the order of voting
    ties: int = 0
    result: GuessResult | None = None
    title: int = -1  # who holds the best story
    title_round: int = -1  # in which round it was told
    paid: bool = False  # whether its three points are given
    scores: Cards = ()
    pile: Cards = ()
    discard: Cards = ()


def confusers(state: State) -> Cards:
    """Return the team that lays cards, by seat."""
    return opposing_team(state) if state.tellers_guess else state.side


def voters(state: State) -> Cards:
    """Return the guessing team without its captain, by seat."""
    if state.tellers_guess:
        return tuple([p for p in state.side if p != state.teller])
    return besides(len(state.scores), (*state.side, state.judge))


def opposing_team(state: State) -> Cards:
    """Return the team that the storyteller is not in."""
    return besides(len(state.scores), state.side)


@lru_cache(4096)
def besides(n: int, some: Cards) -> Cards:
    """Return all seats but some."""
    return tuple([p for p in range(n) if p not in some])


def actors(state: State) -> tuple[Actor, ...]:
    """Return who may act now: several in volunteering, judging, laying and voting."""
    return _ACTORS[state.phase](state)


_ACTORS: Final[dict[str, Callable[[State], tuple[Actor, ...]]]] = {
    **dict.fromkeys((Phase.SETUP, Phase.TEAMS, Phase.FILL, Phase.DEAL), lambda state: (CHANCE,)),
    **dict.fromkeys((Phase.LAY, Phase.VOTE, Phase.BREAK, Phase.BEST), lambda state: state.waiting),
    Phase.VOLUNTEER: lambda state: besides(len(state.scores), (state.teller,)),
    Phase.TELL: lambda state: (state.teller,),
    Phase.JUDGE: opposing_team,
    Phase.DECIDE: lambda state: (state.judge,),
    Phase.OWNER: lambda state: (TABLE,),
    Phase.OVER: lambda state: (),
}


def cards_needed(state: State) -> int:
    """Return how many cards chance draws now."""
    if state.phase == Phase.FILL:
        return max(0, TABLE_CARDS - 1 - len(state.laid))
    return sum(HAND_SIZE - len(hand) for hand in state.hands) if state.phase in _DEAL_PHASES else 0


def scores(state: State) -> tuple[int, ...]:
    return state.scores
