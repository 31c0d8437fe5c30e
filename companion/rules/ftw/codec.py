"""A position as one line of text and back. The grammar is in NOTATION.md beside this file."""

from __future__ import annotations

import re
from typing import Final

from companion.rules.fields import load_position, read_fields, read_names, write_fields, write_names
from companion.rules.ftw.actions import HIGHEST, Cards
from companion.rules.ftw.options import make
from companion.rules.ftw.position import BIT, Position, acting, audit, discarded

VERSION: Final = 1
_KEYS = (
    "players", "first", "rounds", "seed", "turn", "hands", "given", "pile", "front", "away", "points", "last")
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,99})", re.ASCII)
_CARD = re.compile(r"[1-9][0-9]?", re.ASCII)


def dump(p: Position) -> str:
    """The position as text."""
    o = p.options
    values = (
        write_names(o.players), o.first, o.rounds, p.seed, p.turn, _rows(p.hands),
        _rows(tuple(given or () for given in p.given)), _row(p.pile), _rows(p.front), _row(tuple(discarded(p))),
        _rows(p.points), _rows(p.last))
    return write_fields("ftw", VERSION, dict(zip(_KEYS, values, strict=True)))


def _row(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers)) or "-"


def _rows(rows: tuple[tuple[int, ...], ...]) -> str:
    return "/".join(map(_row, rows)) or "-"


def load(text: str) -> Position:
    """Read a position. Raises RecordError."""
    return load_position(text, read_fields(text, "ftw", VERSION, _KEYS), _read, audit, dump)


def _read(field: dict[str, str]) -> Position:
    options = make(
        read_names(field["players"]),
        first=_integer(field["first"]), rounds=_integer(field["rounds"]))
    seats = len(options.players)
    hands, given, front = (_seats(field[key], seats) for key in ("hands", "given", "front"))
    away = sum(BIT[card] for card in set(_cards(field["away"])))
    p = Position(
        options, _integer(field["seed"]), (), _integer(field["turn"]), hands, tuple(cards or None for cards in given),
        _cards(field["pile"]), front, away, _points(field["points"]),
        () if field["last"] == "-" else _seats(field["last"], seats))
    return p._replace(acts=acting(p))


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def _cards(row: str) -> Cards:
    numbers = [] if row == "-" else row.split(".")
    if not all(_CARD.fullmatch(number) and int(number) <= max(HIGHEST.values()) for number in numbers):
        raise ValueError(f"{row!r} is no row of cards")
    return tuple(map(int, numbers))


def _seats(rows: str, seats: int) -> tuple[Cards, ...]:
    cards = tuple(map(_cards, rows.split("/")))
    if len(cards) != seats:
        raise ValueError(f"there are {seats} players, and cards of {len(cards)}")
    return cards


def _points(rows: str) -> tuple[tuple[int, ...], ...]:
    return () if rows == "-" else tuple(tuple(map(_integer, row.split("."))) for row in rows.split("/"))
