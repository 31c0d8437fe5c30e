"""How the values of a fact appear in messages: functions for messages, and the default for each kind of value.

===========================================  ==================================================================
``{ $who }``                                 the default: a text unchanged, a fact as its sentence, a list as
                                             "a, b and c"
``{ NUMBER($t, maximumFractionDigits: 1) }``  a number in the locale's form; ``minimumFractionDigits``,
                                             ``style: "percent"`` (the value is 0..1), ``useGrouping: 1``,
                                             ``signDisplay: "always"``
``{ LIST($names, by: "; ") }``               a list with this separator; ``type: "disjunction"`` joins by "or"
``{ COUNT($names) -> ... }``                 the number of items, to select a variant by
``{ TERM($gem, "gem") }``                    the message ``term--gem--...`` of the value, or of each item of a list
``{ FORM($die, "die-e", of: "colour") }``    the message ``form--die-e`` for the term of the value; ``$known`` is
                                             "yes" if there is such a term, else "no"
``{ CAPITAL($what) }``                       with its first letter as a capital
``{ SHELL($name) }``                         quoted as one word of a shell command
``{ WIDTH($name, left: 20) }``               padded to a width, with the text at the ``left`` or the ``right``
===========================================  ==================================================================

A function given a value of another kind returns it in its default form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from math import isfinite
from typing import Any, Final, TypeAlias, cast

from babel import Locale
from babel.lists import format_list
from babel.numbers import NumberPattern, get_decimal_symbol, parse_pattern
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import CurrentEnvironment, ResolverEnvironment
from fluent.runtime.types import FluentFloat, FluentInt, FluentType

from companion.facts import Fact, Value
from companion.names import quote_for_shell
from companion.words.elision import Elision

FluentValue: TypeAlias = "str | FluentType"
Term: TypeAlias = Callable[[str, str], "str | None"]
Form: TypeAlias = Callable[[str, str, str], str]
Spoken: TypeAlias = Callable[[ResolverEnvironment], Any]
"""A message that Fluent has compiled."""
_VARIABLE_PATTERN: Final = re.compile(r"[{(]\s*\$([a-zA-Z][\w-]*)")
_REFERENCE_PATTERN: Final = re.compile(r"\{\s*-?([a-z][\w-]*)\s*[}.(]")
_DIGITS_PATTERN: Final = re.compile(r"[#,]*0(\.[#0]+)?")
_SENTENCE_ENDS: Final = (".", "!", "?")
_MAX_TEXT_CHARS: Final = 2000  # characters; Fluent rejects longer texts as an attack


class Whole(FluentInt):
    """An integer in a message. By default its digits are not grouped, because it may be a seat or a port."""

    def format(self, locale: Locale) -> str:
        return int.__repr__(self)


class Broken(FluentFloat):
    """A number with a fraction in a message: all its digits, with the locale's decimal mark."""

    def format(self, locale: Locale) -> str:
        return float.__repr__(self).replace(".", get_decimal_symbol(locale))


class Sentence(str):
    """The text of a fact whose message ends with a full stop, exclamation mark or question mark.

    The class is needed because a text alone does not show it: a name may end with a full stop too ("Ann B.").
    """

    __slots__ = ()


class Listed(FluentType):
    """A list in a message; its items have the types that Fluent formats."""

    def __init__(self, items: Sequence[FluentValue]) -> None:
        self.items = items

    def format(self, locale: Locale) -> str:
        return format_items(self.items, locale)


def ready(value: Value, say: Callable[[Fact], str]) -> FluentValue:
    """Return a fact's value in the type that Fluent formats.

    Args:
        value: The value.
        say: Returns the sentence of a fact.
    """
    if isinstance(value, str):
        return value if len(value) < _MAX_TEXT_CHARS else Listed([value])
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return Whole(value)
    if isinstance(value, float):
        return Broken(value) if isfinite(value) else str(value)
    if isinstance(value, Fact):
        text = say(value)
        said = Sentence(text) if text.endswith(_SENTENCE_ENDS) and not _ends_in_value(text, value) else text
        return said if len(said) < _MAX_TEXT_CHARS else Listed([said])
    return Listed([ready(v, say) for v in value]) if isinstance(value, (tuple, list)) else str(value)


def plain(value: FluentValue, locale: Locale) -> str:
    return value if isinstance(value, str) else value.format(locale)


def format_items(items: Sequence[FluentValue], locale: Locale, style: str = "standard") -> str:
    """Return items as a list, "a, b and c". If any of them is a whole sentence, they are joined by spaces.

    ``style`` is Babel's: "standard" ("and") or "or".
    """
    texts = [plain(item, locale) for item in items]
    if any(_has_sentence(item) for item in items):
        return " ".join(texts)
    return format_list(texts, style, locale) if len(texts) > 1 else "".join(texts)  # type: ignore[arg-type]


def _has_sentence(value: FluentValue) -> bool:
    if isinstance(value, Listed):
        return any(_has_sentence(item) for item in value.items)
    return isinstance(value, Sentence)


def _ends_in_value(text: str, stated: Fact) -> bool:
    """Return True if a fact's text ends with one of its text values, such as a name, or with a list's last item."""
    for value in stated.values.values():
        last = value[-1] if isinstance(value, (tuple, list)) and value else value
        if isinstance(last, str) and last and text.endswith(last):
            return True
    return False


@lru_cache(maxsize=256)
def _pattern(locale: Locale, style: str, minimum: int, maximum: int, grouped: bool, signed: bool) -> NumberPattern:
    """Return the locale's CLDR number pattern with ``minimum`` to ``maximum`` digits after the decimal mark."""
    known = (locale.percent_formats if style == "percent" else locale.decimal_formats)[None].pattern
    digits = "0." + "0" * minimum + "#" * (maximum - minimum) if maximum else "0"
    pattern = _DIGITS_PATTERN.sub(("#,##" if grouped else "") + digits, known, count=1)
    return parse_pattern(f"+{pattern};-{pattern}" if signed else pattern)


class Calls:
    """The functions that messages may call, such as NUMBER; the module's description lists them.

    Args:
        locale: The locale.
        term: Returns the word for a value, given its kind and the value; None if there is none.
        form: Returns a form of a value's word, given the form's name, the value's kind and the value.
    """

    def __init__(self, locale: Locale, term: Term, form: Form):
        self._locale, self._term, self._form = locale, term, form

    def functions(self) -> dict[str, Callable[..., FluentValue]]:
        return {
            "NUMBER": self._number,
            "TERM": self._translate_term,
            "FORM": self._bent,
            "LIST": self._several,
            "COUNT": lambda value: Whole(len(value.items)) if isinstance(value, Listed) else value,
            "CAPITAL": self._capital,
            "WIDTH": self._width,
            "SHELL": self._quote,
        }

    def _each(self, value: FluentValue, how: Callable[[str], str]) -> FluentValue:
        if isinstance(value, Listed):
            return Listed([self._each(item, how) for item in value.items])
        return how(plain(value, self._locale))

    def _number(self, value: FluentValue, **how: str | int) -> FluentValue:
        """Return a number as text; ``how`` are the options of JavaScript's ``Intl.NumberFormat``.

        Other values are returned unchanged.
        """
        if isinstance(value, Listed):
            return Listed([self._number(item, **how) for item in value.items])
        if not isinstance(value, (Whole, Broken)):
            return value
        style, least = str(how.get("style", "")), int(how.get("minimumFractionDigits", 0))
        most = int(how.get("maximumFractionDigits", max(least, 0 if style else 3)))
        signed = how.get("signDisplay") == "always"
        try:
            pattern = _pattern(self._locale, style, least, most, bool(how.get("useGrouping", 0)), signed)
            return str(pattern.apply(Decimal(value), self._locale))
        except (ArithmeticError, ValueError):  # the number is too large for the pattern
            return value.format(self._locale)

    def _translate_term(self, value: FluentValue, kind: str) -> FluentValue:
        return self._each(value, lambda text: self._term(kind, text) or text)

    def _bent(self, value: FluentValue, name: str, of: str) -> FluentValue:
        return self._each(value, lambda text: self._form(name, of, text))

    def _several(self, value: FluentValue, by: str = "", type: str = "conjunction") -> FluentValue:
        if not isinstance(value, Listed):
            return value
        if by:
            return by.join(plain(item, self._locale) for item in value.items)
        return format_items(value.items, self._locale, "or" if type == "disjunction" else "standard")

    def _capital(self, value: FluentValue) -> str:
        text = plain(value, self._locale)
        return text[:1].upper() + text[1:]

    def _width(self, value: FluentValue, left: int = 0, right: int = 0) -> str:
        return plain(value, self._locale).ljust(int(left)).rjust(int(right))

    def _quote(self, value: FluentValue) -> FluentValue:
        return self._each(value, lambda text: quote_for_shell(text) if text else "")


class ReadyMessages:
    """Those messages of one language that have braces; each is parsed when it is first used.

    Args:
        tag: The locale, such as "de-DE".
        entries: The source text of each message by name.
        term: Returns the word for a value, as in ``Calls``.
        form: Returns a form of a word, as in ``Calls``.
        say: Returns the sentence of a fact.
        elision: The language's elisions; None for none.
    """

    def __init__(
        self,
        tag: str,
        entries: Mapping[str, str],
        term: Term,
        form: Form,
        say: Callable[[Fact], str],
        elision: Elision | None = None,
    ) -> None:
        self.locale = Locale.parse(tag, sep="-")
        self._entries, self._say, self._elision = entries, say, elision
        functions = cast("Any", Calls(self.locale, term, form).functions())
        self._bundle = FluentBundle([tag], functions, use_isolating=elision is not None)
        self._patterns: dict[str, tuple[Spoken, tuple[str, ...]] | None] = {}
        self._added: set[str] = set()

    def text(self, name: str, values: Mapping[str, Value]) -> str | None:
        """Return the text of a message with these values; None if it has none (a part that only other messages use)."""
        if name not in self._patterns:
            self._add(name)
            known = self._bundle.has_message(name)
            names = tuple(dict.fromkeys(_VARIABLE_PATTERN.findall(self._entries[name])))
            self._patterns[name] = (cast("Spoken", self._bundle.get_message(name).value), names) if known else None
        if (found := self._patterns[name]) is None:
            return None
        current = CurrentEnvironment(args={name: ready(values.get(name), self._say) for name in found[1]})
        text = plain(found[0](ResolverEnvironment(self._bundle, [], current)), self.locale)
        return text if self._elision is None else self._elision.apply(text)

    def _add(self, name: str) -> None:
        """Parse a message and all messages to which it refers."""
        self._added.add(name)
        self._bundle.add_resource(FluentResource(self._entries[name]))
        for other in _REFERENCE_PATTERN.findall(self._entries[name]):
            named = other if other in self._entries else f"-{other}"
            if named in self._entries and named not in self._added:
                self._add(named)
