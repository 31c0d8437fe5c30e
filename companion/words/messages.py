"""One sentence for a fact, from the messages of a language, by Project Fluent's library (``fluent.runtime``) and Babel.

Each language has a folder, with what translators write:

=================  ==============================================================================================
``language.toml``  its own ``name`` ("Deutsch") and ``locale`` ("de-DE"), by which numbers, times and lists are said;
                   ``[elision]`` where short words melt into names; see ``elision``
``*.ftl``          the messages, in Project Fluent's form; the parts are for people, the program reads them as one
``typed.toml``     what people may type in it; see ``typed``
``spoken.toml``    what people say in it for an answer; see ``spoken_words``
=================  ==============================================================================================

English comes first: what another language lacks is said in it.

A code's dots are two hyphens in the files: "ftw.no.draw" is ``ftw--no--draw``. A message is read when it is first said,
and the libraries are loaded for the first with braces: ``--help`` has none. What ``values`` lists may stand in them; a
value that the fact lacks, or None, says nothing. What a language lacks is said in English; a code without a message is
said as code and values: nothing fails.
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
    """What a language is called in itself, the locale of its numbers and lists, and how its short words are elided."""

    name: str
    locale: str
    elision: Elision | None = None


@cache
def languages() -> tuple[Language, ...]:
    """Return the names of the folders ("en", "de", ...), English first."""
    found = sorted(
        p.parent.name for p in WORDS_FOLDER.glob("*/language.toml") if _LANGUAGE_PATTERN.fullmatch(p.parent.name)
    )
    return tuple(sorted(found, key=lambda name: name != FALLBACK_LANGUAGE))


def parse_language(value: object) -> Language | None:
    """Return the language that a tag names, whatever its case and country ("DE", "de_AT.UTF-8"); None for none."""
    tag = re.split(r"[-_.@]", str(value or "").strip().casefold())[0]
    return tag if tag in languages() else None


@cache
def about(language: Language) -> About:
    found = tables(language, "language.toml")
    elision = found.pop("elision", None)
    return About(**found, elision=Elision(**elision) if elision else None)


def tables(language: Language, name: str) -> dict[str, Any]:
    """Return a TOML file of the language's folder; nothing where it has none."""
    path = WORDS_FOLDER / language / name
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def entries(language: Language) -> dict[str, str]:
    """Return each message of a language as it is written, by its name in the files."""
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
"""Kinds of terms that pages look up; others are said by the server."""
_NO_VALUES: Final[Mapping[str, Value]] = {}
_MAX_WORD_VALUE_CHARS: Final = 80  # characters of a value that has a word of its own


@lru_cache(maxsize=8192)
def name_of(code: str) -> str:
    """Return a code's name in the files."""
    return code.replace(".", "--").replace(" ", "_")


def code_of(name: str) -> str:
    return name.replace("--", ".")


class Messages:
    """The messages of one language; ``missing`` are the codes that it says in English."""

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
        """Return whether there is a message of this code, if only in English."""
        return name_of(code) in messages(FALLBACK_LANGUAGE).entries

    def text(self, code: str, values: Mapping[str, Value] = _NO_VALUES) -> str | None:
        """Return the message of a code with these values; None where there is none."""
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
    """Return the messages of a language; of English for one that there is not."""
    return Messages(parse_language(language) or FALLBACK_LANGUAGE)


def say(what: Fact | str | None, language: Language = FALLBACK_LANGUAGE, /, **values: Value) -> str:
    """Return the sentence of a fact, or of a code with these values; "" for None."""
    if what is None:
        return ""
    stated = Fact(what, values) if isinstance(what, str) else what
    said = messages(language).text(stated.code, stated.values)
    if said is None:
        return str(stated)
    return said[:-1] if _DOUBLE_END_PATTERN.search(said) else said


_DOUBLE_END_PATTERN: Final = re.compile(r"[?!]\.$|(?<!\.)\.\.$")
"""A part that asks or calls itself, or a name with a full stop ("Ann B."), at the end of a sentence."""


def term(kind: str, value: str, language: Language = FALLBACK_LANGUAGE) -> str:
    """Return one word of a kind: ``term("gem", "ruby", "de")`` is "Rubin"; else the value itself."""
    return messages(language).text(f"term.{kind}.{value}") or value


def completeness() -> list[Fact]:
    """Return each language by its own name, and how many of its sentences are said in English."""
    counts = {language: len(messages(language).missing) for language in languages()}
    return [
        Fact("doctor.language-part" if n else "doctor.language", {"name": about(language).name, "n": n})
        for language, n in counts.items()
    ]


@cache
def words(language: Language) -> Mapping[str, str]:
    """Return all messages of a language by code, as they are written; English where it has none."""
    own = {code_of(name): _body(text) for name, text in messages(language).entries.items()}
    return own if language == FALLBACK_LANGUAGE else {**words(FALLBACK_LANGUAGE), **own}


@cache
def _plain(text: str) -> str | None:
    """Return a message without braces; None for none."""
    return "\n".join(line.strip() for line in _body(text).splitlines()) or None


def _body(text: str) -> str:
    return "\n".join(line for line in text.partition("=")[2].splitlines() if not line.startswith("#")).strip()


@cache
def page_words(language: Language) -> dict[str, Any]:
    """Return what the pages say of themselves: everything that they look up by key, as ``page_message`` has it."""
    from companion.words.pages import page_message

    begins = ("page.", *(f"term.{kind}." for kind in PAGE_TERMS))
    return {code: page_message(text) for code, text in words(language).items() if code.startswith(begins)}
