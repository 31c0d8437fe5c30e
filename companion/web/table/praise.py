"""One true line of praise for each player of an evening, out of what they did in its games.

Each line says what somebody did most of, else how much they did of something. No two players get the same line where
another is true: players and kinds of feats are matched.
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
"""The kinds of feats, those that are told best first; all have words (praise.KIND)."""
HANDS_PLAYED_FEAT: Final = "there"  # how many hands somebody played: true of everybody
Feats = Mapping[str, Mapping[str, FeatTotal]]  # by the player's name, by kind


def praise(feats: Feats, played: Mapping[str, int]) -> dict[str, Fact]:
    """Return a line for each player.

    Args:
        feats: What each did, for the players who are praised.
        played: How many hands each has played.
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
    """Return the kinds of feats that may be told of a player: first what nobody did more of."""
    done = [kind for kind in RANKED_FEATS if kind in feats[name] and feats[name][kind].amount > 0]
    return sorted(done, key=lambda kind: not _is_best(name, kind, feats))


def _is_best(name: str, kind: str, feats: Feats) -> bool:
    """Return whether nobody did more of it; of a time, whether nobody took less."""
    own = feats[name][kind]
    others = [each[kind].amount for each in feats.values() if kind in each]
    return own.amount == (min(others) if own.fold == "seconds" else max(others))


def _matched(choices: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return a kind for as many players as can be, each kind for one: Kuhn's augmenting paths."""
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
