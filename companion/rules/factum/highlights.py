"""The highlights of Factum: moments for the guess and the best story, and feats of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.facts import Fact, fact
from companion.rules.factum.actions import STORY_OWNER, Action, Best, Tell, Vote
from companion.rules.factum.state import GuessResult, Phase, State, opposing_team
from companion.rules.highlights import Feat, Highlight, Moment
from companion.rules.protocol import Actor


def highlights(before: State, actor: Actor, action: Action, after: State) -> Iterator[Highlight]:
    if isinstance(action, Tell):
        yield Feat("story", actor)
    if after.result is not None and before.result is None:
        yield from _judged(before, action, after, after.result)
    elif isinstance(action, Best) and after.phase != Phase.BEST:
        yield from _best(before, action, after)


def _judged(before: State, action: Action, after: State, guess: GuessResult) -> Iterator[Highlight]:
    """Yield the moment of a guess with its votes, a feat for each winner, and one for the owner of a wrong card."""
    card, story, owner = guess.chosen, guess.story_card, guess.owner
    right = owner == STORY_OWNER
    winners = before.side if right == before.tellers_guess else opposing_team(before)
    for seat in winners:
        yield Feat("team", seat)
    if owner >= 0:
        yield Feat("confused", owner)
    yield Moment(
        "judged",
        _guess_title(before, card, owner),
        _story_detail(before, story, right),
        tuple(winners),
        {
            "chosen": card,
            "right": right,
            "story_card": story if before.options.digital else None,
            "owner": owner if owner >= 0 else None,
            "storyteller": before.teller,
            "votes": _votes(before, action),
            "scores": list(after.scores),
        },
    )


def _guess_title(before: State, card: int, owner: int) -> Fact:
    names = before.options.players
    if owner == STORY_OWNER:
        return fact("moment.judged-right", card=card, who=names[before.teller])
    return (
        fact("moment.judged-wrong", card=card, who=names[owner])
        if owner >= 0
        else fact("moment.judged-pile", card=card)
    )


def _story_detail(before: State, story: int, right: bool) -> Fact | None:
    if right or not before.options.digital:
        return None
    return fact("moment.story-was", card=story, who=before.options.players[before.teller])


def _votes(before: State, action: Action) -> dict[str, int]:
    """Return card -> number of votes in the deciding ballot; empty if one player or chance broke a tie."""
    if before.phase != Phase.VOTE or not isinstance(action, Vote):
        return {}
    counted = Counter([vote.choice for vote in before.ballot] + [action.card])
    return {str(card): count for card, count in sorted(counted.items())}


def _best(before: State, action: Best, after: State) -> Iterator[Highlight]:
    new = sum(vote.choice for vote in before.ballot) + action.new
    votes: dict[str, Any] = {"new": new, "old": len(before.ballot) + 1 - new}
    holder = after.title
    if after.title_round != before.title_round:
        yield Feat("title", holder)
    who = after.options.players[holder]
    yield Moment("best", fact("moment.best", who=who), None, (holder,), {**votes, "scores": list(after.scores)})
