"""Keep Smiling! (R. X. Schmid, 1990), with the duel variant: ``GAME`` answers the protocol of all games.

Rulings where the book is silent, besides those in RULINGS.md (an option's default comes first):

- ``first`` (0): the book does not say who rolls first; the seat is an option.
- ``pieces`` (digital): with ``physical`` the players set up their own board, the engine never learns which piece is
  where, and at the end the table says what the chairs show.
- A move names all its pieces before the first is moved, in the duel variant too: a duel's result does not change what
  was named. What would be moved after the last chair is taken lapses; where that is certain beforehand it is illegal.
- A pass is an action of its own, legal only when the lowest die fits no piece.
- Pieces on lanes and captured pieces stay hidden when the chairs are turned over: the book reveals the chairs alone.
- In the duel variant a piece lost in a duel, the attacker's too, is out of the game like a captured one.
- ``memory`` (off): a player's own pieces show in that player's view all game, since a screen is no memory test; the
  book has players remember them, and with the option on they show during the set-up and at the end alone.
"""

from companion.rules.keep_smiling.actions import PASS, Action, Duel, Move, Place, Reveal, Roll
from companion.rules.keep_smiling.game import GAME
from companion.rules.keep_smiling.options import KeepSmilingOptions as Options
from companion.rules.keep_smiling.state import State

__all__ = ["GAME", "PASS", "Action", "Duel", "Move", "Options", "Place", "Reveal", "Roll", "State"]
