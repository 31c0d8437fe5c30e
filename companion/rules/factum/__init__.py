"""Factum: true stories, a card for each, two teams, a judge and confusing cards."""

from companion.rules.factum.game import GAME

__all__ = ["GAME"]
