"""Specifications of a game's options, from which their checks, the page's form and the command line are made.

A game declares each option once, as a field of a dataclass: ``target: int = integer_option(15, 1, 1000)``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from companion.facts import Value, fact
from companion.rules.errors import OptionsError, RulesError, lines_of
from companion.rules.notation import check_players, find_player, shorten_repr

Kind: TypeAlias = Literal["flag", "whole", "choice", "seat", "text", "list", "table"]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """The specification of one option.

    ``kind`` is one of: "flag" (true or false), "whole" (an integer from ``low`` to ``high``), "choice" (one of
    ``choices``), "seat" (a number from 0 or a player's name), "text" (free text of at most ``high`` characters), "list"
    (some of ``choices``), "table" (an integer for each of ``choices``, with defaults for those left out). If
    ``default`` is None, a missing value is derived from the players and the other options.
    """

    game: str
    name: str
    kind: Kind
    default: Any  # of the kind's type
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    late: bool = False  # added after the first version of records: written only if it differs from the default

    @property
    def help(self) -> str:
        """The code of the message that explains the option in one line."""
        return f"option.{self.game}.{self.name}"

    @property
    def is_derived(self) -> bool:
        return self.default is None

    def check(self, value: object, players: Sequence[str]) -> object:
        """Return the value in the form in which options store it. Raises OptionsError if it is not allowed."""
        if value is None and self.is_derived:
            return None
        return _CHECKS[self.kind](self, value, players)

    def parse(self, text: str) -> object:
        """Return the value that a text on the command line stands for, still to be checked by ``check``.

        A choice or text is taken as it is, and a list is split at commas. Anything else is read as JSON; text that is
        no JSON stays text.
        """
        text = text.strip()
        if self.kind in ("choice", "text"):
            return text
        if self.kind == "list":
            return [word.strip() for word in text.split(",") if word.strip()]
        if self.kind == "table":
            return {key.strip(): _json(value) for key, _, value in (part.partition("=") for part in text.split(","))}
        return _json(text)


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


@dataclass(frozen=True)
class Options:
    """Base class of each game's options: the players' names and all else that is fixed before the first action."""

    players: tuple[str, ...]

    @cached_property
    def n(self) -> int:
        """The number of players."""
        return len(self.players)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(self.n))

    @cached_property
    def digital(self) -> bool:
        """True if the engine deals and knows the cards; False for a game whose option ``cards`` is "physical"."""
        return bool(getattr(self, "cards", "digital") == "digital")


# These declare one option of a game's dataclass. They return Any, since the field has the type of its value.


def option(
    kind: Kind, default: object = None, low: int = 0, high: int = 0, choices: Sequence[str] = (), **more: Any
) -> Any:
    """Return a dataclass field for an option of this kind, with the attributes of ``OptionSpec``."""
    return field(metadata={"kind": kind, "default": default, "low": low, "high": high, "choices": choices, **more})


def choice(*choices: str, **more: Any) -> Any:
    """Return a dataclass field for an option that must be one of these words; the first is the default."""
    return option("choice", choices[0], choices=choices, **more)


def integer_option(default: int | None, low: int, high: int) -> Any:
    """Return a dataclass field for an option that is an integer from ``low`` to ``high``."""
    return option("whole", default, low, high)


def deck_of(game: str) -> dict[str, int]:
    """Return the number of cards of each kind in the game, read from its ``deck.txt``."""
    return {kind: int(count) for kind, count in map(str.split, lines_of(game, "deck.txt"))}


def specs_of(game: str, options: type[Options]) -> tuple[OptionSpec, ...]:
    """Return the specifications of a game's options except the players, in the order in which records list them."""
    return tuple(OptionSpec(game, f.name, **f.metadata) for f in fields(options) if f.metadata)


def read_options(
    specs: Sequence[OptionSpec], count: range, players: Collection[str], values: Mapping[str, object]
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the checked names, and the value of each option; None for one that the game derives.

    Raises OptionsError for names, unknown options or values that the game does not allow.
    """
    game = specs[0].game
    names = check_players(players, count, game)
    known = {spec.name: spec for spec in specs}
    for name in values:
        if name not in known:
            raise OptionsError(fact("option.no.unknown", game=game, name=shorten_repr(name), known=tuple(known)))
    return names, {spec.name: spec.check(values.get(spec.name, spec.default), names) for spec in specs}


def write_options(specs: Sequence[OptionSpec], options: Options) -> dict[str, Any]:
    """Return all options except the players as JSON values."""
    values = {spec.name: getattr(options, spec.name) for spec in specs}
    tables = {spec.name for spec in specs if spec.kind == "table"}
    return {
        name: dict(value) if name in tables else list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
    }


def _wrong(spec: OptionSpec, value: object, kind: str, **more: Value) -> OptionsError:
    return OptionsError(fact(f"option.no.{kind}", name=spec.name, value=shorten_repr(value), **more))


def _flag(spec: OptionSpec, value: object, players: Sequence[str]) -> bool:
    if type(value) is not bool:
        raise _wrong(spec, value, "flag")
    return value


def _check_integer(spec: OptionSpec, value: object, players: Sequence[str]) -> int:
    if type(value) is not int or not spec.low <= value <= spec.high:
        raise _wrong(spec, value, "whole", low=spec.low, high=spec.high)
    return value


def _choice(spec: OptionSpec, value: object, players: Sequence[str]) -> str:
    word = spec.aliases.get(value, value) if isinstance(value, str) else value
    if not isinstance(word, str) or word not in spec.choices:
        raise _wrong(spec, value, "choice", choices=spec.choices)
    return word


def _seat(spec: OptionSpec, value: object, players: Sequence[str]) -> int:
    last = len(players) - 1
    if type(value) is int and 0 <= value <= last:
        return value
    if not isinstance(value, str):
        raise _wrong(spec, value, "seat", last=last)
    try:
        return find_player(value, players)
    except RulesError as error:
        raise _wrong(spec, value, "name", why=error.what) from error


def _text(spec: OptionSpec, value: object, players: Sequence[str]) -> str:
    if value == "" and type(value) is str:
        return ""
    if not isinstance(value, str) or not value.strip() or len(value) > spec.high or not value.isprintable():
        raise _wrong(spec, value, "text", most=spec.high)
    if value != value.strip():
        raise _wrong(spec, value, "blanks")
    return value


def _list(spec: OptionSpec, value: object, players: Sequence[str]) -> tuple[str, ...] | None:
    if isinstance(value, (str, Mapping)) or not isinstance(value, Collection):
        raise _wrong(spec, value, "list", choices=spec.choices)
    if not value and spec.is_derived:
        return None
    for word in value:
        if not isinstance(word, str) or word not in spec.choices:
            raise _wrong(spec, word, "choice", choices=spec.choices)
    if len(set(value)) != len(value):
        raise _wrong(spec, ", ".join(value), "twice")
    return tuple(word for word in spec.choices if word in value)


def _table(spec: OptionSpec, value: object, players: Sequence[str]) -> tuple[tuple[str, int], ...]:
    try:
        given = dict(value)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise _wrong(spec, value, "table", choices=spec.choices) from None
    for word, number in given.items():
        if not isinstance(word, str) or word not in spec.choices:
            raise _wrong(spec, word, "choice", choices=spec.choices)
        if type(number) is not int or not spec.low <= number <= spec.high:
            name = f"{spec.name}/{word}"
            raise OptionsError(
                fact("option.no.whole", name=name, value=shorten_repr(number), low=spec.low, high=spec.high)
            )
    values: dict[str, int] = {**spec.default, **given}
    return tuple((word, values[word]) for word in spec.choices)


_CHECKS: Final[dict[str, Callable[[OptionSpec, object, Sequence[str]], object]]] = {
    "flag": _flag,
    "whole": _check_integer,
    "choice": _choice,
    "seat": _seat,
    "text": _text,
    "list": _list,
    "table": _table,
}
