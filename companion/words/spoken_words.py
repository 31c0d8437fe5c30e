"""What people say for an answer or a command, by the language's ``spoken.toml``: one list for what is said and typed.

A saying is a row of words. ``{a}`` in a saying stands for each way to say that value: a table ``[value.KIND]`` has
them, a number is said by its word, a player by name. What no table has is said as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import product
from typing import Any, Final, TypeAlias

from companion.facts import Fact
from companion.words.messages import Language, say, tables

SPOKEN_FILE: Final = "spoken.toml"
Saying: TypeAlias = tuple[str, ...]
"""Words as they are written; a player's name is one word, whatever it consists of."""
_PLACE_PATTERN: Final = re.compile(r"\{(\w+)\}")
_PUNCTUATION_PATTERN: Final = re.compile(r"[^\w\s'’-]|(?<!\w)['’-]|['’-](?!\w)|_")
_MAX_SENTENCE_WORDS = 6  # of an answer's own sentence that people say as it stands
_ANSWER_PREFIX: Final = "answer."
_VALUE_KINDS: Final = {"a": "", "b": "", "name": "", "value": "", "second": "number", "then": "", "first": ""}
"""Where ``[value.KIND]`` is not called as the place is."""


@cache
def spoken_table(language: Language, table: str) -> Mapping[str, Any]:
    """Return a table of the language's file: "kind", "answer", "command"; nothing where it has none."""
    found: Mapping[str, Any] = tables(language, SPOKEN_FILE).get(table, {})
    return found


def words_of(text: str, names: Collection[str] = ()) -> Saying:
    """Return the words of a sentence without its punctuation; a name of ``names`` is one word."""
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({pattern})(?!\w)", text) if pattern else [text]
    found: list[str] = []
    for part in parts:
        found += [part] if part in names else _PUNCTUATION_PATTERN.sub(" ", part).split()
    return tuple(found)


def value_sayings(language: Language, place: str, value: object, names: Collection[str] = ()) -> list[Saying]:
    """Return the ways to say what stands in a place of a saying."""
    text = str(value)
    if text in names:
        return [(text,)]
    kind = _VALUE_KINDS.get(place, place) or ("number" if text.isdigit() else "")
    listed = spoken_table(language, "value").get(kind, {}).get(text)
    return [words_of(said) for said in listed] if listed else [words_of(text.replace("_", " "), names)]


def fill_template(
    template: str, values: Mapping[str, object], language: Language, names: Collection[str] = ()
) -> list[Saying]:
    """Return a saying of the file with its places filled in, in each way to say the values."""
    pieces: list[list[Saying]] = []
    for k, piece in enumerate(_PLACE_PATTERN.split(template)):
        if k % 2:
            given = values.get(piece, "")
            found = [given] if isinstance(given, tuple) else value_sayings(language, piece, given, names)
            pieces.append(found)
        else:
            pieces.append([words_of(piece)])
    return [tuple(word for part in parts for word in part) for parts in product(*pieces)]


def sayings(
    templates: Iterable[str], values: Mapping[str, object], language: Language, names: Collection[str] = ()
) -> list[Saying]:
    """Return all sayings of these templates, each once, in their order."""
    filled = (said for template in templates for said in fill_template(template, values, language, names))
    return list(dict.fromkeys(said for said in filled if said))


def answer_sayings(
    text: Fact, kind: str, place: int, language: Language, names: Collection[str] = ()
) -> tuple[Saying, ...]:
    """Return what people say for an answer: the file's words, a short sentence, and its ``place`` from 1."""
    code = text.code.removeprefix(_ANSWER_PREFIX) if text.code.startswith(_ANSWER_PREFIX) else ""
    templates = [*spoken_table(language, "answer").get(code, ()), *spoken_table(language, "kind").get(kind, ())]
    values = {key: value for key, value in text.values.items() if isinstance(value, (str, int))}
    found = sayings(templates, values, language, names)
    sentence = words_of(say(text, language), names)
    readable = len(values) == len(text.values) and not any(word.isdigit() for word in sentence)
    if readable and len(sentence) <= _MAX_SENTENCE_WORDS:
        found.append(sentence)
    found += sayings(spoken_table(language, "place").get("answer", ()), {"number": place}, language)
    first: dict[str, Saying] = {}
    for said in found:
        first.setdefault(fold_saying(said), said)
    return tuple(first.values())


def fold_saying(saying: Saying) -> str:
    """Return a saying as one line to compare what was typed with."""
    return " ".join(saying).casefold()


@cache
def all_words(language: Language) -> tuple[str, ...]:
    """Return every word of the language's file, lower case, in order: what a model of that language should know."""
    found: dict[str, None] = {}
    for name in ("kind", "answer", "value", "place", "move", "call", "command"):
        for text in _texts(spoken_table(language, name)):
            found.update(dict.fromkeys(word.casefold() for word in words_of(_PLACE_PATTERN.sub(" ", text))))
    return tuple(sorted(found))


def _texts(table: Any) -> Iterable[str]:
    """Yield the sayings of a table, however deep they stand."""
    if isinstance(table, str):
        yield table
    else:
        for part in table.values() if isinstance(table, Mapping) else table:
            yield from _texts(part)
