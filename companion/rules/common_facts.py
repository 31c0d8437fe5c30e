"""Facts that several games tell alike."""

from __future__ import annotations

from collections.abc import Sequence

from companion.facts import Fact, fact


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
