"""French shortens "de" and "que" before a vowel, wherever a name is filled in: "la bouche d'Ann"."""

from __future__ import annotations

import re

import pytest

from companion.words import languages, page_words, say, words
from companion.words.elision import BEGIN, END
from companion.words.messages import about

NAMES = {
    "Ann": "d'Ann",
    "Éva": "d'Éva",
    "Hugo": "d'Hugo",
    "Yves": "d'Yves",
    "Ann B.": "d'Ann B.",
    "Ben": "de Ben",
    "Yann": "de Yann",
    "5": "de 5",
}
FILLED = re.compile(r"\b(?:de|que) \{ \$(\w+) \}")


@pytest.mark.parametrize("name", NAMES)
def test_of_somebody(name: str) -> None:
    assert say("factum.best-old", "fr", who=name) == f"L'histoire {NAMES[name]} reste la meilleure."


def test_inside_of_a_word_that_is_bent_and_before_a_list() -> None:
    assert say("dice.turn-one", "fr", set="Ann", turn="Ben").startswith("un dé d'Ann a été lancé")
    assert say("face-off.bad.offer", "fr", who="Ann") == "Ann propose des cartes qu'Ann n'a pas."
    assert say("undone.trade", "fr", a="Ann", b="Ben") == "l'échange d'Ann et Ben."


def test_no_message_of_the_table_has_a_vowel_behind_a_vowel() -> None:
    """Every message that says "de" or "que" before a value, whatever the value is called."""
    found = {code: FILLED.findall(text) for code, text in words("fr").items() if not code.startswith("page.")}
    found = {code: names for code, names in found.items() if names}
    assert len(found) > 50
    for code, names in found.items():
        said = say(code, "fr", **dict.fromkeys(names, "Anouk"))
        assert re.search(r"\b(d|qu)'Anouk", said), said
        assert not re.search(r"\b(de|que) Anouk", said), said


@pytest.mark.parametrize("language", languages())
def test_no_mark_of_fluents_stays_in_a_text(language: str) -> None:
    said = say("factum.teams", language, one=["Ann", "Ben"], other=["Cleo", "Dora"])
    assert BEGIN not in said
    assert END not in said
    assert (about(language).elision is not None) == (language == "fr")


def test_pages_fill_their_places_behind_these_words_as_well() -> None:
    """A message spells "de {name}": the page shortens it (tests/browser/test_pages_kit.py)."""
    assert page_words("fr")["page.phone-off"] == "Déconnecter le téléphone de {name}"
