"""One sentence for a fact, from the templates of a language.

A template is a text with ``{name}`` for the values of its fact, and ``{name:how}`` for how a value is said:

=================  =================================================================================================
``{who}``          a text as it is; a number in the language's way; a fact in its own words; a list as "a, b and c"
``{gem:gem}``      a term: the value (or each of a list) looked up in ``[term.gem]``; as it is where it is none
``{set:dice-er}``  a form: ``[form.dice-er]`` says how the term of a kind (``of``) is bent: ``known`` with ``{stem}``,
                   or ``other`` where the value is no such term
``{n:card}``       a count: ``[plural.card]`` has ``one`` and ``other``, in which ``{n}`` is the number
``{t:.1f}``        a number in Python's format, with the language's decimal mark; also ``{text:<20}``, to a width
``{x:percent}``    a share of 1 as a percentage
``{names:, }``     a list with this between its items ("; ", ", " or " ")
``{names: or }``   a list with this word before its last item
``{what:^}``       the first letter a capital
``{name:shell}``   one word of a command that people type, quoted for their shell
=================  =================================================================================================

A value that the fact lacks, or None, says nothing. A code without a template is said as code and values: nothing fails.
"""

from __future__ import annotations

import string
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from companion.facts import Fact, Value
from companion.names import quoted

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Language: TypeAlias = Literal["en", "de"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "de")


@lru_cache(maxsize=2)
def words(language: str) -> Mapping[str, str]:
    """All templates of a language by dotted key. Any language but "de" is English."""
    name = "de.toml" if language == "de" else "en.toml"
    flat: dict[str, str] = {}
    _flatten("", tomllib.loads((files(__package__) / name).read_text(encoding="utf-8")), flat)
    return flat


def _flatten(path: str, data: Mapping[str, Any], into: dict[str, str]) -> None:
    for key, value in data.items():
        where = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            _flatten(where, value, into)
        else:
            into[where] = str(value)


def say(what: Fact | str, language: str = "en", /, **values: Value) -> str:
    """The sentence of a fact, or of a code with these values."""
    stated = Fact(what, values) if isinstance(what, str) else what
    template = words(language).get(stated.code)
    if template is None:
        return str(stated)
    said = _Sentence(language).vformat(template, (), _Values(stated.values))
    return said[:-1] if said.endswith(("?.", "!.")) and template.endswith("}.") else said  # it asks, or calls, itself


def term(kind: str, value: str, language: str = "en") -> str:
    """One word of a kind: ``term("gem", "ruby", "de")`` is "Rubin"; the value itself where it is none of them."""
    return words(language).get(f"term.{kind}.{value}", value)


def page_words(language: str) -> dict[str, str]:
    """What the pages say of themselves: everything that they look up by key."""
    wanted = ("page.", "term.", "form.", "plural.", "grammar.")
    typed = ("term.typed.", "term.typed-word.")
    return {k: v for k, v in words(language).items() if k.startswith(wanted) and not k.startswith(typed)}


class _Values(dict[str, Any]):
    def __missing__(self, key: str) -> None:
        return None


class _Sentence(string.Formatter):
    def __init__(self, language: str) -> None:
        self.language = language
        self.words = words(language)

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        return kwargs[field_name], field_name  # a template reaches no attributes or items

    def format_field(self, value: Value, format_spec: str) -> str:
        if value is None:
            return ""
        if format_spec == "^":
            said = self._plain(value)
            return said[:1].upper() + said[1:]
        if f"plural.{format_spec}.other" in self.words:
            one = (
                len(value) if isinstance(value, (tuple, list)) else value
            ) == 1 and f"plural.{format_spec}.one" in self.words
            return self.words[f"plural.{format_spec}.{'one' if one else 'other'}"].replace("{n}", self._plain(value))
        if isinstance(value, (tuple, list)):
            return self._list(value, format_spec)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return (
                f"{self._number(100 * value, '.0f')} %"
                if format_spec == "percent"
                else self._number(value, format_spec)
            )
        if format_spec == "shell":  # a word of a command that people type
            return quoted(str(value))
        return self._term(value, format_spec) if format_spec and isinstance(value, str) else self._plain(value)

    def _list(self, values: Sequence[Value], how: str) -> str:
        if how and not how.strip(",;: "):
            return how.join(self._plain(v) for v in values)
        if how.startswith(" ") and how.endswith(" "):
            return self._listing([self._plain(v) for v in values], how)
        return self._listing([self.format_field(v, how) for v in values])

    def _term(self, value: str, kind: str) -> str:
        """The value as a term of a kind, in a form, or to a width; as it is where it is none of these."""
        if kind[0] in "<>":
            return format(value, kind)
        if (of := self.words.get(f"form.{kind}.of")) is None:
            return self.words.get(f"term.{kind}.{value}", value)
        stem = self.words.get(f"term.{of}.{value}")
        if stem is None:
            return self.words[f"form.{kind}.other"].replace("{value}", value)
        return self.words[f"form.{kind}.known"].replace("{stem}", stem)

    def _plain(self, value: Value) -> str:
        if isinstance(value, Fact):
            return say(value, self.language)
        if isinstance(value, (tuple, list)):
            return self.format_field(value, "")
        if isinstance(value, float):
            return self._number(value, "")
        return str(value)

    def _number(self, value: float, how: str) -> str:
        if f"term.{how}.{value}" in self.words:
            return self.words[f"term.{how}.{value}"]
        try:
            said = format(value, how)
        except (ValueError, OverflowError):  # a fact that somebody else wrote: no such form, or beyond every float
            said = str(value)
        decimal, thousands = self.words.get("grammar.decimal", "."), self.words.get("grammar.thousands", ",")
        marks: dict[str, str | int | None] = {".": decimal, ",": thousands}
        return said.translate(str.maketrans(marks))

    def _listing(self, items: list[str], word: str = "") -> str:
        if any(item.endswith((".", "!", "?")) for item in items):
            return " ".join(items)  # whole sentences
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])}{word or ' ' + self.words['grammar.and'] + ' '}{items[-1]}"
