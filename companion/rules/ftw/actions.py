"""The actions of FTW?! as values. A card is its number, 1 to 60."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

HIGHEST_CARDS: Final = {2: 36, 3: 36, 4: 48, 5: 60, 6: 60}  # cards 1 to this, by number of players
HAND_SIZES: Final = {2: 12, 3: 12, 4: 12, 5: 12, 6: 10}
CARDS_TO_GIVE: Final = 3

Cards: TypeAlias = tuple[int, ...]


class Deal(NamedTuple):
    """Deal a round (by CHANCE): ``hands`` holds one hand a seat.

    With two players, the cards left over go aside unseen.
    """

    hands: tuple[Cards, ...]


class Give(NamedTuple):
    """Give three cards of the hand to the player on the right.

    All players choose theirs in secret and at once. Physical cards are not named: ``cards`` is empty then.
    """

    cards: Cards


class Play(NamedTuple):
    """Play ``card`` onto the pile: option A or C of the rule book.

    Without ``helpers`` it is A: the card is higher than the pile's top. With them it is C: the card is lower, but
    together with the helpers, some of the player's cards that lie in front, it adds up to more than the top.
    """

    card: int
    helpers: Cards = ()


class Lay(NamedTuple):
    """Lay ``card``, which is lower than the pile's top, in front of oneself: option B of the rule book.

    The card ``take`` of the pile goes to the player's hand, and the rest of the pile leaves the round.
    """

    card: int
    take: int


class Show(NamedTuple):
    """Show the physical cards that are left in a hand, to be counted at the end of a round."""

    cards: Cards


Action: TypeAlias = Deal | Give | Play | Lay | Show
