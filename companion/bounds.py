"""Numbers that come from outside: bounded where they are read, before anything is made with them.

None stands for what is no number or lies outside its bounds: the caller says so in its own words.
"""

from __future__ import annotations

from typing import Final

MAX_ITEM_NUMBER: Final = 9999  # seats, faces, devices, cards: no number of these is larger


def digits(text: object, minimum: int = 0, maximum: int = MAX_ITEM_NUMBER) -> int | None:
    """Return a whole number in plain digits: no sign, blank, other script's digit, or leading zero; None for others."""
    if not isinstance(text, str) or not 0 < len(text) <= len(str(maximum)) or not (text.isascii() and text.isdigit()):
        return None
    number = int(text)
    return number if minimum <= number <= maximum and str(number) == text else None


def as_integer(value: object, minimum: int = 0, maximum: int = MAX_ITEM_NUMBER) -> int | None:
    """Return a whole number of JSON; not true or false."""
    return value if type(value) is int and minimum <= value <= maximum else None


def number(value: object, minimum: float, maximum: float) -> float | None:
    """Return a number of JSON; not true or false, NaN, or what no float holds."""
    return float(value) if type(value) in (int, float) and minimum <= value <= maximum else None  # type: ignore[arg-type, operator]
