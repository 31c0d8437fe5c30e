"""A position of Face Off!."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from companion.rules.face_off.actions import Hand, Offer
from companion.rules.face_off.options import FaceOffOptions
from companion.rules.notation import check_seed


class Phase(IntEnum):
    """What the game waits for."""

    DEAL = 0  # chance
    PLAY = 1  # everybody at once
    CLAIM = 2  # physical cards: the table looks at a win call
    CALL = 3  # physical cards: the table looks at a mistaken trade
    SPEECH = 4  # advanced: the verdict on the victory speech
    UNSEEN = 5  # nobody's camera saw the teeth: the table says
    NEXT = 6  # the winner chooses the next signals
    OVER = 7


class Exchange(NamedTuple):
    """A player's latest trade of the hand, as they saw it."""

    other: int
    gave: Hand
    got: Hand
    wrong: bool  # a Grin or Wild Thing card came with it that should not have
    undone: bool
    number: int  # of the trade in this hand, from 1


class Entry(NamedTuple):
    """One line of the score sheet. ``reason`` is a gem, "teeth", "mistake" or "false claim"."""

    hand: int
    player: int
    points: int
    reason: str


class State(NamedTuple):
    """All of it, secrets included; ``view.py`` says who may see what."""

    options: FaceOffOptions
    seed: int
    counter: int  # draws used
    phase: Phase
    hand: int  # number of the hand, from 1
    dealer: int
    signal_set: str
    wild: str
    scores: tuple[int, ...]
    hands: tuple[Hand, ...]  # empty with physical cards and before the deal
    offers: tuple[Offer | None, ...]
    last: tuple[Exchange | None, ...]
    trades: int  # in this hand
    pair: tuple[int, int] | None  # the hand's latest trade, for all to see
    claim: tuple[int, str] | None  # who called which gem
    call: tuple[int, int] | None  # who called whose mistake
    sheet: tuple[Entry, ...]


def start(options: FaceOffOptions, seed: int) -> State:
    """The position before the first hand."""
    check_seed(seed)
    n = len(options.players)
    return State(
        options,
        seed,
        0,
        Phase.DEAL if options.digital else Phase.PLAY,
        1,
        options.dealer,
        options.signal_set,
        options.wild_signal,
        (0,) * n,
        (),
        (None,) * n,
        (None,) * n,
        0,
        None,
        None,
        None,
        (),
    )
