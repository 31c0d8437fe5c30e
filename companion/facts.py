"""A fact: what happened as a code and values, without a sentence. Words are made where somebody reads or hears them.

The lowest layer: standard library alone. ``companion.words`` turns a fact into a sentence in a reader's language; the
package ``companion`` registers it here for ``sentence``.
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
    """``code`` is dotted, its first part the domain ("ftw.play"); ``values`` are names, numbers and further facts."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.values:
            return self.code
        return f"{self.code} ({', '.join(f'{k}={_format_value(v)}' for k, v in self.values.items())})"

    def __hash__(self) -> int:
        return hash((self.code, str(self)))

    def to_dict(self) -> dict[str, JSON]:
        """Plain JSON values; ``from_dict`` gives an equal fact back."""
        return {"code": self.code, "values": plain(self.values)}

    @classmethod
    def from_dict(cls, data: JSON) -> Fact:
        """Read a fact of a dictionary. Raises ValueError for what is no fact."""
        found = _read(data, 0)
        if not isinstance(found, Fact):
            raise ValueError("a fact is an object with a code and values")
        return found


def fact(code: str, /, **values: Value) -> Fact:
    """``fact("ftw.play", who="Ann", card=12)``."""
    return Fact(code, values)


MAX_DEPTH = 32  # levels of facts and lists in facts: a taken back last move of Keep Smiling! has ten


def plain(value: object) -> JSON:
    """Return a value as JSON has it: lists for tuples, objects for mappings and facts."""
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
    """Set the function by which ``sentence`` turns facts into text.

    Until then, a fact reads as its code with its values.
    """
    global _formatter
    _formatter = formatter


def sentence(value: Fact) -> str:
    """Return a fact in English, as the registered formatter words it."""
    return _formatter(value)
