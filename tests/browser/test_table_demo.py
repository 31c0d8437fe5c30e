"""``demo --serve``: the page shows the clip with its players, their signals and the rulings; then the dice."""

from __future__ import annotations

import json
from typing import Any

from companion import resources
from companion.demo.stage import Stage
from companion.demo.story import acts
from tests.browser.pages import until

LOG = "(document.querySelector('.log')?.textContent ?? '').includes({!r})"


def test_the_page_shows_the_demo_with_its_picture(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    served.call(Stage(served.hub, acts(), "en").begin)
    until(page, "Number(document.querySelector('.sight')?.dataset.faces) === 3", 60)
    page.wait_for_selector(".showing", timeout=60_000)
    until(page, LOG.format("Ann and Ben trade 2 cards"), 60)


def test_the_page_shows_the_throw_and_the_move(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    served.call(Stage(served.hub, acts()[1:], "en").begin)
    dice = json.loads(resources.path("demo/demo.json").read_text("utf-8"))["dice"]
    until(page, LOG.format("Ann rolls {}, {} and {}".format(*dice["values"])), 60)
    until(page, LOG.format(f"Ann moves b by {dice['fields']['b']}"), 60)
