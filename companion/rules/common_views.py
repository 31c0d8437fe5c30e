"""What the views of all games share.

Every view is a dictionary of plain JSON values with at least:

===========  =======================================================================================================
``game``     the game's name
``viewer``   the seat that sees this, -2 (TABLE) for what all may see
``players``  the names by seat
``phase``    what the game waits for, a short word of the game's own
``actors``   who may act now: seats, -1 for chance, -2 for the table; empty when the game is over
``turn``     the seat whose turn it is; null where nobody's or everybody's
``round``    the round (in Face Off! the hand), counted from 1
``scores``   the points so far by seat, as far as the viewer may know; null where they are hidden
===========  =======================================================================================================

A player's view has the own cards as well, under the game's own keys. Seats count from 0 everywhere; null is nobody.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.protocol import Actor, View, check_viewer

SHARED = ("game", "viewer", "players", "phase", "actors", "turn", "round", "scores")


def common(
    game: str,
    viewer: Actor,
    players: Sequence[str],
    phase: str,
    actors: Sequence[Actor],
    turn: int | None,
    round: int,
    scores: Sequence[int] | None,
) -> View:
    """The shared part of a view. Raises MalformedAction for a viewer who is neither a seat nor TABLE."""
    return {
        "game": game,
        "viewer": check_viewer(viewer, len(players)),
        "players": list(players),
        "phase": phase,
        "actors": list(actors),
        "turn": turn,
        "round": round,
        "scores": None if scores is None else list(scores),
    }
