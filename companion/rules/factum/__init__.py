"""Factum: true stories, a card for each, two teams, a judge and confusing cards."""

from companion.rules.factum.actions import (
    FROM_PILE,
    STORY,
    Action,
    Best,
    Deal,
    Decide,
    Judge,
    Lay,
    Owner,
    Teams,
    Tell,
    Volunteer,
    Vote,
)
from companion.rules.factum.game import GAME
from companion.rules.factum.options import FactumOptions as Options
from companion.rules.factum.state import State

__all__ = [
    "FROM_PILE",
    "GAME",
    "STORY",
    "Action",
    "Best",
    "Deal",
    "Decide",
    "Judge",
    "Lay",
    "Options",
    "Owner",
    "State",
    "Teams",
    "Tell",
    "Volunteer",
    "Vote",
]
