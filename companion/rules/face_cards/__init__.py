"""Face Cards (Leo Colovini, Ravensburger): base game, Kenner, Könner and Risiko."""

from companion.rules.face_cards.game import GAME

__all__ = ["GAME"]
