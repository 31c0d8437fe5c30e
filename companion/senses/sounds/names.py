"""The sounds of the game by the names that the rules use, and how data sets call them."""

from __future__ import annotations

from typing import Final

RATE: Final = 16000
SIGNALS: Final = ("chicken", "pig", "lamb", "turkey", "cow", "seal", "monkey", "donkey", "panting")
WILD: Final = "wild_thing"
SETS: Final[dict[str, tuple[str, ...]]] = {
    "A": ("chicken", "pig", "lamb", "turkey"),
    "B": (),
    "C": ("cow", "seal", "monkey", "donkey"),
    "D": ("panting",),
}
# Labels of the network that are no signal.
REJECTS: Final = ("speech", "laughter", "cough", "other")
_ALIASES: Final = {
    "sheep": "lamb", "goat": "lamb", "hen": "chicken", "sea_lion": "seal", "wild": WILD, "ape": "monkey", "hog": "pig",
    "pant": "panting", "puppy": "panting", "mule": "donkey", "cattle": "cow",
}  # fmt: skip


def canonical(label: str) -> str | None:
    """The signal that a data set's label means, or None where it means no signal."""
    name = label.strip().lower().replace(" ", "_").replace("-", "_")
    name = _ALIASES.get(name, name)
    return name if name in SIGNALS or name == WILD else None
