"""A position of FTW?!: everything that the rest of the game depends on, as one immutable value."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from companion.rules.ftw.actions import GIVEN, HAND, HIGHEST, Cards
from companion.rules.ftw.options import FTWOptions
from companion.rules.protocol import CHANCE, Actor

Phase: TypeAlias = Literal["deal", "give", "play", "over"]
BIT: Final = tuple(1 << card for card in range(61))


class Position(NamedTuple):
    """``hands`` and ``front`` (helpers) are ascending, ``pile`` from the bottom up; ``away`` has bit n set for card n.

    ``given`` are the cards that each player chose for the right-hand neighbour this round; they are in that player's
    hand until all have chosen. ``points`` has a row a finished round, ``last`` the hands that the last one ended with.
    ``acts`` follows from the rest and is kept because it is asked for at every turn.
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


def start(options: FTWOptions, seed: int) -> Position:
    """Before the first deal."""
    nothing: tuple[Cards, ...] = ((),) * len(options.players)
    return Position(options, seed, (CHANCE,), options.first, nothing, (None,) * len(nothing), (), nothing, 0, (), ())


def phase(p: Position) -> Phase:
    if not p.acts:
        return "over"
    if not p.hands[0]:
        return "deal"
    return "give" if None in p.given else "play"


def acting(p: Position) -> tuple[Actor, ...]:
    """Who acts, worked out from everything but ``acts`` itself."""
    if len(p.points) == p.options.rounds:
        return ()
    if not p.hands[0]:
        return (CHANCE,)
    if None in p.given:
        return tuple(seat for seat, cards in enumerate(p.given) if cards is None)
    return (p.turn,)


def score(hand: Cards) -> int:
    """The highest card less all the others, never below 0. Example of the book: 7 and 34 give 27."""
    return max(0, 2 * max(hand) - sum(hand))


def totals(p: Position) -> tuple[int, ...]:
    """Each player's points of all finished rounds."""
    return tuple(map(sum, zip(*p.points, strict=True))) if p.points else (0,) * len(p.hands)


def deck(p: Position) -> range:
    """The cards that a table of this size plays with."""
    return range(1, HIGHEST[len(p.options.players)] + 1)


def discarded(p: Position) -> list[int]:
    """The cards face down beside the table: used piles, used helpers, and what two players do not deal."""
    return [card for card in deck(p) if p.away & BIT[card]]


def audit(p: Position) -> str | None:
    """What cannot be in this position, in one sentence; None when it could come up in play."""
    n = len(p.options.players)
    if not len(p.hands) == len(p.given) == len(p.front) == n or not 0 <= p.turn < n:
        return "There is not one hand, one gift and one row of helpers for each player."
    if len(p.points) > p.options.rounds or bool(p.points) != bool(p.last) or p.acts != acting(p):
        return "The rounds played do not fit the hands, or the wrong player is to act."
    return _audit_points(p) or (_audit_cards(p) if p.hands[0] else _audit_between(p))


def _audit_points(p: Position) -> str | None:
    n, highest = len(p.options.players), len(deck(p))
    if any(len(row) != n or not all(0 <= points <= highest for points in row) for row in p.points):
        return "A round's points are not one number from 0 to the highest card for each player."
    if p.last:
        cards = [card for hand in p.last for card in hand]
        if len(p.last) != n or len(set(cards)) != len(cards) or not set(cards) <= set(deck(p)):
            return "The hands at the end of the last round cannot be."
        if sorted(map(len, p.last))[0] != 1 or any(list(hand) != sorted(hand) for hand in p.last):
            return "The last round ended with no player on one card, or hands that are not in order."
        if tuple(map(score, p.last)) != p.points[-1]:
            return "The points of the last round are not those of its hands."
    return None


def _audit_between(p: Position) -> str | None:
    blank = start(p.options, p.seed)
    turn = (p.options.first + len(p.points)) % len(p.hands) if p.acts else p.turn
    if p != blank._replace(acts=p.acts, turn=turn, points=p.points, last=p.last):
        return "Cards are out between two rounds, or the wrong player is to begin."
    return None


def _audit_cards(p: Position) -> str | None:
    groups = (*p.hands, *p.front, p.pile, tuple(discarded(p)))
    cards = sorted(card for group in groups for card in group)
    if cards != list(deck(p)) or p.away >> len(deck(p)) + 1 or p.away & 1:
        return "A card is missing, doubled or of no deck."
    if any(list(hand) != sorted(hand) for hand in (*p.hands, *p.front)):
        return "Hands and helpers are written in ascending order."
    if any(len(set(given)) != GIVEN or list(given) != sorted(given) for given in p.given if given is not None):
        return "A player gives three different cards, in ascending order."
    size = HAND[len(p.hands)]
    if None in p.given:
        if any(len(hand) != size for hand in p.hands) or p.pile or any(p.front):
            return "Cards are played before all have given their three."
        if any(not set(given) <= set(hand) for hand, given in zip(p.hands, p.given, strict=True) if given is not None):
            return "A player gives cards that are not in hand."
        if p.turn != (p.options.first + len(p.points)) % len(p.hands):
            return "The wrong player is to begin."
    elif any(not 2 <= len(hand) <= size for hand in p.hands):
        return "During a round every hand has at least two cards and no more than were dealt."
    elif len({card for given in p.given if given for card in given}) != GIVEN * len(p.hands):
        return "A card was given twice."
    return None
