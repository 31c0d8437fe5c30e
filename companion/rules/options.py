"""The options of a game as data: from their specifications come validation, the page's form and the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from companion.facts import fact
from companion.rules.errors import OptionsError, RulesError
from companion.rules.notation import check_players, find_player, shown

Kind: TypeAlias = Literal["flag", "whole", "choice", "seat", "text", "list", "table"]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option. ``default`` None: what is left out is worked out from the players and the other options.

    =======  ====================================================================  ==========================
    kind     value                                                                 uses
    =======  ====================================================================  ==========================
    flag     true or false
    whole    a whole number                                                        low, high
    choice   one word                                                              choices, aliases
    seat     a seat from 0, or a player's name
    text     the players' own words, "" for none                                   high (longest)
    list     several of the choices                                                choices
    table    a whole number for each of the choices, those left out as by default  choices, low, high
    =======  ====================================================================  ==========================
    """

    game: str
    name: str
    kind: Kind
    default: Any
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
    def derived(self) -> bool:
        return self.default is None

    def check(self, value: Any, players: Sequence[str]) -> Any:
        """The value as the options keep it. Raises OptionsError."""
        if value is None and self.derived:
            return None
        return _CHECKS[self.kind](self, value, players)

    def parse(self, text: str) -> Any:
        """A value typed on a command line, for ``check``: words as they are, lists with commas, the rest as JSON."""
        text = text.strip()
        if self.kind in ("choice", "text"):
            return text
        if self.kind == "list":
            return [word.strip() for word in text.split(",") if word.strip()]
        if self.kind == "table":
            return {key.strip(): _json(value) for key, _, value in (part.partition("=") for part in text.split(","))}
        return _json(text)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def read_options(
    specs: Sequence[OptionSpec], count: range, players: Collection[str], values: Mapping[str, Any]
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Names and values as they are kept; None for what the game works out. Raises OptionsError."""
    game = specs[0].game
    names = check_players(players, count, game)
    known = {spec.name: spec for spec in specs}
    for name in values:
        if name not in known:
            raise OptionsError(fact("option.no.unknown", game=game, name=shown(name), known=tuple(known)))
    return names, {spec.name: spec.check(values.get(spec.name, spec.default), names) for spec in specs}


def write_options(specs: Sequence[OptionSpec], options: Any) -> dict[str, Any]:
    """All options but the players as JSON values."""
    return {spec.name: _plain(spec, getattr(options, spec.name)) for spec in specs}


def _plain(spec: OptionSpec, value: Any) -> Any:
    if spec.kind == "table":
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _wrong(spec: OptionSpec, value: Any, kind: str, **more: Any) -> OptionsError:
    return OptionsError(fact(f"option.no.{kind}", name=spec.name, value=shown(value), **more))


def _flag(spec: OptionSpec, value: Any, players: Sequence[str]) -> bool:
    if type(value) is not bool:
        raise _wrong(spec, value, "flag")
    return value


def _whole(spec: OptionSpec, value: Any, players: Sequence[str]) -> int:
    if type(value) is not int or not spec.low <= value <= spec.high:
        raise _wrong(spec, value, "whole", low=spec.low, high=spec.high)
    return value


def _choice(spec: OptionSpec, value: Any, players: Sequence[str]) -> str:
    word = spec.aliases.get(value, value) if isinstance(value, str) else value
    if not isinstance(word, str) or word not in spec.choices:
        raise _wrong(spec, value, "choice", choices=spec.choices)
    return word


def _seat(spec: OptionSpec, value: Any, players: Sequence[str]) -> int:
    last = len(players) - 1
    if type(value) is int and 0 <= value <= last:
        return value
    if not isinstance(value, str):
        raise _wrong(spec, value, "seat", last=last)
    try:
        return find_player(value, players)
    except RulesError as error:
        raise _wrong(spec, value, "name", why=error.what) from error


def _text(spec: OptionSpec, value: Any, players: Sequence[str]) -> str:
    if value == "" and type(value) is str:
        return ""
    if not isinstance(value, str) or not value.strip() or len(value) > spec.high or not value.isprintable():
        raise _wrong(spec, value, "text", most=spec.high)
    if value != value.strip():
        raise _wrong(spec, value, "blanks")
    return value


def _list(spec: OptionSpec, value: Any, players: Sequence[str]) -> tuple[str, ...] | None:
    if isinstance(value, (str, Mapping)) or not isinstance(value, Collection):
        raise _wrong(spec, value, "list", choices=spec.choices)
    if not value and spec.derived:
        return None
    for word in value:
        if not isinstance(word, str) or word not in spec.choices:
            raise _wrong(spec, word, "choice", choices=spec.choices)
    if len(set(value)) != len(value):
        raise _wrong(spec, ", ".join(value), "twice")
    return tuple(word for word in spec.choices if word in value)


def _table(spec: OptionSpec, value: Any, players: Sequence[str]) -> tuple[tuple[str, int], ...]:
    try:
        given = dict(value)
    except (TypeError, ValueError):
        raise _wrong(spec, value, "table", choices=spec.choices) from None
    for word, number in given.items():
        if not isinstance(word, str) or word not in spec.choices:
            raise _wrong(spec, word, "choice", choices=spec.choices)
        if type(number) is not int or not spec.low <= number <= spec.high:
            name = f"{spec.name}/{word}"
            raise OptionsError(fact("option.no.whole", name=name, value=shown(number), low=spec.low, high=spec.high))
    whole: dict[str, int] = {**spec.default, **given}
    return tuple((word, whole[word]) for word in spec.choices)


_CHECKS: Final[dict[str, Callable[[OptionSpec, Any, Sequence[str]], Any]]] = {
    "flag": _flag,
    "whole": _whole,
    "choice": _choice,
    "seat": _seat,
    "text": _text,
    "list": _list,
    "table": _table,
}

__all__ = ["Kind", "OptionSpec", "read_options", "write_options"]
