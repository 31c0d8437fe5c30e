"""The codec of Keep Smiling! positions as one line of text (grammar: NOTATION.md), and their audit."""

from __future__ import annotations

from typing import Any, Final

from companion.facts import Fact
from companion.rules import notation_fields as codec
from companion.rules.keep_smiling.actions import CHAIR_COUNT, LANES, OFF_LANE, PIECE_SET, UNSEEN_PIECES
from companion.rules.keep_smiling.options import NAME, options
from companion.rules.keep_smiling.state import NO_DUEL, State, acting, captured_lanes, fits, start
from companion.rules.protocol import TABLE

_KINDS_FORM: Final = codec.Form(lambda kinds: kinds or "-", lambda text: None if text == "-" else text)
_GONE_FORM: Final = codec.Form(
    lambda gone: "-" if gone == OFF_LANE else gone, lambda text: OFF_LANE if text == "-" else codec.read_int(text)
)
_DUEL_FORM: Final = codec.Form(
    lambda lane: "-" if lane == NO_DUEL else LANES[lane], lambda t: NO_DUEL if t == "-" else tuple(LANES).index(t)
)
_CHAIR_FORM: Final = codec.Form(lambda seat: f"{seat[0]}{LANES[seat[1]]}", lambda t: (int(t[0]), LANES.index(t[1])))
_REST_FORM: Final = codec.Form(
    lambda go: f"{LANES[go[0]]}{go[1]}", lambda t: (LANES.index(t[0]), codec.read_int(t[1:], 2))
)


def _build(**parts: Any) -> State:  # the fields as the forms read them
    state = State(acts=(), **parts)
    if len(state.chairs) > CHAIR_COUNT or len(state.placed) != 2 or len(state.steps) != 2:
        raise ValueError(parts)
    return state._replace(acts=acting(state)) if {len(row) for row in state.steps} == {len(LANES)} else state


def audit(state: State) -> Fact | None:
    """Return why the position is impossible, None if it is possible."""
    return codec.first_fault(NAME, _set_up(state), _pieces(state), _lanes(state), _duel(state), _turn(state))


def _set_up(state: State) -> codec.Faults:
    yield not all(fits(kinds, state.options.pieces) for kinds in state.placed if kinds is not None), "pieces"
    yield state.options.pieces == "physical" and not _is_physical_consistent(state), "known"
    yield state.turn not in (0, 1) or state.chances < 0, "counts"
    first = start(state.options, state.seed)._replace(placed=state.placed, acts=acting(state))
    yield None in state.placed and state != first, "early"


def _is_physical_consistent(state: State) -> bool:
    """Return True if the known kinds of physical pieces fit the state of the game.

    Either no piece's kind is known, or the game is over and the known pieces are exactly those on the chairs.
    """
    if state.placed == (UNSEEN_PIECES, UNSEEN_PIECES):
        return True
    seated = {(player, lane) for player, lane in state.chairs}
    known = {
        (player, lane) for player in (0, 1) for lane, kind in enumerate(state.placed[player] or "") if kind in PIECE_SET
    }
    return not state.acts and None not in state.placed and known == seated


def _pieces(state: State) -> codec.Faults:
    yield len(state.chairs) > CHAIR_COUNT or len(set(state.chairs)) != len(state.chairs), "chairs"
    yield any(len(row) != len(LANES) for row in state.steps), "lanes"
    for player, lane in state.chairs:
        on_board = player in (0, 1) and 0 <= lane < len(LANES)
        yield not on_board or state.steps[player][lane] != OFF_LANE, "twice"


def _lanes(state: State) -> codec.Faults:
    length = state.options.lane_length
    gone = captured_lanes(state, 0), captured_lanes(state, 1)
    for lane, (name, a, b) in enumerate(zip(LANES, *state.steps, strict=True)):
        farthest = length if lane == state.duel else length - 1
        yield not (OFF_LANE <= a <= farthest and OFF_LANE <= b <= farthest), _at_lane("beyond", name)
        yield OFF_LANE not in (a, b) and (a + b == length) != (lane == state.duel), _at_lane("one-field", name)
        yield lane in gone[0] and lane in gone[1], _at_lane("each-other", name)


def _at_lane(code: str, lane: str) -> Fact:
    return Fact(f"{NAME}.bad.{code}", {"lane": lane})


def _duel(state: State) -> codec.Faults:
    if state.duel == NO_DUEL:
        yield state.rest, "no-duel"
        return
    mine, theirs, length = state.steps[state.turn], state.steps[1 - state.turn], state.options.lane_length
    yield not state.options.duel or not 0 <= state.duel < len(LANES) or state.dice, "duel"
    yield OFF_LANE in (mine[state.duel], theirs[state.duel]), "duel"
    yield theirs[state.duel] == length, "attacker"
    lanes = [state.duel, *(lane for lane, _ in state.rest)]
    yield len(lanes) > 3 or len(set(lanes)) != len(lanes), "advances"
    yield (
        any(mine[lane] == OFF_LANE or total < 1 or mine[lane] + total > length for lane, total in state.rest),
        "advance",
    )


def _turn(state: State) -> codec.Faults:
    yield state.acts != acting(state), "actors"
    waits = (
        state.acts and state.acts != (TABLE,) and None not in state.placed
    )  # the board may be empty when chairs are turned over
    yield waits and max(state.steps[state.turn]) == OFF_LANE, "no-pieces"
    dice = state.dice
    yield dice and (len(dice) != 3 or list(dice) != sorted(dice) or not 1 <= dice[0] <= dice[2] <= 6), "dice"


POSITIONS: Final = codec.Codec(
    NAME,
    version=1,
    options=(
        codec.Field("first", codec.INTEGER),
        codec.Field("length", codec.INTEGER, "lane_length"),
        codec.Field("duels", codec.YES_NO, "duel"),
        codec.Field("pieces", codec.WORD),
    ),
    state=(
        *codec.fields(codec.INTEGER, "seed", "chances"),
        codec.Field("place", codec.list_form(_KINDS_FORM, "/"), "placed"),
        codec.Field("lanes", codec.list_form(codec.list_form(_GONE_FORM, "."), "/"), "steps"),
        codec.Field("turn", codec.INTEGER),
        codec.Field("dice", codec.list_form(codec.INTEGER, ".")),
        codec.Field("chairs", codec.list_form(_CHAIR_FORM, ".")),
        codec.Field("duel", _DUEL_FORM),
        codec.Field("rest", codec.list_form(_REST_FORM, ".")),
    ),
    make=options,
    build=_build,
    audit=audit,
    late=((codec.Field("memory", codec.YES_NO), False),),
)
