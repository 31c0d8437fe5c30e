"""What sources, senses, lessons and the store of people say, English and German, whatever the values."""

from __future__ import annotations

import pytest

from companion.errors import BadInput, DeviceUnavailable
from companion.facts import Fact, fact
from companion.senses.dice.die_colour import NAMED_COLOURS as COLOURS
from companion.senses.dice.fairness import fairness
from companion.senses.faces.recent_motion import TRAIT_COUNT, TRAIT_NAMES, part
from companion.senses.sounds.settings import SIGNALS, WILD_THING
from companion.sources.capture import Camera, list_cameras
from companion.words import say, term, words

SAID = [
    (
        fact("dice.leaning", die="red"),
        "the red die is leaning: roll it again",
        "der rote Würfel liegt schief: neu würfeln",
    ),
    (
        fact("dice.turn", n=3, set="Ben", turn="Ann"),
        "3 Ben dice were thrown, but it is the Ann dice's turn",
        "3 Würfel von Ben wurden geworfen, aber die Würfel von Ann sind dran",
    ),
    (
        fact("dice.foreign-one", n=1, set="blue", turn="dark red"),
        "a blue die was thrown too: only the dark red dice count, roll again",
        "ein blauer Würfel wurde mitgeworfen: nur die dunkelroten Würfel zählen, neu würfeln",
    ),
    (
        fact("dice.set-left-one", n=1, set="dark blue"),
        "a dark blue die was left lying: put it away",
        "ein dunkelblauer Würfel blieb liegen: wegräumen",
    ),
    (
        fact(
            "dice.apart",
            sets=[
                fact("dice.set", name="Ann Marie", colour="dark red"),
                fact("dice.set", name="Łucja", colour="light grey"),
            ],
        ),
        "dice are told apart from now on: Ann Marie dark red, Łucja light grey",
        "ab jetzt werden Würfel unterschieden: Ann Marie dunkelrot, Łucja hellgrau",
    ),
    (
        fact("lesson.wild.again", dealer="Ann", problem=fact("wild.close", names=["grin", "sour"])),
        "Ann: that is too close to Grin and sour lemon face, which I would see as well: do something else with it. "
        "Make it once more.",
        "Ann: das ist zu nah an Grinsen und Zitronengesicht, was ich ebenfalls sähe: etwas anderes dazu machen. "
        "Zeig es noch einmal.",
    ),
    (
        fact("lesson.wild.again", dealer="Ann", problem=fact("wild.unlike", part=part(TRAIT_COUNT))),
        "Ann: the two were not alike: right eye's swing differed most. Make it once more.",
        "Ann: die beiden waren verschieden, am meisten: rechtes Auge (Ausschlag). Zeig es noch einmal.",
    ),
    (
        fact("source.no-picture", seconds=2.5),
        "no picture for 2.5 s",
        "seit 2,5 s kein Bild",
    ),
    (
        fact("clip.early", end=3.04, whole=fact("clip.of", seconds=5.0)),
        "the clip ends early at 3.0 s of 5.0 s: the file is incomplete, what it holds was read",
        "der Clip endet schon bei 3,0 s von 5,0 s: die Datei ist unvollständig, was darin ist, wurde gelesen",
    ),
    (
        fact("clip.early", end=3.04, whole=None),
        "the clip ends early at 3.0 s: the file is incomplete, what it holds was read",
        "der Clip endet schon bei 3,0 s: die Datei ist unvollständig, was darin ist, wurde gelesen",
    ),
    (
        fact("lesson.sound.take", signal="cow", count=2, of=3),
        "Be a cow (mooo): take 2 of 3",
        "Sei eine Kuh (muuuh): 2 von 3",
    ),
    (
        fact("roll.unread", why=fact("dice.missing", n=2, count=3)),  # what asks ends with its own mark alone
        "The roll could not be read: only 2 of 3 dice are seen: is one hidden or out of view?",
        "Der Wurf ließ sich nicht lesen: nur 2 von 3 Würfeln sind zu sehen: "
        "ist einer verdeckt oder außerhalb des Bildes?",
    ),
]


@pytest.mark.parametrize(("what", "english", "german"), SAID)
def test_sentences(what: Fact, english: str, german: str) -> None:
    assert (say(what), say(what, "de")) == (english, german)


def test_every_colour_of_dice_has_its_german() -> None:
    for colour in COLOURS:
        for name in (colour, f"light {colour}", f"dark {colour}"):
            assert term("colour", name, "de") != name
            assert say(fact("dice.leaning", die=name), "de").startswith(f"der {term('colour', name, 'de')}e Würfel")


def test_every_part_of_a_face_has_its_name() -> None:
    for k in range(3 * TRAIT_COUNT):
        for language in ("en", "de"):
            assert TRAIT_NAMES[k % TRAIT_COUNT] not in say(part(k), language) or "_" not in TRAIT_NAMES[k % TRAIT_COUNT]
    assert {say(part(k), "de") for k in range(TRAIT_COUNT)} == {term("face-part", name, "de") for name in TRAIT_NAMES}
    assert all(f"term.face-part.{name}" in words(language) for name in TRAIT_NAMES for language in ("en", "de"))


@pytest.mark.parametrize("kind", ["signal", "spoken", "otherwise"])
def test_every_noise_is_named(kind: str) -> None:
    for signal in (*SIGNALS, WILD_THING):
        assert f"term.{kind}.{signal}" in words("en")
        assert f"term.{kind}.{signal}" in words("de")


def test_an_error_is_its_sentence_in_each_language() -> None:
    none = DeviceUnavailable("camera.no-number", index=3, known=list_cameras([]))
    some = DeviceUnavailable("camera.no-number", index=3, known=list_cameras([Camera(0, "Logi"), Camera(2, "USB")]))
    assert str(none) == "there is no camera 3: this machine has no camera; plug one in, or give a clip or an address"
    assert some.message_in("de") == "eine Kamera 3 gibt es nicht: Kameras hier: 0 (Logi), 2 (USB)"
    assert str(BadInput("source.none", give=fact("source.give"))).startswith("no source is given: give a camera's")


def test_fairness_with_its_caveat() -> None:
    assert say(fairness([1, 2, 3]).as_fact()) == "3 dice are too few for a test of fairness: it needs 30."
    even, loaded = fairness([1, 2, 3, 4, 5, 6] * 20).as_fact(), fairness([6] * 60 + [1, 2, 3, 4, 5] * 12).as_fact()
    assert "in 100 % of such series; nothing speaks against the dice, which does not prove them fair." in say(even)
    assert "p 1,000" in say(even, "de")
    assert "hard to explain by chance" in say(loaded)
    assert "in 0.00 % of" in say(loaded)
