"""The log at the table: what was taken back is struck, hands have headings, nothing of the last game stays."""

from __future__ import annotations

import time
from threading import Thread
from typing import Any

import pytest

from tests.browser.pages import menu, start, until

LINES = """[...document.querySelectorAll('.loglist > li')]
  .map(li => li.querySelector('h3')?.textContent ?? li.dataset.ruling)"""

# Counts the states that the page draws: each sets its title.
DRAWN = """() => {
  window.drawn = 0;
  Object.defineProperty(document, "title", { set: () => { window.drawn += 1; } });
}"""


@pytest.mark.parametrize(("locale", "back"), [("en-GB", "taken back by 4"), ("de-DE", "zurückgenommen durch 4")])
def test_what_was_taken_back_is_struck_and_says_by_what(locale: str, back: str, serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="A", suits=["ruby", "pearl", "jade"])
    page = launch().new_context(locale=locale, viewport={"width": 1366, "height": 768}).new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    for text in ("trade Ann Ben 1", "trade Ann Cleo 2", "overrule 2"):
        served.say(text)
    page.wait_for_selector("li.gone s.told")
    assert page.locator("li.gone").count() == 1
    assert back in page.inner_text('[data-ruling="2"]')
    for text in ("win Ann ruby", "confirm", "next B", *(f"trade Ann Ben {n}" for n in (1, 2, 3, 4) * 4)):
        served.say(text)
    until(page, "document.querySelectorAll('.loglist h3').length === 2")
    newest = served.call(lambda: served.hub.game.match.last)
    page.wait_for_selector(f'[data-ruling="{newest}"]')
    lines = page.evaluate(LINES)
    assert lines[1] == str(newest)
    assert lines[0].endswith(" 2")
    assert lines.index("5") > lines.index(next(x for x in lines[1:] if x.endswith(" 1") and not x.isdigit()))
    page.evaluate("document.querySelector('.loglist').scrollTop = 400")
    served.say("trade Ann Ben 1")
    until(page, "document.querySelector('.loglist').scrollTop === 0")


def test_a_slow_page_shows_the_newest_state_and_not_each_one_before(serve_table: Any, launch: Any) -> None:
    """While the page is busy for two seconds, the score is told thirty times."""
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="A")
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    page.evaluate(DRAWN)
    until(page, "window.drawn === 0")

    def tell() -> None:
        for _ in range(30):
            served.say("score")
            time.sleep(0.06)

    telling = Thread(target=tell)
    telling.start()
    while telling.is_alive():  # a machine that does other things tells more slowly: the page stays busy as long
        page.evaluate("() => { const end = performance.now() + 2500; while (performance.now() < end); }")
    telling.join()
    newest = served.call(lambda: served.hub.game.match.last)
    page.wait_for_selector(f'[data-ruling="{newest}"]')
    assert 1 <= page.evaluate("window.drawn") < 10


def test_leaving_shows_the_evening_and_the_next_game_begins_clean(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    page = launch().new_context(locale="en-GB", viewport={"width": 1366, "height": 768}).new_page()
    page.goto(served.address)
    page.wait_for_selector("[data-start]")
    for k, name in enumerate(("Zoe", "Yan", "Xia")):
        page.fill(f'[data-name="{k}"]', name)
    page.click('[data-cards="physical"]')
    page.click("[data-start]")
    page.wait_for_selector(".seatlist")
    for text in ("win Zoe ruby", "confirm", "next B"):
        served.say(text)
    until(page, "document.querySelector('.evening').childElementCount > 0")
    menu(page, "leave")
    page.wait_for_selector('[data-part="evening-sheet"]')
    won = page.locator('[data-part="evening-sheet"] .score').all_inner_texts()
    assert won == ["1", "0", "0"]
    assert ", Face Off!, Zoe Yan Xia" in page.inner_text(".kept")
    assert served.hub.game is None
    page.click('[data-game="keep-smiling"]')  # for two
    page.click('[data-game="ftw"]')
    assert [page.input_value(f'[data-name="{k}"]') for k in range(3)] == ["Zoe", "Yan", "Xia"]
    page.click('[data-cards="digital"]')
    page.click("[data-start]")
    page.wait_for_selector('.table[data-game="ftw"]')
    until(page, "document.querySelector('.ruling-big').textContent.startsWith('Round 1 of 3')")
    assert page.locator(".evening").inner_text() == ""
    assert page.locator("li.gone, .loglist h3").count() == 0
