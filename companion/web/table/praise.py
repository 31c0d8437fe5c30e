"""One true line of praise for each player of an evening, for a feat (a countable success) in its games.

Each line names a feat that the player did most, else how often the player did something. Players and kinds of feats are
matched so that two players get the same line only where no other is true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.facts import Fact, fact
from companion.referee.moments import FeatTotal

RANKED_FEATS: Final = (
    *("calm", "quick", "wild", "caught", "title", "confused", "smily", "streak", "understood", "guess", "row"),
    *("strike", "duel", "helped", "story", "trade", "ended", "low", "team", "chair", "hand"),
)
"""The kinds of feats, the most interesting first. Each has a message ``praise.KIND``."""
HANDS_PLAYED_FEAT: Final = "there"  # how many hands the player played; used if no other line is left
Feats = Mapping[str, Mapping[str, FeatTotal]]  # player's name -> kind -> total


def praise(feats: Feats, played: Mapping[str, int]) -> dict[str, Fact]:
    """Return a line of praise for each player.

    Args:
        feats: Each player's feats by kind; players who are left out get no line.
        played: How many hands each player has played.
    """
    choices = {name: _choices(name, feats) for name in feats}
    chosen = _matched(choices)
    lines = {name: _line(kind, name, feats) for name, kind in chosen.items()}
    for name in feats:
        if name not in lines:
            own = (_line(kind, name, feats) for kind in choices[name])
            other = next((line for line in own if line not in lines.values()), None)
            lines[name] = other or fact(f"praise.{HANDS_PLAYED_FEAT}", n=played.get(name, 0))
    return {name: lines[name] for name in feats}


def _choices(name: str, feats: Feats) -> list[str]:
    """Return the kinds of feats that the player did; first come those in which the player was best."""
    done = [kind for kind in RANKED_FEATS if kind in feats[name] and feats[name][kind].amount > 0]
    return sorted(done, key=lambda kind: not _is_best(name, kind, feats))


def _is_best(name: str, kind: str, feats: Feats) -> bool:
    """Return True if nobody did more of this kind of feat; for a kind measured in seconds, if nobody was faster."""
    own = feats[name][kind]
    others = [each[kind].amount for each in feats.values() if kind in each]
    return own.amount == (min(others) if own.fold == "seconds" else max(others))


def _matched(choices: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Assign a kind of feat to as many players as possible, each kind to one player (Kuhn's augmenting paths).

    Args:
        choices: The kinds that each player did, the best first.

    Returns:
        The kind of each player who got one.
    """
    holder: dict[str, str] = {}

    def find(name: str, tried: set[str]) -> bool:
        for kind in choices[name]:
            if kind in tried:
                continue
            tried.add(kind)
            if kind not in holder or find(holder[kind], tried):
                holder[kind] = name
                return True
        return False

    for name in sorted(choices, key=lambda name: len(choices[name])):
        find(name, set())
    return {name: kind for kind, name in holder.items()}


def _line(kind: str, name: str, feats: Feats) -> Fact:
    best = "yes" if _is_best(name, kind, feats) else "no"
    return fact(f"praise.{kind}", best=best, n=max(1, round(feats[name][kind].amount)))
