"""Face Cards (Leo Colovini, Ravensburger): base game, Kenner, Könner and Risiko."""

from companion.rules.face_cards.actions import PASS, Action, Answer, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.game import GAME
from companion.rules.face_cards.options import FaceCardsOptions as Options
from companion.rules.face_cards.state import State

__all__ = ["GAME", "PASS", "Action", "Answer", "Camera", "Deal", "Guess", "Lay", "Options", "Pass", "State"]
