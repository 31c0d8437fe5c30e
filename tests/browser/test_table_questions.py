"""What the table is asked on its page: one card at a time, once, and only what somebody can answer."""

from __future__ import annotations

import time
from typing import Any

from companion.demo.story import acts
from companion.events import Phrase, Signal
from tests.browser.pages import holds, phone, start, state, until

CARDS = (
    "[...document.querySelectorAll('.questions .question')].map(c => [c.dataset.code, c.getAttribute('aria-label')])"
)
WATCH = """() => {
  window.cards = [], window.most = 0;
  const look = () => {
    const open = [...document.querySelectorAll(".questions .question")];
    window.most = Math.max(window.most, open.length);
    for (const c of open) if (!window.cards.some(([id]) => id === c.dataset.question))
      window.cards.push([c.dataset.question, c.dataset.code, c.getAttribute("aria-label"),
        !!c.querySelector("img.about")]);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def take(served: Any, *events: Any) -> None:
    """Something that a sense tells now, one after the other."""

    def tell() -> None:
        sitting = served.hub.game.sitting
        for event in events:
            now = sitting.now()
            sitting.take(event(now))
        served.hub.notify_pages()

    served.call(tell)


def signal(name: str, player: str | None, by: str = "takes") -> Any:
    return lambda t: Signal(
        onset=t, decided=t, source="microphone", player=player, name=name, phase="on", evidence={"by": by}
    )


def shout(t: float) -> Phrase:
    return Phrase(onset=t, decided=t, source="microphone", text="face off", kind="shout")


def test_a_hand_of_noises_with_the_demos_sound_asks_little_and_one_thing_at_a_time(
    serve_table: Any, launch: Any
) -> None:
    """Nobody has taught a noise, three people are seen and heard: no card that nobody can answer, never two.

    Over ten seconds: the demo's act, at its own pace.
    """
    served = serve_table(lan=False)
    act = acts()[0]
    served.hub.devices.camera, served.hub.devices.microphone = act.clip, act.sound
    page = launch().new_context(locale="de-DE").new_page()
    page.goto(served.address)
    page.evaluate(WATCH)
    start(served, cards="physical", signal_set="A")
    clip = lambda: served.hub.devices.clip  # noqa: E731
    holds(page, lambda: clip() is not None and clip().status == "online", "the clip", 60)
    shown, end = lambda: clip().status == "ended", time.monotonic() + 45  # it is played at its own pace
    holds(page, lambda: shown() or time.monotonic() > end, "45 seconds of the clip", 60)
    cards = page.evaluate("window.cards")
    assert page.evaluate("window.most") == 1
    asked = [code for _, code, _, _ in cards]
    once = {"warmup", "learn", "which-face", "opening", "whose-speech", "who-won", "which-gem", "claim"}
    assert set(asked) <= once, cards  # no "whose-sound"
    assert all(pictured for _, code, _, pictured in cards if code == "which-face")
    texts = [text for _, _, text, _ in cards]
    assert len(texts) == len(set(texts))


def test_one_card_is_open_and_the_keyboard_answers_it(serve_table: Any, launch: Any) -> None:
    """A noise that explains a trade waits behind what holds up the game; the card has the focus, a digit chooses."""
    served = serve_table()
    start(served, cards="physical", signal_set="A", suits=["ruby", "pearl", "jade"])
    page = launch().new_context(locale="en-GB", viewport={"width": 1366, "height": 768}).new_page()
    page.goto(served.address)
    ann = phone(launch, served, "Ann", locale="en-GB")
    page.wait_for_selector(".seatlist")
    take(served, signal("chicken", "Ben"), signal("chicken", None, "hint"))
    page.wait_for_selector('[data-code="whose-sound"]')
    until(page, "document.activeElement?.dataset.code === 'whose-sound'")
    ann.wait_for_selector('[data-code="whose-sound"]')
    take(served, shout)
    for seen in (page, ann):
        seen.wait_for_selector('[data-code="who-won"] .behind')
        assert seen.evaluate(CARDS) == [["who-won", "Who has won?"]]
        assert seen.inner_text(".behind") == "+1"
    page.keyboard.press("4")  # nobody
    page.wait_for_selector('[data-code="whose-sound"]')
    assert page.locator(".behind").count() == 0
    page.keyboard.press("2")  # Ann, Cleo, nobody
    until(page, "document.querySelectorAll('.questions .question').length === 0")
    until(page, "document.querySelector('.loglist').textContent.includes('Ben and Cleo trade 1 card.')")


def test_who_types_is_not_interrupted(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="A")
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address)
    page.click('[data-k="tools"]')
    page.click('[data-k="said"]')
    served.say("win")
    page.wait_for_selector('[data-code="who-won"]')
    page.keyboard.type("1 2")
    assert page.input_value('[data-k="said"]') == "1 2"
    assert page.evaluate(CARDS) == [["who-won", "Who has won?"]]


def test_questions_leave_with_their_hand(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="A", suits=["ruby", "pearl", "jade"])
    page = launch().new_context(locale="de-DE").new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    take(served, signal("pig", None), signal("pig", "Ben"), signal("lamb", None, "hint"))
    page.wait_for_selector('[data-code="whose-sound"]')
    assert "Ben zeigt ein Schwein, und noch jemand" in page.inner_text(".questions")
    until(page, "document.querySelector('.loglist').textContent.includes('ein Lamm bemerkt')")
    for text in ("win Ann ruby", "confirm"):
        served.say(text)
    page.wait_for_selector('[data-code="next-set"]')
    assert page.locator(".behind").count() == 0
    served.say("next B")
    until(page, "document.querySelectorAll('.questions .question').length === 0")
    assert "Lamm bemerkt" not in page.inner_text(".loglist")
    assert state(served).hand == 2
