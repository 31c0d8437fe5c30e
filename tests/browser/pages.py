"""What the browser tests share: games to start, pages of phones, waiting for what a page shows."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.referee.log import Log
from companion.web.table.setup import head_of

SMALL = """() => [...document.querySelectorAll("button, a.quiet")]
  .filter((e) => e.offsetParent && (e.offsetHeight < 43 || e.offsetWidth < 40)).map((e) => e.outerHTML.slice(0, 120))"""
CHART_TEXTS_CUT = """svg => {
  const room = svg.getBoundingClientRect();
  const within = (low, high, from, to) => low >= from - 0.5 && high <= to + 0.5;
  return [...svg.querySelectorAll("text")].filter(e => {
    const box = e.getBoundingClientRect();
    return !within(box.left, box.right, room.left, room.right) || !within(box.top, box.bottom, room.top, room.bottom);
  }).map(e => e.textContent);
}"""
"""The texts of a chart that do not lie whole within its picture."""
TAP_FAULTS = """() => {
  const faults = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`the page is ${wide} of ${innerWidth} pixels wide`);
  const taps = [...document.querySelectorAll("button, summary, a, input, select")].filter(e => e.checkVisibility());
  const fixed = taps.filter(e => e.closest(".devices"));
  const boxes = taps.filter(e => !fixed.includes(e)).map(e => [e, e.getBoundingClientRect()]);
  const main = document.querySelector("main");
  const style = getComputedStyle(main);
  const [left, right] = [parseFloat(style.paddingLeft), innerWidth - parseFloat(style.paddingRight)];
  const named = e => (e.dataset.act ?? e.dataset.k ?? e.id ?? "") + " " + e.textContent.slice(0, 30);
  for (const [e, box] of boxes) {
    if (!box.width) continue;
    if (box.left < left - 1 || box.right > right + 1) faults.push(`outside: ${named(e)} ${box.left} to ${box.right}`);
    if (e.scrollWidth > e.clientWidth + 2 && e.clientWidth) faults.push(`cut: ${named(e)}`);
  }
  for (const [e] of boxes) {
    if (!e.matches("button, summary, a") || e.disabled) continue;
    e.scrollIntoView({ block: "center" });
    const at = e.getBoundingClientRect();
    if (!at.width) continue;
    if (at.height < 44) faults.push(`${at.height} pixels high: ${named(e)}`);
    const top = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
    if (!e.contains(top) && !top?.contains(e)) faults.push(`covered: ${named(e)} by ${top?.className}`);
  }
  boxes.forEach(([a, one], k) => {
    for (const [b, other] of boxes.slice(k + 1)) {
      if (a.contains(b) || b.contains(a)) continue;
      const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (x > 1 && y > 1) faults.push(`over each other: ${named(a)} / ${named(b)}`);
    }
  });
  return faults;
}"""
"""What may be tapped on a phone and is outside of the page's margins, cut, covered or under 44 pixels high."""
PEOPLE = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cleo"}]


def start(served: Any, game: str = "face-off", players: Any = PEOPLE, **options: Any) -> None:
    """Start a new game on the table."""
    served.call(
        lambda: served.hub.start(head_of({"game": game, "players": players, "seed": 5, "options": options}, "en"))
    )


def state(served: Any) -> Any:
    """Return the rules engine's state."""
    return served.call(lambda: served.hub.game.match.state)


def logged(served: Any) -> list[Any]:
    """Return the events that the log on disk holds now."""

    def read() -> list[Any]:
        log = Log.open(Path(served.hub.game.match.log.name))
        try:
            return list(log.events())
        finally:
            log.close()

    served.call(lambda: served.hub.game.match.log.drain(5.0))
    return list(served.call(read))


def until(page: Any, expression: str, seconds: float = 15) -> None:
    """Wait until the expression holds in the page (whose policy forbids the browser's own waiting by eval)."""
    holds(page, lambda: page.evaluate(expression), expression, seconds)


def holds(page: Any, true: Callable[[], Any], what: str, seconds: float = 30) -> None:
    """Wait until something holds, in the page or where it leads to."""
    end, pause = time.monotonic() + seconds, 20.0
    while not true():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        page.wait_for_timeout(pause)
        pause = min(150.0, 1.5 * pause)  # asking takes some of the time that what is waited for needs


def phone(
    launch: Any, served: Any, name: str, query: str = "", arguments: Sequence[str] = (), script: str = "", **more: Any
) -> Any:
    """Return a phone's page that has joined by its one-use address; ``script`` runs before the page's own."""
    context = launch(*arguments).new_context(viewport={"width": 390, "height": 844}, ignore_https_errors=True, **more)
    page = context.new_page()
    if script:
        page.add_init_script(script)
    page.goto(served.invite(name).replace("/join#", f"/join{query}#"))
    page.wait_for_selector(".phone h1")
    return page


def take_seat(page: Any, name: str) -> None:
    """On a phone that has scanned the lobby's code: a tap on one's name where it stands, else type it and tap."""
    page.wait_for_selector(".joinnames button")
    if (own := page.query_selector(f'[data-join="{name}"]')) is not None:
        own.click()
    else:
        page.fill("[data-myname]", name)
        page.click("[data-take]")


def menu(page: Any, what: str) -> None:
    """One of the laptop's rarer buttons: those in the menu at its top."""
    page.click("#menu")
    page.click(f'.menubox [data-do="{what}"]')


def wrong_with(page: Any) -> list[str]:
    """Return what axe-core's rules find, and buttons too small for a finger."""
    return [*_axe(page), *(f"small: {e}" for e in page.evaluate(SMALL))]


def wrong_in_both(page: Any) -> list[str]:
    """Return the same, and what cannot be read where the browser asks for dark colours: nothing else depends on it."""
    light = wrong_with(page)
    page.emulate_media(color_scheme="dark")
    dark = _axe(page, {"resultTypes": ["violations"], "runOnly": ["color-contrast"]})
    page.emulate_media(color_scheme="light")
    return [*light, *(f"dark: {e}" for e in dark)]


def _axe(page: Any, options: Any = None) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    until(
        page, "document.getAnimations().every(a => a.playState !== 'running' || a.effect?.getTiming().iterations > 9)"
    )
    found = Axe().run(page, **({} if options is None else {"options": options})).response["violations"]
    return [f"{v['id']}: {n['html'][:110]} {n['failureSummary'][:160]}" for v in found for n in v["nodes"]]
