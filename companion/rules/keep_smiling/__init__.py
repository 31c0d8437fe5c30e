"""Keep Smiling! (R. X. Schmid, 1990), with the duel variant. Rulings where the book is silent: NOTATION.md."""

from companion.rules.keep_smiling.game import GAME

__all__ = ["GAME"]
