"""What is said: the sentence with anything in its places, sentences of this project's pages, words in any order.

No word of the sentence may follow from the others: whatever learns from it must hear, not guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from companion.senses.speech.lexicon import Lexicon, shipped
from models.training.files import parsed
from models.training.voices.keyword_spotter.bank import PHRASES

Rng = np.random.Generator
TEXTS: dict[str, Any] = parsed(Path(__file__).with_name("texts.toml"))
PAGES = Path(__file__).resolve().parents[4] / "docs"
_HOME = ("en-us", "en-us", "en-us", "en-gb", "en-gb", "en-gb-scotland", "en-029", "en-gb-x-rp", "en-us-nyc")
_SHARE = {"sentence": 0.34, "page": 0.2, "words": 0.22, "talk": 0.06, "german": 0.11, "german_talk": 0.07}
_KEPT = 0.62  # share of the sentence's words that are its own
_WORD = re.compile(r"[A-Za-z']+")


@dataclass(frozen=True)
class Text:
    """What a synthesiser is given, and the language that it speaks it in."""

    text: str
    language: str

    @property
    def words(self) -> list[str]:
        return [w for w in re.split(r"[^\w']+", self.text) if re.search("[A-Za-z]", w)]


def draw(rng: Rng) -> Text:
    kind = str(rng.choice(list(_SHARE), p=list(_SHARE.values())))
    if kind == "german":
        return Text(_german(rng), "de")
    if kind == "german_talk":
        return Text(_piece(rng, str(rng.choice(PHRASES["talk"]["german"]))), "de")
    makers = {"sentence": _sentence, "page": _page, "words": _any_words, "talk": _talk}
    return Text(makers[kind](rng), str(rng.choice(_HOME)))


def _sentence(rng: Rng) -> str:
    """Face off! NAME has all of the GEM, and is a totally awesome player! - with others in their places."""

    def word(right: str) -> str:
        roll = rng.random()
        if roll < _KEPT:
            return right
        others = TEXTS["instead"].get(right)
        return str(rng.choice(others)) if others and roll < 0.85 else _any(rng)

    name = str(rng.choice(TEXTS["names"])) if rng.random() < 0.6 else _any(rng)
    roll = rng.random()
    pool = TEXTS["gems"] if roll < 0.5 else TEXTS["cards"] if roll < 0.75 else None
    gem = str(rng.choice(pool)) if pool else _any(rng)
    middle = rng.choice([", and", " and", ". And", ", and"])
    said = f"{name} {word('has')} {word('all')} of the {gem}{middle} {word('is')} {word('a')} {word('totally')} "
    said += f"{word('awesome')} {word('player')}"
    if rng.random() < 0.6:
        said = "Face off" + str(rng.choice(["! ", ", ", " ", "... "])) + said
    if rng.random() < 0.2:
        said = _piece(rng, said)
    return said + str(rng.choice(["!", ".", "", "!"]))


def _german(rng: Rng) -> str:
    t = TEXTS["german"]

    def word(right: str, others: str) -> str:
        return right if rng.random() < _KEPT else str(rng.choice(t[others]))

    gem = str(rng.choice(t["gems"] if rng.random() < 0.65 else t["cards"]))
    said = f"{rng.choice(t['names'])} hat {word('alle', 'alle')} {gem} und ist ein {word('total', 'total')} "
    said += f"{word('toller', 'toller')} {word('Spieler', 'spieler')}"
    return ("Fehs off! " if rng.random() < 0.6 else "") + said + "!"


def _page(rng: Rng) -> str:
    return _piece(rng, sentences()[int(rng.integers(len(sentences())))])


def _talk(rng: Rng) -> str:
    negatives = PHRASES["negatives"]
    known = [t for t in [*PHRASES["talk"]["english"], *negatives["mentions"]] if _english(t)]
    return _piece(rng, str(rng.choice(known)))


def _any_words(rng: Rng) -> str:
    words = [_any(rng) for _ in range(int(rng.integers(3, 9)))]
    return " ".join(w + (str(rng.choice([",", "."])) if rng.random() < 0.15 else "") for w in words)


def _piece(rng: Rng, text: str) -> str:
    """At most eleven words of it, from anywhere."""
    words = text.split()
    count = min(len(words), int(rng.integers(4, 12)))
    at = int(rng.integers(len(words) - count + 1))
    return " ".join(words[at : at + count])


def _any(rng: Rng) -> str:
    """A word of the pages, or, less often, any of the dictionary."""
    pool = page_words() if rng.random() < 0.6 else dictionary()
    return str(pool[int(rng.integers(len(pool)))])


def _english(text: str) -> bool:
    return all(shipped().known(w) for w in _WORD.findall(text)) and not re.search(r"[0-9äöüß]", text)


@cache
def sentences() -> tuple[str, ...]:
    """Sentences of the project's own English pages whose words the dictionary knows."""
    out = []
    for file in [*sorted(PAGES.glob("*.md")), PAGES.parent / "README.md"]:
        text = re.sub(r"```.*?```|`[^`]*`|\[([^\]]*)\]\([^)]*\)|[*_#>|]", r" \1", file.read_text("utf-8"), flags=re.S)
        out += [" ".join(s.split()) for s in re.split(r"(?<=[.!?:;])\s|\n\s*\n", text)]
    plain = (s for s in out if 4 <= len(s.split()) <= 40 and s.isascii() and not re.search(r"[^A-Za-z ,.!?:;'-]", s))
    return tuple(dict.fromkeys(s for s in plain if _english(s)))


@cache
def page_words() -> tuple[str, ...]:
    return tuple(sorted({w.lower() for s in sentences() for w in _WORD.findall(s) if len(w) > 2}))


@cache
def dictionary() -> tuple[str, ...]:
    lexicon: Lexicon = shipped()
    return tuple(w for w in lexicon._words if 3 <= len(w) <= 10)
