"""The pictures of dealt cards: on phones and laptop, with a word, until the family photographs its own."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from companion.web.table.album import decks, names_of, picture
from companion.words import languages, term
from companion.words.messages import messages
from tests.browser.pages import phone, start, state, until, wrong_with
from tests.browser.test_table_boards import photograph

PLAYERS = [{"name": name} for name in ("Ann", "Ben", "Cleo", "Dan")]
DRAWN = "[...document.querySelectorAll('.card img.drawn')].filter((i) => i.naturalWidth > 0).length"


def test_every_picture_is_one_and_has_a_word() -> None:
    names = {name for deck in decks().values() for name in deck}
    assert all(len(set(deck)) == len(deck) for deck in decks().values())
    for name in names:
        shapes = list(ET.fromstring(picture(name)).iter())
        assert len(shapes) > 1
        assert not any("href" in key for shape in shapes for key in shape.attrib)
        assert all(f"term--picture--{name}" in messages(language).entries for language in languages())


@pytest.mark.parametrize(("game", "count"), [("face-cards", 8), ("factum", 5)])
def test_dealt_cards_have_pictures_and_a_photograph_comes_first(
    game: str, count: int, serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    served = serve_table()
    start(served, game, PLAYERS)
    ann = phone(launch, served, "Ann", locale="de-DE")
    until(ann, f"{DRAWN} === {count}")
    hand = state(served).hands[0]
    names = served.call(lambda: names_of(served.hub.game.match))
    label = ann.get_attribute(f'[data-k="card{hand[0]}"]', "aria-label")
    assert label.startswith(f"{hand[0]}, {term('picture', names[hand[0]], 'de')}")
    assert wrong_with(ann) == []
    ann.click(".photos summary")
    ann.fill('[data-k="photonumber"]', str(hand[0]))
    ann.set_input_files('[data-k="photofile"]', photograph(tmp_path))
    until(ann, "document.querySelectorAll('.card img.photo').length === 1")
    assert ann.evaluate(DRAWN) == count - 1


def test_the_laptop_shows_the_pictures_of_cards_that_lie_open_and_none_with_cards_of_paper(
    serve_table: Any, launch: Any
) -> None:
    served = serve_table()
    start(served, "face-cards", PLAYERS)
    laptop = launch().new_context(locale="en-GB", viewport={"width": 1366, "height": 768}).new_page()
    laptop.goto(served.address)
    until(laptop, f"{DRAWN} === 1")  # the card that is turned up first
    served.say("camera Ann")
    for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dan")):
        served.say(f"{name}: lay {state(served).hands[seat][0]} {state(served).hands[seat][1]}")
    until(laptop, f"{DRAWN} === 11")  # four fronts, seven in the centre
    assert wrong_with(laptop) == []
    start(served, "face-cards", PLAYERS, cards="physical")
    laptop.wait_for_selector("[data-answer]")
    assert laptop.evaluate(DRAWN) == 0
