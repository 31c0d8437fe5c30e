"""FTW?! (Friedemann Friese, 2F-Spiele 2023), for 2 to 6 players: ``GAME`` answers the protocol of all games.

Rulings where the book is silent, besides those in RULINGS.md (an option's default comes first):

- ``first`` (0): the players agree who begins round one; the seat is an option. Seats run clockwise, so the neighbour on
  the right is the seat before, the one who plays before you (the book's own remark on knowing three of their cards).
- ``rounds`` (as many as players): the book's number; a table short of time may play fewer.
- Nobody on turn is without a legal action: numbers are never equal, so that each hand card is higher than the top card
  and may be played (A), or lower and may be laid (B); without a pile any card opens one.
- Helpers are for lower cards: a card that is higher than the top card is played without any. More helpers than the sum
  needs may be used ("one or more"), and all that are named go away.
- Laying a card in front needs a pile: without one there is no top card to be lower than, and none to take.
- The hands that a round ends with are open to all, since they are counted. Discarded cards, and the twelve that two
  players do not deal, stay face down.
"""

from companion.rules.ftw.actions import Action, Deal, Give, Lay, Play
from companion.rules.ftw.game import GAME
from companion.rules.ftw.options import FTWOptions as Options
from companion.rules.ftw.state import State

__all__ = ["GAME", "Action", "Deal", "Give", "Lay", "Options", "Play", "State"]
