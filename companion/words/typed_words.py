"""What people type, in the notation: words of every language stand beside its own, so logs hold one language.

``typed.toml`` of a language has, for what is typed in it, the word of the notation: ``[verb]`` begins a line (one word
or several), ``[word]`` stands in it; ``[game.NAME]`` has both for one game and goes before them; ``[sentence]`` has
small words, the verbs of "Ann and Ben trade 3", "Ann trades with Ben 3" and "Ann wins with ruby", and yes and no. Names
are never translated. Where two languages have a word, the first has it.
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
    """Return a table's words in all languages, casefolded, with their notation, longest and the ``game``'s first."""
    found: dict[str, str] = {}
    every = [tables(language, "typed.toml") for language in languages()]
    for words in (*(t.get("game", {}).get(game, {}) for t in every), *(t.get(table, {}) for t in every)):
        for word, meaning in words.items():
            found.setdefault(word, meaning)
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


@cache
def small(*kinds: str) -> frozenset[str]:
    """Return the small words of these kinds in all languages: "and", "with", "against", "cards", "yes", "no"; verbs."""
    lists = [tables(language, "typed.toml").get("sentence", {}) for language in languages()]
    return frozenset(word for known in lists for kind in kinds for word in known.get(kind, ()))


def _one_of(*kinds: str) -> str:
    return "|".join(re.escape(word) for word in sorted(small(*kinds), key=len, reverse=True))


def canonical(text: str, names: Collection[str] = (), game: str = "") -> str:
    """Return the line in the notation: "tauscht Ann Ben 3" and "Ann und Ben tauschen 3" are "trade Ann Ben 3".

    ``game``: the one that is played. A line that already is in the notation, or that no word is known of, comes back as
    it was.
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
        meaning = "next"  # "weiter D": the next hand's signals
    return f"{who}{meaning} {_arguments(more, folded, game)}".strip()


def _speaker(line: str, names: Collection[str], game: str) -> tuple[str, str]:
    """Return a leading "Ann:" or "Ann" where a verb follows, with the rest."""
    found = re.match(r'("[^"]+"|[^\s:]+)(\s*:)?\s+(.*)', line)
    if found and found[1].strip('"').casefold() in names and (found[2] or _verb(found[3], names, game) is not None):
        return f"{found[1]}: ", found[3]
    return "", line


def _verb(line: str, names: Collection[str], game: str) -> tuple[str, str] | None:
    """Return (the notation's word, the rest) where the line begins with a known word, else None."""
    folded = line.casefold()
    for word, meaning in word_table("verb", game).items():
        if folded == word or folded.startswith(word + " "):
            return (meaning, line[len(word) :].strip()) if word not in names else None
    return None


def _arguments(rest: str, names: Collection[str], game: str) -> str:
    """Return the rest with its small words left out or in the notation."""
    said, words = [], word_table("word", game)
    for token in _TOKEN_PATTERN.findall(rest):
        word = token.casefold()
        if word in names or token.startswith('"'):
            said.append(token)
        elif word in words or word not in small("and", "with", "against", "cards"):
            said.append(words.get(word, token))
    return " ".join(said)


def _sentence(line: str, names: Collection[str]) -> str | None:
    """Read "Ann und Ben tauschen 3", "Ann gewinnt mit Rubin": who first, then what."""
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
    """Return the notation's word for one that stands in a line; the word itself where it is none."""
    return word_table("word").get((word or "").casefold(), word or "")


def _quote(name: str) -> str:
    return f'"{name}"' if " " in name else name
