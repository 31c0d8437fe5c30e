"""Checks of numbers that come from outside: each function returns the number if it is in range, else None."""

from __future__ import annotations

from typing import Final

MAX_ITEM_NUMBER: Final = 9999  # the largest number of a seat, face, device or card


def digits(text: object, minimum: int = 0, maximum: int = MAX_ITEM_NUMBER) -> int | None:
    """Return the whole number that a text writes in plain digits; None if it is out of range or not written so.

    Signs, spaces, digits of other scripts and leading zeros are rejected.
    """
    if not isinstance(text, str) or not 0 < len(text) <= len(str(maximum)) or not (text.isascii() and text.isdigit()):
        return None
    number = int(text)
    return number if minimum <= number <= maximum and str(number) == text else None


def as_integer(value: object, minimum: int = 0, maximum: int = MAX_ITEM_NUMBER) -> int | None:
    """Return a JSON value if it is an integer in range; None for any other value, including true and false."""
    return value if type(value) is int and minimum <= value <= maximum else None


def number(value: object, minimum: float, maximum: float) -> float | None:
    """Return a JSON value as a float if it is a number in range; None for any other, including true, false and NaN."""
    return float(value) if type(value) in (int, float) and minimum <= value <= maximum else None  # type: ignore[arg-type, operator]
