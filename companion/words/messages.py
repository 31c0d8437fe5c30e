"""Sentences for facts, from each language's messages, by the libraries Project Fluent (``fluent.runtime``) and Babel.

Each language has a folder, whose files translators write:

=================  ==============================================================================================
``language.toml``  its own ``name`` ("Deutsch"); its ``locale`` ("de-DE"), for numbers, times and lists; and
                   ``[elision]``, if short words are shortened before names (see ``elision``)
``*.ftl``          the messages, in Project Fluent's format; the division into files is for people only
``typed.toml``     words that people may type in this language; see ``typed_words``
``spoken.toml``    phrases that people say in this language; see ``spoken_words``
=================  ==============================================================================================

English is the fallback: a message that another language lacks is shown in English. A code without any message is shown
as code and values, so nothing fails.

In the files, each dot of a code is written as two hyphens: "ftw.no.draw" is ``ftw--no--draw``. A message may use the
values of its fact; a value that the fact lacks, or that is None, adds nothing. Messages are parsed at first use. The
libraries are loaded with the first message that has braces; ``--help`` has none.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.facts import Fact, Value
from companion.words.elision import Elision

if TYPE_CHECKING:
    from companion.words.values import ReadyMessages
if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Language: TypeAlias = str
FALLBACK_LANGUAGE: Final[Language] = "en"
WORDS_FOLDER = Path(__file__).parent
_LANGUAGE_PATTERN: Final = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


@dataclass(frozen=True)
class About:
    """What a ``language.toml`` says: the language's own name, its locale, and its elisions (None if it has none)."""

    name: str
    locale: str
    elision: Elision | None = None


@cache
def languages() -> tuple[Language, ...]:
    """Return the codes of all languages that have a folder ("en", "de", ...), English first."""
    found = sorted(
        p.parent.name for p in WORDS_FOLDER.glob("*/language.toml") if _LANGUAGE_PATTERN.fullmatch(p.parent.name)
    )
    return tuple(sorted(found, key=lambda name: name != FALLBACK_LANGUAGE))


def parse_language(value: object) -> Language | None:
    """Return the language code of a tag such as "DE" or "de_AT.UTF-8"; None if there is no such language here."""
    tag = re.split(r"[-_.@]", str(value or "").strip().casefold())[0]
    return tag if tag in languages() else None


@cache
def about(language: Language) -> About:
    found = tables(language, "language.toml")
    elision = found.pop("elision", None)
    return About(**found, elision=Elision(**elision) if elision else None)


def tables(language: Language, name: str) -> dict[str, Any]:
    """Return the content of a TOML file in a language's folder; empty if there is no such file."""
    path = WORDS_FOLDER / language / name
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def entries(language: Language) -> dict[str, str]:
    """Return the source text of each message of a language, by the message's name in the files."""
    found: dict[str, str] = {}
    for path in sorted((WORDS_FOLDER / language).glob("*.ftl")):
        text = path.read_text("utf-8")
        starts = [*_ENTRY_PATTERN.finditer(text)]
        for one, after in zip(starts, [*(s.start() for s in starts[1:]), len(text)], strict=True):
            found[one[1]] = text[one.start() : after]
    return found


_ENTRY_PATTERN: Final = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)


PAGE_TERMS: Final = (
    "a-gem",
    "category",
    "game",
    "gem",
    "gems",
    "piece-kind",
    "signal",
    "special",
    "state",
    "wild-way",
)
"""Kinds of terms that are sent to pages. Terms of other kinds are looked up by the server only."""
_NO_VALUES: Final[Mapping[str, Value]] = {}
_MAX_WORD_VALUE_CHARS: Final = 80  # characters; longer values have no term


@lru_cache(maxsize=8192)
def name_of(code: str) -> str:
    """Return the message's name in the files for a code: "ftw.no.draw" is ``ftw--no--draw``."""
    return code.replace(".", "--").replace(" ", "_")


def code_of(name: str) -> str:
    return name.replace("--", ".")


class Messages:
    """The messages of one language. ``missing`` lists the codes that are shown in English instead."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.entries = entries(language)

    @cached_property
    def bundle(self) -> ReadyMessages:
        from companion.words.values import ReadyMessages

        own = about(self.language)
        return ReadyMessages(
            own.locale, self.entries, self._term, self._form, lambda what: say(what, self.language), own.elision
        )

    @property
    def missing(self) -> list[str]:
        return sorted(code_of(name) for name in messages(FALLBACK_LANGUAGE).entries.keys() - self.entries.keys())

    def has(self, code: str) -> bool:
        """Return True if the code has a message in this language or in English."""
        return name_of(code) in messages(FALLBACK_LANGUAGE).entries

    def text(self, code: str, values: Mapping[str, Value] = _NO_VALUES) -> str | None:
        """Return the message of a code with these values; None if neither this language nor English has one."""
        text = self.entries.get(name := name_of(code), "")
        said = self.bundle.text(name, values) if "{" in text else _plain(text)
        return (
            messages(FALLBACK_LANGUAGE).text(code, values)
            if said is None and self.language != FALLBACK_LANGUAGE
            else said
        )

    def _term(self, kind: str, value: str) -> str | None:
        return self.text(f"term.{kind}.{value}") if len(value) < _MAX_WORD_VALUE_CHARS else None

    def _form(self, name: str, of: str, value: str) -> str:
        known = self._term(of, value)
        return self.text(f"form.{name}", {"term": known or value, "known": "yes" if known else "no"}) or value


@cache
def messages(language: Language) -> Messages:
    """Return the messages of a language; those of English for an unknown language."""
    return Messages(parse_language(language) or FALLBACK_LANGUAGE)


def say(what: Fact | str | None, language: Language = FALLBACK_LANGUAGE, /, **values: Value) -> str:
    """Return the sentence of a fact, or of a code with these values; "" for None.

    A code that has no message is returned as text, with its values.
    """
    if what is None:
        return ""
    stated = Fact(what, values) if isinstance(what, str) else what
    said = messages(language).text(stated.code, stated.values)
    if said is None:
        return str(stated)
    return said[:-1] if _DOUBLE_END_PATTERN.search(said) else said


_DOUBLE_END_PATTERN: Final = re.compile(r"[?!]\.$|(?<!\.)\.\.$")
"""A doubled mark at the end of a sentence, after a value that ends with a mark itself, such as "Ann B."."""


def term(kind: str, value: str, language: Language = FALLBACK_LANGUAGE) -> str:
    """Return the word for a value: ``term("gem", "ruby", "de")`` is "Rubin". Return the value itself if it has none."""
    return messages(language).text(f"term.{kind}.{value}") or value


def completeness() -> list[Fact]:
    """Return a fact for each language, which tells its own name and how many messages it lacks."""
    counts = {language: len(messages(language).missing) for language in languages()}
    return [
        Fact("doctor.language-part" if n else "doctor.language", {"name": about(language).name, "n": n})
        for language, n in counts.items()
    ]


@cache
def words(language: Language) -> Mapping[str, str]:
    """Return the source text of all messages by code; where the language has none, it is the English one."""
    own = {code_of(name): _body(text) for name, text in messages(language).entries.items()}
    return own if language == FALLBACK_LANGUAGE else {**words(FALLBACK_LANGUAGE), **own}


@cache
def _plain(text: str) -> str | None:
    """Return the text of a message that has no braces, without its name; None if it is empty."""
    return "\n".join(line.strip() for line in _body(text).splitlines()) or None


def _body(text: str) -> str:
    return "\n".join(line for line in text.partition("=")[2].splitlines() if not line.startswith("#")).strip()


@cache
def page_words(language: Language) -> dict[str, Any]:
    """Return code -> message for all messages that pages use, in the form of ``page_message``."""
    from companion.words.pages import page_message

    begins = ("page.", *(f"term.{kind}." for kind in PAGE_TERMS))
    return {code: page_message(text) for code, text in words(language).items() if code.startswith(begins)}
