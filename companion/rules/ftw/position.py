"""A position as one line of text and back (grammar: NOTATION.md beside this file), and what cannot be in one."""

from __future__ import annotations

import re
from typing import Final

from companion.facts import Fact, fact
from companion.rules.fields import load_position, read_fields, read_int, read_names, write_fields, write_names
from companion.rules.ftw.actions import GIVEN, HAND, HIGHEST, Cards
from companion.rules.ftw.options import NAME, make
from companion.rules.ftw.state import BIT, State, acting, deck, discarded, score, start
from companion.rules.notation import write_whole

VERSION: Final = 1
_KEYS: Final = (
    "players",
    "first",
    "rounds",
    "seed",
    "turn",
    "hands",
    "given",
    "pile",
    "front",
    "away",
    "points",
    "last",
)
_CARD: Final = re.compile(r"[1-9][0-9]?")


def dump(state: State) -> str:
    """The position as text."""
    o = state.options
    values = (
        write_names(o.players),
        o.first,
        o.rounds,
        write_whole(state.seed),
        state.turn,
        _rows(state.hands),
        _rows(tuple(given or () for given in state.given)),
        _row(state.pile),
        _rows(state.front),
        _row(tuple(discarded(state))),
        _rows(state.points),
        _rows(state.last),
    )
    return write_fields(NAME, VERSION, dict(zip(_KEYS, values, strict=True)))


def _row(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers)) or "-"


def _rows(rows: tuple[tuple[int, ...], ...]) -> str:
    return "/".join(map(_row, rows)) or "-"


def load(text: str) -> State:
    """Read a position. Raises RecordError."""
    return load_position(text, lambda: _read(read_fields(text, NAME, VERSION, _KEYS)), audit, dump)


def _read(field: dict[str, str]) -> State:
    options = make(read_names(field["players"]), first=read_int(field["first"]), rounds=read_int(field["rounds"]))
    seats = len(options.players)
    hands, given, front = (_seats(field[key], seats) for key in ("hands", "given", "front"))
    away = sum(BIT[card] for card in set(_cards(field["away"])))
    state = State(
        options,
        read_int(field["seed"]),
        (),
        read_int(field["turn"]),
        hands,
        tuple(cards or None for cards in given),
        _cards(field["pile"]),
        front,
        away,
        _points(field["points"]),
        () if field["last"] == "-" else _seats(field["last"], seats),
    )
    return state._replace(acts=acting(state))


def _cards(row: str) -> Cards:
    numbers = [] if row == "-" else row.split(".")
    if not all(_CARD.fullmatch(number) and int(number) <= max(HIGHEST.values()) for number in numbers):
        raise ValueError(row)
    return tuple(map(int, numbers))


def _seats(rows: str, seats: int) -> tuple[Cards, ...]:
    cards = tuple(map(_cards, rows.split("/")))
    if len(cards) != seats:
        raise ValueError(rows)
    return cards


def _points(rows: str) -> tuple[tuple[int, ...], ...]:
    return () if rows == "-" else tuple(tuple(map(read_int, row.split("."))) for row in rows.split("/"))


def audit(state: State) -> Fact | None:
    """What cannot be in this position; None when it could come up in play."""
    n = len(state.options.players)
    if not len(state.hands) == len(state.given) == len(state.front) == n or not 0 <= state.turn < n:
        return fact("ftw.bad.seats")
    uneven = len(state.points) > state.options.rounds or bool(state.points) != bool(state.last)
    if uneven or state.acts != acting(state):
        return fact("ftw.bad.turn")
    return _audit_points(state) or (_audit_cards(state) if state.hands[0] else _audit_between(state))


def _audit_points(state: State) -> Fact | None:
    n, highest = len(state.options.players), len(deck(state))
    if any(len(row) != n or not all(0 <= points <= highest for points in row) for row in state.points):
        return fact("ftw.bad.points")
    if state.last:
        cards = [card for hand in state.last for card in hand]
        if len(state.last) != n or len(set(cards)) != len(cards) or not set(cards) <= set(deck(state)):
            return fact("ftw.bad.last")
        if sorted(map(len, state.last))[0] != 1 or any(list(hand) != sorted(hand) for hand in state.last):
            return fact("ftw.bad.last-order")
        if tuple(map(score, state.last)) != state.points[-1]:
            return fact("ftw.bad.last-points")
    return None


def _audit_between(state: State) -> Fact | None:
    blank = start(state.options, state.seed)
    turn = (state.options.first + len(state.points)) % len(state.hands) if state.acts else state.turn
    if state != blank._replace(acts=state.acts, turn=turn, points=state.points, last=state.last):
        return fact("ftw.bad.between")
    return None


def _audit_cards(state: State) -> Fact | None:
    groups = (*state.hands, *state.front, state.pile, tuple(discarded(state)))
    cards = sorted(card for group in groups for card in group)
    if cards != list(deck(state)) or state.away >> len(deck(state)) + 1 or state.away & 1:
        return fact("ftw.bad.cards")
    if any(list(hand) != sorted(hand) for hand in (*state.hands, *state.front)):
        return fact("ftw.bad.order")
    if any(len(set(given)) != GIVEN or list(given) != sorted(given) for given in state.given if given is not None):
        return fact("ftw.bad.gift")
    size = HAND[len(state.hands)]
    if None in state.given:
        if any(len(hand) != size for hand in state.hands) or state.pile or any(state.front):
            return fact("ftw.bad.early")
        if any(not {*(given or ())} <= {*hand} for hand, given in zip(state.hands, state.given, strict=True)):
            return fact("ftw.bad.not-held")
        if state.turn != (state.options.first + len(state.points)) % len(state.hands):
            return fact("ftw.bad.begin")
    elif any(not 2 <= len(hand) <= size for hand in state.hands):
        return fact("ftw.bad.sizes")
    elif len({card for given in state.given if given for card in given}) != GIVEN * len(state.hands):
        return fact("ftw.bad.twice")
    return None
