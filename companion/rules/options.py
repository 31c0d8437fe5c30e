"""The options of a game as data. Validation, the page's form and the command line come from their specifications.

A game declares each option once, as a field of a dataclass: ``target: int = whole(15, 1, 1000)``.
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
    """One option. ``default`` None: what is left out is worked out from the players and the other options.

    A flag is true or false; a whole number lies from ``low`` to ``high``; a choice is one of the ``choices``; a seat is
    a number from 0 or a player's name; a text is the players' own, at most ``high`` long; a list has some of the
    ``choices``; a table has a whole number for each of them, those left out as by default.
    """

    game: str
    name: str
    kind: Kind
    default: Any  # of the kind
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    late: bool = False  # came after the first version of records: written only where it is not the default

    @property
    def help(self) -> str:
        """The key of one line of help in ``companion.words``."""
        return f"option.{self.game}.{self.name}"

    @property
    def is_derived(self) -> bool:
        return self.default is None

    def check(self, value: object, players: Sequence[str]) -> object:
        """Return the value as the options keep it. Raises OptionsError."""
        if value is None and self.is_derived:
            return None
        return _CHECKS[self.kind](self, value, players)

    def parse(self, text: str) -> object:
        """Parse a value of a command line, for ``check``: words as they are, lists with commas, the rest as JSON."""
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
    """What is fixed before the first card: the players' names and the variant. Games subclass it and validate."""

    players: tuple[str, ...]

    @cached_property
    def n(self) -> int:
        """Return how many players there are."""
        return len(self.players)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(self.n))

    @cached_property
    def digital(self) -> bool:
        """Return whether the engine deals the cards and sees them, for games with the option ``cards``."""
        return bool(getattr(self, "cards", "digital") == "digital")


# One option of a game's dataclass. The type of the field is that of its value, so that these return Any.


def option(
    kind: Kind, default: object = None, low: int = 0, high: int = 0, choices: Sequence[str] = (), **more: Any
) -> Any:
    """Return an option of the kind, with the fields of ``OptionSpec``."""
    return field(metadata={"kind": kind, "default": default, "low": low, "high": high, "choices": choices, **more})


def choice(*choices: str, **more: Any) -> Any:
    """Return an option of one of these words, the first by default."""
    return option("choice", choices[0], choices=choices, **more)


def integer_option(default: int | None, low: int, high: int) -> Any:
    """Return a whole number from ``low`` to ``high``."""
    return option("whole", default, low, high)


def deck_of(game: str) -> dict[str, int]:
    """Return how many cards of each kind the game has: its ``deck.txt``."""
    return {kind: int(count) for kind, count in map(str.split, lines_of(game, "deck.txt"))}


def specs_of(game: str, options: type[Options]) -> tuple[OptionSpec, ...]:
    """Return the options but the players, in the order in which records have them."""
    return tuple(OptionSpec(game, f.name, **f.metadata) for f in fields(options) if f.metadata)


def read_options(
    specs: Sequence[OptionSpec], count: range, players: Collection[str], values: Mapping[str, object]
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return names and values as they are kept; None for what the game works out. Raises OptionsError."""
    game = specs[0].game
    names = check_players(players, count, game)
    known = {spec.name: spec for spec in specs}
    for name in values:
        if name not in known:
            raise OptionsError(fact("option.no.unknown", game=game, name=shorten_repr(name), known=tuple(known)))
    return names, {spec.name: spec.check(values.get(spec.name, spec.default), names) for spec in specs}


def write_options(specs: Sequence[OptionSpec], options: Options) -> dict[str, Any]:
    """Return all options but the players as JSON values."""
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
