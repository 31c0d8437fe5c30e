"""The hall's page in a real browser: the organiser's evening, the big screen, another screen, both languages, keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("rustworkx")

from tests.browser.pages import SMALL, holds, until, wrong_with
from tests.hall_served import FakeTable, HallServed

PEOPLE = ["Ann; Red", "Ben; Blue", "Cleo; Red", "Dora; Blue", "Emil; Red"]
WIDE = {"width": 1920, "height": 1080}
Serve = Callable[..., HallServed]


@pytest.fixture
def serve_hall(tmp_path: Path) -> Iterator[Serve]:
    running: list[HallServed] = []

    def start(**more: Any) -> HallServed:
        running.append(HallServed(tmp_path, **more))
        return running[-1]

    yield start
    for hall in running:
        hall.stop()


def opened(launch: Any, address: str, **more: Any) -> tuple[Any, list[str]]:
    page = launch().new_context(**{"locale": "en-GB", "viewport": WIDE, "ignore_https_errors": True, **more}).new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(address)
    return page, errors


def paired(launch: Any, hall: HallServed, people: list[str] = PEOPLE) -> tuple[Any, list[str], list[FakeTable]]:
    """Return the organiser's page with round 1 paired, and a laptop at each table."""
    page, errors = opened(launch, hall.address)
    page.wait_for_selector("#names")
    page.fill("#names", "\n".join(people))
    page.click("#add")
    until(page, f"() => document.querySelectorAll('.listed li').length === {len(people)}")
    tables = [hall.table(f"Table {k + 1}", k + 1) for k in range(len(people) // 2)]
    until(page, f"() => document.querySelectorAll('.wall li').length === {len(tables)}")
    page.click("#pair")
    until(page, "() => document.querySelector('.result') !== null")
    return page, errors, tables


def names_at(hall: HallServed, k: int) -> list[str]:
    tournament = hall.clerk.hall.tournament
    return [tournament.players[n].name for n in tournament.rounds[-1].tables[k].players]


def test_an_evening_from_names_to_standings(serve_hall: Serve, launch: Any, tmp_path: Path) -> None:
    hall = serve_hall(rounds=1)
    page, errors, tables = paired(launch, hall)
    a, b = names_at(hall, 0)
    tables[0].begin("keep-smiling", a, b)
    tables[0].score({a: 3, b: 1})
    until(page, "() => document.querySelector('.result.plays') !== null")
    tables[0].end({a: 6, b: 2}, sure=False)
    until(page, "() => document.querySelector('.result.waits') !== null")
    assert page.is_disabled("#pair")
    tables[0].end({a: 6, b: 2})
    until(page, "() => document.querySelector('.result.done') !== null")

    page.locator("[data-table='2']").first.click()  # a table without a laptop: entered by hand, with a reason
    inputs = page.locator(".asking input[type=number]")
    inputs.nth(0).fill("1")
    inputs.nth(1).fill("4")
    page.locator(".asking .primary").click()
    assert page.locator(".asking").count() == 1  # no reason, no result
    page.fill(".asking [name=reason]", "its laptop was flat")
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('.asking') === null")
    until(page, "() => document.querySelector('.history') !== null")
    assert "its laptop was flat" in page.inner_text(".history")
    assert page.inner_text("#round") == "The tournament is over"

    with page.expect_download() as kept:
        page.click("a[href='/export/tournament.json']")
    whole = json.loads(Path(kept.value.path()).read_text("utf-8"))
    assert whole["standings"][0]["points"] == 1
    assert whole["corrections"][0]["reason"] == "its laptop was flat"
    assert errors == []
    assert page.evaluate(SMALL) == []
    assert wrong_with(page) == []


def test_the_big_screen_is_read_from_ten_metres_and_by_keys(serve_hall: Serve, launch: Any) -> None:
    hall = serve_hall(game="ftw", size=4)
    page, errors, tables = paired(launch, hall, [f"Player number {k}" for k in range(26)])
    page.keyboard.press("Tab")
    page.locator("#view").focus()
    page.keyboard.press("Enter")
    until(page, "() => document.querySelector('.card') !== null")
    tables[1].begin("ftw", *names_at(hall, 1))
    tables[1].ill("frozen", source="camera 0")
    until(page, "() => document.querySelector('.card .warn') !== null")
    sizes = page.evaluate(
        """() => ['.card .who', '.card li b', '.card h3 .grow', '.ranking tbody .who', '.ranking td', '#round']
        .map(s => parseFloat(getComputedStyle(document.querySelector(s)).fontSize) / innerHeight)"""
    )
    assert min(sizes) >= 0.024, sizes  # of the picture's height: 2.9 cm and more on a picture 1.2 m high
    over = """() => [...document.querySelectorAll('.big .card, .big .side, .big .top')].filter(e =>
        e.scrollHeight > e.clientHeight + 2).map(e => e.className)"""
    assert page.evaluate(over) == []
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight + 1")
    first = page.inner_text(".ranking tbody")
    page.keyboard.press("ArrowRight")
    until(page, f"() => document.querySelector('.ranking tbody').innerText !== {json.dumps(first)}")
    page.keyboard.press("s")
    until(page, "() => document.querySelector('#names') !== null")
    assert errors == []


def test_both_languages_and_a_table_in_trouble(serve_hall: Serve, launch: Any) -> None:
    hall = serve_hall()
    page, errors, tables = paired(launch, hall)
    twin = FakeTable("Table 1", 77, hall.clerk.take)
    twin.come()
    tables[1].go()
    until(page, "() => document.querySelectorAll('.wall .warn').length >= 3")
    assert "Two tables have this name" in page.inner_text(".wall")
    with page.expect_navigation():  # it comes again
        page.select_option("#language", "de")
    until(page, "() => document.documentElement.lang === 'de'")
    until(page, "() => document.querySelector('.wall')?.innerText.includes('Zwei Tische heißen so')")
    assert "Runde 1 von 3" in page.inner_text("#round")
    page.fill("#announcement", "Pause bis acht")
    page.keyboard.press("Enter")
    holds(page, lambda: ("table-1", "announce", "Pause bis acht") in hall.line.asked, "the announcement is out")
    assert errors == []
    assert wrong_with(page) == []


def test_another_screen_looks_on_and_rules_nothing(serve_hall: Serve, launch: Any) -> None:
    hall = serve_hall(lan=True)
    page, _, _ = paired(launch, hall)
    page.click("#screens")
    page.wait_for_selector(".invited .qr")
    url = re.sub(r"https://[^:/]+", "https://127.0.0.1", page.get_attribute(".invited .qr", "alt"))
    screen, errors = opened(launch, url)
    screen.wait_for_selector(".screen .card")
    assert screen.locator("#view").count() == 0
    answers = screen.evaluate(
        """async () => {
        const post = message => fetch('/api/do', {method: 'POST', headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({id: 'a-screen-page', message})}).then(r => r.status);
        await post({do: 'pair'}); await post({do: 'enter', text: 'Mallory'});
        const asked = ['/export/tournament.json', '/sheets', '/api/picture'];
        return Promise.all(asked.map(a => fetch(a).then(r => r.status)));
        }"""
    )
    assert answers[:2] == [403, 403]
    assert answers[2] in (404, 405)
    assert all(p.name != "Mallory" for p in hall.clerk.hall.tournament.players.values())
    assert len(hall.clerk.hall.tournament.rounds) == 1
    assert [error for error in errors if "403" not in error and "404" not in error] == []
    used, _ = opened(launch, url)  # a link opens once
    used.wait_for_selector("#code")


def test_a_narrow_page_stands(serve_hall: Serve, launch: Any) -> None:
    hall = serve_hall()
    page, errors, _ = paired(launch, hall)
    page.set_viewport_size({"width": 390, "height": 844})
    for _ in range(2):
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth + 1")
        page.keyboard.press("s")
        page.wait_for_timeout(200)
    assert errors == []


def test_sheets_are_printed_for_each_table(serve_hall: Serve, launch: Any) -> None:
    hall = serve_hall()
    page, errors, _ = paired(launch, hall)
    page.goto(page.url.split("#")[0].rstrip("/") + "/sheets?lang=de&count=3")
    assert page.locator("section").count() == 3
    assert "Tisch 2" in page.inner_text("body")
    assert "--mqtt broker.example:1883" in page.inner_text("body")
    large = page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)")
    assert large > 60  # its style is there
    assert errors == []
