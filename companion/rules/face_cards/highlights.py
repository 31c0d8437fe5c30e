"""The highlights of Face Cards: a moment with the pairs found in a round, and feats for right guesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.facts import fact
from companion.rules.face_cards.actions import Action, Answer, Guess
from companion.rules.face_cards.state import State, scores
from companion.rules.highlights import Feat, Highlight, Moment
from companion.rules.protocol import Actor


def highlights(before: State, actor: Actor, action: Action, after: State) -> Iterator[Highlight]:
    found = _found(before, actor, action)
    if found is not None:
        guesser, _, _, owner = found
        yield Feat("guess", guesser)
        yield Feat("understood", owner)
        if before.options.variant == "risiko":
            yield Feat("streak", guesser, len(before.held) + 1, fold="max")
    if after.round > before.round:
        yield from _round(before, found, after)


def _found(before: State, actor: Actor, action: Action) -> tuple[int, int, int, int] | None:
    """Return a right guess as (guesser, one card, other card, owner of the pair).

    The action is the guess itself (digital cards) or the answer "right"; any other action gives None.
    """
    if isinstance(action, Answer) and action.right:
        guesser, one, other = before.asked
        return guesser, one, other, action.owner if action.owner >= 0 else actor
    if isinstance(action, Guess) and before.options.digital:
        for owner, pairs in enumerate(before.laid):
            if (action.one, action.other) in pairs:
                return actor, action.one, action.other, owner
    return None


def _round(before: State, found: tuple[int, ...] | None, after: State) -> Iterator[Highlight]:
    pairs = [line for line in before.log if line[3] >= 0] + ([found] if found is not None else [])
    listed: list[dict[str, Any]] = [
        {"guesser": guesser, "one": one, "other": other, "owner": owner} for guesser, one, other, owner in pairs
    ]
    yield Moment(
        "round",
        fact("moment.round", n=after.round, all=before.options.rounds),
        fact("moment.found", n=len(listed)),
        shows={"pairs": listed, "scores": list(scores(after))},
    )
