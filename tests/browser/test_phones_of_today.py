"""Phones and browsers of today: translated pages, large text, turned or sleeping phones, no sockets, private tabs."""

from __future__ import annotations

from typing import Any

import pytest

from companion.words import term
from tests.browser.pages import holds, phone, start, state, until

BARE_NAMES = """names => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest("script, option, title, [translate=no]") || !parent.checkVisibility()) continue;
    if (names.some(n => new RegExp(`\\\\b${n}\\\\b`).test(node.nodeValue))) found.push(parent.outerHTML.slice(0, 160));
  }
  return found;
}"""
# What Google Translate and Safari do: each text goes into elements of their own, but where the page forbids it.
TRANSLATE = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeValue.trim() && !node.parentElement.closest("script, option, [translate=no]")) texts.push(node);
  for (const text of texts) {
    const font = document.createElement("font");
    font.textContent = [...text.nodeValue].reverse().join("");
    text.replaceWith(font);
  }
}"""
UNNAMED = """() => [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=button]")]
  .filter(e => e.checkVisibility() && !e.closest("[aria-hidden=true]"))
  .filter(e => !(e.getAttribute("aria-label") || e.innerText?.trim() || e.labels?.length || e.title
    || e.getAttribute("aria-labelledby") || e.querySelector("img[alt]:not([alt=''])")))
  .map(e => e.outerHTML.slice(0, 120))"""
NO_SOCKETS = """window.WebSocket = class extends EventTarget {
  static OPEN = 1; static CLOSED = 3; readyState = 0;
  constructor() { super(); setTimeout(() => this.fail(), 50); }
  fail() { this.readyState = 3; this.onerror?.({}); this.onclose?.({ code: 1006 }); }
  close() {} send() {}
};"""
NO_STORAGE = """for (const kind of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, kind, { get() { throw new DOMException("denied", "SecurityError"); } });"""
SERVED_NAMES = ["Ann", "Ben", "Cleo"]


def offered(served: Any) -> bool:
    return state(served).offers[0] is not None


def test_a_page_that_is_translated_keeps_its_names_and_goes_on(serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    start(served)
    ann = phone(launch, served, "Ann", locale="en-GB")
    ann.wait_for_selector(".offer")
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector(".seatlist")
    for page in (ann, laptop):
        assert page.evaluate(BARE_NAMES, SERVED_NAMES) == []
        page.evaluate(TRANSLATE)
    assert ann.inner_text("h1") == "Ann"
    ann.locator(".offer").first.click()
    until(laptop, "document.querySelector('.log').textContent.includes('Ann shows')")
    assert offered(served)
    assert laptop.evaluate(BARE_NAMES, SERVED_NAMES) == []


def test_text_at_twice_its_size_fits_a_phone(serve_table: Any, launch: Any) -> None:
    """As a browser's own setting does it: its root text is 32 pixels high."""
    served = serve_table(pace=3600)
    start(served)
    ann = phone(launch, served, "Ann", locale="de-DE")
    ann.wait_for_selector(".offer")
    size = "parseFloat(getComputedStyle(document.querySelector('.offer')).fontSize)"
    before = ann.evaluate(size)
    ann.evaluate("document.documentElement.style.fontSize = '200%'")
    assert ann.evaluate(size) >= 1.6 * before
    wide = ann.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} pixels wider than the phone"
    ann.locator(".offer").first.click()
    until(ann, "!document.querySelector('.offer:not([disabled])') || document.querySelector('.ruling').textContent")
    assert offered(served)


def test_a_phone_that_is_turned_keeps_what_is_chosen(serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    start(served)
    ann = phone(launch, served, "Ann", locale="en-GB", has_touch=True)
    ann.wait_for_selector(".offer")
    ann.locator("#rules").click()
    ann.wait_for_selector("dialog[open]")
    for width, height in ((844, 390), (390, 844)):
        ann.set_viewport_size({"width": width, "height": height})
        assert ann.locator("dialog[open]").count() == 1
        assert ann.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    ann.keyboard.press("Escape")
    ann.set_viewport_size({"width": 844, "height": 390})
    ann.locator(".offer").first.tap()
    holds(ann, lambda: offered(served), "the offer")


def test_every_control_has_a_name_for_a_screen_reader(serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    start(served)
    ann = phone(launch, served, "Ann", locale="en-GB")
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector(".seatlist")
    laptop.click("#menu")
    for page in (ann, laptop):
        assert page.evaluate(UNNAMED) == []


def test_the_back_gesture_leads_out_and_forward_again_to_the_same_hand(serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    start(served)
    ann = phone(launch, served, "Ann", locale="en-GB")
    ann.wait_for_selector(".offer")
    ann.go_back()
    ann.go_forward()
    ann.wait_for_selector(".offer")
    ann.locator(".offer").first.click()
    holds(ann, lambda: offered(served), "the offer")


@pytest.mark.parametrize("script", [NO_SOCKETS, NO_STORAGE, NO_SOCKETS + NO_STORAGE], ids=["ios", "private", "both"])
def test_a_browser_that_refuses_sockets_or_storage_plays_all_the_same(
    serve_table: Any, launch: Any, script: str
) -> None:
    """Safari on iOS refuses sockets under a certificate that nobody signed, also where the page itself was allowed."""
    served = serve_table(pace=3600)
    start(served)
    ann = phone(launch, served, "Ann", script=script, locale="en-GB")
    if script != NO_STORAGE:
        ann.wait_for_selector('#app[data-line="poll"]', timeout=30_000)
    ann.wait_for_selector(".offer")
    ann.locator(".offer").first.click()
    holds(ann, lambda: offered(served), "the offer")


def test_a_page_that_slept_shows_what_happened_meanwhile(serve_table: Any, launch: Any) -> None:
    """The system stops the page's timers and drops its line, as after ten minutes in a pocket."""
    served = serve_table(pace=3600)
    start(served)
    ann = phone(launch, served, "Ann", locale="en-GB")
    ann.wait_for_selector(".offer")
    system = ann.context.new_cdp_session(ann)
    system.send("Page.setWebLifecycleState", {"state": "frozen"})
    start(served, "factum", [{"name": n} for n in ("Ann", "Ben", "Cleo", "Dan")])
    system.send("Page.setWebLifecycleState", {"state": "active"})
    until(ann, f"document.title === {term('game', 'factum') + ' – companion'!r}")
    assert ann.inner_text("h1") == "Ann"


def test_a_laptop_without_a_network_says_that_no_phone_reaches_it(serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    served.hub.join_bases, served.hub.join_base = ["https://127.0.0.1:8766"], "https://127.0.0.1:8766"
    start(served)
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.click('[data-phone="1"]')
    laptop.wait_for_selector("dialog[open] img")
    assert "in no network" in laptop.inner_text("dialog[open]")


def test_the_laptop_chooses_among_several_addresses(serve_table: Any, launch: Any) -> None:
    served = serve_table(pace=3600)
    bases = ["https://192.168.0.20:8766", "https://table.example:8766"]
    served.hub.join_bases, served.hub.join_base = bases, bases[0]
    start(served)
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.click('[data-phone="1"]')
    laptop.wait_for_selector("dialog[open] img")
    assert bases[0] in laptop.inner_text("#joinurl")
    laptop.select_option("dialog select", bases[1])
    until(laptop, f"document.querySelector('#joinurl').textContent.startsWith({bases[1]!r})")
