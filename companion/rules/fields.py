"""What the card games' notations share: option checks, card numbers, positions as one line of ``key=value`` fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from companion.rules.errors import MalformedAction, OptionsError, RecordError, RulesError
from companion.rules.notation import find_player

S = TypeVar("S")


def check_known(title: str, values: Mapping[str, Any], known: Iterable[str]) -> None:
    """OptionsError for an option that the game does not have."""
    known = tuple(known)
    for name in values:
        if name not in known:
            raise OptionsError(f"{title} has no option {name!r}; its options are {', '.join(known)}.",
                               f"{title} hat keine Option {name!r}; es gibt {', '.join(known)}.")


def check_choice(name: str, value: object, allowed: Iterable[str]) -> str:
    """``value`` if it is one of ``allowed``, else OptionsError."""
    allowed = tuple(allowed)
    if not isinstance(value, str) or value not in allowed:
        raise OptionsError(f"Option {name} is {value!r}; choose one of {', '.join(allowed)}.",
                           f"Option {name} ist {value!r}; wähle eines von {', '.join(allowed)}.")
    return value


def check_whole(name: str, value: object, low: int, high: int) -> int:
    """``value`` if it is a whole number in low..high, else OptionsError."""
    if type(value) is not int or not low <= value <= high:
        raise OptionsError(f"Option {name} is {value!r}; give a whole number from {low} to {high}.",
                           f"Option {name} ist {value!r}; gib eine ganze Zahl von {low} bis {high} an.")
    return value


def check_seat(name: str, value: object, players: Sequence[str]) -> int:
    """A seat by its number or its player's name, else OptionsError."""
    last = len(players) - 1
    if type(value) is int and 0 <= value <= last:
        return value
    if not isinstance(value, str):
        raise OptionsError(f"Option {name} is {value!r}; give a name or a seat from 0 to {last}.",
                           f"Option {name} ist {value!r}; gib einen Namen oder einen Platz von 0 bis {last} an.")
    try:
        return find_player(value, players)
    except RulesError as error:
        raise OptionsError(f"Option {name} is {value!r}: {error.message}",
                           f"Option {name} ist {value!r}: {error.german}") from error


def read_numbers(words: Iterable[str]) -> tuple[int, ...]:
    """Card or place numbers (plain digits without leading zeros, at most six), or MalformedAction."""
    out = []
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 6 and word == str(int(word))):
            raise MalformedAction(f"{word!r} is not a card number; write a whole number in plain digits.",
                                  f"{word!r} ist keine Kartennummer; schreib eine ganze Zahl in Ziffern.")
        out.append(int(word))
    return tuple(out)


def write_names(names: Iterable[str]) -> str:
    """Names as one field: percent-quoted, joined by commas."""
    return ",".join(quote(name, safe="") for name in names)


def read_names(text: str) -> tuple[str, ...]:
    """The inverse of ``write_names``."""
    return tuple(unquote(word) for word in text.split(","))


def write_fields(name: str, version: int, values: Mapping[str, object]) -> str:
    """One line: the game, the version of its notation, ``key=value`` by single blanks, and a full stop as its end."""
    return " ".join([name, str(version), *(f"{key}={value}" for key, value in values.items()), "."])


def read_fields(text: str, name: str, version: int, keys: Iterable[str]) -> dict[str, str]:
    """The fields of a line that ``write_fields`` wrote, exactly ``keys``. RecordError for any other line."""
    words = text.split(" ") if isinstance(text, str) else []
    if len(words) < 2 or words[0] != name:
        raise RecordError(f"This is no position of {name}; it should start with {name!r}.")
    if not (words[1].isascii() and words[1].isdigit() and len(words[1]) <= 6):
        raise RecordError(f"The position of {name} has no version number after the name.")
    if int(words[1]) > version:
        raise RecordError(f"The position is of version {words[1]}, newer than {version}; use a newer program.")
    if words[-1] != ".":
        raise RecordError("The position is cut short: it has no full stop at its end; copy the whole line.")
    found: dict[str, str] = {}
    for word in words[2:-1]:
        key, equals, value = word.partition("=")
        if not equals or key in found:
            raise RecordError(f"The position has a field that cannot be read: {word[:40]!r}.")
        found[key] = value
    keys = tuple(keys)
    missing, extra = [k for k in keys if k not in found], [k for k in found if k not in keys]
    if missing:
        raise RecordError(f"The position is not whole: {', '.join(missing)} missing; copy the whole line.")
    if extra:
        raise RecordError(f"The position has unknown fields: {', '.join(extra)[:60]}.")
    return found


def ints(values: Iterable[int]) -> str:
    """Numbers as ``3,17,20``; none as ``-``."""
    return ",".join(map(str, values)) or "-"


def read_ints(text: str) -> tuple[int, ...]:
    """The inverse of ``ints``. RecordError for what is no such list."""
    if text == "-":
        return ()
    out = []
    for word in text.split(","):
        digits = word[1:] if word.startswith("-") else word
        if not (digits.isascii() and digits.isdigit()) or len(word) > 24 or str(int(word)) != word:
            raise RecordError(f"{text[:40]!r} in the position is not a list of whole numbers.")
        out.append(int(word))
    return tuple(out)


def read_int(text: str) -> int:
    """One whole number of a position."""
    values = read_ints(text)
    if len(values) != 1:
        raise RecordError(f"{text[:40]!r} in the position is not one whole number.")
    return values[0]


def groups(values: Iterable[Iterable[int]]) -> str:
    """Lists of numbers as ``3,4/17/-``; no list at all as ``.``."""
    return "/".join(ints(value) for value in values) or "."


def read_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """The inverse of ``groups``."""
    return () if text == "." else tuple(read_ints(part) for part in text.split("/"))


def load_position(
    text: str,
    fields: dict[str, str],
    read: Callable[[dict[str, str]], S],
    audit: Callable[[S], str | None],
    dump: Callable[[S], str],
) -> S:
    """The position in ``fields``, once it is one that can be and is written as the notation has it, or RecordError."""
    try:
        position = read(fields)
    except OptionsError as error:
        raise RecordError(f"The position has options that cannot be: {error.message}") from error
    except ValueError as error:
        raise RecordError(f"The position is damaged: {error}.") from error
    fault = audit(position)
    if fault is None and dump(position) != text:
        fault = "A field is not written as the notation has it."
    if fault is not None:
        raise RecordError(f"The position cannot be: {fault}")
    return position
