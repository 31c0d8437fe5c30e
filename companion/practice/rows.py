"""Turn rows of the practice database into objects; a row with invalid values raises one of ``UNREADABLE_ERRORS``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from companion.decoder import reader
from companion.people.attempt import Attempt, Throw, attempt_of, local_time, throw_of
from companion.practice.confirmed_plays import AddedPlays

Row: TypeAlias = Mapping[str, Any]  # value by column; SQLite does not check types
UNREADABLE_ERRORS: Final = (ValueError, TypeError, AttributeError, OverflowError, OSError, RecursionError)
_added_of: Final = reader(AddedPlays)


def attempt(row: Row) -> Attempt:
    return attempt_of({**_with_local_time(row), "hit": _yes(row["hit"])})


def throw(row: Row) -> Throw:
    values = {"read": _values(row["read"]), "fell": _values(row["fell"]), "asked": _yes(row["asked"])}
    return throw_of({**_with_local_time(row), **values})


def addition(row: Row) -> AddedPlays:
    told = {"created": _yes(row["created"]), "scores": json.loads(row["scores"]), "signals": row["signals"].split()}
    return _added_of({**row, **told, "player": ""})


def _with_local_time(row: Row) -> dict[str, Any]:
    """Return the row with "at" as a local time, computed from UTC seconds and "zone", its offset in minutes."""
    if not isinstance(row["zone"], int):
        raise TypeError("an offset is in whole minutes")
    return {name: v for name, v in row.items() if name != "zone"} | {"at": local_time(row["at"], row["zone"])}


def _yes(value: object) -> bool:
    if value not in (0, 1):
        raise ValueError("neither yes nor no")
    return bool(value)


def digits(values: tuple[int, ...]) -> str:
    """Return the dice's values as text, one digit for each."""
    return "".join(str(v) for v in values)


def _values(digits: str) -> tuple[int, ...]:
    return tuple(int(c) for c in digits)
