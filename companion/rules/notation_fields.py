"""Tools shared by the position codecs: card numbers, and positions as one line of ``key=value`` fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar
from urllib.parse import quote, unquote

from companion.facts import Fact, Value, fact
from companion.rules.errors import MalformedAction, OptionsError, RecordError
from companion.rules.notation import read_integer, shorten_repr, write_integer
from companion.rules.options import Options, OptionSpec
from companion.rules.protocol import Position

S = TypeVar("S", bound=Position)
P = TypeVar("P")
R = TypeVar("R", bound=tuple[int, ...])
Faults: TypeAlias = Iterator[tuple[object, str | Fact]]  # (condition, fault): the position is impossible if it holds


def read_numbers(words: Iterable[str]) -> tuple[int, ...]:
    """Return numbers of cards or places from words: plain digits without leading zeros, at most six each.

    Raises MalformedAction for any other word.
    """
    out = []
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 6 and word == str(int(word))):
            raise MalformedAction(fact("rules.no.number", text=shorten_repr(word)))
        out.append(int(word))
    return tuple(out)


class Form(NamedTuple):
    """How a field's value is written as text and read back. ``read`` raises RecordError or ValueError."""

    write: Callable[[Any], object]
    read: Callable[[str], Any]


def read_int(text: str, longest: float = inf) -> int:
    """Return the integer that a text holds.

    Raises RecordError for any other text, and for one of more than ``longest`` characters.
    """
    number = read_integer(text) if len(text) <= longest else None
    if number is None:
        raise RecordError(fact("position.no.number", text=shorten_repr(text)))
    return number


def _read_bit(text: str) -> bool:
    if read_int(text) not in (0, 1):
        raise ValueError(text)
    return text == "1"


def list_form(item: Form, by: str, none: str = "-") -> Form:
    """Return the ``Form`` of a sequence of values: each is written as ``item``, with the text ``by`` between them.

    An empty sequence is written as ``none``.
    """
    return Form(
        lambda items: by.join(str(item.write(one)) for one in items) or none,
        lambda text: () if text == none else tuple([item.read(part) for part in text.split(by)]),
    )


def one_of(*words: str) -> Form:
    """Return the ``Form`` of a value that must be one of these words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return Form(str, read)


NAMES: Final = list_form(Form(lambda name: quote(name, safe=""), unquote), ",", "")  # percent-quoted
WORD: Final = Form(str, str)
INTEGER: Final = Form(write_integer, read_int)
BIT: Final = Form(int, _read_bit)  # 1 for true
YES_NO: Final = Form(lambda value: "yes" if value else "no", lambda text: text == "yes")
INTS: Final = list_form(Form(str, lambda word: read_int(word, 24)), ",")  # 3,4,17 or - for none
GROUPS: Final = list_form(INTS, "/", ".")  # 3,4/17/- or . for none


def record_form(kind: type[R], *, optional: bool = False) -> Form:
    """Return the ``Form`` of a NamedTuple of integers, written as its numbers with "," between them.

    With ``optional``, None is allowed and written as "-".
    """

    def write(record: R | None) -> object:
        return INTS.write(record or ())

    def read(text: str) -> R | None:
        numbers = INTS.read(text)
        return None if optional and not numbers else kind(*numbers)

    return Form(write, read)


class Field(NamedTuple):
    """One ``key=value`` of a position; ``attribute`` is its name in the state or options if it is not ``key``."""

    key: str
    form: Form
    attribute: str = ""

    def write(self, owner: object) -> object:
        return self.form.write(getattr(owner, self.attribute or self.key))


def fields(form: Form, *keys: str) -> tuple[Field, ...]:
    """Return several fields of the same form."""
    return tuple(Field(key, form) for key in keys)


def option_fields(specs: Iterable[OptionSpec]) -> tuple[Field, ...]:
    """Return a field for each option that is a number or a word.

    Late options (added after the first version of records) are left out.
    """
    return tuple(Field(s.name, INTEGER if s.kind == "whole" else WORD) for s in specs if not s.late)


def _parts(fields: Iterable[Field], found: Mapping[str, str]) -> dict[str, Any]:
    return {field.attribute or field.key: field.form.read(found[field.key]) for field in fields if field.key in found}


@dataclass(frozen=True)
class Codec(Generic[S]):
    """Writes a game's positions as one line of text and reads them back.

    A line has the players, the options and the state, as fields ``key=value``.
    """

    name: str
    version: int
    options: tuple[Field, ...]
    state: tuple[Field, ...]
    make: Callable[..., Options]  # (players, **options)
    build: Callable[..., S]  # (options=, **parts): the state
    audit: Callable[[S], Fact | None]
    late: tuple[
        tuple[Field, object], ...
    ] = ()  # (field, default) of options that are written only if they differ from it
    upgrades: Mapping[int, Mapping[str, Value]] = field(default_factory=dict)  # version -> options that it implies

    def dump(self, state: S) -> str:
        """Return the position as one line of text."""
        options, version = state.options, self.version
        for older, implied in self.upgrades.items():
            if all(getattr(options, name) == value for name, value in implied.items()):
                version = older
        values: dict[str, object] = {"players": NAMES.write(options.players)}
        values |= {field.key: field.write(options) for field in self.options}
        values |= {field.key: field.write(state) for field in self.state}
        values |= {
            field.key: field.write(options) for field, usual in self.late if getattr(options, field.key) != usual
        }
        return " ".join([self.name, str(version), *(f"{key}={value}" for key, value in values.items()), "."])

    def load(self, text: str) -> S:
        """Return the position that a line holds. Raises RecordError for other text and for an impossible position."""
        return read_position(text, lambda: self._read(text), self.audit, self.dump)

    def _read(self, text: str) -> S:
        version, rest = read_version(text, self.name, self.version)
        keys = ("players", *(field.key for field in (*self.options, *self.state)))
        late = [field for field, _ in self.late]
        found = _split(rest, keys, [field.key for field in late])
        given = _parts((*self.options, *late), found) | dict(self.upgrades.get(version, {}))
        options = self.make(NAMES.read(found["players"]), **given)
        return self.build(options=options, **_parts(self.state, found))


def read_version(text: object, name: str, version: int) -> tuple[int, str]:
    """Return the version of a position, and the rest of its text after game name and version.

    Raises RecordError if the text is no position of the game ``name``, or newer than ``version``.
    """
    words = text.split(" ", 2) if isinstance(text, str) else []
    if len(words) < 2 or words[0] != name:
        raise RecordError(fact("position.no.game", game=name))
    number = read_integer(words[1]) if len(words[1]) <= 6 else None
    if number is None or number < 1:
        raise RecordError(fact("position.no.version", game=name))
    if number > version:
        raise RecordError(fact("position.no.newer", version=number, known=version))
    return number, "".join(words[2:])


def _split(rest: str, keys: Iterable[str], late: Iterable[str]) -> dict[str, str]:
    """Return the fields of a line by key. All of ``keys`` must be there, those of ``late`` may be.

    Raises RecordError for a missing, unknown, doubled or malformed field, and for a line that is cut short.
    """
    words = rest.split(" ")
    if words[-1] != ".":
        raise RecordError(fact("position.no.end"))
    found: dict[str, str] = {}
    for word in words[:-1]:
        key, equals, value = word.partition("=")
        if not equals or key in found:
            raise RecordError(fact("position.no.field", field=shorten_repr(word)))
        found[key] = value
    missing, extra = [k for k in keys if k not in found], [k for k in found if k not in (*keys, *late)]
    if missing:
        raise RecordError(fact("position.no.missing", fields=missing))
    if extra:
        raise RecordError(fact("position.no.extra", fields=shorten_repr(", ".join(extra))))
    return found


def read_position(text: str, read: Callable[[], P], audit: Callable[[P], Fact | None], dump: Callable[[P], str]) -> P:
    """Return the position that ``read`` returns, if it is possible and is written as the same text again.

    Args:
        text: The text of the position.
        read: Returns the position; its errors become RecordErrors.
        audit: Returns why a position is impossible, None if it is possible.
        dump: Returns a position's text.

    Raises:
        RecordError: The text cannot be read, is no possible position, or would be written differently.
    """
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


def first_fault(game: str, *parts: Faults) -> Fact | None:
    """Return the fault of the first condition that holds, else None; the conditions after it are not evaluated.

    A fault given as a code becomes the fact ``GAME.bad.CODE``.
    """
    for broken, code in chain(*parts):
        if broken:
            return fact(f"{game}.bad.{code}") if isinstance(code, str) else code
    return None
