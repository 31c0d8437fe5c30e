"""The languages that there are: a folder each, with what translators write.

=================  ==============================================================================================
``language.toml``  its own ``name`` ("Deutsch") and ``locale`` ("de-DE"), by which numbers, times and lists are said
``*.ftl``          the messages, in Project Fluent's form; the parts are for people, the program reads them as one
``typed.toml``     what people may type in it; see ``typed``
=================  ==============================================================================================

English comes first: what another language lacks is said in it.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Language: TypeAlias = str
FIRST: Final[Language] = "en"
FOLDER = Path(__file__).parent
_TAG: Final = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


@dataclass(frozen=True)
class About:
    """What a language is called in itself, and the locale of its numbers and lists."""

    name: str
    locale: str


@cache
def languages() -> tuple[Language, ...]:
    """The names of the folders ("en", "de", ...), English first."""
    found = sorted(p.parent.name for p in FOLDER.glob("*/language.toml") if _TAG.fullmatch(p.parent.name))
    return tuple(sorted(found, key=lambda name: name != FIRST))


def chosen(value: object) -> Language | None:
    """The language that a tag names, whatever its case and country ("DE", "de_AT.UTF-8", "fr-CA"); None for none."""
    tag = re.split(r"[-_.@]", str(value or "").strip().casefold())[0]
    return tag if tag in languages() else None


@cache
def about(language: Language) -> About:
    return About(**tables(language, "language.toml"))


def tables(language: Language, name: str) -> dict[str, Any]:
    """A TOML file of the language's folder; nothing where it has none."""
    path = FOLDER / language / name
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def entries(language: Language) -> dict[str, str]:
    """Each message of a language as it is written, by its name in the files."""
    found: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.ftl")):
        text = path.read_text("utf-8")
        starts = [*_BEGIN.finditer(text)]
        for one, after in zip(starts, [*(s.start() for s in starts[1:]), len(text)], strict=True):
            found[one[1]] = text[one.start() : after]
    return found


_BEGIN: Final = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)
