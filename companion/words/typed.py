"""What people type, in the notation: German words stand beside English ones, so logs hold one language.

``[term.typed]`` of de.toml has a German word, or several, for the one of the notation; those of the notation stay as
they are. Names are never translated.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from companion.words.render import words

_PREFIX: Final = "term.typed."
_AND: Final = {"und", "mit", "gegen", "and", "with"}
_TOKEN: Final = re.compile(r'"[^"]*"|\S+')


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    """German words, casefolded -> what they mean in the notation, the longest first."""
    found = {k.removeprefix(_PREFIX): v for k, v in words("de").items() if k.startswith(_PREFIX)}
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


def canonical(text: str, names: Collection[str] = ()) -> str:
    """The line in the notation: "tauscht Ann Ben 3" and "Ann und Ben tauschen 3" are "trade Ann Ben 3".

    A line that already is in the notation, or that no word is known of, comes back as it was.
    """
    folded = {n.casefold() for n in names}
    line = " ".join(text.split())
    if (said := _sentence(line, names)) is not None:
        return said
    who, rest = _speaker(line, folded)
    verb = _verb(rest, folded)
    if verb is None:
        return text
    meaning, more = verb
    if meaning == "resume" and more:
        meaning = "next"  # "weiter D": the next hand's signals
    return f"{who}{meaning} {_arguments(more, folded)}".strip()


def _speaker(line: str, names: Collection[str]) -> tuple[str, str]:
    """A leading "Ann:" or "Ann" where a verb follows, with the rest."""
    found = re.match(r'("[^"]+"|[^\s:]+)(\s*:)?\s+(.*)', line)
    if found and found[1].strip('"').casefold() in names and (found[2] or _verb(found[3], names) is not None):
        return f"{found[1]}: ", found[3]
    return "", line


def _verb(line: str, names: Collection[str]) -> tuple[str, str] | None:
    """(the notation's word, the rest) where the line begins with a known German word."""
    folded = line.casefold()
    for german, meaning in _known().items():
        if folded == german or folded.startswith(german + " "):
            return (meaning, line[len(german) :].strip()) if german not in names else None
    return None


def _arguments(rest: str, names: Collection[str]) -> str:
    """The rest with its small words left out or in the notation."""
    said = []
    for token in _TOKEN.findall(rest):
        word = token.casefold()
        if word in names or token.startswith('"'):
            said.append(token)
        elif word in _AND or word in ("karte", "karten", "cards", "card"):
            continue
        else:
            said.append(words("de").get(f"term.typed-word.{word}", token))
    return " ".join(said)


def _sentence(line: str, names: Collection[str]) -> str | None:
    """ "Ann und Ben tauschen 3", "Ann gewinnt mit Rubin": who first, then what."""
    if not names:
        return None
    one = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))
    trade = re.fullmatch(
        rf"({one})\s+(?:(?:und|and)\s+({one})\s+(?:tauschen|trade)|(?:tauscht|trades)\s+(?:(?:mit|with)\s+)?({one}))"
        r"(?:\s+(\S+)(?:\s+(?:karten?|cards?))?)?", line, re.IGNORECASE,
    )  # fmt: skip
    if trade:
        kind = words("de").get(f"term.typed-word.{(trade[4] or '').casefold()}", trade[4] or "")
        return " ".join(w for w in ("trade", _quoted(trade[1]), _quoted(trade[2] or trade[3]), kind) if w)
    won = re.fullmatch(rf"({one})\s+(?:gewinnt|hat gewonnen|wins|has won)(?:\s+(?:mit\s+|with\s+)?(\S+))?", line, re.I)
    if won:
        gem = words("de").get(f"term.typed-word.{(won[2] or '').casefold()}", won[2] or "")
        return " ".join(w for w in ("win", _quoted(won[1]), gem) if w)
    return None


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name
