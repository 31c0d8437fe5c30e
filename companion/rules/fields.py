"""What the notations share: card numbers, and positions as one line of ``key=value`` fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from companion.facts import Fact, fact
from companion.rules.errors import MalformedAction, OptionsError, RecordError
from companion.rules.notation import read_whole, shown, write_whole
from companion.rules.options import OptionSpec

S = TypeVar("S")


def read_numbers(words: Iterable[str]) -> tuple[int, ...]:
    """Card or place numbers (plain digits without leading zeros, at most six), or MalformedAction."""
    out = []
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 6 and word == str(int(word))):
            raise MalformedAction(fact("rules.no.number", text=shown(word)))
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


def read_version(text: object, name: str, version: int) -> tuple[int, str]:
    """The version of a position of the game, and what follows it. RecordError for another game or a newer version."""
    words = text.split(" ", 2) if isinstance(text, str) else []
    if len(words) < 2 or words[0] != name:
        raise RecordError(fact("position.no.game", game=name))
    number = read_whole(words[1]) if len(words[1]) <= 6 else None
    if number is None or number < 1:
        raise RecordError(fact("position.no.version", game=name))
    if number > version:
        raise RecordError(fact("position.no.newer", version=number, known=version))
    return number, "".join(words[2:])


def read_fields(text: str, name: str, version: int, keys: Iterable[str], later: Iterable[str] = ()) -> dict[str, str]:
    """The fields of a line that ``write_fields`` wrote, exactly ``keys`` and some of ``later``, and its ``version``.

    RecordError for any other line.
    """
    number, rest = read_version(text, name, version)
    words = rest.split(" ")
    if words[-1] != ".":
        raise RecordError(fact("position.no.end"))
    found: dict[str, str] = {}
    for word in words[:-1]:
        key, equals, value = word.partition("=")
        if not equals or key in found:
            raise RecordError(fact("position.no.field", field=shown(word)))
        found[key] = value
    keys, later = tuple(keys), tuple(later)
    missing, extra = [k for k in keys if k not in found], [k for k in found if k not in (*keys, *later)]
    if missing:
        raise RecordError(fact("position.no.missing", fields=missing))
    if extra:
        raise RecordError(fact("position.no.extra", fields=shown(", ".join(extra))))
    return {**found, "version": str(number)}


def ints(values: Iterable[int]) -> str:
    """Whole numbers as ``3,4,17``, none as ``-``."""
    return ",".join(map(str, values)) or "-"


def read_ints(text: str) -> tuple[int, ...]:
    """The inverse of ``ints``. RecordError for what is no such list."""
    return () if text == "-" else tuple([_small(word) for word in text.split(",")])


def _small(word: str) -> int:
    number = read_whole(word) if len(word) <= 24 else None
    if number is None:
        raise RecordError(fact("position.no.number", text=shown(word)))
    return number


def read_int(text: str) -> int:
    """One whole number of a position, of any length."""
    number = read_whole(text)
    if number is None:
        raise RecordError(fact("position.no.number", text=shown(text)))
    return number


def groups(values: Iterable[Iterable[int]]) -> str:
    """Lists of numbers as ``3,4/17/-``; no list at all as ``.``."""
    return "/".join(ints(value) for value in values) or "."


def read_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """The inverse of ``groups``."""
    return () if text == "." else tuple(read_ints(part) for part in text.split("/"))


def write_state(
    specs: Sequence[OptionSpec], state: Any, numbers: Sequence[str], lists: Sequence[str], tables: Sequence[str]
) -> dict[str, object]:
    """The fields of a state of named parts: options, phase, numbers (true as 1), lists, lists of lists."""
    options = state.options
    values: dict[str, object] = {"players": write_names(options.players)}
    values |= {spec.name: getattr(options, spec.name) for spec in specs if not spec.late}
    values["phase"] = state.phase
    values |= {name: write_whole(int(getattr(state, name))) for name in numbers}
    values |= {name: ints(getattr(state, name)) for name in lists}
    return values | {name: groups(getattr(state, name)) for name in tables}


def read_state(
    found: Mapping[str, str], numbers: Sequence[str], lists: Sequence[str], tables: Sequence[str]
) -> dict[str, Any]:
    """The parts that ``write_state`` wrote, but the options."""
    parts: dict[str, Any] = {"phase": found["phase"]} | {name: read_int(found[name]) for name in numbers}
    parts |= {name: read_ints(found[name]) for name in lists}
    return parts | {name: read_groups(found[name]) for name in tables}


def read_values(specs: Sequence[OptionSpec], found: Mapping[str, str]) -> dict[str, Any]:
    """The options in a position's fields, by name."""
    return {s.name: read_int(found[s.name]) if s.kind == "whole" else found[s.name] for s in specs if not s.late}


def load_position(text: str, read: Callable[[], S], audit: Callable[[S], Fact | None], dump: Callable[[S], str]) -> S:
    """The position that ``read`` gives, once it is one that can be and is written as the notation has it, or
    RecordError."""
    try:
        position = read()
        fault = audit(position)
    except OptionsError as error:
        raise RecordError(fact("position.no.options", why=error.what)) from error
    except RecordError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OverflowError) as error:
        raise RecordError(fact("position.no.damaged")) from error
    if fault is None and dump(position) != text:
        fault = fact("position.no.writing")
    if fault is not None:
        raise RecordError(fact("position.no.possible", why=fault))
    return position
