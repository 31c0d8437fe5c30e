"""Face Off!: frantic trading by faces and animal sounds, 3 to 9 players (Global Giggles, 1991, 2017)."""

from companion.rules.face_off.game import GAME, FaceOff

__all__ = ["GAME", "FaceOff"]
