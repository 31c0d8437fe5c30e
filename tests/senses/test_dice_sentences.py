"""The dice reader's sentences: each English one is told in German, whatever its values."""

from __future__ import annotations

import pytest

from companion.senses.dice.colour import NAMES
from companion.senses.dice.sentences import SENTENCES, german_colour, say, told

VALUES = {"n": 4, "count": 3, "most": 12, "a": 2, "b": 6, "die": "dark red", "set": "blue", "turn": "Ann",
          "sets": "Ann red, Ben dark blue"}  # fmt: skip


@pytest.mark.parametrize("key", SENTENCES)
def test_each_sentence_is_told_in_german(key: str) -> None:
    english = say(key, **VALUES)
    german = told(english, "de")
    assert german != english
    assert "{" not in german
    assert told(english, "en") == english
    for value in ("4", "3", "12", "6"):
        assert (value in german) == (value in english)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (say("leaning", die="red"), "der rote Würfel liegt schief: neu würfeln"),
        (
            say("turn", n=3, set="Ben", turn="Ann"),
            "3 Würfel von Ben wurden geworfen, aber die Würfel von Ann sind dran",
        ),
        (say("set.left.one", set="dark blue"), "ein dunkelblauer Würfel blieb liegen: wegräumen"),
        (
            say("apart", sets="Ann dark red, Ben light grey"),
            "ab jetzt unterschiedene Würfel: Ann dunkelrot, Ben hellgrau",
        ),
        ("the camera is offline", "the camera is offline"),
    ],
)
def test_german_grammar(english: str, german: str) -> None:
    assert told(english, "de") == german


def test_all_colours_have_a_german_name() -> None:
    assert all(german_colour(name) for name in NAMES)
    assert german_colour("Ann") is None
