# ruff: noqa: E501 (the browser's scripts are clearer unbroken)
"""Whole games by taps in a real browser: one person with bots, from the choice of the game to its winner."""

from __future__ import annotations

import time
from typing import Any

import pytest

from companion.clock import MonotonicClock
from tests.browser.pages import phone, start, wrong_with

GAMES: dict[
    str, tuple[dict[str, Any], int]
] = {  # the option values that keep the game short, and how long it may take (seconds)
    "face-off": ({"target": 150}, 150),
    "keep-smiling": ({"lane_length": 3}, 60),
    "face-cards": ({"starts_each": 1}, 90),
    "ftw": ({"rounds": 1}, 90),
    "factum": ({"target": 3}, 90),
}
# One tap: whatever a person could tap next to go on, the first that is there.
TAP = """() => {
  const enabled = (q) => [...document.querySelectorAll(q)].filter((b) => !b.disabled);
  const claim = enabled('.suit [data-act^="claim "]');
  if (claim.length) return claim[0].click(), "claim";
  const any = document.querySelector('[data-k="any"]');
  const done = enabled('[data-k="done"]');
  if (done.length) return done[0].click(), "done";
  if (any) return any.click(), "any";
  if (enabled("#roll").length) return enabled("#roll")[0].click(), "roll";
  const pick = (list) => list[Math.floor(Math.random() * list.length)];
  const asked = enabled("button[data-answer]");  // what a question offers stands under it alone
  if (asked.length) return pick(asked).click(), "answer";
  const move = enabled('[data-act="move"]');
  if (move.length) return move[0].click(), "move";
  const lit = enabled("[data-lane]");
  if (lit.length) return pick(lit).click(), "lane";
  const dice = enabled("[data-throw]:not(.held)");
  if (dice.length) return pick(dice).click(), "die";
  const act = enabled(".hand .action.primary[data-act], .choosing .action[data-act], .hand .offer, .hand .actions .action[data-act]")
    .filter((b) => !/^(withdraw|claim|trade|call)/.test(b.dataset.act));
  if (act.length) return pick(act).click(), "act";
  const free = enabled("[data-card]:not(.picked)");
  if (free.length) return pick(free).click(), "pick";
  const clear = enabled('[data-k="clear"]');
  if (clear.length) return clear[0].click(), "clear";
  return "";
}"""


# Face Off! has no turns. A sensible person collects what they hold most of, answers the number that somebody else shows
# with cards of another suit, lets an offer stand for a while, and calls when all nine are there.
PLAY = """() => {
  const claim = [...document.querySelectorAll('.suit [data-act^="claim "]')];
  if (claim.length) return claim[0].click(), "claim";
  const next = document.querySelector('[data-code^="next"] button[data-answer]');
  if (next) return next.click(), "next";
  const shows = [...document.querySelectorAll(".show")].map((s) => [s.querySelector("b").textContent, s.querySelector(".big").textContent]);
  const mine = shows.find(([name]) => name === "Ann")?.[1] ?? "–";
  const others = shows.filter(([name, n]) => name !== "Ann" && /[1-4]/.test(n)).map(([, n]) => n);
  window.waited = mine === "–" ? 0 : (window.waited ?? 0) + 1;
  if (mine !== "–" && window.waited < (others.includes(mine) ? 14 : 4)) return "";  // three who show the same wait for the table
  const suits = [...document.querySelectorAll(".suit")].map((s) => [Number(s.querySelector(".count").textContent.split(" ")[0]), s])
    .sort((a, b) => b[0] - a[0]).slice(1).map(([, s]) => s);
  const offers = suits.flatMap((s) => [...s.querySelectorAll(".offer")]);
  const answer = offers.find((b) => others.includes(b.dataset.act.split(" ")[1]));
  const any = answer ?? offers[Math.floor(Math.random() * offers.length)];
  if (!any) return "";
  window.waited = 0;
  any.click();
  return answer ? "answer" : "offer";
}"""


class Quick(MonotonicClock):
    """A clock that goes sixteen times as fast: hours at the table in minutes, with all its waiting times in proportion."""

    def now(self) -> float:
        return 16 * super().now()


def begin(page: Any, game: str, options: dict[str, Any], bots: bool = True) -> None:
    """Choose a game and start it with one person and bots, as a person would."""
    page.click(f"[data-game={game}]")
    page.click(".options summary")
    for bot in page.locator("[data-bot]").all()[1:] if bots else []:
        bot.click()
    for name, value in options.items():
        field = page.locator(f'[data-option="{name}"]')
        field.fill(str(value))
        field.dispatch_event("change")
    page.click(".start")
    page.wait_for_selector(".seatlist")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_taps(game: str, serve_table: Any, launch: Any) -> None:
    """Over ten seconds: each tap of a whole game is one, and seven changes a second are drawn."""
    quick = {"pace": 2.4, "clock": Quick()} if game == "face-off" else {}  # seven changes a second are all drawn
    served = serve_table(lan=False, **quick)
    context = launch().new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    page.goto(served.address)
    options, seconds = GAMES[game]
    page.wait_for_selector("[data-game]")
    begin(page, game, options)
    taps: dict[str, int] = {}
    end = time.monotonic() + 2 * seconds
    while time.monotonic() < end and not page.query_selector(".seat.won"):
        did = page.evaluate(PLAY if game == "face-off" else TAP)
        taps[did] = taps.get(did, 0) + 1
        page.wait_for_timeout(110)
    assert page.query_selector(".seat.won"), f"nobody won; taps {taps}"
    assert any(what for what in taps), f"the person did nothing: {taps}"
    assert not wrong, wrong
    outcome = served.call(lambda: served.hub.game.match.game.outcome(served.hub.game.match.state))
    assert outcome is not None
    people = served.call(lambda: [s for s in served.hub.game.match.steps if s.actor == 0])
    assert people, "no action of the person's reached the engine"
    assert page.text_content(".ruling-big").strip()


@pytest.mark.parametrize(("locale", "shown"), [("en-GB", "Two cards left: say so."), ("de-DE", "Noch zwei Karten")])
def test_the_rules_are_one_tap_away(locale: str, shown: str, serve_table: Any, launch: Any) -> None:
    """Each step of each game has words and a picture, at the table and on a phone."""
    served = serve_table()
    people = [{"name": name} for name in ("Ann", "Ben", "Cleo", "Dan")]
    laptop = launch().new_context(locale=locale).new_page()
    laptop.goto(served.address)
    for game, count in (("face-off", 3), ("keep-smiling", 2), ("face-cards", 3), ("factum", 4), ("ftw", 3)):
        start(served, game, people[:count])
        laptop.wait_for_selector(f".table[data-game={game}]")
        laptop.click("#rules")
        steps = laptop.locator("dialog .rulesteps li")
        assert steps.count() >= 5
        assert all(len(text.split()) > 3 for text in steps.all_inner_texts())
        assert laptop.locator("dialog .sign:empty").count() == 0
        assert wrong_with(laptop) == []
        laptop.click("dialog .action")
    ann = phone(launch, served, "Ann", locale=locale)
    ann.click("#rules")
    assert shown in ann.inner_text("dialog")


def test_how_well_the_bots_play_is_chosen_where_they_are_added(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    page = launch().new_context(locale="en-GB", viewport={"width": 1366, "height": 768}).new_page()
    page.goto(served.address)
    page.wait_for_selector("[data-game]")
    page.click("[data-game=factum]")
    assert page.locator('[data-k="level"]').count() == 0
    page.locator("[data-bot]").nth(1).click()
    assert "only guess what people would" in page.inner_text('[data-k="ask2"]')
    assert page.locator('[data-k="level"]').count() == 0
    page.click("[data-game=ftw]")
    page.select_option('[data-k="level"]', "strong")
    assert wrong_with(page) == []
    page.click(".start")
    page.wait_for_selector(".seatlist")
    assert served.call(lambda: (served.hub.game.match.log.header.level, served.hub.game.bots.level)) == ("strong",) * 2
