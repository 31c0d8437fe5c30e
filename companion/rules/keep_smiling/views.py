"""What a player, or the whole table, may know: plain JSON values, never a hidden kind, never the seed."""

from __future__ import annotations

from typing import Any

from companion.rules.errors import MalformedAction
from companion.rules.keep_smiling.actions import CHAIRS, LANES, OFF, UNSEEN
from companion.rules.keep_smiling.position import NO_DUEL, Position, captured, phase, scores
from companion.rules.protocol import TABLE, Actor, View


def view(p: Position, viewer: Actor) -> View:
    """The board for all to see, with the viewer's own pieces for a player; the chairs open when the game is over."""
    if type(viewer) is not int or viewer not in (0, 1, TABLE):
        raise MalformedAction(f"There is no viewer {viewer!r}; the players are 0 and 1, the table is {TABLE}.",
                              f"{viewer!r} schaut hier nicht zu; es spielen 0 und 1, der Tisch ist {TABLE}.")
    over = not p.acts
    shown: View = {
        "game": "keep-smiling",
        "phase": phase(p),
        "players": list(p.options.players),
        "you": None if viewer == TABLE else viewer,
        "acts": list(p.acts),
        "turn": p.turn,
        "lane_length": p.options.lane_length,
        "duels": p.options.duel,
        "pieces": p.options.pieces,
        "placed": [kinds is not None for kinds in p.placed],
        "dice": list(p.dice),
        "lanes": [{"lane": LANES[lane], "gone": [_gone(row[lane]) for row in p.steps]} for lane in range(len(LANES))],
        "chairs": [
            {"chair": CHAIRS - place, "player": player, "lane": LANES[lane],
             "kind": _kind(p, player, lane) if over or player == viewer else None}
            for place, (player, lane) in enumerate(p.chairs)],
        "captured": [[LANES[lane] for lane in captured(p, player)] for player in (0, 1)],
        "duel": None if p.duel == NO_DUEL else LANES[p.duel],
        "rest": [{"lane": LANES[lane], "fields": total} for lane, total in p.rest],
        "scores": list(scores(p)) if over else None,
    }
    if viewer != TABLE:
        own = p.placed[viewer]
        shown["kinds"] = list(own) if own and p.options.pieces == "digital" else None
    return shown


def _gone(steps: int) -> int | None:
    return None if steps == OFF else steps


def _kind(p: Position, player: int, lane: int) -> str | None:
    kinds = p.placed[player]
    return kinds[lane] if kinds and kinds[lane] != UNSEEN[0] else None


def hidden_twin(p: Position, viewer: Actor, random: Any) -> Position | None:
    """The same board with two pieces that ``viewer`` has never seen changed round; None if there are no such two."""
    for player in (0, 1):
        kinds = p.placed[player]
        if player == viewer or kinds is None:
            continue
        hidden = [lane for lane in range(len(LANES)) if p.acts or (player, lane) not in p.chairs]
        pairs = [(a, b) for a in hidden for b in hidden if a < b and kinds[a] != kinds[b]]
        if pairs:
            a, b = pairs[int(random.random() * len(pairs))]
            swapped = list(kinds)
            swapped[a], swapped[b] = swapped[b], swapped[a]
            new = "".join(swapped)
            return p._replace(placed=(new, p.placed[1]) if player == 0 else (p.placed[0], new))
    return None
