"""A table that tells a broker what is ruled: the page says how that goes, and asks whether the result is right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import club_games
from tests.browser.pages import start, until
from tests.listener import listening
from tests.listener import until as wait
from tests.needs import needs
from tests.servers import Broker

pytestmark = needs("mosquitto", "chromium")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    found = Broker(tmp_path / "b")
    yield found
    found.stop()


def _at_once(served: Any) -> None:
    """Let the bots play to the end without a pause."""
    served.hub.game.bots.pace = served.hub.game.bots._next = 0.0


@pytest.mark.parametrize(
    ("locale", "lost", "back"),
    [
        ("en-GB", "is away (nobody answers there)", "127.0.0.1: connected as Table 1"),
        ("de-DE", "erfährt nichts (dort antwortet niemand)", "127.0.0.1: erfährt alles als Table 1"),
    ],
)
def test_the_page_says_how_it_goes(
    serve_table: Any, launch: Any, broker: Broker, tmp_path: Path, locale: str, lost: str, back: str
) -> None:
    served = serve_table(lan=False)
    club = club_games.outward(broker.port, tmp_path / "club")

    def attach() -> None:
        served.hub.outside = club
        club.changed.add(lambda: served.hub.post(served.hub.notify_pages))

    served.call(attach)
    club.start()
    try:
        served.hub.pace = 3600.0
        start(served, "ftw", [{"name": n, "bot": True} for n in ("Ann", "Ben", "Cleo")], rounds=1)
        page = launch().new_context(locale=locale).new_page()
        page.goto(served.address)
        until(page, "document.querySelector('.club .alarm')")
        assert lost in page.inner_text(".club")
        assert page.locator(".club").is_visible()
        broker.start()
        until(page, "document.querySelector('.club .note')")
        assert page.inner_text(".club") == back
        with listening(broker.port) as listener:
            served.call(lambda: _at_once(served))
            wait(lambda: listener.of("result"), 60)
            yes = {"en-GB": "yes, send it", "de-DE": "ja, so gilt es"}[locale]
            until(page, f"[...document.querySelectorAll('button')].some(b => b.textContent.includes('{yes}'))")
            page.get_by_role("button", name=yes).click()
            wait(lambda: listener.of("result")[-1]["confirmed"], 20)
    finally:
        club.close()
