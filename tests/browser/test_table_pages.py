# ruff: noqa: E501 (the browser's scripts are clearer unbroken)
"""The laptop's page and the phones' pages together, in a real browser with a fake camera and microphone."""

from __future__ import annotations

from typing import Any

import pytest
from pages import phone, start, state, until


def test_two_phones_trade_and_keep_their_seats(serve_table: Any, launch: Any) -> None:
    """A trade by taps on two phones; one polls because its sockets are refused; a reload keeps the seat."""
    served = serve_table()
    start(served)
    ann = phone(launch, served, "Ann", locale="de-DE")
    ben = phone(launch, served, "Ben", query="?poll=1", locale="en-GB")
    ben.wait_for_selector('#app[data-line="poll"]')
    assert "Deine" in ann.inner_text(".phone") or "Du bist dran" in ann.inner_text(".phone")
    assert "Your turn" in ben.inner_text(".phone")
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


def test_undo_pause_why_and_the_keyboard(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.click('[data-as="0"]')
    page.focus(".offer")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('.log').textContent.includes('Ann shows')")
    assert state(served).offers[0] is not None
    page.locator(".log .why summary").first.click()
    assert "Said by Ann" in page.inner_text(".log")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    until(page, "document.querySelector('.log').textContent.includes('taken back')")
    assert state(served).offers[0] is None
    page.click("#pause")
    until(page, "document.querySelector('#pause').textContent === 'Resume'")
    assert served.call(lambda: served.hub.game.match.paused)
    page.reload()  # in mid-game
    page.wait_for_selector("#pause")
    assert page.inner_text("#pause") == "Resume"


LACKING = """() => {
  const named = (e) => (e.getAttribute("aria-label") || e.textContent || e.labels?.[0]?.textContent || e.placeholder || "").trim();
  const shown = (e) => e.offsetParent !== null;
  return [
    ...[...document.querySelectorAll("button, a, input, select, summary")].filter((e) => shown(e) && !named(e)).map((e) => "no name: " + e.outerHTML.slice(0, 120)),
    ...[...document.querySelectorAll("button, a.quiet")].filter((e) => shown(e) && (e.offsetHeight < 43 || e.offsetWidth < 40)).map((e) => "small: " + e.outerHTML.slice(0, 120)),
    ...[...document.querySelectorAll("img")].filter((e) => !e.alt).map(() => "an image without alt"),
    ...(document.querySelector("main") && document.querySelector("h1") && document.documentElement.lang ? [] : ["main, h1 or lang is missing"]),
  ];
}"""
CONTRAST = """() => {
  const rgb = (c) => c.match(/[\\d.]+/g).map(Number);
  const lum = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((s, v, k) => s + v * [.2126, .7152, .0722][k], 0);
  const ground = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > .5) return c; } return [255, 255, 255]; };
  return [...document.querySelectorAll("button, p, span, b, h1, h2, h3, summary, li")].filter((e) => e.offsetParent && !e.disabled && !e.closest(":disabled") && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .map((e) => { const a = lum(rgb(getComputedStyle(e).color)), b = lum(ground(e)); return [(Math.max(a, b) + .05) / (Math.min(a, b) + .05), e.outerHTML.slice(0, 100)]; })
    .filter(([r]) => r < 4.5);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_sizes_and_contrast(scheme: str, serve_table: Any, launch: Any) -> None:
    """What screen readers read, what fingers hit, what eyes can tell apart: on the choice of games and in each game."""
    served = serve_table(lan=False)
    page = launch().new_context(locale="en-GB", color_scheme=scheme, viewport={"width": 1280, "height": 900}).new_page()
    page.goto(served.address)
    page.wait_for_selector("[data-game]")
    problems = {"choice": [*page.evaluate(LACKING), *page.evaluate(CONTRAST)]}
    for game, count in {"face-off": 3, "keep-smiling": 2, "face-cards": 3, "ftw": 3, "factum": 4}.items():
        start(served, game, [{"name": n, "bot": k > 0} for k, n in enumerate(["Ann", "Ben", "Cleo", "Dan"][:count])])
        page.wait_for_selector(".seatlist")
        page.click('[data-as="0"]')
        page.wait_for_timeout(400)
        problems[game] = [*page.evaluate(LACKING), *page.evaluate(CONTRAST)]
    assert not any(problems.values()), problems
