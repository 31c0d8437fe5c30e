"""The pictures of the cards that companion deals: one open set (Fluent Emoji, MIT), until a family photographs its own.

``pictures.toml`` names them in the order of the cards, ``pictures.json`` the pictures; ``tools/pictures.py`` makes it.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

from companion import resources
from companion.errors import BadInput
from companion.referee.match import Match
from companion.words import Language, term


@cache
def decks() -> dict[str, list[str]]:
    """Names of pictures: of people, animals and objects for Face Cards, of stories for Factum."""
    return resources.toml("web/table/pictures.toml")


@cache
def _shapes() -> dict[str, str]:
    found: dict[str, str] = json.loads(resources.path("web/table/pictures.json").read_text("utf-8"))
    return found


def picture(name: str) -> str:
    """A picture as SVG. Raises BadInput for a name that is none."""
    if name not in _shapes():
        raise BadInput("web.no.photo")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{_shapes()[name]}</svg>'


def names_of(match: Match) -> dict[int, str]:
    """The picture of each card that has one; none where the cards are the family's own or have no pictures."""
    options = match.options
    if getattr(options, "cards", "physical") != "digital":
        return {}
    if match.game.name == "face-cards":
        seen: Counter[str] = Counter()
        found = {}
        for number, kind in enumerate(options.categories[1:], start=1):
            if seen[kind] < len(decks()[kind]):
                found[number] = decks()[kind][seen[kind]]
            seen[kind] += 1
        return found
    return dict(enumerate(decks()["stories"][: options.deck], start=1)) if match.game.name == "factum" else {}


def told(match: Match, language: Language) -> dict[str, list[str]]:
    """The same for a page: card number -> name of the picture, and its word."""
    return {str(number): [name, term("picture", name, language)] for number, name in names_of(match).items()}
