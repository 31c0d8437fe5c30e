"""Face Cards (Leo Colovini, Ravensburger): base game, Kenner, Könner and Risiko."""

from typing import Final

from companion.rules.face_cards.game import FaceCards

GAME: Final = FaceCards()
