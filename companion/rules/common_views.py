"""What the views of all games share, and facts that several tell alike.

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

from companion.facts import Fact, fact
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


def sentences(*parts: Fact | None) -> Fact:
    """Whole sentences, one after the other; those that are None are left out."""
    said = [part for part in parts if part is not None]
    return said[0] if len(said) == 1 else fact("rules.sentences", parts=said)


def clauses(parts: Sequence[Fact]) -> Fact:
    """One sentence of several clauses."""
    return fact("rules.clauses", parts=parts)


def winners(game: str, players: Sequence[str], scores: Sequence[int]) -> Fact:
    """The end of the game: GAME.win, or GAME.tie where several share the highest score."""
    top = max(scores)
    names = [name for name, score in zip(players, scores, strict=True) if score == top]
    return fact(f"{game}.win" if len(names) == 1 else f"{game}.tie", who=names, points=top)
