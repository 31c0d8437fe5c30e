"""Everybody can use the pages: axe-core finds nothing wrong in any state, fingers hit the buttons, keys alone play."""

from __future__ import annotations

from typing import Any

from companion.words import term
from tests.browser.pages import menu, phone, start, state, until, wrong_in_both

GAMES = {"face-off": 3, "keep-smiling": 2, "face-cards": 3, "ftw": 3, "factum": 4}


def players(game: str, people: int = 1) -> list[dict[str, Any]]:
    return [{"name": n, "bot": k >= people} for k, n in enumerate(["Ann", "Ben", "Cleo", "Dan"][: GAMES[game]])]


def test_the_laptops_page_in_every_state(serve_table: Any, launch: Any) -> None:
    """Over ten seconds: fifteen states, each searched by all of axe-core's rules."""
    served = serve_table(pace=3600)
    page = (
        launch().new_context(locale="en-GB", color_scheme="light", viewport={"width": 1280, "height": 900}).new_page()
    )
    page.goto(served.address)
    page.wait_for_selector("[data-game]")
    problems = {"choice of games": wrong_in_both(page)}
    for game in GAMES:
        page.click(f"[data-game={game}]")
        page.click(".options summary")
        page.wait_for_selector(".options[open]")
        problems[f"{game}: options"] = wrong_in_both(page)
    for game in GAMES:
        start(served, game, players(game))
        page.wait_for_selector(".seatlist")
        until(page, f"document.querySelector('h1').textContent === {term('game', game)!r}")
        page.click('[data-as="0"]')
        for summary in page.locator("summary:visible").all():
            summary.click()
        page.wait_for_timeout(150)
        problems[game] = wrong_in_both(page)
    start(served, "face-off", players("face-off", 3))
    page.click('[data-phone="1"]')
    page.wait_for_selector("dialog[open] img")
    problems["QR code"] = wrong_in_both(page)
    page.locator("dialog").get_by_role("button").click()
    page.click("#pause")
    until(page, "document.querySelector('#pause').textContent === 'Resume'")
    problems["paused"] = wrong_in_both(page)
    menu(page, "leave")
    page.wait_for_selector(".kept li")
    problems["kept games"] = wrong_in_both(page)
    page.locator(".kept li").first.get_by_role("button", name="Step through").click()
    page.wait_for_selector("text=Step 1 of")
    problems["stepping through"] = wrong_in_both(page)
    assert not (found := {where: what for where, what in problems.items() if what}), found


def test_a_phones_page_in_every_game(serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    start(served, "face-off", players("face-off"))
    page = phone(launch, served, "Ann", locale="de-DE", color_scheme="light", has_touch=True)
    problems: dict[str, list[str]] = {}
    for game in GAMES:
        start(served, game, players(game))
        until(page, f"document.title === {term('game', game) + ' – companion'!r}")
        for summary in page.locator("summary:visible").all():
            summary.tap()
        problems[game] = wrong_in_both(page)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{game}: the page is {wide} pixels wider than the phone"
    served.call(served.hub.leave)
    until(page, "document.querySelector('.phone').textContent.includes('nichts')")
    problems["no game"] = wrong_in_both(page)
    assert not (found := {where: what for where, what in problems.items() if what}), found


def test_keys_alone(serve_table: Any, launch: Any) -> None:
    """From the choice of the game to an action in it with Tab, Enter, Space and the page's own keys."""
    served = serve_table(lan=False, pace=3600)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.wait_for_selector("[data-game]")

    def tab_to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("(q) => document.activeElement.matches(q)", selector):
                ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert ring != "none", f"{selector} does not show that it has the focus"
                return
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to("[data-game=face-off]")
    page.keyboard.press("Enter")
    tab_to('[data-cards="digital"]')
    page.keyboard.press("Enter")
    tab_to('[data-k="options"]')
    page.keyboard.press("Enter")
    tab_to('[data-k="bot2"]')
    page.keyboard.press("Space")  # Cleo is a bot
    tab_to(".start")
    page.keyboard.press("Enter")
    page.wait_for_selector(".seatlist")
    tab_to('[data-as="0"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(".offer")
    tab_to(".offer")
    page.keyboard.press("Space")
    until(page, "document.querySelector('.log').textContent.includes('Ann shows')")
    assert state(served).offers[0] is not None
    page.locator(".log .why summary").first.focus()
    page.keyboard.press("Enter")
    assert "Said by Ann" in page.inner_text(".log")
    page.keyboard.press("Control+z")
    until(page, "document.querySelector('.log').textContent.includes('taken back')")
    assert state(served).offers[0] is None
    page.keyboard.press("p")
    until(page, "document.querySelector('#pause').textContent === 'Resume'")
    page.reload()  # in mid-game
    page.wait_for_selector("#pause")
    assert page.inner_text("#pause") == "Resume"


def test_fingers_alone(serve_table: Any, launch: Any) -> None:
    """Join, offer, take back, all by touch on a phone; nothing needs hovering or dragging."""
    served = serve_table()
    start(served)
    page = phone(launch, served, "Ann", locale="en-GB", has_touch=True, is_mobile=True)
    page.locator(".offer").first.tap()
    until(page, "document.querySelector('[data-act=withdraw]') !== null")
    page.locator("[data-part=own-offer] [data-act=withdraw]").tap()
    until(page, "document.querySelector('[data-act=withdraw]') === null")
    assert state(served).offers[0] is None
