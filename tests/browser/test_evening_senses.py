"""A family's evening with a camera and a microphone at the laptop and a phone in each hand.

With ``-s`` it prints what docs/lab/pages.md keeps: taps, questions, and how long the first trade took.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.browser.pages import holds, menu, state, until
from tests.browser.test_evening import Family
from tests.browser.test_evening_phones import FAMILY, Evening
from tests.browser.test_table_media import camera_clip, microphone_clip

TRADES = "document.querySelectorAll('[data-ruling][data-code=\"trade\"]').length"
HINT = {"en-GB": "I noticed a cow, but not who it was.", "de-DE": "Ich habe eine Kuh bemerkt, aber nicht, wer es war."}
MOST_TAPS = {
    "first trade": 11,
    "warm-up": 11,
    "a hand by faces": 5,
    "a hand by a noise": 8,
}  # a noise by a tap is the exception
PATIENCE = 60  # seconds for a face or a noise, which come again and again


class Sensed(Evening):
    """The evening at a laptop that sees and hears, with its figures."""

    def __init__(self, served: Any, launch: Any, locale: str, *devices: str) -> None:
        super().__init__(served, launch, locale, *devices)
        self.family = Family(self.laptop)
        self.figures: dict[str, float] = {}

    def spent(self) -> int:
        return self.taps + self.family.taps

    def noted(self, what: str, before: int) -> None:
        self.figures[what] = self.spent() - before
        assert self.figures[what] <= MOST_TAPS[what], self.figures

    def by_faces(self) -> None:
        """Ann and Ben open their eyes wide before the camera: a trade."""
        had = self.laptop.evaluate(TRADES)
        until(self.laptop, f"{TRADES} > {had}", PATIENCE)

    def by_noise(self) -> None:
        """Show a cow that nobody answers, then let Ben moo on his phone: only both are a trade."""
        asked = len(self.laptop.evaluate("window.asked"))
        until(self.laptop, f"document.querySelector('.loglist').textContent.includes('{HINT[self.locale]}')", PATIENCE)
        assert len(self.laptop.evaluate("window.asked")) == asked
        self.tap(self.phones["Ben"], '[data-k="cannot-show"]')  # the laptop hears: a tap is the exception
        self.tap(self.phones["Ben"], '.cannot [data-signal="cow"]')
        until(self.laptop, "document.querySelector('[data-code=\"whose-sound\"]') !== null", PATIENCE)
        self.tap(self.laptop, '[data-code="whose-sound"] [data-answer="seat0"]')
        holds(self.laptop, lambda: state(self.served).trades == 1, "Ann and Ben trade", PATIENCE)

    def warm_up(self) -> None:
        """Cards come at the laptop, which sees and hears; phones that send nothing have none. Ann looks calmly."""
        self.family.answer("warmup", "yes")
        laptop = self.laptop
        until(laptop, "document.querySelector('.warmcard')?.dataset.card === 'calm'", PATIENCE)
        until(laptop, "(document.querySelector('.warmcard')?.dataset.card ?? 'calm') !== 'calm'", PATIENCE)
        for name in FAMILY:
            until(laptop, f"document.querySelector('.warmhead h1')?.textContent === '{name}'", PATIENCE)
            self.tap(laptop, '[data-warm="leave"]')
        for name in FAMILY:
            laptop.wait_for_selector(f'[data-row="{name}"]', timeout=60_000)
        if laptop.locator('[data-warm="forget"]').count():
            self.tap(laptop, '[data-warm="forget"]')
            laptop.wait_for_selector('[data-warm="forget"]', state="detached")
        self.tap(laptop, '[data-warm="close"]')
        until(laptop, "document.querySelector('[data-part=warmup]').hidden")
        assert all(page.locator(".warmcard").count() == 0 for page in self.phones.values())

    def won(self, seat: int, gem: str, then: str) -> None:
        """Win the hand, and let whoever won choose the next signals."""
        self.family.win(seat, gem)
        self.family.answer("claim", "yes")
        self.family.answer("next-set", then)
        until(self.laptop, "document.querySelector('[data-code=\"next-set\"]') === null")


@pytest.mark.parametrize("locale", ["en-GB"])
def test_a_familys_evening_by_camera_noise_and_phones(
    locale: str, serve_table: Any, launch: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over ten seconds: an evening, as people play it, before a camera and a microphone at their own pace."""
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "kept"))
    served = serve_table()
    seen = f"--use-file-for-fake-video-capture={camera_clip(tmp_path)}"
    heard = f"--use-file-for-fake-audio-capture={microphone_clip(tmp_path, 'cow')}"
    evening = Sensed(served, launch, locale, seen, heard)
    laptop = evening.laptop

    # The lobby, and the first trade: on phones.
    laptop.wait_for_selector("[data-start]")
    began = time.monotonic()
    code = evening.gather()
    evening.trade()
    evening.figures["seconds to the first trade"] = round(time.monotonic() - began, 1)
    evening.noted("first trade", 0)
    evening.overrule()
    evening.lose("Cleo", code)

    # The family takes its own cards: the camera is on, and they warm up.
    menu(laptop, "leave")
    before = evening.spent()
    evening.tap(laptop, "[data-cards=physical]")
    evening.tap(laptop, '[data-k="preview-browser"]')
    laptop.wait_for_selector('[data-preview="browser"]', timeout=20_000)
    evening.tap(laptop, "[data-more] summary")
    laptop.locator('[data-option="signal_set"]').locator("visible=true").first.select_option("B")
    evening.tap(laptop, "[data-start]")
    laptop.wait_for_selector('[data-part="seats"]', timeout=20_000)
    evening.figures["taps to its own cards"] = evening.spent() - before
    before = evening.spent()
    evening.warm_up()
    evening.noted("warm-up", before)

    # Three hands: by faces, by a noise, by faces again.
    for k, (seat, gem, then) in enumerate(((1, "ruby", "C"), (2, "emerald", "B"), (0, "diamond", "A"))):
        before = evening.spent()
        if k == 1:
            evening.by_noise()
        else:
            evening.by_faces()
        if k == 2:
            evening.overrule()
        evening.won(seat, gem, then)
        evening.noted("a hand by a noise" if k == 1 else "a hand by faces", before)
    assert served.call(lambda: served.hub.game.match.state.hand) == 4

    evening.count()
    unanswered = [code for code, answers in evening.asked.values() if not answers]
    evening.figures |= {"questions": len(evening.asked), "nobody could answer": len(unanswered), "open": evening.most}
    print(locale, evening.figures, sorted(code for code, _ in evening.asked.values()))
    assert not unanswered
    assert evening.most <= 1
    assert not evening.wrong, evening.wrong
