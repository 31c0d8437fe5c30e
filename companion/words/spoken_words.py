"""What people may say as an answer or a command, from each language's ``spoken.toml``. Typed answers use it too.

A saying is a sequence of words. A template is a text of the file, such as "trade {a}"; ``{a}`` is a place for a value,
and stands for every way to say it. A table ``[value.KIND]`` lists these ways. Without one, a number is said by its
word, a player by name, and any other value as it is written.
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
"""A sequence of words; a player's name is one word, even with spaces."""
_PLACE_PATTERN: Final = re.compile(r"\{(\w+)\}")
_PUNCTUATION_PATTERN: Final = re.compile(r"[^\w\s'’-]|(?<!\w)['’-]|['’-](?!\w)|_")
_MAX_SENTENCE_WORDS = 6  # words; a longer text of an answer is not one of its sayings
_ANSWER_PREFIX: Final = "answer."
_VALUE_KINDS: Final = {"a": "", "b": "", "name": "", "value": "", "second": "number", "then": "", "first": ""}
"""Place -> KIND of ``[value.KIND]``, for places that do not have the name of their kind; "" for no kind."""


@cache
def spoken_table(language: Language, table: str) -> Mapping[str, Any]:
    """Return a table of the language's ``spoken.toml``, such as "kind", "answer" or "command"; empty if it has none."""
    found: Mapping[str, Any] = tables(language, SPOKEN_FILE).get(table, {})
    return found


def words_of(text: str, names: Collection[str] = ()) -> Saying:
    """Return the words of a sentence without punctuation. Each of ``names`` counts as one word."""
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({pattern})(?!\w)", text) if pattern else [text]
    found: list[str] = []
    for part in parts:
        found += [part] if part in names else _PUNCTUATION_PATTERN.sub(" ", part).split()
    return tuple(found)


def value_sayings(language: Language, place: str, value: object, names: Collection[str] = ()) -> list[Saying]:
    """Return the ways to say a value.

    Args:
        language: The language.
        place: The name of the value's place in the template; it tells what kind of value it is.
        value: The value.
        names: Names of players, each of which is one word.
    """
    text = str(value)
    if text in names:
        return [(text,)]
    kind = _VALUE_KINDS.get(place, place) or ("number" if text.isdigit() else "")
    listed = spoken_table(language, "value").get(kind, {}).get(text)
    return [words_of(said) for said in listed] if listed else [words_of(text.replace("_", " "), names)]


def fill_template(
    template: str, values: Mapping[str, object], language: Language, names: Collection[str] = ()
) -> list[Saying]:
    """Return all ways to say a template, one for each combination of ways to say its values.

    Args:
        template: A template of the file, such as "trade {a}".
        values: The values by the name of their place. A tuple is a saying itself.
        language: The language.
        names: Names of players, each of which is one word.
    """
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
    """Return all ways to say any of the templates, each once and in order; for the arguments see ``fill_template``."""
    filled = (said for template in templates for said in fill_template(template, values, language, names))
    return list(dict.fromkeys(said for said in filled if said))


def answer_sayings(
    text: Fact, kind: str, place: int, language: Language, names: Collection[str] = ()
) -> tuple[Saying, ...]:
    """Return the ways to say one of the answers to a question.

    These are the phrases that the file lists for the answer and for its kind, its text if that is short, and its
    number.

    Args:
        text: The answer's text.
        kind: The kind of answer, a key of the table ``[kind]``.
        place: The answer's number in the list of answers, from 1.
        language: The language.
        names: Names of players, each of which is one word.
    """
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
    """Return a saying as one case-folded line, for comparison with typed text."""
    return " ".join(saying).casefold()


@cache
def all_words(language: Language) -> tuple[str, ...]:
    """Return all words of the language's ``spoken.toml``, sorted, in lower case. A speech model must know them."""
    found: dict[str, None] = {}
    for name in ("kind", "answer", "value", "place", "move", "call", "command"):
        for text in _texts(spoken_table(language, name)):
            found.update(dict.fromkeys(word.casefold() for word in words_of(_PLACE_PATTERN.sub(" ", text))))
    return tuple(sorted(found))


def _texts(table: Any) -> Iterable[str]:
    """Yield all texts in a table of a TOML file, at any depth."""
    if isinstance(table, str):
        yield table
    else:
        for part in table.values() if isinstance(table, Mapping) else table:
            yield from _texts(part)
