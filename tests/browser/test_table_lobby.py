"""The lobby: seats fill as phones arrive, a phone that leaves greys its seat, and comes back by the same code."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.browser.pages import menu, state, take_seat, until, wrong_with

WITHIN = 5.0  # seconds until a seat whose phone left is grey


def arrive(launch: Any, served: Any, code: str, name: str, locale: str = "en-GB") -> Any:
    """Return a phone that scans the lobby's one code and picks its seat."""
    context = launch().new_context(viewport={"width": 390, "height": 844}, ignore_https_errors=True, locale=locale)
    page = context.new_page()
    page.goto(f"{served.phones}/join#code-{code}")
    take_seat(page, name)
    page.wait_for_selector(".phone h1")
    return page


def lobby(launch: Any, served: Any, locale: str = "de-DE") -> tuple[Any, str]:
    """Return the laptop's page in a lobby of Face Off! for three, and its code."""
    page = launch().new_context(locale=locale, viewport={"width": 1366, "height": 768}).new_page()
    page.goto(served.address)
    page.click("[data-cards=digital]")
    page.click("[data-start]")
    page.wait_for_selector(".lobby .qr")
    return page, page.inner_text("#shortcode").replace(" ", "")


def how(page: Any) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('[data-place]')].map(e => e.dataset.how)")  # type: ignore[no-any-return]


def test_phones_fill_the_seats_one_leaves_and_comes_back(serve_table: Any, launch: Any) -> None:
    """Over ten seconds: six pages are opened, and two are missed when they go."""
    served = serve_table()
    laptop, code = lobby(launch, served)
    assert how(laptop) == ["empty", "empty", "empty"]
    assert laptop.locator(".lobby .qr").count() == 1
    assert wrong_with(laptop) == []
    arrive(launch, served, code, "Ben", "de-DE")
    until(laptop, "document.querySelector('[data-place=\"1\"]').dataset.how === 'in'")
    assert laptop.inner_text(".missing") == "Es fehlt noch: Platz 1 und Platz 3."
    ann = arrive(launch, served, code, "Ann")
    cleo = arrive(launch, served, code, "Cleo")
    until(ann, "document.querySelector('.turnline').textContent.startsWith('Everybody is in')")
    assert wrong_with(ann) == []
    until(laptop, "document.querySelector('[data-start]').textContent === 'Face Off! starten'")
    cleo.context.close()
    left = time.monotonic()
    laptop.wait_for_selector('[data-place="2"][data-how="away"]')
    assert time.monotonic() - left < WITHIN
    until(ann, "document.querySelector('.turnline').textContent === 'Still missing: Cleo.'")
    cleo = arrive(launch, served, code, "Cleo")
    until(laptop, "document.querySelectorAll('[data-how=in]').length === 3")
    laptop.click("[data-start]")
    laptop.wait_for_selector(".seatlist")
    for page in (ann, cleo):
        page.wait_for_selector(".suit")
    hand = cleo.inner_text(".suits")
    cleo.context.close()  # in the middle of a hand, with its cookie lost
    laptop.wait_for_selector('.seat.away[data-seat="2"]')
    assert "Handy ist weg" in laptop.inner_text('[data-seat="2"]')
    cleo = arrive(launch, served, code, "Cleo")
    laptop.wait_for_selector(".seat.away", state="detached")
    assert cleo.inner_text(".suits") == hand


def test_a_seat_that_is_in_use_is_not_given_away(serve_table: Any, launch: Any) -> None:
    """Neither the code nor a phone that is in already takes it; a free seat can be changed for."""
    served = serve_table()
    laptop = launch().new_context(locale="de-DE", viewport={"width": 1366, "height": 768}).new_page()
    laptop.goto(served.address)
    laptop.fill("[data-name='2']", "Cleo")  # that seat is hers; the others are whoever's comes
    laptop.click("[data-cards=digital]")
    laptop.click("[data-start]")
    laptop.wait_for_selector(".lobby .qr")
    code = laptop.inner_text("#shortcode").replace(" ", "")
    ann = arrive(launch, served, code, "Ann")
    ben = arrive(launch, served, code, "Ben")
    answer = """(body) => fetch('/api/code', {method: 'POST', headers: {'Content-Type': 'application/json'},
        body: JSON.stringify(body)}).then(r => r.status)"""
    assert ben.evaluate(answer, {"code": code, "player": "Ann"}) == 403
    assert ann.inner_text("h1") == "Ann"
    ben.click("summary")
    assert ben.locator("[data-seat]").all_inner_texts() == ["Cleo"]
    ben.click('[data-seat="Cleo"]')
    until(ben, "document.querySelector('h1').textContent === 'Cleo'")
    until(laptop, "document.querySelector('[data-place=\"1\"]').dataset.how === 'empty'")
    assert how(laptop) == ["in", "empty", "in"]


def test_bots_take_empty_seats_and_names_are_kept_on_the_way_back(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    laptop, code = lobby(launch, served, "en-GB")
    laptop.click("[data-k=close]")
    laptop.fill("[data-name='2']", "Zoe")
    assert laptop.get_attribute("[data-cards=digital]", "aria-pressed") == "true"
    laptop.click("[data-start]")
    laptop.wait_for_selector("[data-place='2'] >> text=Zoe")
    arrive(launch, served, code, "Ann")
    for seat in (1, 2):
        laptop.click(f"[data-bot='{seat}']")
    until(laptop, "document.querySelector('.missing').textContent === 'Everybody is in.'")
    laptop.click("[data-start]")
    laptop.wait_for_selector(".seatlist")
    assert served.call(lambda: served.hub.game.bots.seats) == {1, 2}
    assert served.call(lambda: served.hub.game.match.players) == ("Ann", "Ben", "Zoe")
    assert state(served).hand == 1


@pytest.mark.parametrize("path", ["?poll=1", ""])
def test_without_a_network_for_phones_the_game_begins_at_once(serve_table: Any, launch: Any, path: str) -> None:
    served = serve_table(lan=False)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address.replace("/#", f"/{path}#"))
    page.click("[data-cards=digital]")
    page.click("[data-start]")
    page.wait_for_selector(".seatlist")


def test_a_name_that_is_missing_is_told_at_its_field(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.fill("[data-name='1']", "  ")
    page.click("[data-start]")
    until(page, "document.activeElement.dataset.name === '1'")
    assert page.evaluate("document.activeElement.validationMessage") != ""
    assert served.hub.game is None
    page.fill("[data-name='1']", "Zoe")
    page.click(".options summary")
    assert page.locator('[data-option="dealer"] option').all_inner_texts()[0] == "Ann"
    page.select_option('[data-option="dealer"]', "2")
    page.click("[data-start]")
    page.wait_for_selector(".seatlist")
    assert state(served).dealer == 2


def test_a_kept_game_on_phones_goes_on_through_the_lobby(serve_table: Any, launch: Any) -> None:
    """Seats fill, who is missing is said, bots stay what they were, and the hand is the one that was left."""
    served = serve_table()
    laptop, code = lobby(launch, served, "en-GB")
    ann = arrive(launch, served, code, "Ann")
    laptop.click("[data-bot='2']")
    laptop.wait_for_selector("[data-place='2'][data-how=bot]")
    laptop.click("[data-start]")
    ann.wait_for_selector(".suit")
    hand = ann.inner_text(".suits")
    menu(laptop, "leave")
    laptop.click(".kept [data-k='go on']")
    laptop.wait_for_selector(".lobby .qr")
    until(laptop, "document.querySelectorAll('[data-how=in]').length === 1")
    assert how(laptop) == ["in", "empty", "bot"]
    assert laptop.locator("[data-bot]").count() == 0
    assert laptop.inner_text(".missing") == "Still missing: Ben."
    assert ann.inner_text(".turnline") == "Still missing: Ben."
    arrive(launch, served, laptop.inner_text("#shortcode").replace(" ", ""), "Ben")
    until(laptop, "document.querySelector('[data-start]').textContent === 'Go on'")
    laptop.click("[data-start]")
    laptop.wait_for_selector(".seatlist")
    ann.wait_for_selector(".suit")
    assert ann.inner_text(".suits") == hand
    assert served.call(lambda: served.hub.game.bots.seats) == {2}
