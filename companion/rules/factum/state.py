"""A position of Factum as one immutable tuple, its phases, and who may act."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from companion.rules.factum.actions import Cards
from companion.rules.factum.options import HAND_SIZE, TABLE_CARDS, FactumOptions
from companion.rules.protocol import CHANCE, TABLE, Actor, quick


class Phase:
    """The phases of the game, named by what the game waits for."""

    SETUP: Final = "setup"  # chance deals five cards each
    VOLUNTEER: Final = "volunteer"
    TEAMS: Final = "teams"  # chance draws them
    TELL: Final = "tell"
    JUDGE: Final = "judge"
    DECIDE: Final = "decide"
    LAY: Final = "lay"
    FILL: Final = "fill"  # chance adds cards on the table up to five
    VOTE: Final = "vote"
    BREAK: Final = "break"  # one player or chance decides among the tied cards
    OWNER: Final = "owner"  # physical cards: the table says whose the chosen card was
    BEST: Final = "best"
    DEAL: Final = "deal"  # chance fills the hands
    OVER: Final = "over"


PHASES: Final = tuple(value for name, value in vars(Phase).items() if name.isupper())
_DEAL_PHASES: Final = (Phase.SETUP, Phase.FILL, Phase.DEAL)


class LaidCard(NamedTuple):
    """A confusing card with the player who laid it."""

    player: int
    card: int


class CastVote(NamedTuple):
    """A player's vote.

    ``choice`` is the card. In the vote for the best story it is 1 for the new story, 0 for the old one.
    """

    player: int
    choice: int


class GuessResult(NamedTuple):
    """The result of a round's guess: the chosen card, the story's card, and whose the chosen card was.

    ``owner`` is a seat, STORY_OWNER (the storyteller's card) or PILE_OWNER (a card added from the pile).
    """

    chosen: int
    story_card: int
    owner: int


@quick
class State(NamedTuple):
    """A position. Seats count from 0, -1 is nobody; ``result`` is that of the last guess."""

    options: FactumOptions
    seed: int
    draws: int = 0  # random numbers taken from the generator so far
    phase: str = Phase.SETUP
    round: int = 0
    teller: int = -1  # the storyteller; until somebody volunteers, that of the last round
    judge: int = -1
    side: Cards = ()  # the storyteller's team, by seat
    tellers_guess: bool = False  # the judge's decision: True if the storyteller's team guesses
    waiting: Cards = ()  # seats that must still act in the phases lay, vote and best, or that break a tie
    served: Cards = ()  # the last round in which each player was a captain, -1 for never
    hands: tuple[Cards, ...] = ()
    story: Cards = ()  # the storyteller's card
    laid: tuple[LaidCard, ...] = ()  # in the order of laying
    extra: Cards = ()  # cards added from the pile
    table: Cards = ()  # face up, sorted so that the order reveals nothing
    choices: Cards = ()  # cards that may be voted for
    ballot: tuple[CastVote, ...] = ()  # in the order of voting
    ties: int = 0  # tied ballots in this round
    result: GuessResult | None = None
    title: int = -1  # seat that holds the title of the best story
    title_round: int = -1  # round in which that story was told
    paid: bool = False  # True once its holder has got the title's points
    scores: Cards = ()
    pile: Cards = ()
    discard: Cards = ()


def confusers(state: State) -> Cards:
    """Return the seats of the team that lays confusing cards: the one that does not guess."""
    return opposing_team(state) if state.tellers_guess else state.side


def voters(state: State) -> Cards:
    """Return the seats of the guessing team without its captain."""
    if state.tellers_guess:
        return tuple([p for p in state.side if p != state.teller])
    return besides(len(state.scores), (*state.side, state.judge))


def opposing_team(state: State) -> Cards:
    """Return the seats of the team that the storyteller is not in."""
    return besides(len(state.scores), state.side)


@lru_cache(4096)
def besides(n: int, some: Cards) -> Cards:
    """Return all ``n`` seats except ``some``."""
    return tuple([p for p in range(n) if p not in some])


def actors(state: State) -> tuple[Actor, ...]:
    """Return who may act now; several when volunteering, judging, laying and voting."""
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
    """Return the number of cards that chance has to draw in this phase, 0 if none."""
    if state.phase == Phase.FILL:
        return max(0, TABLE_CARDS - 1 - len(state.laid))
    return sum(HAND_SIZE - len(hand) for hand in state.hands) if state.phase in _DEAL_PHASES else 0


def scores(state: State) -> tuple[int, ...]:
    return state.scores
