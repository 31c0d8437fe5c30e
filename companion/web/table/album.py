"""The family's own photographs for the numbers of cards: small JPEGs beside the game's log, deleted with it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion import private
from companion.bounds import digits
from companion.errors import BadInput
from companion.referee.kept_games import cards_of
from companion.referee.match import Match
from companion.sources.pixels import encoded, page_picture
from companion.web.kit.assets import version
from companion.web.table.card_pictures import names_of, picture

SIDE: Final = 480  # pixels of a kept photograph's longer side
MOST_CARDS: Final[dict[str, Callable[[Any], int]]] = {
    "face-cards": lambda options: len(options.categories) - 1,
    "factum": lambda options: int(options.deck),
}
"""The games whose cards are photographed: the highest number there is."""


def album_of(match: Match, kept: bool) -> Album | None:
    """The album of a game that has one; ``kept``: beside its log."""
    most = MOST_CARDS.get(match.game.name)
    if most is None:
        return None
    deck = version("".join(map(picture, names_of(match).values())))
    return Album(Path(match.log.name) if kept and match.log is not None else None, most(match.options), deck)


class Album:
    """The photographs of one game by card number, in memory and, with a ``log``, beside it.

    Each is decoded and written anew: nothing that a phone adds to a picture (place, time, model) is kept.
    """

    def __init__(self, log: Path | None, most: int, deck: str = "") -> None:
        self._folder = cards_of(log) if log is not None else None
        self._most = most
        self.deck = deck
        """The version of the drawn pictures of its cards: pages ask for them anew where it is another."""
        self._pictures: dict[int, bytes] = {}
        self.versions: dict[int, int] = {}
        """Card number -> how often it was photographed: pages fetch what has changed."""
        for path in sorted(self._folder.glob("*.jpg")) if self._folder is not None else ():
            if (card := digits(path.stem, 1, most)) is not None:
                with contextlib.suppress(OSError):
                    self._pictures[card] = path.read_bytes()
                    self.versions[card] = 1

    def put(self, number: object, data: bytes) -> None:
        """Keep a photograph (see ``pictures.check`` for its limits) of a card. Raises BadInput."""
        card = self._card(number)
        image = page_picture(data)
        h, w = image.shape[:2]
        jpeg = self._pictures[card] = encoded(image, SIDE * w // max(h, w), 82)
        self.versions[card] = self.versions.get(card, 0) + 1
        if self._folder is not None:
            try:
                private.folder(self._folder)
                private.write(self._folder / f"{card}.jpg", jpeg)
            except OSError as error:
                raise BadInput("web.no.photo-kept", why=error.strerror or "") from None

    def get(self, number: object) -> bytes:
        """A card's JPEG. Raises BadInput where there is none."""
        picture = self._pictures.get(self._card(number))
        if picture is None:
            raise BadInput("web.no.photo")
        return picture

    def _card(self, number: object) -> int:
        if (card := digits(number, 1, self._most)) is None:
            raise BadInput("web.no.card", most=self._most)
        return card
