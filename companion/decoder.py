"""Decodes JSON into typed values: each field of a dataclass gets a check, which is made from the field's type.

Types, bounds, unknown fields and missing fields are checked. Events, and all stored or imported data of players, are
read this way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import datetime
from types import NoneType
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from companion.facts import JSON
from companion.names import is_printable

Check = Callable[[JSON], Any]
T = TypeVar("T")
MAX_NUMBER: Final = 1e300  # larger numbers are rejected: JSON integers can exceed every float
PLAUSIBLE_YEARS: Final = range(1970, 9000)  # years that dates may have
MAX_UTC_OFFSET_MIN: Final = 24 * 60  # minutes; a zone's offset from UTC must be smaller


class Wrong(ValueError):
    """Raised for a value that fails its check.

    Attributes:
        what: What the value should be, as the end of a sentence: "is a finite number".
        where: Where the value is in the data: "practice[3].read"; "" for the whole.
    """

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(what)
        self.what, self.where = what, where

    def __str__(self) -> str:
        return f"{self.where} {self.what}".strip()

    def within(self, key: str) -> Wrong:
        """Return the error with ``key`` in front of ``where``.

        ``key`` is the place of the value in the object or list around it, such as "read" or "[3]".
        """
        key = key if key.isprintable() else ascii(key)
        return Wrong(self.what, f"{key}{'.' if self.where and self.where[0] != '[' else ''}{self.where}")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a number, or of the length of a text, list or object. A text must also be printable."""

    minimum: float
    maximum: float

    def __call__(self, value: JSON) -> None:
        if not self.minimum <= (value if isinstance(value, (int, float)) else len(value)) <= self.maximum:
            raise Wrong(f"lies between {self.minimum:g} and {self.maximum:g}")
        if isinstance(value, str) and not is_printable(value):
            raise Wrong("is a text that can be printed")


Word: TypeAlias = Annotated[str, Bounds(0, 60)]  # a name, such as that of a signal, measure or drill


def compact(data: JSON) -> str:
    """Return the data as JSON in one line. Raises ValueError for NaN and infinity."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def parse_json(text: str | bytes, pairs: Callable[[list[tuple[str, JSON]]], JSON] | None = None) -> JSON:
    """Return the data of a JSON text.

    Args:
        text: The JSON text.
        pairs: Makes each JSON object from its list of (name, value); None for a dictionary.

    Raises:
        ValueError: It is no JSON, or holds NaN or infinity.
        RecursionError: Its lists and objects are nested too deeply.
    """
    return json.loads(text, parse_constant=_no_constant, object_pairs_hook=pairs)


def _no_constant(name: str) -> JSON:
    raise ValueError(f"{name} is no number of JSON")


def checks_of(cls: type, custom_checks: Mapping[Any, Check] | None = None) -> Mapping[str, Check]:
    """Return field name -> check for a dataclass, each made from the field's type.

    Args:
        cls: The dataclass. Fields with ``kept: False`` in their metadata are left out.
        custom_checks: Checks of types that this module does not know.
    """
    hints = get_type_hints(cls, include_extras=True)
    return {f.name: check_of(hints[f.name], custom_checks) for f in fields(cls) if f.metadata.get("kept", True)}


def check_of(hint: object, custom_checks: Mapping[Any, Check] | None = None) -> Check:
    """Return the check for a type: a function that returns a JSON value as that type, or raises Wrong."""
    parts, origin, known = get_args(hint), get_origin(hint), {**_SIMPLE_CHECKS, **(custom_checks or {})}
    if hint in known:
        return known[hint]
    if origin is Annotated:
        return _with_bounds(check_of(parts[0], custom_checks), parts[1])
    if origin is Literal:
        return lambda value: _one_of(value, parts)
    if NoneType in parts:
        inner = check_of(next(p for p in parts if p is not NoneType), custom_checks)
        return lambda value: None if value is None else inner(value)
    if origin in (tuple, list):
        item = check_of(parts[0], custom_checks)
        return lambda value: tuple(_item(item, f"[{k}]", v) for k, v in enumerate(_list(value)))
    if is_dataclass(hint) and isinstance(hint, type):
        read = reader(hint, custom_checks)
        return lambda value: read(value)
    key, item = check_of(parts[0], custom_checks), check_of(parts[1], custom_checks)  # a mapping
    return lambda value: {_item(key, k[:60], k): _item(item, k[:60], v) for k, v in as_object(value).items()}


def reader(cls: type[T], custom_checks: Mapping[Any, Check] | None = None) -> Callable[[JSON], T]:
    """Return a function that makes the dataclass from a JSON object, or raises Wrong."""
    checks = checks_of(cls, custom_checks)
    return lambda value: built(cls, checks, as_object(value))


def built(cls: type[T], checks: Mapping[str, Check], data: Mapping[str, JSON]) -> T:
    """Return the dataclass made from a JSON object's fields. Raises Wrong for an invalid, unknown or missing field."""
    found = dict[str, Any]()
    for name, value in data.items():
        if (check := checks.get(name)) is None:
            raise Wrong(f"has no field {name[:60]!r}")
        try:
            found[name] = check(value)
        except Wrong as wrong:
            raise wrong.within(name) from None
    needed = (f.name for f in fields(cls) if f.default is f.default_factory is MISSING)  # type: ignore[arg-type]
    missing = [name for name in needed if name not in found]
    if missing:
        raise Wrong(f"lacks {', '.join(sorted(missing))}")
    try:
        return cls(**found)
    except ValueError as error:
        raise error if isinstance(error, Wrong) else Wrong(str(error)) from None


def _item(check: Check, key: str, value: JSON) -> Any:
    try:
        return check(value)
    except Wrong as wrong:
        raise wrong.within(key) from None


def _with_bounds(check: Check, bounds: Bounds) -> Check:
    def check_bounds(value: JSON) -> Any:
        found = check(value)
        bounds(found)
        return found

    return check_bounds


def _one_of(value: JSON, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise Wrong(f"is one of {', '.join(allowed)}")
    return value


def number(value: JSON) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -MAX_NUMBER < value < MAX_NUMBER:
        raise Wrong("is a finite number")
    return value


def _check_integer(value: JSON) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not -MAX_NUMBER < value < MAX_NUMBER:
        raise Wrong("is a whole number")
    return value


def _flag(value: JSON) -> bool:
    if not isinstance(value, bool):
        raise Wrong("is true or false")
    return value


def _text(value: JSON) -> str:
    if not isinstance(value, str):
        raise Wrong("is a text")
    return value


def as_object(value: JSON) -> dict[str, JSON]:
    if not isinstance(value, dict):
        raise Wrong("is an object")
    return value


def _list(value: JSON) -> Any:
    if not isinstance(value, (list, tuple)):
        raise Wrong("is a list")
    return value


def _moment(value: JSON) -> datetime:
    """Return a date and time from ISO text, or a datetime as it is.

    Raises Wrong if it has no zone or an implausible year.
    """
    try:
        at = value if isinstance(value, datetime) else datetime.fromisoformat(_text(value))
    except ValueError:
        raise Wrong("is a date and time") from None
    offset = at.utcoffset()
    if (
        offset is None
        or at.year not in PLAUSIBLE_YEARS
        or round(abs(offset.total_seconds()) / 60) >= MAX_UTC_OFFSET_MIN
    ):
        raise Wrong("is a date and time of our days, with its zone")
    return at


_SIMPLE_CHECKS: Final[Mapping[Any, Check]] = {
    float: number,
    int: _check_integer,
    bool: _flag,
    str: _text,
    datetime: _moment,
    dict[str, Any]: as_object,
    Mapping[str, Any]: as_object,
}
