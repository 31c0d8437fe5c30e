"""An evening of all five games: its big moments stay until they were seen.

They fill the laptop's page, and stand in short on the phone. At the end everybody has a line of praise. All of it in
two languages, at three sizes.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pytest

from companion.events import Teeth
from companion.referee.moments import moments
from companion.rules.protocol import CHANCE
from tests.browser.pages import holds, menu, phone, start, until, wrong_in_both

SIZES: Final = ((1440, 900), (1024, 700), (360, 780))
PEOPLE: Final = [{"name": name} for name in ("Ann", "Ben", "Cleo", "Maximiliane-Dorothea")]
MAX_STEPS: Final = 3000
WORDS: Final = {
    "en-GB": {"win": "Ann wins the hand", "over": "wins Keep Smiling!", "go": "Go on"},
    "de-DE": {"win": "Ann gewinnt die Runde", "over": "gewinnt Keep Smiling!", "go": "Weiter"},
}

HELD: Final = """const wait = window.setTimeout;
window.held = true;
window.setTimeout = (work, ms, ...more) => wait(work, ms === 8000 && window.held ? 1e8 : ms, ...more);"""
"""A moment's eight seconds do not run out under a slow check; ``held`` is false where they shall."""

FITS: Final = """() => {
  const faults = [];
  const root = document.querySelector(".moment");
  const box = root.getBoundingClientRect();
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  if (root.scrollWidth > root.clientWidth + 1) faults.push("the moment scrolls sideways");
  const whole = box.left <= 0 && box.top <= 0 && box.right >= innerWidth && box.bottom >= innerHeight;
  if (!whole) faults.push("not the whole page");
  const go = root.querySelector(".momentgo");
  go.scrollIntoView({ block: "nearest" });
  const at = go.getBoundingClientRect();
  if (at.height < 44 || at.width < 44) faults.push(`"Go on" is ${at.width} by ${at.height}`);
  if (!go.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2))) faults.push("covered");
  for (const e of root.querySelectorAll("*")) {
    const one = e.getBoundingClientRect();
    if (one.width && (one.left < -1 || one.right > innerWidth + 1)) faults.push(`outside: ${e.className}`);
  }
  return faults;
}"""


class Evening:
    """A table with one phone. ``seen``: the kinds of moments that filled the laptop's page."""

    def __init__(self, served: Any, launch: Callable[..., Any], locale: str) -> None:
        self.served, self.words, self.random = served, WORDS[locale], Random(3)
        self.laptop = launch().new_context(keeps_moments=True, locale=locale).new_page()
        self.laptop.add_init_script(HELD)
        self.laptop.goto(served.address)
        self.laptop.wait_for_selector("[data-start]")
        self.launch, self.locale = launch, locale
        self.phone: Any = None
        self.errors: list[str] = []
        self.seen: list[str] = []
        self.laptop.on("pageerror", lambda error: self.errors.append(str(error)))

    def begin(self, game: str, players: int, **options: Any) -> None:
        start(self.served, game, PEOPLE[:players], **options)
        until(self.laptop, f"document.querySelector('.table')?.dataset.game === '{game}'")
        if self.phone is None:
            self.phone = phone(self.launch, self.served, "Ann", script=HELD, locale=self.locale)
            self.phone.on("pageerror", lambda error: self.errors.append(str(error)))
            self.phone.set_viewport_size({"width": 360, "height": 780})
        until(self.phone, f"document.querySelector('main.phone').dataset.game === '{game}'")

    def play_until(self, kind: str) -> None:
        self.play(self.served, kind, self.random)

    @staticmethod
    def play(served: Any, kind: str, random: Random | None = None) -> None:
        """Let everybody act by chance until this moment has come."""
        drawn = random or Random(3)

        def has_come() -> bool:
            match = served.hub.game.match
            return kind in [one.moment.kind for one in moments(match, match.stand)]

        def step() -> None:
            match = served.hub.game.match
            actor = drawn.choice(match.game.actors(match.state))
            legal = match.game.legal(match.state, actor)
            action = match.game.draw(match.state) if actor == CHANCE else legal.sample(drawn)
            served.hub.game.sitting.act(actor, action, "laptop")
            served.hub.notify_pages()

        for _ in range(MAX_STEPS):
            if served.call(has_come):
                return
            served.call(step)
        raise AssertionError(f"no {kind}")

    def check(self, kind: str, *inside: str) -> str:
        """Check that the moment fills the laptop's page at every size; return its title."""
        box = f'.moment.full[data-kind="{kind}"]'
        self.laptop.wait_for_selector(box)
        title: str = self.laptop.inner_text(f"{box} .momenttitle")
        for selector in inside:
            assert self.laptop.locator(f"{box} {selector}").count(), selector
        faults = []
        for width, height in SIZES:
            self.laptop.set_viewport_size({"width": width, "height": height})
            until(self.laptop, "!document.getAnimations().some(a => a.playState === 'running')")
            faults += [f"{kind} {width}: {fault}" for fault in self.laptop.evaluate(FITS)]
        assert not faults, faults
        self.served.say("score")  # what is ruled later does not take its place
        assert self.laptop.inner_text(f"{box} .momenttitle") == title
        self.seen.append(kind)
        return title

    def check_phone(self, kind: str) -> None:
        """Check that the phone shows it in short, and that nothing scrolls sideways."""
        short = f'.moment[data-kind="{kind}"]'
        self.phone.wait_for_selector(short)
        assert self.phone.locator(".moment.full").count() == 0
        assert self.phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        self.phone.click(f"{short} .momentgo")
        until(self.phone, f"""!document.querySelector('{short}:not([hidden])')""")

    def tap(self, kind: str) -> None:
        self.laptop.click(".moment .momenttitle")
        until(self.laptop, f"""!document.querySelector('.moment[data-kind="{kind}"]:not([hidden])')""")


@pytest.mark.parametrize("locale", WORDS)
def test_an_evening_of_all_games_shows_its_moments_until_they_were_seen(
    locale: str, serve_table: Any, launch: Any
) -> None:
    """Over ten seconds: five games, with every moment at three sizes."""
    served = serve_table(pace=3600)
    evening = Evening(served, launch, locale)
    laptop = evening.laptop

    # Face Off!: the win in short while the speech is due, the verdict with its pictures, by key and by itself.
    evening.begin("face-off", 3, cards="physical", advanced=True, target=1000)
    served.say("trade Ann Ben 2")
    served.say("win Ann ruby")
    served.say("confirm")
    laptop.wait_for_selector('.moment[data-kind="win"]:not(.full)')
    assert evening.words["win"] in laptop.inner_text(".moment")
    above = laptop.locator(".moment").bounding_box()
    asked = laptop.locator('[data-question][data-code="teeth"]').bounding_box()
    assert above["y"] + above["height"] <= asked["y"]
    evening.check_phone("win")
    served.call(lambda: speak_with_teeth(served))
    served.say("teeth")
    laptop.click(".moment")  # the win was seen; the verdict comes now
    title = evening.check("verdict", ".figures img", ".momentscores")
    assert "Ann" in title
    assert laptop.locator(".moment .figures img").count() == 3
    assert not wrong_in_both(laptop)
    laptop.keyboard.press("p")  # a key closes it, and pauses nothing
    until(laptop, "document.querySelector('.moment').hidden")
    assert not served.call(lambda: served.hub.game.match.paused)
    evening.check_phone("verdict")

    # Taken back, and ruled again: the moment goes with it, and comes anew.
    served.say("undo")
    served.say("clean")
    evening.check("verdict")
    served.say("undo")
    until(laptop, "document.querySelector('.moment').hidden")
    served.say("clean")
    evening.check("verdict")
    laptop.reload()
    laptop.wait_for_selector(".seatlist")
    laptop.wait_for_selector('[data-question][data-code="next-set"]')
    assert laptop.locator(".moment:not([hidden])").count() == 0  # it was seen before

    # Keep Smiling!: the chairs turned over, then the end; nothing of dice where the winner belongs.
    evening.begin("keep-smiling", 2, lane_length=4)
    evening.play_until("chairs")
    evening.check("chairs", ".momentchairs li svg")
    evening.check_phone("chairs")
    laptop.evaluate("window.held = false")
    evening.tap("chairs")
    laptop.wait_for_selector('.moment.full[data-kind="over"]')
    assert evening.words["over"] in laptop.inner_text(".momenttitle")
    assert laptop.inner_text(".moment .momentgo") == evening.words["go"]
    evening.seen.append("over")
    holds(laptop, lambda: laptop.locator(".moment:not([hidden])").count() == 0, "it goes by itself", 20)
    laptop.evaluate("window.held = true")
    laptop.wait_for_selector("[data-part=finale] [data-praise=Ann]")
    assert "χ" not in evening.phone.inner_text("main.phone")

    # FTW?!: the hands laid open. Face Cards: the round. Factum: the judged card, the vote, the best story.
    evening.begin("ftw", 4, rounds=2)
    evening.play_until("hands")
    evening.check("hands", ".momenthands li:nth-child(4) .card", ".momenthands .score")
    evening.check_phone("hands")
    evening.tap("hands")
    evening.begin("face-cards", 4)
    evening.play_until("round")
    evening.check("round", ".momentcards .card")
    evening.check_phone("round")
    evening.tap("round")
    evening.begin("factum", 4, target=9)
    evening.play_until("judged")
    evening.check("judged", ".momentcards li", ".momentscores")
    evening.check_phone("judged")
    evening.tap("judged")
    evening.play_until("best")
    while laptop.get_attribute(".moment", "data-kind") != "best":
        laptop.keyboard.press("Enter")
    evening.check("best", ".momentvote")
    evening.tap("best")

    # The evening's end: who won what, the curve, and a line for each that nobody else has.
    menu(laptop, "leave")
    laptop.wait_for_selector("[data-part=evening-sheet] .linechart")
    lines = laptop.locator("[data-praise]").all_inner_texts()
    assert len(lines) == len(PEOPLE)
    assert len(set(lines)) == len(PEOPLE)
    for width, height in SIZES:
        laptop.set_viewport_size({"width": width, "height": height})
        assert laptop.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    assert not wrong_in_both(laptop)
    assert set(evening.seen) == {"verdict", "chairs", "over", "hands", "round", "judged", "best"}
    assert not evening.errors


def speak_with_teeth(served: Any) -> None:
    """Give a verdict with three pictures of a mouth, as the camera would have judged it."""
    event = Teeth(onset=1.0, decided=3.0, player="Ann", verdict="teeth", source="mouth", confidence=0.9)
    pictures = [SimpleNamespace(t=1.0 + k, teeth=0.8, crop=np.full((32, 32, 3), 90, np.uint8)) for k in range(3)]
    judged = SimpleNamespace(event=event, showings=(), evidence=pictures, seen_fraction=1.0)
    served.hub.game.victory.watch.judged = judged
