"""FTW?! with the family's own cards: what is laid is tapped on a phone or the laptop, or typed; a score sheet."""

from __future__ import annotations

from typing import Any

from tests.browser.pages import holds, phone, start, state, until, wrong_with

PLAYERS = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cleo"}]


def tap(page: Any, action: str, *cards: int) -> None:
    """Tap cards one after the other, then the action that they make."""
    for card in cards:
        page.locator(f'[data-card="{card}"]:not([disabled])').click()
    page.click(f'[data-act="{action}"]')


def asks(page: Any, what: str) -> None:
    """Wait until the page asks this: a card that is tapped before is another question's answer."""
    until(page, f"document.querySelector('.numberpad .asked')?.textContent.includes({what!r})")


def begin(serve_table: Any, launch: Any) -> tuple[Any, Any, Any]:
    served = serve_table()
    start(served, "ftw", PLAYERS, cards="physical", rounds=1)
    ann = phone(launch, served, "Ann", locale="en-GB")
    laptop = launch().new_context(locale="en-GB", viewport={"width": 1366, "height": 768}).new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector(".seatlist")
    return served, ann, laptop


def test_a_round_with_cards_of_paper(serve_table: Any, launch: Any) -> None:
    served, ann, laptop = begin(serve_table, launch)
    ann.click('[data-act="give"]')
    laptop.click('.tableacts [data-act="give"]')  # for all others
    tap(ann, "play 10", 10)
    asks(laptop, "did Ben")
    tap(laptop, "play 11", 11)
    asks(laptop, "did Cleo")
    assert laptop.locator('[data-k="pad10"]').is_disabled()  # it lies on the table
    tap(laptop, "lay 9 take 11", 9, 11)
    tap(ann, "play 1", 1)
    asks(laptop, "did Ben")
    tap(laptop, "play 12", 12)
    asks(laptop, "did Cleo")
    laptop.click('[data-k="pad4"]')
    assert "4 is lower than 12" in laptop.inner_text(".numberpad .asked")
    assert wrong_with(laptop) == []
    tap(laptop, "play 4 with 9", 9)
    holds(laptop, lambda: state(served).pile == (1, 12, 4), "the card lies on the pile")
    for card in (5, 6, 7, 8, *range(13, 33)):
        served.say(f"play {card}")  # typed: whoever is on turn laid it
    assert state(served).turn == 0
    assert wrong_with(ann) == []
    tap(ann, "play 33", 33)
    asks(ann, "still hold")
    tap(ann, "show 36", 36)
    asks(laptop, "does Ben")
    tap(laptop, "show 2 34", 34, 2)
    asks(laptop, "does Cleo")
    tap(laptop, "show 3 11 35", 35, 3)  # the 11 was taken from the pile: the table knows it
    laptop.wait_for_selector(".finale")
    assert state(served).points == ((36, 32, 21),)
    sheet = ann.locator(".scoresheet")
    assert sheet.locator("tbody td").all_inner_texts() == ["36", "32", "21"]
    assert sheet.locator("thead th").all_inner_texts() == ["Ann", "Ben", "Cleo"]
