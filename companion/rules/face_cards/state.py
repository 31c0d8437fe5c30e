"""A position of Face Cards as one immutable tuple, and values derived from it."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.rules.face_cards.actions import Cards
from companion.rules.face_cards.options import FaceCardsOptions
from companion.rules.protocol import CHANCE, TABLE, Actor, quick

Pairs: TypeAlias = tuple[Cards, ...]  # a player's pairs on the table: (front, centre), 0 for an unknown card


class Phase:
    """The phases of the game, named by what the game waits for."""

    SETUP: Final = "setup"  # chance deals the hands and the start card
    CAMERA: Final = "camera"  # the table says who starts
    DEAL: Final = "deal"  # chance replaces the laid cards, and deals Kenner's open cards
    PAIR: Final = "pair"  # everyone lays, in any order
    FILL: Final = "fill"  # chance adds cards to the centre
    GUESS: Final = "guess"  # the guesser names a pair
    ANSWER: Final = "answer"  # physical cards: the owner (in Könner the table) answers
    BONUS: Final = "bonus"  # the box is empty: chance draws bonus pictures from the pile
    OVER: Final = "over"  # the game has ended


PHASES: Final = tuple(value for name, value in vars(Phase).items() if name.isupper())


@quick
class State(NamedTuple):
    """A position. Cards are numbers, zeros for physical cards; ``laid`` has each player's pairs that are not found yet.

    Attributes:
        log: The guesses of this round as (guesser, one card, other card, owner of the pair); the owner of a wrong guess
            is -1.
        asked: The guess that awaits its answer, as (guesser, one card, other card).
        owed: The seats that get a bonus picture from the pile.
        held: The pictures won so far in this turn (Risiko), which a wrong guess loses.
    """

    options: FaceCardsOptions
    seed: int
    draws: int = 0  # random numbers taken from the generator so far
    phase: str = Phase.SETUP
    round: int = 0
    camera: int = 0
    waiting: Cards = ()  # seats that still have to lay
    turn: int = 0  # turns since the starting player's
    flops: int = 0  # additional guessing rounds with the same cards
    hit: bool = False  # True once a guess was right in this round
    hands: tuple[Cards, ...] = ()
    laid: tuple[Pairs, ...] = ()
    centre: Cards = ()  # face up, sorted so that the order reveals nothing
    log: tuple[Cards, ...] = ()
    asked: Cards = ()
    owed: Cards = ()
    held: Cards = ()
    albums: tuple[Cards, ...] = ()
    box: Cards = ()
    pile: Cards = ()

    @property
    def guesser(self) -> int:
        """The seat that guesses, in the phases guess, answer and bonus."""
        return (self.camera + self.turn) % self.options.n


def open_fronts(state: State) -> bool:
    """Return True if the front cards are face up."""
    return state.phase in (Phase.GUESS, Phase.ANSWER, Phase.BONUS)


def actors(state: State) -> tuple[Actor, ...]:
    """Return all who may act: in the phase "pair" everybody who has not laid yet, else one actor."""
    phase = state.phase
    if phase == Phase.GUESS:
        return ((state.camera + state.turn) % len(state.hands),)
    if phase == Phase.PAIR:
        return state.waiting
    if phase == Phase.ANSWER:
        return (answerer(state),)
    if phase == Phase.OVER:
        return ()
    return (TABLE,) if phase == Phase.CAMERA and state.options.first == "table" else (CHANCE,)


def answerer(state: State) -> Actor:
    """Return who answers the guess: the owner of the front card, or in Könner the table, since the owner is unknown."""
    if state.options.variant == "koenner":
        return TABLE
    return front_owner(state, state.asked[1])


def front_owner(state: State, front: int) -> int:
    """Return the seat with this card face up in front of it, -1 for none."""
    for seat, pairs in enumerate(state.laid):
        for own, _ in pairs:
            if own == front:
                return seat
    return -1


def cards_needed(state: State) -> int:
    """Return the number of cards that chance has to draw in this phase, 0 if none."""
    options, phase = state.options, state.phase
    if phase == Phase.SETUP:
        return options.n * options.hand + 1
    if phase == Phase.DEAL:
        return round_cards(state)
    if phase == Phase.FILL:
        left = len(state.pile) + len(state.box)  # if cards run short, the centre gets fewer
        return options.fill if options.fill <= left else left
    return len(state.owed) if phase == Phase.BONUS else 0


def round_cards(state: State) -> int:
    """Return the number of cards dealt for a round.

    It is one for each card laid before, and in Kenner also an open card for each seat.
    """
    options = state.options
    return options.n * ((options.cards_per_round if state.round else 0) + (options.variant == "kenner"))


def scores(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.albums))
