"""The pictures on cards: drawn ones, and photographs that the family takes of its own cards.

Photographs are small JPEGs beside the game's log, and are deleted with it. A card without a photograph shows a drawn
picture of an open set (Fluent Emoji, MIT), in a game whose cards companion deals. ``pictures.toml`` lists their names
in the order of the cards. ``pictures.json`` holds the pictures and is made by ``tools/pictures.py``.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion import private, resources
from companion.bounds import digits
from companion.errors import BadInput, system_says
from companion.facts import Fact
from companion.referee.kept_games import cards_of
from companion.referee.match import Match
from companion.sources.pixels import encode_jpeg, page_picture
from companion.web.kit.assets import version
from companion.words import Language, term


@cache
def decks() -> dict[str, list[str]]:
    """Return the names of drawn pictures by deck: people, animals and objects for Face Cards, stories for Factum."""
    return resources.toml("web/table/pictures.toml")


@cache
def _shapes() -> dict[str, str]:
    found: dict[str, str] = json.loads(resources.path("web/table/pictures.json").read_text("utf-8"))
    return found


@cache
def pictures_version() -> str:
    """Return one version for all drawn pictures together; it does not depend on the game."""
    return version("".join(picture(name) for name in sorted(_shapes())))


def picture(name: str) -> str:
    """Return a drawn picture as SVG. Raises BadInput for an unknown name."""
    if name not in _shapes():
        raise BadInput("web.no.photo")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{_shapes()[name]}</svg>'


def names_of(match: Match) -> dict[int, str]:
    """Return a mapping from card number to the name of the card's drawn picture.

    It is empty if the cards are real ones or the game has no pictures. Cards for which no picture is left are left out.
    """
    options = match.options
    if getattr(options, "cards", "physical") != "digital":
        return {}
    if match.game.name == "face-cards":
        counts: Counter[str] = Counter()
        found = {}
        for number, kind in enumerate(options.categories[1:], start=1):
            if counts[kind] < len(decks()[kind]):
                found[number] = decks()[kind][counts[kind]]
            counts[kind] += 1
        return found
    return dict(enumerate(decks()["stories"][: options.deck], start=1)) if match.game.name == "factum" else {}


PICTURE_FACTS: Final = {"face-cards.names": ("one", "other"), "face-cards.names-two": ("one", "other")}
"""Facts about pictures: code -> keys of the values that are card numbers."""


def name_pictures(value: Any, names: Mapping[int, str]) -> Any:
    """Replace card numbers by picture names, in facts that are about pictures (``PICTURE_FACTS``).

    Args:
        value: A fact, a sequence of values, or a single value. Facts inside facts and sequences are changed too.
        names: Card number -> name; numbers without a name stay.
    """
    if isinstance(value, (tuple, list)):
        return tuple(name_pictures(part, names) for part in value)
    if not isinstance(value, Fact):
        return value
    pictured = PICTURE_FACTS.get(value.code, ())
    return Fact(
        value.code,
        {
            key: names.get(part, part) if key in pictured and isinstance(part, int) else name_pictures(part, names)
            for key, part in value.values.items()
        },
    )


def pictures_for_page(match: Match, language: Language) -> dict[str, list[str]]:
    """Return a mapping from card number, as text, to the picture's name and the word for it in the page's language."""
    return {str(number): [name, term("picture", name, language)] for number, name in names_of(match).items()}


PHOTO_SIDE_PX: Final = 480  # pixels of a stored photograph's longer side
MAX_CARD_NUMBERS: Final[dict[str, Callable[[Any], int]]] = {
    "face-cards": lambda options: len(options.categories) - 1,
    "factum": lambda options: int(options.deck),
}
"""The games whose cards can be photographed, each with a function that returns its highest card number."""


def deck_of(match: Match) -> str:
    """Return a version of the drawn pictures on a game's cards; it changes if a card gets another picture."""
    return version("".join(map(picture, names_of(match).values())))


def album_of(match: Match, is_kept: bool) -> Album | None:
    """Return the album, which holds the photographs of a game's cards; None for a game without such cards.

    Args:
        match: The game.
        is_kept: True to store the photographs beside the match's log as well.
    """
    most = MAX_CARD_NUMBERS.get(match.game.name)
    if most is None:
        return None
    log = Path(match.log.name) if is_kept and match.log is not None else None
    return Album(log, most(match.options), deck_of(match), names_of(match))


class Album:
    """The photographs of one game by card number, in memory and, with a ``log``, on disk beside it.

    Each picture is decoded and encoded anew, so metadata that a phone adds (place, time, model) is not stored.
    """

    def __init__(
        self, log: Path | None, last_card: int, deck: str = "", drawn: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        self._drawn = drawn
        self._folder = cards_of(log) if log is not None else None
        self._last_card = last_card
        self.deck = deck
        """The version of the cards' drawn pictures; when it changes, pages request them again."""
        self._pictures: dict[int, bytes] = {}
        self.versions: dict[int, int] = {}
        """Card number -> how often it was photographed; when it changes, pages request the photograph again."""
        for path in sorted(self._folder.glob("*.jpg")) if self._folder is not None else ():
            if (card := digits(path.stem, 1, last_card)) is not None:
                with contextlib.suppress(OSError):
                    self._pictures[card] = path.read_bytes()
                    self.versions[card] = 1

    @property
    def names(self) -> dict[int, str]:
        """The name of each card's drawn picture by card number; photographed cards are left out."""
        return {number: name for number, name in self._drawn.items() if number not in self._pictures}

    def put(self, number: object, data: bytes) -> None:
        """Store a photograph of a card.

        Args:
            number: The card's number, as text.
            data: A JPEG within the limits of ``pixels.page_picture``.

        Raises:
            BadInput: The picture or the number is not valid, or the file cannot be written (pages still show the
                photograph).
        """
        card = self._card(number)
        image = page_picture(data)
        h, w = image.shape[:2]
        jpeg = self._pictures[card] = encode_jpeg(image, PHOTO_SIDE_PX * w // max(h, w), 82)
        self.versions[card] = self.versions.get(card, 0) + 1
        if self._folder is not None:
            try:
                private.folder(self._folder)
                private.write(self._folder / f"{card}.jpg", jpeg)
            except OSError as error:
                raise BadInput("web.no.photo-kept", why=system_says(error)) from None

    def get(self, number: object) -> bytes:
        """Return the photograph of a card as a JPEG. Raises BadInput if there is none."""
        picture = self._pictures.get(self._card(number))
        if picture is None:
            raise BadInput("web.no.photo")
        return picture

    def _card(self, number: object) -> int:
        if (card := digits(number, 1, self._last_card)) is None:
            raise BadInput("web.no.card", most=self._last_card)
        return card
