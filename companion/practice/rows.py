"""Rows of the practice database as what they tell; each raises an error of Python's for values that tell nothing."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

from companion.decoder import reader
from companion.people.attempt import Attempt, Throw, attempt_of, local_time, throw_of
from companion.practice.confirmed_plays import AddedPlays

UNREADABLE: Final = (ValueError, TypeError, AttributeError, OverflowError, OSError, RecursionError)
_added_of: Final = reader(AddedPlays)


def attempt(
    drill: Any, asked: Any, made: Any, hit: Any, onset: Any, known: Any, score: Any, at: Any, zone: Any
) -> Attempt:
    return attempt_of({
        "drill": drill, "asked": asked, "made": made, "hit": _yes(hit), "onset": onset, "recognised": known,
        "score": score, "at": _moment(at, zone),
    })  # fmt: skip


def throw(read: Any, fell: Any, asked: Any, at: Any, zone: Any) -> Throw:
    return throw_of({"read": _values(read), "fell": _values(fell), "asked": _yes(asked), "at": _moment(at, zone)})


def addition(takes: Any, created: Any, scores: Any, signals: Any) -> AddedPlays:
    told = {"takes": takes, "created": _yes(created), "scores": json.loads(scores), "signals": signals.split()}
    return _added_of({"player": "", **told})


def _moment(at: Any, zone: Any) -> datetime:
    if not isinstance(zone, int):
        raise TypeError("an offset is in whole minutes")
    return local_time(at, zone)


def _yes(value: Any) -> bool:
    if value not in (0, 1):
        raise ValueError("neither yes nor no")
    return bool(value)


def digits(values: tuple[int, ...]) -> str:
    """One digit a die: a throw holds no larger value."""
    return "".join(str(v) for v in values)


def _values(digits: str) -> tuple[int, ...]:
    return tuple(int(c) for c in digits)
