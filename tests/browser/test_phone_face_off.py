"""What a phone shows in Face Off!: the face to make, who shows the same, the calls, the words of the speech."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.face_off.actions import NO_CARDS, WILD_BITS
from companion.rules.face_off.data import SUIT_INDEX
from companion.rules.face_off.state import Exchange
from tests.browser.pages import holds, phone, start, state, until
from tests.browser.test_table_seats import gem_of


def sense(served: Any) -> None:
    """Let a camera and a microphone notice every signal from now on."""

    def notice() -> None:
        game = served.hub.game
        served.hub._sensed_signals = lambda game: frozenset(game.match.needs.signals)
        game.taps.sensed = served.hub._sensed_signals(game)
        served.hub.notify_pages()

    served.call(notice)


def offer(page: Any, served: Any, seat: int) -> None:
    page.click(f'[data-act="offer 1 {gem_of(served, seat)}"]')
    page.wait_for_selector("[data-part=own-offer]")


@pytest.mark.parametrize("width", [360, 390])
def test_the_own_signal_stands_large_with_who_shows_the_same(width: int, serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served, signal_set="B")
    sense(served)
    ann, ben = (phone(launch, served, name, locale="en-GB") for name in ("Ann", "Ben"))
    ann.set_viewport_size({"width": width, "height": 780})
    offer(ann, served, 0)
    own = ann.inner_text("[data-part=own-offer]")
    assert "Show it: tongue out!" in own
    assert "Nobody else shows it yet." in own
    assert ann.locator("[data-part=own-offer] .glyph").bounding_box()["height"] >= 80
    assert state(served).trades == 0
    offer(ben, served, 1)
    until(ann, "document.querySelector('[data-part=own-offer]').textContent.includes('Ben shows it, too!')")
    assert state(served).trades == 0  # nobody has made the face yet
    for page in (ann, ben):  # who cannot show it taps, behind a fold
        assert page.locator(".taps button").locator("visible=true").count() == 0
        page.click('[data-k="cannot-show"]')
        page.click('.cannot [data-signal="tongue_out"]')
    holds(ann, lambda: state(served).trades == 1, "a trade by taps")


def test_without_a_camera_a_tap_offers_and_shows_at_once(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served, signal_set="B")
    ann, ben = (phone(launch, served, name, locale="en-GB") for name in ("Ann", "Ben"))
    offer(ann, served, 0)
    assert "You show: tongue out" in ann.inner_text("[data-part=own-offer]")
    ben.click(f'[data-act="offer 1 {gem_of(served, 1)}"]')
    holds(ann, lambda: state(served).trades == 1, "a trade")


def test_the_wild_thing_has_its_own_name_and_picture(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served, cards="physical", advanced=True, wild_signal="about to sneeze")
    ann = phone(launch, served, "Ann", locale="de-DE")
    card = '.signals [data-signal="wild_thing"]'
    assert "gleich niesen" in ann.inner_text(card).lower() or "nies" in ann.inner_text(card).lower()
    sneeze, plain = (
        ann.evaluate("async name => (await import('/kit/glyphs.js')).face(name, false).innerHTML", name)
        for name in ("wild.about_to_sneeze", "wild_thing")
    )
    assert ann.locator(f"{card} svg").inner_html() == sneeze != plain


def test_a_wrong_card_is_called_with_one_tap(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served, advanced=True)
    ann = phone(launch, served, "Ann", locale="en-GB")
    ann.set_viewport_size({"width": 360, "height": 780})
    assert ann.locator(".wildcall").count() == 0

    def wrong() -> None:
        match = served.hub.game.match
        got = [0] * len(NO_CARDS)
        got[WILD_BITS] = 1 << SUIT_INDEX[match.options.suits[0]]
        exchange = Exchange(1, NO_CARDS, tuple(got), True, False, 1)
        match.state = match.state._replace(last=(exchange, *match.state.last[1:]))
        served.hub.game.sitting.command("score")
        served.hub.notify_pages()

    served.call(wrong)
    call, face_off = (ann.wait_for_selector(one).bounding_box() for one in (".wildcall", ".callbox summary"))
    assert call["height"] >= 44
    assert abs(call["y"] - face_off["y"]) < 40 or call["y"] < 500  # beside it, or right below
    ann.click(".wildcall")
    holds(ann, lambda: state(served).scores[1] == -50, "the mistake is ruled")


def test_face_off_is_one_large_button_and_asks_for_the_gem_where_it_must(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served, cards="physical", advanced=True)
    ann, ben = (phone(launch, served, name, locale="en-GB") for name in ("Ann", "Ben"))
    box = ann.wait_for_selector(".callbox summary").bounding_box()
    assert box["width"] > 300
    assert 44 <= box["height"] < 90
    assert ann.locator('[data-act^="claim "]').locator("visible=true").count() == 0
    ann.click(".callbox summary")
    ann.click('[data-act="claim ruby"]')
    holds(ann, lambda: state(served).claim == (0, "ruby"), "the call")
    served.say("confirm")
    words = ann.wait_for_selector("[data-part=speech]").inner_text()
    assert "Ann has all of the rubies and is a totally awesome player!" in words
    assert ben.locator("[data-part=speech]").count() == 0
    above = ann.locator("[data-part=speech]").bounding_box()
    asked = ann.locator('[data-question][data-code="teeth"]').bounding_box()
    assert above["y"] < asked["y"]  # who speaks reads the words first
