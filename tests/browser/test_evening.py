"""A family's evening on the laptop's page, in English and in German, with every tap counted.

Every tap is counted; the words are the family's own language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.pages import state, until
from tests.browser.test_table_media import camera_clip

MOST_TAPS = 8  # from the first screen to the first trade, without the warm-up
MOST_CARDS = 6  # for the warm-up: yes, one a player, whether to be kept, and on
PATIENCE = 60  # seconds for it
WORDS = {
    "en": {
        "calm": "as calm as a pudding",
        "sheet": "What I know of you",
        "who": "Who has won?",
        "gem": "Ben has won: with which gem?",
        "next": "Ben has won and deals hand 2",
    },
    "de": {
        "calm": "so ruhig wie ein",
        "sheet": "Was ich von euch weiß",
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

    def warm_up(self, players: tuple[str, ...], ruled: Callable[[], int]) -> list[str]:
        """Warm up all players, keep nobody, and return the lines of the sheet.

        Nothing that is shown for a card trades: ``ruled`` gives the newest ruling's number.
        """
        page, said = self.page, [self.answer("warmup", "yes")]
        page.wait_for_selector('.warmcard[data-card="calm"]', timeout=30_000)
        last = ruled()
        said.append(page.inner_text(".warmpage"))
        until(page, "document.querySelector('.warmmirror:not([hidden])')?.dataset.face === 'yes'", 60)
        until(page, "document.querySelector('.warmcard')?.dataset.card !== 'calm'", PATIENCE)
        for name in players:
            until(page, f"document.querySelector('.warmhead h1')?.textContent === '{name}'", 20)
            said.append(page.inner_text(".warmpage"))
            assert ruled() == last
            self.tap('[data-warm="leave"]')
        until(page, f"document.querySelectorAll('[data-row]').length === {len(players)}", 60)
        page.wait_for_selector(f'[data-keep="{players[0]}"]', timeout=30_000)
        said.append(page.inner_text(".warmpage"))
        self.tap(f'[data-keep="{players[0]}"] [data-warm="forget"]')
        until(page, "document.querySelector('[data-keep]') === null")
        self.tap('[data-warm="close"]')
        until(page, "document.querySelector('[data-part=warmup]').hidden")
        return said

    def win(self, seat: int, gem: str) -> list[str]:
        """Somebody says that a player has won with a gem."""
        self.tap('[data-do="win"]')
        return [self.answer("who-won", f"seat{seat}"), self.answer("which-gem", gem)]


@pytest.mark.parametrize(("language", "locale", "listens"), [("en", "en-GB", False), ("de", "de-DE", True)])
def test_a_familys_evening(
    language: str,
    locale: str,
    listens: bool,
    serve_table: Any,
    launch: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Over ten seconds: an evening, as people play it, before a camera."""
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "kept"))
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

    # The warm-up: they see themselves, Ann's calm face is learned, the sheet says what is known.
    before_it = family.taps
    read = family.warm_up(("Ann", "Ben", "Cleo"), lambda: int(served.call(lambda: served.hub.game.match.last)))
    assert words["calm"] in read[1]
    assert words["sheet"] in read[-1]
    assert not list((tmp_path / "kept").rglob("*.json"))  # who is forgotten leaves nothing behind
    for_it = family.taps - before_it
    assert for_it <= MOST_CARDS, f"{for_it} taps"

    # Ann and Ben show the same face: the first trade.
    until(page, "document.querySelector('[data-ruling][data-code=\"trade\"]') !== null", PATIENCE)
    assert family.taps - for_it <= MOST_TAPS, f"{family.taps} taps"

    # The first hand is won.
    asked = read + family.win(1, "ruby")
    assert words["who"] in asked[-2]
    assert words["gem"] in asked[-1]
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
