"""The grammar of one hand for PocketSphinx: the sentence with decoys where its meaning lies, and talk that is not it.

So each such word competes with what else could have been said there, and what was missed is known by its place. No
place can be left out: with talk around the sentence that multiplies the recogniser's work by a hundred.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.senses.speech.lexicon import Lexicon
from companion.senses.speech.settings import GEM, NAME, Settings

# Talk outside of the sentence: pieces of syllables. Whole syllables cost far less time than single phones, which the
# recogniser expands for every neighbour.
PIECES = ("T AH", "N IY", "S EY", "M AA", "B AH", "K OW", "L IY", "W AA", "HH EY", "DH AH")


@dataclass(frozen=True)
class Grammar:
    """``jsgf`` text, its words with their pronunciations, and what each word means: (place, said)."""

    jsgf: str
    words: dict[str, list[str]]
    meaning: dict[str, tuple[int, str]]
    names: tuple[str, ...] = ()


@dataclass
class _Build:
    lexicon: Lexicon
    words: dict[str, list[str]] = field(default_factory=dict)
    meaning: dict[str, tuple[int, str]] = field(default_factory=dict)

    def word(self, token: str, sounds: list[str], place: int, said: str) -> str:
        self.words[token], self.meaning[token] = sounds, (place, said)
        return token


def build(names: tuple[str, ...], settings: Settings, lexicon: Lexicon) -> Grammar:
    """The grammar for these players. Raises BadInput for a name without letters."""
    b = _Build(lexicon)
    for k, piece in enumerate(PIECES):
        b.word(f"u{k}", [piece], -1, "")
    rules = [_place(b, k, word, names, settings) for k, word in enumerate(settings.words)]
    places = " ".join(f"<p{k}>" for k in range(len(settings.words)))
    w = settings.weights["speech"]
    text = [
        "#JSGF V1.0;",
        "grammar speech;",
        f"<u> = {' | '.join(f'u{k}' for k in range(len(PIECES)))};",
        "<g> = <u>+;",
        *rules,
        f"public <all> = /{w}/ [<g>] {places} [<g>] | /{1 - w}/ <g>;",
    ]
    return Grammar("\n".join(text) + "\n", b.words, b.meaning, names)


def _place(b: _Build, k: int, word: str, names: tuple[str, ...], settings: Settings) -> str:
    """The rule of one place: right words and decoys."""
    right: list[str] = []
    decoys: list[str] = []
    for i, option in enumerate(options(word, names, settings, b.lexicon)):
        token = b.word(f"p{k}_{i}", list(option.sounds), k, option.said)
        (right if option.said else decoys).append(token)
    if not decoys:
        return f"<p{k}> = {' | '.join(right)};"
    w = settings.weights
    parts = [f"/{w['word'] / len(right):.5f}/ {token}" for token in right]
    parts += [f"/{w['decoy'] / len(decoys):.5f}/ {token}" for token in decoys]
    return f"<p{k}> = {' | '.join(parts)};"


@dataclass(frozen=True)
class Option:
    """What may be said in a place: its meaning, "" for a decoy, and its pronunciations."""

    said: str
    sounds: tuple[str, ...]


def options(word: str, names: tuple[str, ...], settings: Settings, lexicon: Lexicon) -> list[Option]:
    """Right words of the sentence's ``word`` first, then decoys without the sounds of a right one.

    Raises BadInput for a name without letters.
    """
    if word == NAME:
        right = [Option(name, tuple(lexicon.name(name))) for name in names]
    elif word == GEM:
        right = [
            Option(gem, tuple(s for form in spoken for s in lexicon.say(form))) for gem, spoken in settings.gems.items()
        ]
    else:
        right = [Option(word, tuple(lexicon.say(word)))]
    taken = {s for option in right for s in option.sounds}
    decoys = [tuple(s for s in lexicon.say(decoy) if s not in taken) for decoy in settings.decoys.get(word, ())]
    return right + [Option("", sounds) for sounds in decoys if sounds]
