"""Factum: true stories, a card for each, two teams, a judge and confusing cards."""

from typing import Final

from companion.rules.factum.game import Factum

GAME: Final = Factum()
