"""A position of Keep Smiling! as one immutable value, and values derived from it."""

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
    """A position.

    Attributes:
        chances: The number of CHANCE's actions so far.
        acts: Who may act; it follows from the other fields and is stored for speed.
        turn: The seat whose turn it is.
        placed: Each player's pieces by lane, None before the set-up.
        steps: ``steps[p][lane]`` is how many fields player p's piece has gone, OFF_LANE if it is captured or seated.
        dice: The dice of this turn, ascending; empty when a roll is due.
        chairs: (player, lane) of the seated pieces, chair 6 first.
        duel: The lane on which a duel is to be fought, since both pieces are on one field; NO_DUEL if there is none.
        rest: The moves that remain of the turn after the duel, as (lane, fields that its piece moves).
    """

    options: KeepSmilingOptions
    seed: int
    chances: int
    acts: tuple[Actor, ...]
    turn: int
    placed: tuple[str | None, str | None]
    steps: tuple[tuple[int, ...], tuple[int, ...]]
    dice: tuple[int, ...]
    chairs: tuple[tuple[int, int], ...]
    duel: int
    rest: tuple[Advance, ...]


def start(options: KeepSmilingOptions, seed: int) -> State:
    """Return the first position, in which both players set up their pieces; physical pieces are set up already."""
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
    """Return who may act, computed from all fields except ``acts``."""
    if None in state.placed:
        return tuple(i for i in (0, 1) if state.placed[i] is None)
    if state.duel != NO_DUEL:
        return (CHANCE,)
    if len(state.chairs) == CHAIR_COUNT or max(map(max, state.steps)) == OFF_LANE:
        return closing(state.placed, state.chairs)
    return (state.turn,) if state.dice else (CHANCE,)


def closing(placed: tuple[str | None, str | None], chairs: tuple[tuple[int, int], ...]) -> tuple[Actor, ...]:
    """Return who acts after the last move: the table if pieces on chairs must still be turned over, else nobody."""
    unseen = any((placed[player] or "")[lane : lane + 1] == UNSEEN_PIECES[0] for player, lane in chairs)
    return (TABLE,) if unseen else ()


def captured_lanes(state: State, player: int) -> list[int]:
    """Return the lanes whose piece of ``player`` was captured."""
    row = state.steps[player]
    return [lane for lane in range(len(LANES)) if row[lane] == OFF_LANE and (player, lane) not in state.chairs]


def actors(state: State) -> tuple[Actor, ...]:
    return state.acts


def scores(state: State) -> tuple[int, ...]:
    """Return the points by seat; empty until the game is over, since the pieces are hidden."""
    return () if state.acts else count_chairs(state)


def count_chairs(state: State) -> tuple[int, int]:
    """Return the points by seat: a Smily adds its chair's number, a Grimmy subtracts it, a Neutralo counts 0."""
    total = [0, 0]
    for place, (player, lane) in enumerate(state.chairs):
        kinds = state.placed[player]
        if kinds is not None:
            total[player] += (CHAIR_COUNT - place) * {"S": 1, "G": -1}.get(kinds[lane], 0)
    return total[0], total[1]


def fits(kinds: str, pieces: str) -> bool:
    """Return True if these five kinds ("?" if unknown) can be one player's pieces.

    ``pieces`` is the option: all "digital" pieces must be known.
    """
    if pieces == "digital":
        return "".join(sorted(kinds)) == PIECE_SET
    known = kinds.replace(UNSEEN_PIECES[0], "")
    return (
        len(kinds) == len(PIECE_SET)
        and set(known) <= set(PIECE_SET)
        and all(known.count(k) <= PIECE_SET.count(k) for k in known)
    )


def revealed_pieces(state: State, kinds: str) -> tuple[str, str]:
    """Return what is known of both players' pieces if the chairs show ``kinds``, chair 6 first."""
    rows = [list(UNSEEN_PIECES), list(UNSEEN_PIECES)]
    for (player, lane), kind in zip(state.chairs, kinds, strict=True):
        rows[player][lane] = kind
    return "".join(rows[0]), "".join(rows[1])
