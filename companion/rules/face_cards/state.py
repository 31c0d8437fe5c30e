"""A position of Face Cards as one immutable tuple."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.rules.face_cards.actions import Cards
from companion.rules.face_cards.options import FaceCardsOptions
from companion.rules.protocol import CHANCE, TABLE, Actor, quick

Pairs: TypeAlias = tuple[Cards, ...]  # a player's pairs on the table: (front, centre), 0 for what cannot be known


class Phase:
    """What the game waits for."""

    SETUP: Final = "setup"  # chance deals the hands and the start card
    CAMERA: Final = "camera"  # the table says who starts
    DEAL: Final = "deal"  # chance deals what was played, and Kenner's open cards
    PAIR: Final = "pair"  # everyone lays, in any order
    FILL: Final = "fill"  # chance adds cards to the centre
    GUESS: Final = "guess"
    ANSWER: Final = "answer"  # physical cards: the owner (in Könner the table) answers
    BONUS: Final = "bonus"  # the box is empty: chance draws bonus pictures from the pile
    OVER: Final = "over"


PHASES: Final = tuple(value for name, value in vars(Phase).items() if name.isupper())


@quick
class State(NamedTuple):
    """Card numbers everywhere (zeros for physical cards); ``laid`` holds the pairs not yet guessed.

    ``log`` has (guesser, one, other, owner or -1) of this round; ``asked`` the guess that waits for its answer;
    ``owed`` who gets a bonus picture from the pile; ``held`` what a Risiko turn has won so far.
    """

    options: FaceCardsOptions
    seed: int
    draws: int = 0  # how many of the generator's draws are used
    phase: str = Phase.SETUP
    round: int = 0
    camera: int = 0
    waiting: Cards = ()  # who still has to lay
    turn: int = 0  # guesses made or skipped since the camera
    flops: int = 0  # further guessing rounds begun with these cards
    hit: bool = False  # someone was right in this round
    hands: tuple[Cards, ...] = ()
    laid: tuple[Pairs, ...] = ()
    centre: Cards = ()  # face up, sorted: the order tells nothing
    log: tuple[Cards, ...] = ()
    asked: Cards = ()
    owed: Cards = ()
    held: Cards = ()
    albums: tuple[Cards, ...] = ()
    box: Cards = ()
    pile: Cards = ()

    @property
    def guesser(self) -> int:
        """Return whose guess it is (meaningful in the phases guess, answer and bonus)."""
        return (self.camera + self.turn) % self.options.n


def open_fronts(state: State) -> bool:
    """Return whether the cards on the table lie face up."""
    return state.phase in (Phase.GUESS, Phase.ANSWER, Phase.BONUS)


def actors(state: State) -> tuple[Actor, ...]:
    """Return who may act: all who still have to lay, else one."""
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
    """Who answers the guess: the owner of the front card; in Könner the table, as nobody knows whose pair it may be."""
    if state.options.variant == "koenner":
        return TABLE
    return front_owner(state, state.asked[1])


def front_owner(state: State, front: int) -> int:
    """Return the seat before which the card lies face up, -1 for none."""
    for seat, pairs in enumerate(state.laid):
        for own, _ in pairs:
            if own == front:
                return seat
    return -1


def cards_needed(state: State) -> int:
    """Return how many cards chance draws now."""
    options, phase = state.options, state.phase
    if phase == Phase.SETUP:
        return options.n * options.hand + 1
    if phase == Phase.DEAL:
        return round_cards(state)
    if phase == Phase.FILL:
        left = len(state.pile) + len(state.box)  # where cards run short the centre gets fewer, down to none
        return options.fill if options.fill <= left else left
    return len(state.owed) if phase == Phase.BONUS else 0


def round_cards(state: State) -> int:
    """Return cards that a round's deal takes: what was played, and an open card each in Kenner."""
    options = state.options
    return options.n * ((options.cards_per_round if state.round else 0) + (options.variant == "kenner"))


def scores(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.albums))
