"""A position as one line of text and back. The grammar is in NOTATION.md beside this file."""

from __future__ import annotations

import re
from typing import Final

from companion.rules.fields import load_position, read_fields, read_names, write_fields, write_names
from companion.rules.keep_smiling.actions import CHAIRS, LANES, OFF, Advance
from companion.rules.keep_smiling.options import make
from companion.rules.keep_smiling.position import NO_DUEL, Position, acting, audit

VERSION: Final = 1
_KEYS = (
    "players", "first", "length", "duels", "pieces", "seed", "chances", "place", "lanes", "turn", "dice", "chairs",
    "duel", "rest")
_PIECE = re.compile(r"[01][a-e]")
_ADVANCE = re.compile(r"[a-e][0-9]{1,2}", re.ASCII)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,99})", re.ASCII)


def dump(p: Position) -> str:
    """The position as text."""
    o = p.options
    values = (
        write_names(o.players), o.first, o.lane_length, "yes" if o.duel else "no", o.pieces,
        p.seed, p.chances, "/".join(kinds or "-" for kinds in p.placed),
        "/".join(".".join("-" if gone == OFF else str(gone) for gone in row) for row in p.steps),
        p.turn, ".".join(map(str, p.dice)) or "-",
        ".".join(f"{player}{LANES[lane]}" for player, lane in p.chairs) or "-",
        "-" if p.duel == NO_DUEL else LANES[p.duel],
        ".".join(f"{LANES[lane]}{total}" for lane, total in p.rest) or "-")
    return write_fields("keep-smiling", VERSION, dict(zip(_KEYS, values, strict=True)))


def load(text: str) -> Position:
    """Read a position. Raises RecordError."""
    return load_position(text, read_fields(text, "keep-smiling", VERSION, _KEYS), _read, audit, dump)


def _read(field: dict[str, str]) -> Position:
    options = make(
        read_names(field["players"]), lane_length=_integer(field["length"]),
        duel=field["duels"] == "yes", first=_integer(field["first"]), pieces=field["pieces"])
    placed, rows = field["place"].split("/"), field["lanes"].split("/")
    if len(placed) != 2 or len(rows) != 2:
        raise ValueError("there are two players")
    first, second = (tuple(OFF if n == "-" else _integer(n) for n in row.split(".")) for row in rows)
    if field["duel"] not in ("-", *LANES):
        raise ValueError(f"there is no lane {field['duel']!r}")
    p = Position(
        options, _integer(field["seed"]), _integer(field["chances"]), (), _integer(field["turn"]),
        (None if placed[0] == "-" else placed[0], None if placed[1] == "-" else placed[1]), (first, second),
        tuple(_integer(die) for die in _items(field["dice"])), _chairs(_items(field["chairs"])),
        NO_DUEL if field["duel"] == "-" else LANES.index(field["duel"]), _rest(_items(field["rest"])))
    return p._replace(acts=acting(p)) if len(first) == len(second) == len(LANES) else p


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def _items(text: str) -> list[str]:
    return [] if text == "-" else text.split(".")


def _chairs(items: list[str]) -> tuple[tuple[int, int], ...]:
    if len(items) > CHAIRS or not all(_PIECE.fullmatch(item) for item in items):
        raise ValueError("the chairs name up to six pieces, such as 0a")
    return tuple((int(item[0]), LANES.index(item[1])) for item in items)


def _rest(items: list[str]) -> tuple[Advance, ...]:
    if not all(_ADVANCE.fullmatch(item) for item in items):
        raise ValueError("the rest of a move names pieces and fields, such as b9")
    return tuple((LANES.index(item[0]), int(item[1:])) for item in items)
