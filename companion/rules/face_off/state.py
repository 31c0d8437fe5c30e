"""A position of Face Off! as one immutable tuple, its phases, and who may act."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from companion.rules.face_off.actions import Hand, Offer
from companion.rules.face_off.options import FaceOffOptions
from companion.rules.notation import check_seed
from companion.rules.protocol import CHANCE, TABLE, Actor, Outcome, best, quick


class Phase(IntEnum):
    """The phases of the game, named by what the game waits for."""

    DEAL = 0  # chance deals
    PLAY = 1  # everybody trades at once
    CLAIM = 2  # physical cards: the table checks a claim
    CALL = 3  # physical cards: the table checks a called mistake
    SPEECH = 4  # advanced: the table gives the verdict on the victory speech
    UNSEEN = 5  # no camera saw the mouth: the table says whether teeth showed
    NEXT = 6  # the winner chooses the next signals
    OVER = 7  # the game has ended


class Exchange(NamedTuple):
    """A player's latest trade in this hand, as that player saw it."""

    other: int
    gave: Hand
    got: Hand
    wrong: bool  # the player got a Grin or Wild Thing card by mistake
    undone: bool  # the cards were given back
    number: int  # number of the trade in this hand, from 1


class Entry(NamedTuple):
    """One line of the score sheet: points of a player in a hand (from 1).

    ``reason`` is the gem of a win, "teeth", "mistake" or "false claim".
    """

    hand: int
    player: int
    points: int
    reason: str


@quick
class State(NamedTuple):
    """The full position with all secrets; ``view.py`` decides who may see what."""

    options: FaceOffOptions
    seed: int
    counter: int = 0  # random numbers taken from the generator so far
    phase: Phase = Phase.DEAL
    hand: int = 1  # number of the hand, from 1
    dealer: int = 0
    signal_set: str = ""
    wild: str = ""
    scores: tuple[int, ...] = ()
    hands: tuple[Hand, ...] = ()  # empty with physical cards and before the deal
    offers: tuple[Offer | None, ...] = ()
    last: tuple[Exchange | None, ...] = ()
    trades: int = 0  # in this hand
    pair: tuple[int, int] | None = None  # seats of the hand's latest trade
    claim: tuple[int, str] | None = None  # (seat, gem) of a claim
    call: tuple[int, int] | None = None  # (caller, giver) of a called mistake
    sheet: tuple[Entry, ...] = ()


def start(options: FaceOffOptions, seed: int) -> State:
    """Return the position before the first hand."""
    none = (None,) * options.n
    return State(
        options,
        check_seed(seed),
        phase=Phase.DEAL if options.digital else Phase.PLAY,
        dealer=options.dealer,
        signal_set=options.signal_set,
        wild=options.wild_signal,
        scores=(0,) * options.n,
        offers=none,
        last=none,
    )


def scores(state: State) -> tuple[int, ...]:
    return state.scores


def actors(state: State) -> tuple[Actor, ...]:
    """Return who may act; during play all players, and the table too once two signals offer the same."""
    phase = state.phase
    if phase is Phase.PLAY:
        shown = [o.shown for o in state.offers if o is not None]
        everyone = state.options.seats
        return (*everyone, TABLE) if len(set(shown)) < len(shown) else everyone
    if phase is Phase.DEAL:
        return (CHANCE,)
    if phase is Phase.NEXT:
        return (state.dealer,)
    return () if phase is Phase.OVER else (TABLE,)


def outcome(state: State) -> Outcome | None:
    """Return the outcome once the game is over: the player at the target wins, or the leaders after the last hand."""
    if state.phase is not Phase.OVER:
        return None
    return best(state.scores, "target" if max(state.scores) >= state.options.target else "hands")
