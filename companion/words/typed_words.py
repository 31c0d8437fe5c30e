"""Translates typed lines from any language into the games' notation, so that logs hold only one language.

``typed.toml`` of each language maps typed words to words of the notation:

``[verb]``: one or more words at the start of a line.
``[word]``: words elsewhere in a line.
``[game.NAME]``: words of both kinds, verbs and others, for one game; they take precedence.
``[sentence]``: lists of words by kind: small words such as "and", yes and no, and the verbs of sentences such as "Ann
    and Ben trade 3", "Ann trades with Ben 3" and "Ann wins with ruby".

Names are never translated. If two languages have the same word, the first language's meaning is used.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Final

from companion.words.messages import languages, tables

_TOKEN_PATTERN: Final = re.compile(r'"[^"]*"|\S+')


@cache
def word_table(table: str, game: str = "") -> dict[str, str]:
    """Return typed word -> word of the notation, for all languages together.

    Typed words are in lower case (case-folded); the longest come first.

    Args:
        table: "verb" or "word".
        game: The game whose own words take precedence; "" for none.
    """
    found: dict[str, str] = {}
    every = [tables(language, "typed.toml") for language in languages()]
    for words in (*(t.get("game", {}).get(game, {}) for t in every), *(t.get(table, {}) for t in every)):
        for word, meaning in words.items():
            found.setdefault(word, meaning)
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


@cache
def small(*kinds: str) -> frozenset[str]:
    """Return the words that all languages list in ``[sentence]`` under these kinds, such as "and", "cards" or "yes"."""
    lists = [tables(language, "typed.toml").get("sentence", {}) for language in languages()]
    return frozenset(word for known in lists for kind in kinds for word in known.get(kind, ()))


def _one_of(*kinds: str) -> str:
    return "|".join(re.escape(word) for word in sorted(small(*kinds), key=len, reverse=True))


def canonical(text: str, names: Collection[str] = (), game: str = "") -> str:
    """Return a typed line translated into the notation.

    "tauscht Ann Ben 3" and "Ann und Ben tauschen 3" both become "trade Ann Ben 3". A line in the notation, or without
    any known word, is returned unchanged.

    Args:
        text: The line.
        names: Names of players, which are not translated.
        game: The current game; "" for none.
    """
    folded = {n.casefold() for n in names}
    line = " ".join(text.split())
    if (said := _sentence(line, names)) is not None:
        return said
    who, rest = _speaker(line, folded, game)
    verb = _verb(rest, folded, game)
    if verb is None:
        return text
    meaning, more = verb
    if meaning == "resume" and more:
        meaning = "next"  # "weiter D" chooses the next hand's signal set
    return f"{who}{meaning} {_arguments(more, folded, game)}".strip()


def _speaker(line: str, names: Collection[str], game: str) -> tuple[str, str]:
    """Split a line into the speaker at its beginning ("Ann:", or "Ann" before a verb) and the rest.

    Returns:
        "Ann: ", or "" without a speaker, and the rest of the line.
    """
    found = re.match(r'("[^"]+"|[^\s:]+)(\s*:)?\s+(.*)', line)
    if found and found[1].strip('"').casefold() in names and (found[2] or _verb(found[3], names, game) is not None):
        return f"{found[1]}: ", found[3]
    return "", line


def _verb(line: str, names: Collection[str], game: str) -> tuple[str, str] | None:
    """Return the notation's word for a known verb at the start of a line, and the rest of the line; else None."""
    folded = line.casefold()
    for word, meaning in word_table("verb", game).items():
        if folded == word or folded.startswith(word + " "):
            return (meaning, line[len(word) :].strip()) if word not in names else None
    return None


def _arguments(rest: str, names: Collection[str], game: str) -> str:
    """Return the rest of a line with its words translated into the notation; small words such as "and" are left out."""
    said, words = [], word_table("word", game)
    for token in _TOKEN_PATTERN.findall(rest):
        word = token.casefold()
        if word in names or token.startswith('"'):
            said.append(token)
        elif word in words or word not in small("and", "with", "against", "cards"):
            said.append(words.get(word, token))
    return " ".join(said)


def _sentence(line: str, names: Collection[str]) -> str | None:
    """Translate a sentence about a trade or a win into the notation; return None for any other line.

    "Ann und Ben tauschen 3" and "Ann gewinnt mit Rubin" are such sentences.
    """
    if not names:
        return None
    one = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))
    trade = re.fullmatch(
        rf"({one})\s+(?:(?:{_one_of('and')})\s+({one})\s+(?:{_one_of('trade')})"
        rf"|(?:{_one_of('trades')})\s+(?:(?:{_one_of('with')})\s+)?({one}))"
        rf"(?:\s+(\S+)(?:\s+(?:{_one_of('cards')}))?)?",
        line,
        re.IGNORECASE,
    )
    if trade:
        kind = to_notation(trade[4])
        return " ".join(w for w in ("trade", _quote(trade[1]), _quote(trade[2] or trade[3]), kind) if w)
    won = re.fullmatch(
        rf"({one})\s+(?:{_one_of('wins')})(?:\s+(?:(?:{_one_of('with')})\s+)?(\S+))?", line, re.IGNORECASE
    )
    return " ".join(w for w in ("win", _quote(won[1]), to_notation(won[2])) if w) if won else None


def to_notation(word: str | None) -> str:
    """Return the notation's word for a word that is not a verb; the word itself if there is none, "" for None."""
    return word_table("word").get((word or "").casefold(), word or "")


def _quote(name: str) -> str:
    return f'"{name}"' if " " in name else name
