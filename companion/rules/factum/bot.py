"""A sensible player of Factum, from the view alone.

The stories are told by people and the pictures are theirs; a bot has neither, so it lays and guesses at random, and
gains where the book leaves a decision to reason. As judge it lets the storyteller's team guess, since one right
card among five or more is the worse side of the bet when the card says nothing. In the vote for the best story it
sends the three points where they hurt least: away from the rival who is nearest to winning.
"""

from __future__ import annotations

from random import Random

from companion.rules.factum.actions import Action, Best, Decide
from companion.rules.factum.options import STORY_POINTS
from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import View


def choose(view: View, legal: LegalActions[Action], random: Random) -> Action:
    if view["viewer"] >= 0 and view["phase"] == "decide":
        return Decide(True)
    if view["viewer"] >= 0 and view["phase"] == "best":
        return Best(_prefers_new(view))
    return legal.sample(random)


def _prefers_new(view: View) -> bool:
    """Return whether the new story's win leaves the strongest rival weaker than the old one's does."""
    teller, holder, paid = view["storyteller"], view["title"], view["title_paid"]
    if teller == holder:
        return False

    def rivals(new: bool) -> list[int]:
        scores = list(view["scores"])
        if new:
            scores[teller] += STORY_POINTS
            scores[holder] -= STORY_POINTS * paid
        else:
            scores[holder] += STORY_POINTS * (not paid)
        return sorted((score for p, score in enumerate(scores) if p != view["viewer"]), reverse=True)

    return rivals(True) < rivals(False)
