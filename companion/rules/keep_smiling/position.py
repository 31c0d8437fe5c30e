"""A position of Keep Smiling!: everything that the rest of the game depends on, as one immutable value."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from companion.rules.keep_smiling.actions import CHAIRS, LANES, OFF, SET, UNSEEN, Advance
from companion.rules.keep_smiling.options import KeepSmilingOptions
from companion.rules.protocol import CHANCE, TABLE, Actor

Phase: TypeAlias = Literal["place", "roll", "move", "duel", "reveal", "over"]
NO_DUEL: Final = -1


class Position(NamedTuple):
    """``steps[p][lane]``: how far p's piece has gone (OFF: captured or seated); ``chairs``: (player, lane), 6 first.

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


def start(options: KeepSmilingOptions, seed: int) -> Position:
    """Before the first roll: both players set up at once; physical pieces stand there already."""
    still = (0,) * len(LANES)
    acts: tuple[Actor, ...] = (0, 1)
    placed: tuple[str | None, str | None] = (None, None)
    if options.pieces == "physical":
        acts, placed = (CHANCE,), (UNSEEN, UNSEEN)
    return Position(options, seed, 0, acts, options.first, placed, (still, still), (), (), NO_DUEL, ())


def phase(p: Position) -> Phase:
    if None in p.placed:
        return "place"
    if not p.acts:
        return "over"
    if p.duel != NO_DUEL:
        return "duel"
    if p.acts == (TABLE,):
        return "reveal"
    return "move" if p.dice else "roll"


def acting(p: Position) -> tuple[Actor, ...]:
    """Who acts, worked out from everything but ``acts`` itself."""
    if None in p.placed:
        return tuple(i for i in (0, 1) if p.placed[i] is None)
    if p.duel != NO_DUEL:
        return (CHANCE,)
    if len(p.chairs) == CHAIRS or max(map(max, p.steps)) == OFF:
        return closing(p.placed, p.chairs)
    return (p.turn,) if p.dice else (CHANCE,)


def closing(placed: tuple[str | None, str | None], chairs: tuple[tuple[int, int], ...]) -> tuple[Actor, ...]:
    """Who acts when nothing moves any more: the table, if physical pieces on chairs have still to be turned over."""
    unseen = any((placed[player] or "")[lane:lane + 1] == UNSEEN[0] for player, lane in chairs)
    return (TABLE,) if unseen else ()


def captured(p: Position, player: int) -> list[int]:
    """The lanes whose piece of ``player`` was captured."""
    return [lane for lane in range(len(LANES)) if p.steps[player][lane] == OFF and (player, lane) not in p.chairs]


def scores(p: Position) -> tuple[int, int]:
    """What the chairs count as they stand: Smily plus, Grimmy minus, Neutralo nothing."""
    total = [0, 0]
    for place, (player, lane) in enumerate(p.chairs):
        kinds = p.placed[player]
        if kinds is not None:
            total[player] += (CHAIRS - place) * {"S": 1, "G": -1}.get(kinds[lane], 0)
    return total[0], total[1]


def audit(p: Position) -> str | None:
    """What cannot be in this position, in one sentence; None when it could come up in play."""
    if not all(fits(kinds, p.options.pieces) for kinds in p.placed if kinds is not None):
        return "A player has other pieces than two Smilys, two Grimmys and one Neutralo."
    if p.options.pieces == "physical" and not _unseen(p):
        return "Physical pieces are known before the end, or others than those on the chairs."
    if p.turn not in (0, 1) or p.chances < 0:
        return "The turn or the number of rolls cannot be."
    if None in p.placed and p != start(p.options, p.seed)._replace(placed=p.placed, acts=acting(p)):
        return "Pieces have moved before both players set up."
    return _audit_pieces(p) or _audit_duel(p) or _audit_turn(p)


def fits(kinds: str, pieces: str) -> bool:
    """Whether these can be one player's five pieces, as far as they are known."""
    if pieces == "digital":
        return "".join(sorted(kinds)) == SET
    known = kinds.replace(UNSEEN[0], "")
    return len(kinds) == len(SET) and set(known) <= set(SET) and all(known.count(k) <= SET.count(k) for k in known)


def turned(p: Position, kinds: str) -> tuple[str, str]:
    """What is known of both players' pieces when the chairs show ``kinds``, 6 first."""
    rows = [list(UNSEEN), list(UNSEEN)]
    for (player, lane), kind in zip(p.chairs, kinds, strict=True):
        rows[player][lane] = kind
    return "".join(rows[0]), "".join(rows[1])


def _unseen(p: Position) -> bool:
    """Physical pieces: none is known, or at the end all those on the chairs and no other."""
    if p.placed == (UNSEEN, UNSEEN):
        return True
    seated = {(player, lane) for player, lane in p.chairs}
    known = {(player, lane) for player in (0, 1) for lane, kind in enumerate(p.placed[player] or "") if kind in SET}
    return not p.acts and None not in p.placed and known == seated


def _audit_pieces(p: Position) -> str | None:
    length = p.options.lane_length
    if len(p.chairs) > CHAIRS or len(set(p.chairs)) != len(p.chairs):
        return "A chair is taken twice, or there are more than six."
    if any(len(row) != len(LANES) for row in p.steps):
        return "There are five lanes."
    for player, lane in p.chairs:
        if player not in (0, 1) or not 0 <= lane < len(LANES) or p.steps[player][lane] != OFF:
            return "A piece on a chair cannot be on its lane as well."
    for lane in range(len(LANES)):
        a, b = p.steps[0][lane], p.steps[1][lane]
        farthest = length if lane == p.duel else length - 1
        if not (OFF <= a <= farthest and OFF <= b <= farthest):
            return f"A piece in lane {LANES[lane]} is beyond its lane."
        if a != OFF and b != OFF and (a + b == length) != (lane == p.duel):
            return f"Two pieces stand on one field in lane {LANES[lane]}."
        if all(lane in captured(p, player) for player in (0, 1)):
            return f"The two pieces of lane {LANES[lane]} cannot have captured each other."
    return None


def _audit_duel(p: Position) -> str | None:
    if p.duel == NO_DUEL:
        return "Advances are left over without a duel." if p.rest else None
    mine, theirs = p.steps[p.turn], p.steps[1 - p.turn]
    if not p.options.duel or not 0 <= p.duel < len(LANES) or OFF in (mine[p.duel], theirs[p.duel]) or p.dice:
        return "There is no such duel."
    if theirs[p.duel] == p.options.lane_length:
        return "The attacker cannot come from beyond the lane."
    lanes = [p.duel, *(lane for lane, _ in p.rest)]
    if len(lanes) > 3 or len(set(lanes)) != len(lanes):
        return "The advances after the duel are not of one move."
    if any(mine[lane] == OFF or total < 1 or mine[lane] + total > p.options.lane_length for lane, total in p.rest):
        return "An advance after the duel cannot be made."
    return None


def _audit_turn(p: Position) -> str | None:
    if p.acts != acting(p):
        return "The wrong player is to act."
    if p.acts and None not in p.placed and max(p.steps[p.turn]) == OFF:
        return "A player without pieces on the lanes is to move."
    if p.dice and (len(p.dice) != 3 or list(p.dice) != sorted(p.dice) or not 1 <= p.dice[0] <= p.dice[2] <= 6):
        return "The dice are not three of 1 to 6 in ascending order."
    return None
