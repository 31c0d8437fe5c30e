"""The actions of FTW?! as values. A card is its number, 1 to 60.

CHANCE at the beginning of a description says that chance does this action; all others are players'.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

HIGHEST_CARDS: Final = {2: 36, 3: 36, 4: 48, 5: 60, 6: 60}  # number of players -> highest card of the deck, from 1
HAND_SIZES: Final = {2: 12, 3: 12, 4: 12, 5: 12, 6: 10}  # number of players -> cards in a hand
CARDS_TO_GIVE: Final = 3

Cards: TypeAlias = tuple[int, ...]


class Deal(NamedTuple):
    """CHANCE: a new round with one hand for each seat.

    With two players the remaining cards are set aside unseen.
    """

    hands: tuple[Cards, ...]


class Give(NamedTuple):
    """Give three cards of the hand to the player on the right.

    All players choose in secret at the same time. With physical cards ``cards`` is empty.
    """

    cards: Cards


class Play(NamedTuple):
    """Play ``card`` onto the pile: option A or C of the rule book.

    - A, without ``helpers``: the card is higher than the pile's top.
    - C, with helpers (cards in front of the player): the card is lower, but its sum with the helpers is higher than the
        top.
    """

    card: int
    helpers: Cards = ()


class Lay(NamedTuple):
    """Lay ``card``, which is lower than the pile's top, in front of oneself: option B of the rule book.

    The player takes the card ``take`` of the pile into the hand. The rest of the pile is out of this round.
    """

    card: int
    take: int


class Show(NamedTuple):
    """Show the physical cards left in a hand, to be counted at the end of a round."""

    cards: Cards


Action: TypeAlias = Deal | Give | Play | Lay | Show
