"""What the dice reader says, as data: English and German. Events carry the English; ``told`` gives it in a language."""

from __future__ import annotations

from companion.senses.phrasebook import Phrasebook

SENTENCES: dict[str, tuple[str, str]] = {
    "none": ("no dice are in view", "kein Würfel ist im Bild"),
    "missing.one": (
        "only 1 of {count} dice is seen: is one hidden or out of view?",
        "nur 1 von {count} Würfeln ist zu sehen: ist einer verdeckt oder außerhalb des Bildes?",
    ),
    "missing": (
        "only {n} of {count} dice are seen: is one hidden or out of view?",
        "nur {n} von {count} Würfeln sind zu sehen: ist einer verdeckt oder außerhalb des Bildes?",
    ),
    "too many": (
        "{n} dice are seen where {count} were thrown: take the others away",
        "{n} Würfel sind zu sehen, geworfen wurden {count}: die anderen wegnehmen",
    ),
    "most": ("more than {most} dice: show fewer at a time", "mehr als {most} Würfel: weniger auf einmal zeigen"),
    "moving": ("the {die} die is still rolling", "der {die:e} Würfel rollt noch"),
    "leaning": ("the {die} die is leaning: roll it again", "der {die:e} Würfel liegt schief: neu würfeln"),
    "unsure": (
        "the {die} die could be a {a} or a {b}: type its value or roll it again",
        "der {die:e} Würfel kann {a} oder {b} zeigen: die Augen tippen oder neu würfeln",
    ),
    "no dice": (
        "it is not clear whether these are dice: type the roll or move the camera",
        "es ist nicht klar, ob das Würfel sind: den Wurf tippen oder die Kamera rücken",
    ),
    "no die": (
        "it is not clear whether the {die} thing is a die: type the roll or move the camera",
        "es ist nicht klar, ob das {die:e} Ding ein Würfel ist: den Wurf tippen oder die Kamera rücken",
    ),
    "screen": (
        "these dice are a picture on a screen: throw real ones",
        "diese Würfel sind ein Bild auf einem Bildschirm: echte werfen",
    ),
    "neither set": (
        "the {die} die belongs to neither set: show each colour once with 'calibrate dice'",
        "der {die:e} Würfel gehört zu keinem Satz: jede Farbe einmal mit 'calibrate dice' zeigen",
    ),
    "turn.one": (
        "a {set} die was thrown, but it is the {turn} dice's turn",
        "ein {set:er} wurde geworfen, aber die {turn:en} sind dran",
    ),
    "turn": (
        "{n} {set} dice were thrown, but it is the {turn} dice's turn",
        "{n} {set:e} wurden geworfen, aber die {turn:en} sind dran",
    ),
    "foreign.one": (
        "a {set} die was thrown too: only the {turn} dice count, roll again",
        "ein {set:er} wurde mitgeworfen: nur die {turn:en} zählen, neu würfeln",
    ),
    "foreign": (
        "{n} {set} dice were thrown too: only the {turn} dice count, roll again",
        "{n} {set:e} wurden mitgeworfen: nur die {turn:en} zählen, neu würfeln",
    ),
    "set.none": (
        "no of {count} {set} dice are seen: is one hidden or out of view?",
        "keiner der {count} {set:en} ist zu sehen: ist einer verdeckt oder außerhalb des Bildes?",
    ),
    "set.one": (
        "only 1 of {count} {set} dice is seen: is one hidden or out of view?",
        "nur 1 der {count} {set:en} ist zu sehen: ist einer verdeckt oder außerhalb des Bildes?",
    ),
    "set.few": (
        "only {n} of {count} {set} dice are seen: is one hidden or out of view?",
        "nur {n} der {count} {set:en} sind zu sehen: ist einer verdeckt oder außerhalb des Bildes?",
    ),
    "set.many": (
        "{n} {set} dice are seen where {count} were to be thrown",
        "{n} {set:e} sind zu sehen, zu werfen waren {count}",
    ),
    "set.left.one": ("a {set} die was left lying: put it away", "ein {set:er} blieb liegen: wegräumen"),
    "set.left": ("{n} {set} dice were left lying: put them away", "{n} {set:e} blieben liegen: wegräumen"),
    "left.one": ("a die was left lying: put it away", "ein Würfel blieb liegen: wegräumen"),
    "left": ("{n} dice were left lying: put them away", "{n} Würfel blieben liegen: wegräumen"),
    "bumped": (
        "the camera was moved: run 'calibrate dice' again if dice are missed",
        "die Kamera wurde bewegt: 'calibrate dice' noch einmal ausführen, wenn Würfel übersehen werden",
    ),
    "apart": ("dice told apart from now on: {sets}", "ab jetzt unterschiedene Würfel: {sets}"),
}

_GERMAN = {
    "white": "weiß", "ivory": "elfenbeinfarben", "grey": "grau", "black": "schwarz", "red": "rot",
    "dark red": "dunkelrot", "orange": "orangefarben", "yellow": "gelb", "green": "grün", "dark green": "dunkelgrün",
    "turquoise": "türkisfarben", "blue": "blau", "dark blue": "dunkelblau", "purple": "violett",
    "pink": "rosafarben", "brown": "braun", "tan": "hellbraun",
}  # fmt: skip


def say(key: str, **values: object) -> str:
    """The English sentence. Raises KeyError for a key or value that is missing."""
    return SENTENCES[key][0].format(**values)


def told(sentence: str, language: str) -> str:
    """A sentence of ``say`` in ``language`` ("en", "de"); any other text as it is."""
    return _BOOK.told(sentence, language)


def german_colour(name: str) -> str | None:
    """The adjective's stem; None for what is no colour, such as a player's name."""
    for english, german in (("", ""), ("light ", "hell"), ("dark ", "dunkel")):
        if name.startswith(english) and (stem := _GERMAN.get(name[len(english) :])) is not None:
            return german + stem
    return None


class _Die(str):
    """A die's colour; the format names the adjective's ending: ``{die:e}`` is rote."""

    def __format__(self, ending: str) -> str:
        return f"{german_colour(self) or self}{ending}" if ending else str(self)


class _Dice(str):
    """A set's name, a colour or a player: ``{set:er}`` is roter Würfel or Würfel von Ann."""

    def __format__(self, ending: str) -> str:
        if not ending:
            return str(self)
        colour = german_colour(self)
        return f"{colour}{ending} Würfel" if colour else f"Würfel von {self}"


class _Sets(str):
    """``Ann red, Ben dark blue``: players and their colours."""

    def __format__(self, ending: str) -> str:
        words = (pair.split(" ") for pair in self.split(", "))
        return ", ".join(_coloured(w) for w in words)


def _coloured(words: list[str]) -> str:
    """A name and a colour of one or two words."""
    for count in (2, 1):
        if len(words) > count and (colour := german_colour(" ".join(words[-count:]))):
            return " ".join([*words[:-count], colour])
    return " ".join(words)


_KINDS: dict[str, type[str]] = {"die": _Die, "set": _Dice, "turn": _Dice, "sets": _Sets}
_BOOK = Phrasebook(
    dict(SENTENCES.values()),
    held=lambda key: ".+" if key in _KINDS else "[0-9]+",
    worded=lambda key, value: _KINDS.get(key, str)(value),
)
