"""Signals first: the set as four pictures before the game, and the warm-up in the menu, for all or for one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.face_off.data import SIGNAL_SETS
from tests.browser.pages import menu, start, until, wrong_in_both
from tests.browser.test_table_warmup import CARD, room, sound_file

SHOWN = "[...document.querySelectorAll('.setsignal')].map(e => e.dataset.signal)"
NOISY = "[...document.querySelectorAll('.setsignal.noise')].length"


@pytest.mark.parametrize(("locale", "width"), [("en-GB", 1440), ("de-DE", 1024), ("fr-FR", 360)])
def test_the_set_is_shown_as_four_pictures_and_another_is_a_tap_away(
    locale: str, width: int, serve_table: Any, launch: Any
) -> None:
    served = serve_table(lan=False)
    page = launch().new_context(locale=locale, viewport={"width": width, "height": 800}).new_page()
    page.goto(served.address)
    page.wait_for_selector(".setsignal")
    assert page.evaluate(SHOWN) == list(SIGNAL_SETS["A"])
    assert page.evaluate(NOISY) == 4
    assert page.locator(".setsignals .note").count() == 1
    heights = page.evaluate("[...document.querySelectorAll('.setsignal span')].map(e => e.getClientRects()[0].height)")
    assert max(heights) < 30, "a word is broken"
    page.click("[data-set=B]")
    until(page, f"{SHOWN}.join() === '{','.join(SIGNAL_SETS['B'])}'")
    assert page.evaluate(NOISY) == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wrong_in_both(page) == []
    page.click("[data-start]")
    page.wait_for_selector(".seatlist")
    assert served.call(lambda: served.hub.game.match.state.signal_set) == "B"


def test_other_games_show_no_signals(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.click("[data-game=ftw]")
    until(page, "document.querySelector('[data-game=ftw]').getAttribute('aria-pressed') === 'true'")
    assert page.query_selector(".setsignals") is None


@pytest.mark.parametrize("who", ["everybody", "Ben"])
def test_the_warm_up_begins_from_the_menu_at_any_time(
    who: str, serve_table: Any, launch: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "kept"))
    served = serve_table(lan=False)
    start(served, signal_set="C", cards="physical")
    heard = sound_file(tmp_path, [room(4.0, 3e-4)])
    page = launch(heard).new_context(locale="en-GB", permissions=["camera", "microphone"]).new_page()
    page.goto(served.address)
    page.wait_for_selector("#microphone")
    page.evaluate("document.getElementById('microphone').click()")
    page.click("[data-code=warmup] [data-answer=no]", timeout=90_000)
    menu(page, "warmup")
    page.click("[data-warm-all]" if who == "everybody" else f'[data-warm-one="{who}"]')
    until(page, f"!!{CARD}", 60)
    piles = served.call(lambda: sorted(served.hub.game.warmup.round.piles))
    assert piles == (["Ann", "Ben", "Cleo"] if who == "everybody" else ["Ben"])


def test_a_question_that_comes_leaves_the_open_menu_open(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, signal_set="C", cards="physical")
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    page.click("#menu")
    served.call(lambda: served.hub.game.sitting.on_typed_line("win"))
    page.wait_for_selector("[data-code=who-won]")
    assert page.locator(".menu[open]").count() == 1
    page.click('.menubox [data-do="theme"]')
