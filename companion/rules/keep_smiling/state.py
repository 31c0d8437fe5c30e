"""A position of Keep Smiling!: everything that the rest of the game depends on, as one immutable value."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from companion.rules.keep_smiling.actions import CHAIR_COUNT, LANES, OFF_LANE, PIECE_SET, UNSEEN_PIECES, Advance
from companion.rules.keep_smiling.options import KeepSmilingOptions
from companion.rules.notation import check_seed
from companion.rules.protocol import CHANCE, TABLE, Actor, quick

Phase: TypeAlias = Literal["place", "roll", "move", "duel", "reveal", "over"]
NO_DUEL: Final = -1


@quick
class State(NamedTuple):
    """``steps[p][lane]``: how far p's piece has gone (OFF_LANE: captured or seated).

    ``chairs``: (player, lane), 6 first.

    ``acts`` follows from the rest and is kept because it is asked for at every turn. During a duel ``duel`` is its
    lane, both pieces stand on the field, and ``rest`` holds the advances that the mover named after it.
    """

    options: KeepSmilingOptions
    seed: int
    chances: int  # CHANCE actions so far, from the generator or from the table
    acts: tuple[Actor, ...]
    turn: int
    placed: tuple[str | None, str | None]
    steps: tuple[tuple[int, ...], tuple[int, ...]]
    dice: tuple[int, ...]  # ascending; empty when a roll is due
    chairs: tuple[tuple[int, int], ...]
    duel: int
    rest: tuple[Advance, ...]


def start(options: KeepSmilingOptions, seed: int) -> State:
    """Before the first roll: both players set up at once; physical pieces stand there already."""
    check_seed(seed)
    still = (0,) * len(LANES)
    acts: tuple[Actor, ...] = (0, 1)
    placed: tuple[str | None, str | None] = (None, None)
    if options.pieces == "physical":
        acts, placed = (CHANCE,), (UNSEEN_PIECES, UNSEEN_PIECES)
    return State(options, seed, 0, acts, options.first, placed, (still, still), (), (), NO_DUEL, ())


def phase(state: State) -> Phase:
    if None in state.placed:
        return "place"
    if not state.acts:
        return "over"
    if state.duel != NO_DUEL:
        return "duel"
    if state.acts == (TABLE,):
        return "reveal"
    return "move" if state.dice else "roll"


def acting(state: State) -> tuple[Actor, ...]:
    """Return who acts, worked out from everything but ``acts`` itself."""
    if None in state.placed:
        return tuple(i for i in (0, 1) if state.placed[i] is None)
    if state.duel != NO_DUEL:
        return (CHANCE,)
    if len(state.chairs) == CHAIR_COUNT or max(map(max, state.steps)) == OFF_LANE:
        return closing(state.placed, state.chairs)
    return (state.turn,) if state.dice else (CHANCE,)


def closing(placed: tuple[str | None, str | None], chairs: tuple[tuple[int, int], ...]) -> tuple[Actor, ...]:
    """Who acts when nothing moves any more: the table, if physical pieces on chairs have still to be turned over."""
    unseen = any((placed[player] or "")[lane : lane + 1] == UNSEEN_PIECES[0] for player, lane in chairs)
    return (TABLE,) if unseen else ()


def captured_lanes(state: State, player: int) -> list[int]:
    """Return the lanes whose piece of ``player`` was captured."""
    row = state.steps[player]
    return [lane for lane in range(len(LANES)) if row[lane] == OFF_LANE and (player, lane) not in state.chairs]


def actors(state: State) -> tuple[Actor, ...]:
    return state.acts


def scores(state: State) -> tuple[int, ...]:
    """Hidden until the chairs are turned over."""
    return () if state.acts else count_chairs(state)


def count_chairs(state: State) -> tuple[int, int]:
    """Return what the chairs count as they stand: Smily plus, Grimmy minus, Neutralo nothing."""
    total = [0, 0]
    for place, (player, lane) in enumerate(state.chairs):
        kinds = state.placed[player]
        if kinds is not None:
            total[player] += (CHAIR_COUNT - place) * {"S": 1, "G": -1}.get(kinds[lane], 0)
    return total[0], total[1]


def fits(kinds: str, pieces: str) -> bool:
    """Return whether these can be one player's five pieces, as far as they are known."""
    if pieces == "digital":
        return "".join(sorted(kinds)) == PIECE_SET
    known = kinds.replace(UNSEEN_PIECES[0], "")
    return (
        len(kinds) == len(PIECE_SET)
        and set(known) <= set(PIECE_SET)
        and all(known.count(k) <= PIECE_SET.count(k) for k in known)
    )


def revealed_pieces(state: State, kinds: str) -> tuple[str, str]:
    """Return what is known of both players' pieces when the chairs show ``kinds``, 6 first."""
    rows = [list(UNSEEN_PIECES), list(UNSEEN_PIECES)]
    for (player, lane), kind in zip(state.chairs, kinds, strict=True):
        rows[player][lane] = kind
    return "".join(rows[0]), "".join(rows[1])
