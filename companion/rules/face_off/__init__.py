"""Face Off! (Global Giggles): basic and advanced, with digital cards or the table's own deck."""

from companion.rules.face_off.game import GAME

__all__ = ["GAME"]
