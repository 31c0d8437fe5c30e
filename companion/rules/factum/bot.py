"""The bot of Factum: it uses only its own view.

A bot understands neither stories nor pictures, so it lays and guesses at random. As judge it lets the storyteller's
team guess, since finding one right card among five or more by chance is the worse bet. In the vote for the best story
it prefers the result that leaves its strongest rival with fewer points.
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
    """Return True if the bot's strongest rival has fewer points when the new story wins than when the old one does."""
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
