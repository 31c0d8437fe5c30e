"""A position of FTW?! as one immutable value, and values derived from it."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from companion.rules.ftw.actions import HAND_SIZES, HIGHEST_CARDS, Cards
from companion.rules.ftw.options import FTWOptions
from companion.rules.notation import check_seed
from companion.rules.protocol import CHANCE, Actor, quick

Phase: TypeAlias = Literal["deal", "give", "play", "show", "over"]
CARD_BITS: Final = tuple(1 << card for card in range(61))


@quick
class State(NamedTuple):
    """A position. In ``hands`` and ``given`` a physical card that has not been face up on the table is 0.

    Attributes:
        acts: Who may act; it follows from the other fields and is stored for speed.
        turn: The seat whose turn it is.
        hands: The cards of each hand, ascending.
        given: The cards that each player chose to give this round, None before. They stay in the hand until all have
            chosen.
        pile: The pile from the bottom up.
        front: The helpers in front of each player, ascending.
        away: The cards out of this round, as a number with bit n set for card n.
        points: The points by seat, one row for each finished round.
        last: The hands at the end of the last round.
    """

    options: FTWOptions
    seed: int
    acts: tuple[Actor, ...]
    turn: int
    hands: tuple[Cards, ...]
    given: tuple[Cards | None, ...]
    pile: Cards
    front: tuple[Cards, ...]
    away: int
    points: tuple[tuple[int, ...], ...]
    last: tuple[Cards, ...]


def start(options: FTWOptions, seed: int) -> State:
    """Return the position before the first deal; with physical cards, the one after it."""
    check_seed(seed)
    return fresh(options, seed, options.first, (), ())


def fresh(
    options: FTWOptions, seed: int, turn: int, points: tuple[tuple[int, ...], ...], last: tuple[Cards, ...]
) -> State:
    """Return the position at the beginning of a round, or at the end of the game after the last one."""
    n, over = options.n, len(points) == options.rounds
    nothing: tuple[Cards, ...] = ((),) * n
    hands = nothing if options.digital or over else ((0,) * HAND_SIZES[n],) * n
    acts: tuple[Actor, ...] = () if over else (CHANCE,) if options.digital else tuple(range(n))
    return State(options, seed, acts, turn, hands, (None,) * n, (), nothing, 0, points, last)


def phase(state: State) -> Phase:
    if not state.acts:
        return "over"
    if not state.hands[0]:
        return "deal"
    if None in state.given:
        return "give"
    return "show" if showing(state) else "play"


def showing(state: State) -> bool:
    """Return True if the round is over and hands of physical cards must be shown to be counted."""
    return not state.options.digital and min(map(len, state.hands)) == 1


def acting(state: State) -> tuple[Actor, ...]:
    """Return who may act, computed from all fields except ``acts``."""
    if len(state.points) == state.options.rounds:
        return ()
    if not state.hands[0]:
        return (CHANCE,)
    if None in state.given:
        return tuple(seat for seat, cards in enumerate(state.given) if cards is None)
    if showing(state):
        return tuple(seat for seat, hand in enumerate(state.hands) if not hand[0])
    return (state.turn,)


def actors(state: State) -> tuple[Actor, ...]:
    return state.acts


def score(hand: Cards) -> int:
    """Return the highest card minus all others, at least 0. Example of the book: 7 and 34 give 27."""
    return max(0, 2 * max(hand) - sum(hand))


def scores(state: State) -> tuple[int, ...]:
    """Return each player's points from all finished rounds."""
    return tuple(map(sum, zip(*state.points, strict=True))) if state.points else (0,) * len(state.hands)


def deck(state: State) -> range:
    """Return the cards used with this number of players."""
    return range(1, HIGHEST_CARDS[len(state.options.players)] + 1)


def unseen_cards(state: State) -> list[int]:
    """Return the physical cards that have not been face up on the table in this round."""
    return sorted(_in_play(state.options.n, state.away).difference(state.pile, *state.hands, *state.front))


@lru_cache(1024)
def _in_play(players: int, away: int) -> frozenset[int]:
    """Return the cards that are not out of this round."""
    return frozenset([card for card in range(1, HIGHEST_CARDS[players] + 1) if not away >> card & 1])


def hidden(state: State, card: int) -> bool:
    """Return True if this physical card has not been face up on the table in this round."""
    return not state.away >> card & 1 and card not in chain(state.pile, *state.hands, *state.front)


def playable(state: State, seat: int) -> Cards:
    """Return the cards of a hand; for an unknown physical hand, all cards that may be in it."""
    hand = state.hands[seat]
    if hand[0]:
        return hand
    others = state.hands[:seat] + state.hands[seat + 1 :]
    return tuple(sorted(_in_play(state.options.n, state.away).difference(state.pile, *others, *state.front)))


def discarded_cards(state: State) -> list[int]:
    """Return the cards out of this round: piles and helpers that were used, and cards not dealt with two players."""
    return [card for card in deck(state) if state.away & CARD_BITS[card]]
