"""A fact: what happened, as a code with values. It becomes a sentence only where somebody reads or hears it.

This is the lowest layer of the program and uses the standard library alone. ``companion.words`` turns a fact into a
sentence in the reader's language. The package ``companion`` registers it here for ``sentence``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, Union

JSON: TypeAlias = Any
"""A value from outside, before it is checked."""
Value: TypeAlias = Union[bool, int, float, str, "Fact", Sequence["Value"], None]


@dataclass(frozen=True, slots=True)
class Fact:
    """What happened, as a code with values.

    Attributes:
        code: Names with dots between them, the first of which is the domain: "ftw.play".
        values: Names, numbers and further facts, by key.
    """

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.values:
            return self.code
        return f"{self.code} ({', '.join(f'{k}={_format_value(v)}' for k, v in self.values.items())})"

    def __hash__(self) -> int:
        return hash((self.code, str(self)))

    def to_dict(self) -> dict[str, JSON]:
        """Return the fact as JSON values; ``from_dict`` returns an equal fact."""
        return {"code": self.code, "values": plain(self.values)}

    @classmethod
    def from_dict(cls, data: JSON) -> Fact:
        """Return the fact of a dictionary that ``to_dict`` made. Raises ValueError for other data."""
        found = _read(data, 0)
        if not isinstance(found, Fact):
            raise ValueError("a fact is an object with a code and values")
        return found


def fact(code: str, /, **values: Value) -> Fact:
    """Return a fact: ``fact("ftw.play", who="Ann", card=12)``."""
    return Fact(code, values)


MAX_DEPTH = 32  # levels of nested facts and lists; taking back the last move of Keep Smiling! has ten


def plain(value: object) -> JSON:
    """Return a fact's value as JSON values: tuples become lists, mappings and facts become objects."""
    if value is None or type(value) in (str, float, int, bool):
        return value
    if isinstance(value, Fact):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    return [plain(v) for v in value] if isinstance(value, (tuple, list)) else value


def _read(data: JSON, depth: int) -> Value:
    if depth > MAX_DEPTH:
        raise ValueError("a fact holds too many facts in each other")
    if data is None or isinstance(data, (bool, int, float, str)):
        return data
    if isinstance(data, (list, tuple)):
        return tuple(_read(v, depth + 1) for v in data)
    if isinstance(data, Mapping) and set(data) == {"code", "values"}:
        code, values = data["code"], data["values"]
        if isinstance(code, str) and isinstance(values, Mapping) and all(isinstance(k, str) for k in values):
            return Fact(code, {k: _read(v, depth + 1) for k, v in values.items()})
    raise ValueError("a value of a fact is a text, a number, a list or another fact")


def _format_value(value: Value) -> str:
    if isinstance(value, Fact):
        return f"<{value}>"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(_format_value(v) for v in value)}]"
    return str(value)


Formatter: TypeAlias = Callable[[Fact], str]
_formatter: Formatter = str


def register_formatter(formatter: Formatter) -> None:
    """Set the function that ``sentence`` uses to turn a fact into text.

    Until it is set, ``sentence`` returns the fact's code and values.
    """
    global _formatter
    _formatter = formatter


def sentence(value: Fact) -> str:
    """Return a fact as an English sentence, made by the registered formatter."""
    return _formatter(value)
