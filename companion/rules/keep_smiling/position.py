"""A position as one line of text and back (grammar: NOTATION.md beside this file), and what cannot be in one."""

from __future__ import annotations

import re
from typing import Final

from companion.facts import Fact, fact
from companion.rules.fields import load_position, read_fields, read_int, read_names, write_fields, write_names
from companion.rules.keep_smiling.actions import CHAIRS, LANES, OFF, SET, UNSEEN, Advance
from companion.rules.keep_smiling.options import NAME, make
from companion.rules.keep_smiling.state import NO_DUEL, State, acting, captured, fits, start
from companion.rules.notation import write_whole
from companion.rules.protocol import TABLE

VERSION: Final = 1
_KEYS: Final = (
    "players",
    "first",
    "length",
    "duels",
    "pieces",
    "seed",
    "chances",
    "place",
    "lanes",
    "turn",
    "dice",
    "chairs",
    "duel",
    "rest",
)
_LATER: Final = ("memory",)  # written only where it is on
_PIECE: Final = re.compile(r"[01][a-e]")
_ADVANCE: Final = re.compile(r"[a-e][0-9]{1,2}")


def dump(state: State) -> str:
    """The position as text."""
    o = state.options
    values = (
        write_names(o.players),
        o.first,
        o.lane_length,
        "yes" if o.duel else "no",
        o.pieces,
        write_whole(state.seed),
        state.chances,
        "/".join(kinds or "-" for kinds in state.placed),
        "/".join(".".join("-" if gone == OFF else str(gone) for gone in row) for row in state.steps),
        state.turn,
        ".".join(map(str, state.dice)) or "-",
        ".".join(f"{player}{LANES[lane]}" for player, lane in state.chairs) or "-",
        "-" if state.duel == NO_DUEL else LANES[state.duel],
        ".".join(f"{LANES[lane]}{total}" for lane, total in state.rest) or "-",
    )
    fields: dict[str, object] = dict(zip(_KEYS, values, strict=True))
    return write_fields(NAME, VERSION, {**fields, "memory": "yes"} if o.memory else fields)


def load(text: str) -> State:
    """Read a position. Raises RecordError."""
    return load_position(text, lambda: _read(read_fields(text, NAME, VERSION, _KEYS, _LATER)), audit, dump)


def _read(field: dict[str, str]) -> State:
    options = make(
        read_names(field["players"]),
        lane_length=read_int(field["length"]),
        duel=field["duels"] == "yes",
        first=read_int(field["first"]),
        pieces=field["pieces"],
        memory="memory" in field,
    )
    placed, rows = field["place"].split("/"), field["lanes"].split("/")
    if len(placed) != 2 or len(rows) != 2 or field["duel"] not in ("-", *LANES):
        raise ValueError(field)
    first, second = (tuple(OFF if n == "-" else read_int(n) for n in row.split(".")) for row in rows)
    state = State(
        options,
        read_int(field["seed"]),
        read_int(field["chances"]),
        (),
        read_int(field["turn"]),
        (None if placed[0] == "-" else placed[0], None if placed[1] == "-" else placed[1]),
        (first, second),
        tuple(read_int(die) for die in _items(field["dice"])),
        _chairs(_items(field["chairs"])),
        NO_DUEL if field["duel"] == "-" else LANES.index(field["duel"]),
        _rest(_items(field["rest"])),
    )
    return state._replace(acts=acting(state)) if len(first) == len(second) == len(LANES) else state


def _items(text: str) -> list[str]:
    return [] if text == "-" else text.split(".")


def _chairs(items: list[str]) -> tuple[tuple[int, int], ...]:
    if len(items) > CHAIRS or not all(_PIECE.fullmatch(item) for item in items):
        raise ValueError(items)
    return tuple((int(item[0]), LANES.index(item[1])) for item in items)


def _rest(items: list[str]) -> tuple[Advance, ...]:
    if not all(_ADVANCE.fullmatch(item) for item in items):
        raise ValueError(items)
    return tuple((LANES.index(item[0]), int(item[1:])) for item in items)


def audit(state: State) -> Fact | None:
    """What cannot be in this position; None when it could come up in play."""
    if not all(fits(kinds, state.options.pieces) for kinds in state.placed if kinds is not None):
        return fact("keep-smiling.bad.pieces")
    if state.options.pieces == "physical" and not _unseen(state):
        return fact("keep-smiling.bad.known")
    if state.turn not in (0, 1) or state.chances < 0:
        return fact("keep-smiling.bad.counts")
    first = start(state.options, state.seed)._replace(placed=state.placed, acts=acting(state))
    if None in state.placed and state != first:
        return fact("keep-smiling.bad.early")
    return _audit_pieces(state) or _audit_duel(state) or _audit_turn(state)


def _unseen(state: State) -> bool:
    """Physical pieces: none is known, or at the end all those on the chairs and no other."""
    if state.placed == (UNSEEN, UNSEEN):
        return True
    seated = {(player, lane) for player, lane in state.chairs}
    known = {(player, lane) for player in (0, 1) for lane, kind in enumerate(state.placed[player] or "") if kind in SET}
    return not state.acts and None not in state.placed and known == seated


def _audit_pieces(state: State) -> Fact | None:
    length = state.options.lane_length
    if len(state.chairs) > CHAIRS or len(set(state.chairs)) != len(state.chairs):
        return fact("keep-smiling.bad.chairs")
    if any(len(row) != len(LANES) for row in state.steps):
        return fact("keep-smiling.bad.lanes")
    for player, lane in state.chairs:
        if player not in (0, 1) or not 0 <= lane < len(LANES) or state.steps[player][lane] != OFF:
            return fact("keep-smiling.bad.twice")
    for lane in range(len(LANES)):
        a, b = state.steps[0][lane], state.steps[1][lane]
        farthest = length if lane == state.duel else length - 1
        if not (OFF <= a <= farthest and OFF <= b <= farthest):
            return fact("keep-smiling.bad.beyond", lane=LANES[lane])
        if a != OFF and b != OFF and (a + b == length) != (lane == state.duel):
            return fact("keep-smiling.bad.one-field", lane=LANES[lane])
        if all(lane in captured(state, player) for player in (0, 1)):
            return fact("keep-smiling.bad.each-other", lane=LANES[lane])
    return None


def _audit_duel(state: State) -> Fact | None:
    if state.duel == NO_DUEL:
        return fact("keep-smiling.bad.no-duel") if state.rest else None
    mine, theirs = state.steps[state.turn], state.steps[1 - state.turn]
    if not state.options.duel or not 0 <= state.duel < len(LANES) or state.dice:
        return fact("keep-smiling.bad.duel")
    if OFF in (mine[state.duel], theirs[state.duel]):
        return fact("keep-smiling.bad.duel")
    if theirs[state.duel] == state.options.lane_length:
        return fact("keep-smiling.bad.attacker")
    lanes = [state.duel, *(lane for lane, _ in state.rest)]
    if len(lanes) > 3 or len(set(lanes)) != len(lanes):
        return fact("keep-smiling.bad.advances")
    length = state.options.lane_length
    if any(mine[lane] == OFF or total < 1 or mine[lane] + total > length for lane, total in state.rest):
        return fact("keep-smiling.bad.advance")
    return None


def _audit_turn(state: State) -> Fact | None:
    if state.acts != acting(state):
        return fact("keep-smiling.bad.actors")
    waits = state.acts and state.acts != (TABLE,) and None not in state.placed  # the table may turn over an empty board
    if waits and max(state.steps[state.turn]) == OFF:
        return fact("keep-smiling.bad.no-pieces")
    dice = state.dice
    if dice and (len(dice) != 3 or list(dice) != sorted(dice) or not 1 <= dice[0] <= dice[2] <= 6):
        return fact("keep-smiling.bad.dice")
    return None
