"""A family's evening on phones, with taps and questions counted.

Taps are counted, and so is what was asked.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.browser.pages import menu, state, until
from tests.browser.test_table_games import TAP
from tests.browser.test_table_questions import signal, take
from tests.browser.test_table_seats import gem_of

FAMILY = ("Ann", "Ben", "Cleo")
MOST_TAPS = 11  # from the first screen to the first trade, on all pages together; a typed name costs two
WORDS = {"en-GB": "taken back by", "de-DE": "zurückgenommen durch"}
WATCH = """window.asked = {}; window.most = 0;
new MutationObserver(() => {
  const open = [...document.querySelectorAll(".questions .question")];
  window.most = Math.max(window.most, open.length);
  for (const c of open) window.asked[c.dataset.question] = [c.dataset.code, c.querySelectorAll("[data-answer]").length];
}).observe(document, { childList: true, subtree: true });"""


class Evening:
    """A laptop, with fake ``devices`` as arguments of the browser, and phones; every tap counts."""

    def __init__(self, served: Any, launch: Any, locale: str, *devices: str) -> None:
        self.served, self.launch, self.locale, self.taps = served, launch, locale, 0
        self.wrong: list[str] = []
        self.asked: dict[str, tuple[str, int]] = {}
        self.most = 0
        self.names: tuple[str, ...] = FAMILY
        self.laptop = self.page(1366, 768, *devices)
        self.laptop.goto(served.address)
        self.phones: dict[str, Any] = {}

    def page(self, width: int, height: int, *devices: str) -> Any:
        size = {"width": width, "height": height}
        may = ["camera", "microphone"] if devices else []
        page = (
            self.launch(*devices)
            .new_context(viewport=size, ignore_https_errors=True, locale=self.locale, permissions=may)
            .new_page()
        )
        page.add_init_script(WATCH)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        return page

    def tap(self, page: Any, selector: str) -> None:
        page.locator(selector).locator("visible=true").first.click()
        self.taps += 1

    def arrive(self, code: str, name: str) -> None:
        page = self.phones[name] = self.page(390, 844)
        page.goto(f"{self.served.phones}/join#code-{code}")
        page.wait_for_selector(".joinnames button")
        if page.query_selector(f'[data-join="{name}"]') is None:
            self.tap(page, "[data-myname]")
            page.keyboard.type(name)
            self.tap(page, "[data-take]")
        else:
            self.tap(page, f'[data-join="{name}"]')
        page.wait_for_selector(".phone h1")

    def gather(self) -> str:
        """Cards on the phones: one code for all, and everybody is in. The code."""
        self.tap(self.laptop, "[data-cards=digital]")
        self.tap(self.laptop, "[data-start]")
        self.laptop.wait_for_selector(".lobby .qr")
        code = str(self.laptop.inner_text("#shortcode")).replace(" ", "")
        for name in FAMILY:
            self.arrive(code, name)
        until(self.laptop, "document.querySelectorAll('[data-how=in]').length === 3")
        self.tap(self.laptop, "[data-start]")
        return code

    def trade(self) -> None:
        """Make the first trade: Ann and Ben offer a card each."""
        for seat, name in enumerate(self.names[:2]):
            self.phones[name].wait_for_selector(".suit")
            self.tap(self.phones[name], f'[data-act="offer 1 {gem_of(self.served, seat)}"]')
        self.laptop.wait_for_selector('[data-ruling][data-code="trade"]')

    def overrule(self) -> None:
        """Overrule the newest trade, which is then struck in the log."""
        trade = self.laptop.locator('[data-ruling][data-code="trade"]').first.get_attribute("data-ruling")
        self.served.say(f"overrule {trade}")
        self.laptop.wait_for_selector(f'[data-ruling="{trade}"].gone s.told')
        assert WORDS[self.locale] in self.laptop.inner_text(f'[data-ruling="{trade}"]')

    def lose(self, name: str, code: str) -> None:
        """Lose a phone, whose seat turns grey, and let it come back by the code."""
        self.count(self.phones[name])
        self.phones[name].context.close()
        self.laptop.wait_for_selector(f'.seat.away[data-seat="{FAMILY.index(name)}"]')
        self.arrive(code, name)
        self.laptop.wait_for_selector(".seat.away", state="detached")

    def count(self, *pages: Any) -> None:
        """Keep what these pages were asked so far."""
        for page in pages or (self.laptop, *self.phones.values()):
            self.asked |= page.evaluate("window.asked")
            self.most = max(self.most, page.evaluate("window.most"))

    def begin(self, game: str, **options: int) -> None:
        """Choose the next game of the evening: phones are in, so it starts at once."""
        self.laptop.click(f"[data-game={game}]")
        self.laptop.click(".options summary")
        for name, value in options.items():
            field = self.laptop.locator(f'[data-option="{name}"]')
            field.fill(str(value))
            field.dispatch_event("change")
        if self.laptop.locator("[data-cards=digital]").count():
            self.laptop.click("[data-cards=digital]")
        self.laptop.click("[data-start]")
        self.laptop.wait_for_selector(".lobby")

    def play(self, seconds: float) -> None:
        """All phones and the laptop tap whatever can be tapped, until the game is over."""
        end = time.monotonic() + seconds
        while not self.laptop.query_selector(".finale"):
            assert time.monotonic() < end, "the game did not end"
            for page in (*self.phones.values(), self.laptop):
                page.evaluate(TAP)
            self.laptop.wait_for_timeout(60)


@pytest.mark.parametrize("locale", ["de-DE"])
def test_a_familys_evening_on_phones(locale: str, serve_table: Any, launch: Any) -> None:
    """Over ten seconds: an evening, as people play it, on four pages."""
    served = serve_table()
    evening = Evening(served, launch, locale)
    laptop, phones = evening.laptop, evening.phones

    code = evening.gather()
    evening.trade()
    assert evening.taps <= MOST_TAPS, f"{evening.taps} taps"
    for name in FAMILY[:2]:
        until(phones[name], "document.querySelector('.got') !== null")

    # A noise that nobody made for a trade is a hint in the log, and asks nothing.
    before = len(laptop.evaluate("window.asked"))
    take(served, signal("pig", None))
    laptop.wait_for_timeout(300)
    assert len(laptop.evaluate("window.asked")) == before

    evening.overrule()
    evening.lose("Cleo", code)
    phones["Cleo"].wait_for_selector(".suit")

    # Keep Smiling! for two, to its end; names are kept, phones are in.
    menu(laptop, "leave")
    evening.begin("keep-smiling", lane_length=3)
    until(laptop, "document.querySelectorAll('[data-how=in]').length === 2")
    laptop.click("[data-start]")
    evening.play(90)

    # Factum to its end: Dan is a bot.
    laptop.click('[data-k="again"]')
    evening.begin("factum", target=3)
    laptop.wait_for_selector('[data-place="3"]')
    laptop.click('[data-bot="3"]')
    until(laptop, "document.querySelectorAll('[data-how=in]').length === 3")
    laptop.click("[data-start]")
    evening.play(120)
    assert served.call(lambda: served.hub.game.match.game.outcome(served.hub.game.match.state)) is not None
    assert len(state(served).scores) == 4

    evening.count()
    assert evening.most <= 1
    assert all(answers > 0 for _, answers in evening.asked.values()), evening.asked
    assert not evening.wrong, evening.wrong
