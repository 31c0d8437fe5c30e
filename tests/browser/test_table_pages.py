"""The laptop's page and the phones' pages together, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from companion.facts import fact
from companion.rules.errors import RulesError
from companion.words import say
from tests.browser.pages import phone, start, state, until


def test_two_phones_trade_and_keep_their_seats(serve_table: Any, launch: Any) -> None:
    """A trade by taps on two phones; one polls because its sockets are refused; a reload keeps the seat."""
    served = serve_table()
    start(served)
    ann = phone(launch, served, "Ann", locale="de-DE")
    ben = phone(launch, served, "Ben", query="?poll=1", locale="en-GB")
    ben.wait_for_selector('#app[data-line="poll"]')
    assert ann.inner_text(".turnline") == "Biete Karten an: Tippe, wie viele von einem Edelstein."
    assert ben.inner_text(".turnline") == "Offer cards: tap how many of one gem."
    hands = served.call(
        lambda: [served.hub.game.match.game.view(served.hub.game.match.state, p)["hand"] for p in (0, 1)]
    )
    gems = [next(g for g, n in hand.items() if isinstance(n, int) and n > 0) for hand in hands]
    ann.click(f'[data-act="offer 1 {gems[0]}"]')
    ann.reload()
    ann.wait_for_selector(".phone .suit")
    ben.click(f'[data-act="offer 1 {gems[1]}"]')
    until(ben, "document.querySelector('.ruling').textContent.includes('trade')")
    assert state(served).trades == 1
    assert ann.inner_text(".phone h1") == "Ann"
    ann.context.close()


def test_a_used_address_says_so(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served)
    url = served.invite("Ann")
    browser = launch()
    first = browser.new_context(ignore_https_errors=True).new_page()
    first.goto(url)
    first.wait_for_selector(".phone h1")
    other = browser.new_context(ignore_https_errors=True, locale="en-GB").new_page()
    other.goto(url)
    other.wait_for_selector("text=used already")


def test_names_with_markup_are_shown_as_text(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    players = [{"name": "<img src=x>"}, {"name": "<b>Ben</b>"}, {"name": "Cleo"}]
    start(served, players=players)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    assert page.locator(".seat .name").all_inner_texts()[:2] == ["<img src=x>", "<b>Ben</b>"]
    assert page.locator(".seatlist img, .seatlist b").count() == 0


def test_a_full_disk_is_said_on_the_laptop_while_it_lasts(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    assert page.locator(".alarm").count() == 0
    full = served.call(lambda: served.hub.game.match.log)
    full.trouble = fact("log.trouble", name="x", why="full")
    served.call(served.hub.notify_pages)
    page.wait_for_selector(".alarm")
    served.call(lambda: served.hub.game.sitting.command("score"))  # an event, which the disk takes again
    served.call(served.hub.notify_pages)
    until(page, "!document.querySelector('.alarm')")


def test_a_game_that_cannot_be_shown_says_why_while_it_lasts(
    serve_table: Any, launch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="A")
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")

    def broken(*_: Any, **__: Any) -> Any:
        raise RulesError(fact("rules.no.draw"))

    with monkeypatch.context() as patch:
        patch.setattr("companion.web.table.hub.state_of", broken)
        served.call(served.hub.notify_pages)
        until(page, "document.querySelector('#toast.shown') !== null")
        assert page.inner_text("#toast") == say("rules.no.draw", "en").rstrip(".") + "."
    served.call(served.hub.notify_pages)
    until(page, "document.querySelector('#toast.shown') === null")
    page.wait_for_selector(".seatlist")
