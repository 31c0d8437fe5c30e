"""What a newcomer must know is said once, when it first matters: a line under what this page can do now."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.rules import registry
from companion.words import words
from tests.browser.pages import PEOPLE, phone, start, state, until

ROOT = Path(__file__).resolve().parents[2]
TABLE = (ROOT / "companion/web/table/static/lessons.js").read_text("utf-8")
TOLD = {"en-GB": "later it is added to a card that is too low", "de-DE": "zählt sie zu einer, die zu niedrig ist, dazu"}
FOUR = [*PEOPLE, {"name": "Dan"}]
BY_PHASE = {"judge": "judge", "decide": "captain", "lay": "captain", "vote": "misled", "best": "title"}


def lessons() -> dict[str, list[str]]:
    """Return the codes of each game, in the order in which they are looked for."""
    games = re.split(r'^  "?([\w-]+)"?: \{$', TABLE[TABLE.index("const LESSONS") :], flags=re.M)[1:]
    codes = [re.findall(r'^    "?([\w-]+)"?: ', text, flags=re.M) for text in games[1::2]]
    return dict(zip(games[::2], codes, strict=True))


def shown(page: Any) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('[data-lesson]')].map(e => e.dataset.lesson)")  # type: ignore[no-any-return]


def act(served: Any, seat: int, text: str) -> None:
    served.call(lambda: (served.hub.game.taps.act(seat, text, "laptop"), served.hub.notify_pages()))


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_each_lesson_has_its_words_and_no_words_are_left_over(language: str) -> None:
    found = lessons()
    assert set(found) == set(registry.names())
    told = {f"page.lesson.{game}.{code}" for game, codes in found.items() for code in codes}
    assert {code for code in words(language) if code.startswith("page.lesson.")} == told


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_ftw_is_taught_once_on_phone_and_laptop(locale: str, serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served, "ftw")
    laptop = launch().new_context(locale=locale).new_page()
    laptop.goto(served.address)
    ann = phone(launch, served, "Ann", locale=locale)
    for page in (laptop, ann):
        until(page, "document.querySelector('[data-lesson=give]') !== null")
    hands = [list(hand) for hand in state(served).hands]
    act(served, 0, f"give {' '.join(map(str, hands[0][:3]))}")
    until(ann, "document.querySelector('[data-lesson]') === null")  # Ann has given: it matters no more
    assert shown(laptop) == ["give"]
    for seat in (1, 2):
        act(served, seat, f"give {' '.join(map(str, hands[seat][:3]))}")
    until(laptop, "document.querySelector('[data-lesson]') === null")
    act(served, 0, f"play {max(state(served).hands[0])}")
    until(laptop, "document.querySelector('[data-lesson=lay]') !== null")
    assert TOLD[locale] in laptop.inner_text("[data-lesson]")
    assert shown(ann) == []  # it is not Ann's turn
    ann.reload()
    ann.wait_for_selector(".card")
    assert shown(ann) == []
    start(served, "ftw")  # another game of the evening
    until(ann, "document.querySelector('.turnline').textContent.length > 0")
    ann.wait_for_selector(".card")
    assert shown(ann) == []


def test_factum_teaches_judging_captains_the_title_and_the_target(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served, "factum", FOUR)
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector(".seatlist")
    seen: list[str] = []
    for _ in range(60):
        match = served.call(lambda: served.hub.game.match)
        seat = max(match.game.actors(match.state))
        legal = [match.game.format(a, match.options) for a in match.game.legal(match.state, seat)]
        number = match.last
        act(served, seat, legal[0])
        until(laptop, f"document.querySelector('[data-ruling=\"{number + 1}\"]') !== null")
        now = state(served)
        due = "target" if now.phase == "volunteer" and any(now.scores) else BY_PHASE.get(now.phase)
        if due is not None and due not in seen:  # the page draws the newest state alone, on a slow machine later
            until(laptop, f"document.querySelector('[data-lesson={due}]') !== null")
        seen += [code for code in shown(laptop) if code not in seen[-1:]]
        if "title" in seen and seen[-1] != "title":
            break
    assert sorted(seen) == sorted(lessons()["factum"])  # each once, never again
