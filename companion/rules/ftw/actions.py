"""The actions of FTW?! as values. A card is its number, 1 to 60."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

HIGHEST: Final = {2: 36, 3: 36, 4: 48, 5: 60, 6: 60}  # cards 1 to this, by number of players
HAND: Final = {2: 12, 3: 12, 4: 12, 5: 12, 6: 10}
CARDS_TO_GIVE: Final = 3

Cards: TypeAlias = tuple[int, ...]


class Deal(NamedTuple):
    """CHANCE: the hands of a round, one a seat; with two players the cards left over go aside unseen."""

    hands: tuple[Cards, ...]


class Give(NamedTuple):
    """Three hand cards for the player on the right, chosen in secret by all at once; physical ones are not named."""

    cards: Cards


class Play(NamedTuple):
    """A: a card on the pile; C: a lower card on the pile with the help of cards that lie in front."""

    card: int
    helpers: Cards = ()


class Lay(NamedTuple):
    """B: a lower card goes in front, one card of the pile to the hand, the rest of the pile away."""

    card: int
    take: int


class Show(NamedTuple):
    """Physical cards: a hand that is counted at the end of a round."""

    cards: Cards


Action: TypeAlias = Deal | Give | Play | Lay | Show
