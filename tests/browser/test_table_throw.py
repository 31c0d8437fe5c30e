"""A doubtful throw on the page: its picture with the dice marked, what would help, a tap or a key that corrects it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.events import Event
from companion.events import Source as Told
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.dice_scene import DiceScene
from companion.senses.dice.recent_roll import RecentRoll
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.verdict import choose
from companion.sitting.camera_stations import DiceStation
from companion.sitting.throw_picture import throw_of
from tests.browser.pages import start, state, until, wrong_with

PIPS = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
PLACES = [(250, 180, 4), (340, 230, 6), (300, 310, 2)]  # x, y, value
EDGE = 56
FOUND = "document.querySelectorAll('[data-part=throw]:not([hidden]) [data-mark]').length"


class Source:
    name, live = "camera 0", True


class Worker:
    """Does at once what a camera's worker is asked."""

    is_threaded, trouble, status, is_over, failure, live = False, None, "online", False, None, True

    def __init__(self, station: Any, take: Callable[[Event], Any], frame: Callable[[], None]) -> None:
        self.station, self._take, self._frame = station, take, frame

    def ask(
        self, request: Callable[[Any], Iterable[Event]], refused: Callable[[Any], None] = lambda error: None
    ) -> None:
        try:
            found = list(self.station.answer(request))
        except Exception as error:  # noqa: BLE001
            refused(error)
            return
        for event in found:
            self._take(event)
        self._frame()  # a camera goes on

    def close(self) -> None: ...


def picture() -> Any:
    """Three drawn dice on green cloth; the lamp glares on the second."""
    image = np.full((480, 640, 3), (60, 110, 50), np.uint8)
    for x, y, value in PLACES:
        half = EDGE // 2
        cv2.rectangle(image, (x - half, y - half), (x + half, y + half), (40, 40, 200), -1)
        for k in PIPS[value]:
            cv2.circle(image, (x - 16 + 16 * (k % 3), y - 16 + 16 * (k // 3)), 5, (245, 245, 245), -1)
    x, y, _ = PLACES[1]
    cv2.circle(image, (x + 2, y - 2), 13, (255, 255, 255), -1)
    return image


def seen(x: int, y: int, value: int, sure: float) -> SeenDie:
    chances = np.full(6, 0.001, np.float32)
    chances[value - 1], chances[4] = sure, chances[4] + 1 - sure
    box = (x - EDGE / 2, y - EDGE / 2, x + EDGE / 2, y + EDGE / 2)
    return SeenDie(x, y, box, 0.95, chances / chances.sum(), 0.0, lab=(50.0, 60.0, 40.0))


def throw(served: Any, second: float = 0.55, unseen: int = 0) -> None:
    """Show a throw to the camera: ``second`` is the second die's chance; the last ``unseen`` of them are not seen."""

    def done() -> None:
        sitting = served.hub.game.sitting
        source: Any = Source()
        station = DiceStation(source, ("Ann", "Ben"), None)
        dice = [seen(x, y, v, second if k == 1 else 0.99) for k, (x, y, v) in enumerate(PLACES)]
        verdict = replace(choose(dice[: 3 - unseen], 3, DiceMargins()), sets=("red",) * (3 - unseen))
        image, now = picture(), sitting.now()
        said = station.watcher._last_roll = RecentRoll(verdict, DiceScene(image), now)
        roll, hints = said.event(now, "camera 0"), said.hints()
        told = [Told(onset=now, decided=now, source="camera 0", status="online", detail=h) for h in hints]
        station.thrown = throw_of([roll, *told], verdict.dice, (0.0, 0.0, 1.0, 1.0), image)
        frame = lambda: served.hub.devices.throws.look(station, lambda t: t)  # noqa: E731
        sitting.crew.workers["camera laptop"] = Worker(station, sitting.take, frame)
        frame()
        sitting.take(roll)

    served.call(done)


def laptop(launch: Any, served: Any, **how: Any) -> Any:
    page = launch().new_context(viewport={"width": 1366, "height": 768}, **how).new_page()
    page.goto(served.address)
    page.wait_for_selector("#roll")
    return page


@pytest.mark.parametrize(
    ("locale", "why", "hint", "asks"),
    [
        ("en-GB", "The red die could be a 6 or a 5", "The lamp glares on the red die", "What does the red die show?"),
        ("de-DE", "Der rote Würfel kann 6 oder 5 zeigen", "Die Lampe spiegelt", "Was zeigt der rote Würfel?"),
    ],
)
def test_a_tap_on_a_doubtful_die_corrects_it(
    serve_table: Any, launch: Any, locale: str, why: str, hint: str, asks: str
) -> None:
    served = serve_table(lan=False)
    start(served, "keep-smiling", [{"name": "Ann"}, {"name": "Ben"}], pieces="physical")
    page = laptop(launch, served, locale=locale, has_touch=True)
    assert page.evaluate(FOUND) == 0
    throw(served)
    until(page, f"{FOUND} === 3")
    until(page, "document.querySelector('.throwpicture img').naturalWidth > 100")
    said = page.inner_text("[data-part=throw]")
    assert why in said
    assert hint in said
    assert asks in said  # the die in doubt is chosen by itself
    assert page.locator("[data-mark='1']").inner_text() == "?"
    box, over = page.locator("[data-mark='1']").bounding_box(), page.locator(".throwpicture").bounding_box()
    assert over["x"] <= box["x"]
    assert box["x"] + box["width"] <= over["x"] + over["width"]
    pad = page.locator("[data-part=throw] [data-value='6']")
    assert pad.bounding_box()["y"] + pad.bounding_box()["height"] <= 768  # above the fold
    assert wrong_with(page) == []
    page.tap("[data-mark='1']")
    page.tap("[data-part=throw] [data-value='6']")
    until(page, f"{FOUND} === 0")
    assert sorted(state(served).dice) == [2, 4, 6]


def test_keys_correct_it_and_a_tap_beside_a_die_is_refused(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, "keep-smiling", [{"name": "Ann"}, {"name": "Ben"}], pieces="physical")
    page = laptop(launch, served, locale="en-GB")
    throw(served)
    until(page, f"{FOUND} === 3")
    page.evaluate("document.querySelector('[data-mark=\"0\"]').focus()")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('[data-mark=\"0\"]').getAttribute('aria-pressed') === 'true'")
    page.keyboard.press("1")  # the first die was read wrong
    until(page, "document.querySelector('[data-mark=\"0\"]').textContent === '1'")
    page.keyboard.press("6")  # then the one in doubt
    until(page, f"{FOUND} === 0")
    assert sorted(state(served).dice) == [1, 2, 6]
    served.say("undo")  # taken back: the picture is there again, and says what was read
    until(page, f"{FOUND} === 3")
    assert "I read" in page.inner_text("[data-part=throw]")
    page.click("[data-mark='0']")
    page.keyboard.press("4")
    until(page, f"{FOUND} === 0")
    assert sorted(state(served).dice) == [2, 4, 6]


def test_a_throw_that_was_read_shows_no_picture_and_another_throw_takes_it_away(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, "keep-smiling", [{"name": "Ann"}, {"name": "Ben"}], pieces="physical")
    page = laptop(launch, served, locale="en-GB")
    throw(served)
    until(page, f"{FOUND} === 3")
    page.click("[data-code=dice-lie] [data-answer=no]")
    until(page, f"{FOUND} === 0")
    throw(served, 0.99)
    until(page, "document.querySelector('.log').textContent.includes('Ann rolls')")
    assert page.evaluate(FOUND) == 0


def test_a_die_that_was_not_seen_is_tapped_where_it_lies(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, "keep-smiling", [{"name": "Ann"}, {"name": "Ben"}], pieces="physical")
    page = laptop(launch, served, locale="en-GB", has_touch=True)
    throw(served, 0.99, unseen=1)
    until(page, f"{FOUND} === 2")
    assert "Only 2 of 3 dice are seen" in page.inner_text("[data-part=throw]")
    assert "Tap the spot where the unmarked die lies" in page.inner_text("[data-part=throw]")
    assert page.locator("[data-part=throw] [data-value='2']").is_disabled()
    over = page.locator(".throwpicture").bounding_box()
    x, y, _ = PLACES[2]
    page.touchscreen.tap(over["x"] + over["width"] * x / 640, over["y"] + over["height"] * y / 480)
    until(page, "document.querySelector('[data-placed]') !== null")
    assert "What does the unmarked die show?" in page.inner_text("[data-part=throw]")
    box = page.locator("[data-placed]").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - over["x"] - over["width"] * x / 640) < 3
    assert wrong_with(page) == []
    page.tap("[data-part=throw] [data-value='2']")
    until(page, f"{FOUND} === 0")
    assert sorted(state(served).dice) == [2, 4, 6]
