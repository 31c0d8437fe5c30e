"""What was heard as an answer on the card: shown as chosen, stopped by a tap, two that are close shown large."""

from __future__ import annotations

from typing import Any

import pytest

from companion.events import Phrase
from tests.browser.pages import phone, start, until


def shout(served: Any) -> None:
    def tell() -> None:
        sitting = served.hub.game.sitting
        for name in ("Ann", None):
            now = sitting.now()
            sitting.take(Phrase(onset=now, decided=now, source="mic", player=name, text="face off", kind="shout"))
            served.hub.clock.sleep(2.2) if name else None
        served.hub.notify_pages()

    served.call(tell)


def hear(served: Any, *options: str, sure: bool) -> None:
    """Tell of an answer as a microphone's thread does."""

    def tell() -> None:
        sitting, voice = served.hub.game.sitting, served.hub.game.voice
        slots = {"option": options[0], "or": "".join(options[1:]), "sure": "yes" if sure else "no", "odds": "1"}
        slots["prompt"] = voice.prompt.id
        now = sitting.now()
        sitting.take(Phrase(onset=now, decided=now, source="mic", text="", kind="answer", slots=slots))
        served.hub.notify_pages()

    served.call(tell)


@pytest.mark.parametrize(("locale", "heard"), [("en-GB", "Heard: Ben"), ("de-DE", "Gehört: Ben")])
def test_a_heard_answer_stands_on_the_card_and_a_tap_stops_it(
    locale: str, heard: str, serve_table: Any, launch: Any
) -> None:
    served = serve_table()
    start(served, cards="physical", signal_set="A", suits=["ruby", "pearl", "jade"])
    served.call(lambda: served.hub.game.voice._rules.update(shown=6.0))  # a loaded machine shows it late
    page = launch().new_context(locale=locale, viewport={"width": 1366, "height": 768}).new_page()
    page.goto(served.address)
    ann = phone(launch, served, "Ann", locale=locale)
    page.wait_for_selector(".seatlist")
    shout(served)
    page.wait_for_selector('[data-code="who-won"]')
    hear(served, "seat1", sure=True)
    page.wait_for_selector('[data-heard="taken"]')
    assert heard in page.inner_text(".heard")
    assert page.inner_text(".answer.meant").endswith("Ben")
    ann.wait_for_selector('[data-heard="taken"]')
    page.click("#misheard")
    until(page, "!document.querySelector('.heard')")
    assert page.get_attribute(".question", "data-code") == "who-won"
    hear(served, "seat0", "seat1", sure=False)
    page.wait_for_selector('[data-heard="asked"]')
    large = page.evaluate(
        "[...document.querySelectorAll('.answer')].map(b => parseFloat(getComputedStyle(b).fontSize))"
    )
    assert min(large[:2]) > max(large[2:])
    page.click('[data-answer="seat1"]')
    page.wait_for_selector('[data-code="which-gem"]')
    hear(served, "pearl", sure=True)
    page.wait_for_selector('[data-heard="taken"]')
    page.wait_for_selector('[data-code="claim"]')
