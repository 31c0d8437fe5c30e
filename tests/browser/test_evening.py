"""A family's evening on the laptop's page, in English and in German: the first screen, a trade by faces, two hands, a
mistake undone, a win, the next dealer. Every tap is counted; the words are the family's own language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.pages import state, until
from tests.browser.test_table_media import camera_clip

MOST_TAPS = 8  # from the first screen to the first trade
PATIENCE = 60  # seconds for it
WORDS = {
    "en": {"who": "Who has won?", "gem": "Ben has won: with which gem?", "next": "Ben has won and deals hand 2"},
    "de": {
        "who": "Wer hat gewonnen?",
        "gem": "Ben hat gewonnen: mit welchem",
        "next": "Ben hat gewonnen und gibt Runde 2",
    },
}
ENGLISH = re.compile(r"\b(the|has|have|won|with|which|who|deals|hand|trade|trades|undo|yes|nobody|cards?)\b", re.I)

DEAF = """const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = (wish) =>
  wish.audio ? Promise.reject(new DOMException("none", "NotFoundError")) : ask(wish);"""


class Family:
    """Somebody at the laptop: each tap counts."""

    def __init__(self, page: Any) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).locator("visible=true").first.click()
        self.taps += 1

    def answer(self, code: str, chosen: str) -> str:
        """Answer the question of this kind; its text with its answers."""
        box = f'[data-question][data-code="{code}"]'
        self.page.wait_for_selector(box, timeout=20_000)
        said: str = self.page.inner_text(box)
        self.tap(f'{box} [data-answer="{chosen}"]')
        until(self.page, f"document.querySelector('{box} [data-answer=\"{chosen}\"]') === null", 20)
        return said

    def win(self, seat: int, gem: str) -> list[str]:
        """Somebody says that a player has won with a gem."""
        self.tap('[data-do="win"]')
        return [self.answer("who-won", f"seat{seat}"), self.answer("which-gem", gem)]


@pytest.mark.parametrize(("language", "locale", "listens"), [("en", "en-GB", False), ("de", "de-DE", True)])
def test_a_familys_evening(
    language: str, locale: str, listens: bool, serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    served = serve_table(lan=False)
    browser = launch(f"--use-file-for-fake-video-capture={camera_clip(tmp_path)}")
    size = {"width": 1366, "height": 768}
    page = browser.new_context(locale=locale, permissions=["camera", "microphone"], viewport=size).new_page()
    if not listens:
        page.add_init_script(DEAF)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(served.address)
    family, words = Family(page), WORDS[language]
    page.wait_for_selector("[data-start]")

    # The first screen: three names stand there, the cards are real, nobody is a bot; the camera is switched on.
    family.tap('[data-k="preview-browser"]')
    page.wait_for_selector('[data-preview="browser"]', timeout=20_000)
    if listens:  # with a microphone it proposes the animals: this family wants the faces
        family.tap("[data-more] summary")
        page.locator('[data-option="signal_set"]').locator("visible=true").first.select_option("B")
        family.taps += 2
    family.tap("[data-start]")
    page.wait_for_selector('[data-part="seats"]', timeout=20_000)
    options = served.call(lambda: served.hub.game.match.options)
    assert (options.cards, options.signal_set) == ("physical", "B")  # faces: a camera alone
    assert served.call(lambda: served.hub.game.bots.seats) == set()

    # Ann and Ben show the same face: the first trade.
    until(page, "document.querySelector('[data-ruling][data-code=\"trade\"]') !== null", PATIENCE)
    assert family.taps <= MOST_TAPS, f"{family.taps} taps"

    # The first hand is won.
    asked = family.win(1, "ruby")
    assert words["who"] in asked[0]
    assert words["gem"] in asked[1]
    asked.append(family.answer("claim", "yes"))
    asked.append(family.answer("next-set", "B"))
    assert words["next"] in asked[-1]
    until(page, "document.querySelector('[data-code=\"next-set\"]') === null")
    now = state(served)
    assert (now.hand, now.dealer, now.signal_set) == (2, 1, "B")

    # A mistake: Ann had not won, it is taken back, and the points with it.
    asked += family.win(0, "diamond")
    asked.append(family.answer("claim", "yes"))
    assert state(served).scores[0] > 0
    before = now.scores
    family.tap("#undo")
    page.wait_for_selector('[data-code="claim"]', timeout=20_000)
    asked.append(family.answer("claim", "no"))
    assert state(served).scores == before
    assert state(served).hand == 2

    # Cleo wins the second hand and deals the third.
    asked += family.win(2, "emerald")
    asked.append(family.answer("claim", "yes"))
    asked.append(family.answer("next-set", "D"))
    until(page, "document.querySelector('[data-code=\"next-set\"]') === null")
    now = state(served)
    assert (now.hand, now.dealer, now.signal_set) == (3, 2, "D")
    assert [s > 0 for s in now.scores] == [False, True, True]
    laptop = lambda: served.hub.state(next(p for p in served.hub.pages if p.laptop))  # noqa: E731
    evening = served.call(laptop)["evening"]
    assert evening["totals"] == list(now.scores)
    assert [h["winners"] for h in evening["hands"]] == [[1], [2]]
    if language == "de":
        assert not (found := [text for text in asked if ENGLISH.search(text)]), found
    assert not wrong, wrong
