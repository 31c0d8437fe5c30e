# ruff: noqa: E501 (the browser's scripts are clearer unbroken)
"""The pages attacked in a real browser: markup in texts, dropped files, two tabs, the back button, an old worker."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.facts import fact
from companion.names import outward
from companion.people.attempt import Attempt, Throw
from companion.rules import record
from companion.web.kit.assets import Bundle
from companion.web.table.app import TableRoutes
from tests.browser.conftest import Served
from tests.browser.pages import holds, menu, phone, start, until
from tests.hall_served import HallServed
from tests.practice_served import Practice

NAMES = [
    "<img class=attacked src=x onerror=a()>",
    "\"><svg class='attacked' onload='a()'/>",
    "' onfocus='a()' class='attacked' id='app",
    "constructor",
    "=1+1 {name} ${1+1} {{1+1}} %s &lt;b&gt;",
    "__proto__",
]
LONG = "<b class=attacked>" + 10_000 * "W"
UNSEEN = ("Ann\u202egnp.exe", "A\u200bnn", "Ann\u2066", "Ann\ufeff", "An\x7fn")  # bidi, zero width, a control character
WATCH = """window.violations = [];
addEventListener("securitypolicyviolation", e => violations.push(`${e.effectiveDirective} ${e.blockedURI} ${e.sample}`));
window.a = () => { window.attacked = true; };"""
HARM = """() => [...(window.attacked ? ["a script ran"] : []), ...(window.violations ?? []),
  ...[...document.querySelectorAll(".attacked, [onload], [onerror], [onfocus]")].map(e => e.outerHTML.slice(0, 200))]"""
LINE = "document.getElementById('app').dataset.line === 'on'"


class Visitor:
    """Somebody at the pages with a context of their own; ``wrong``: what a page did that it should not."""

    def __init__(self, context: Any) -> None:
        self.context = context
        context.add_init_script(WATCH)
        self.wrong: list[str] = []
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        context.on("dialog", lambda box: box.accept())

    def page(self, address: str) -> Any:
        page = self.context.new_page()
        page.goto(address)
        return page

    def unharmed(self) -> None:
        """No script ran, nothing was made of a text, no policy was broken, no page threw."""
        for page in self.context.pages:
            assert page.evaluate(HARM) == []
        assert self.wrong == []


@pytest.fixture
def visit(launch: Any) -> Callable[..., Visitor]:
    return lambda **more: Visitor(launch().new_context(**{"locale": "en-GB", "ignore_https_errors": True, **more}))


def joined(visit: Callable[..., Visitor], served: Served, name: str, query: str = "") -> tuple[Visitor, Any]:
    """Return a phone that has joined as a player."""
    visitor = visit()
    launch = lambda *_: SimpleNamespace(new_context=lambda **_: visitor.context)  # noqa: E731
    return visitor, phone(launch, served, name, query)


def shows(page: Any, *texts: str) -> None:
    """Each text stands on the page letter by letter, spaces as a page shows them."""
    for text in texts:
        holds(page, lambda t=text: t in page.evaluate("document.body.textContent"), f"{text!r} on the page")  # type: ignore[misc]


# ---- texts that would be markup --------------------------------------------------------------------------------------


def test_names_with_markup_at_the_table_and_on_phones(serve_table: Any, visit: Any) -> None:
    served = serve_table()
    start(served, "face-off", [{"name": n} for n in NAMES])
    laptop = visit()
    page = laptop.page(served.address)
    page.wait_for_selector(".seatlist")
    shows(page, *NAMES)
    for k in (3, 5):  # "constructor" and "__proto__" show nothing yet
        assert page.locator(f'[data-seat="{k}"] .showing').count() == 0
    phones = [joined(visit, served, NAMES[k], query) for k, query in ((0, ""), (1, "?poll=1"), (3, ""))]
    for k, (_, at) in zip((0, 1, 3), phones, strict=True):
        assert at.inner_text(".phone h1") == NAMES[k]
    for k in (0, 3):
        served.call(lambda k=k: served.hub.game.taps.act(k, f"offer 1 {gem_of(served, k)}", "laptop"))
    for at in (page, *(at for _, at in phones)):
        shows(at, f"{NAMES[0]} and {NAMES[3]} trade 1 card")
    page.click('.log [data-code="trade"] .why summary')
    page.click('[data-phone="2"]')
    page.wait_for_selector("dialog[open] img.qr")
    shows(page.locator("dialog").page, NAMES[2])
    page.locator("dialog").get_by_role("button", name="Close").click()
    page.click('[data-k="off3"]')
    page.wait_for_selector("dialog[open]")
    assert NAMES[3] in page.inner_text("dialog h2")
    page.locator("dialog").get_by_role("button", name="Sign").click()
    page.wait_for_selector("dialog", state="detached")
    shows(phones[2][1], "This phone was signed out")
    told = f"{NAMES[0]} {NAMES[4]} {LONG[:300]}"
    served.call(lambda: served.hub.game.sitting.tell("told", what=fact("club.announced", text=told)))
    shows(page, told)
    served.call(lambda: served.hub.game.sitting.command("pause"))
    page.click("#menu")
    for one in (laptop, *(one for one, _ in phones)):
        one.unharmed()


def gem_of(served: Served, seat: int) -> str:
    """Return a gem of which the seat holds a card; called on the server's thread."""
    assert served.hub.game is not None
    match = served.hub.game.match
    return next(g for g, n in match.game.view(match.state, seat)["hand"].items() if isinstance(n, int) and n > 0)


def test_names_with_markup_to_the_end_and_in_what_is_kept(serve_table: Any, visit: Any) -> None:
    """Questions, the evidence, the evening, the last page, kept games, a game stepped through, all exports."""
    served = serve_table(lan=False)
    start(served, "face-off", [{"name": n} for n in NAMES], cards="physical", target=10, signal_set="B")
    laptop = visit()
    page = laptop.page(served.address)
    page.wait_for_selector(".seatlist")
    page.click('[data-do="win"]')
    page.wait_for_selector('[data-code="who-won"]')
    shows(page, *NAMES)
    judged = SimpleNamespace(
        event=SimpleNamespace(onset=1.0, player=NAMES[0], verdict="teeth", confidence=0.9),
        seen_fraction=0.5,
        evidence=[SimpleNamespace(t=1.5, teeth=0.8, crop=np.zeros((32, 32, 3), np.uint8))],
        showings=[SimpleNamespace(start=1.2, end=1.6, words=NAMES[1])],
    )
    served.call(lambda: setattr(served.hub.game.victory.watch, "judged", judged))
    served.call(served.hub.notify_pages)
    page.click("#evidence")
    page.wait_for_selector("dialog[open] figure")
    assert NAMES[0] in page.inner_text("dialog h2")
    assert NAMES[1] in page.inner_text("dialog li")
    page.get_by_role("button", name="Close").click()
    page.click('[data-code="who-won"] [data-answer="seat4"]')
    page.click('[data-code="which-gem"] [data-answer="ruby"]')
    page.click('[data-code="claim"] [data-answer="yes"]')
    page.wait_for_selector(".finale")
    assert NAMES[4] in page.inner_text(".finale .winner")
    with page.expect_download() as got:
        page.click('[data-k="picture"]')
    assert Path(got.value.path()).read_bytes().startswith(b"\x89PNG")
    menu(page, "leave")
    row = page.locator(".kept li")
    row.wait_for()
    assert " ".join(NAMES) in row.inner_text()
    row.locator(".exports summary").click()
    texts = []
    for name in ("JSON", "CSV", "Export"):
        with page.expect_download() as got:
            row.get_by_role("link", name=name).click()
        texts.append(Path(got.value.path()).read_text("utf-8"))
    assert [line[0] for line in csv.reader(io.StringIO(texts[1])) if line][-6:] == [
        *NAMES[:4],
        f"'{NAMES[4]}",
        NAMES[5],
    ]
    assert list(record.read(texts[2]).options.players) == NAMES
    row.get_by_role("button", name="Step through").click()
    page.wait_for_selector("text=Step 1 of")
    page.locator("input[type=range]").press("End")
    shows(page, *NAMES)
    assert page.locator(".show.on").count() == 0  # "constructor" shows nothing
    laptop.unharmed()


def overfill(page: Any, field: str, text: str) -> None:
    """Fill in a text whatever length the field itself takes."""
    page.locator(field).evaluate("field => field.removeAttribute('maxlength')")
    page.fill(field, text)


def test_names_that_cannot_be_shown_or_are_too_long_are_refused(serve_table: Any, visit: Any) -> None:
    """Bidi and zero-width marks, control characters, 10,000 letters: one sentence, and the page goes on."""
    served = serve_table(lan=False)
    laptop = visit()
    page = laptop.page(served.address)
    page.wait_for_selector("[data-start]")
    for name in UNSEEN:  # the field itself is marked, the browser says why, and nothing is asked of the server
        overfill(page, '[data-k="name0"]', name)
        page.click("[data-start]")
        assert page.locator('[data-k="name0"]').evaluate("field => field.validity.patternMismatch"), ascii(name)
        assert page.locator(".seatlist").count() == 0
    overfill(page, '[data-k="name0"]', LONG[:1000])
    page.click("[data-start]")
    until(page, "document.getElementById('toast').textContent.includes('too long')")
    assert len(page.inner_text("#toast")) < 200
    assert page.locator(".seatlist").count() == 0
    overfill(page, '[data-k="name0"]', LONG)  # more than a line takes: it is cut, and is there again
    page.click("[data-start]")
    until(page, "document.getElementById('app').dataset.line === 'off'")
    until(page, LINE)
    page.fill('[data-k="name0"]', NAMES[0])
    page.click("[data-start]")
    page.wait_for_selector(".seatlist")
    shows(page, NAMES[0])
    laptop.unharmed()


def test_names_with_markup_on_the_practice_page(tmp_path: Path, visit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The choice of players, the charts as pictures and as files, the report opened as a page of its own."""
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    served = Practice(tmp_path)
    try:
        now = datetime.now(timezone.utc)
        for name in NAMES:
            shown = Attempt(drill="signals", asked="grin", made="grin", hit=True, onset=0.4, recognised=0.8, at=now)
            served.call(lambda n=name, a=shown: served.desk.store.add(n, a))  # type: ignore[misc]
            served.call(lambda n=name: served.desk.store.add_throw(n, Throw((1, 2), (1, 3), False, now)))  # type: ignore[misc]
        one = visit()
        page = one.page(served.address)
        page.wait_for_selector("#name")
        shows(page, *NAMES)
        for name in NAMES:
            page.fill("#name", name)
            page.press("#name", "Enter")
            until(page, f"document.querySelector('header.top h1').textContent.includes({name!r})")
            page.wait_for_selector("img.chart")
            report = page.evaluate("fetch('/report').then(r => r.text())")
            kept = one.page("about:blank")
            kept.set_content(report)
            assert name in kept.title()
            one.unharmed()
            kept.close()
            page.click('[data-k="who"]')
        page.evaluate("document.getElementById('toast').textContent = ''")
        overfill(page, "#name", LONG[:1000])
        page.press("#name", "Enter")
        until(page, "document.getElementById('toast').textContent !== ''")
        assert len(page.inner_text("#toast")) < 200
        one.unharmed()
    finally:
        served.stop()


def test_names_with_markup_in_the_hall(tmp_path: Path, visit: Any) -> None:
    """Players, teams, tables and announcements: the organiser's page, another screen, the sheets, the exports."""
    hall = HallServed(tmp_path, name=NAMES[0], rounds=1, lan=True)
    try:
        organiser = visit(viewport={"width": 1600, "height": 900})
        page = organiser.page(hall.address)
        page.wait_for_selector("#names")
        page.fill("#names", "\n".join(f"{n.replace(';', ',')};{NAMES[1]}" for n in NAMES))
        page.click("#add")
        until(page, f"document.querySelectorAll('.listed li').length === {len(NAMES)}")
        shows(page, *(n.replace(";", ",") for n in NAMES))
        tables = [hall.table(f"{k} {NAMES[k]}", k + 1) for k in range(3)]
        until(page, "document.querySelectorAll('.wall li').length === 3")
        page.click("#pair")
        until(page, "document.querySelector('.result') !== null")
        tournament = hall.clerk.hall.tournament
        a, b = (tournament.players[n].name for n in tournament.rounds[-1].tables[0].players)
        tables[0].begin("keep-smiling", a, b)
        tables[0].ill("frozen", source=NAMES[0])
        tables[0].end({a: 6, b: 2})
        until(page, "document.querySelector('.result.done') !== null")
        page.fill("#announcement", LONG[:200])
        page.keyboard.press("Enter")
        holds(page, lambda: any(text == LONG[:200] for _, _, text in hall.line.asked), "the announcement is out")
        page.click("#screens")
        page.wait_for_selector(".invited .qr")
        invited = page.get_attribute(".invited .qr", "alt")
        screen = visit()
        shown = screen.page(f"{hall.screens}/join#{invited.split('#')[1]}")
        shown.wait_for_selector(".screen .card")
        shows(shown, NAMES[0], a, b)
        page.keyboard.press("Escape")
        texts = [
            page.evaluate(f"fetch('/export/{kind}').then(r => r.text())")
            for kind in ("standings.csv", "tournament.json")
        ]
        assert "\n=1" not in texts[0]
        assert a.replace('"', '\\"') in texts[1]
        page.goto(hall.address.split("#")[0].rstrip("/") + "/sheets")
        assert page.locator("section").count() == 3
        shows(page, *(outward(f"{k} {NAMES[k]}") for k in range(3)))  # what people type in a shell
        organiser.unharmed()
        screen.unharmed()
    finally:
        hall.stop()


# ---- the policy ------------------------------------------------------------------------------------------------------

ATTACKS = {
    "an inline script": "() => { const s = document.createElement('script'); s.textContent = 'a()'; document.body.append(s); }",
    "a script from a text": "() => { const s = document.createElement('script'); s.src = 'data:text/javascript,a()'; document.body.append(s); }",
    "markup from a text": "() => { document.body.innerHTML = '<img src=x onerror=a()>'; }",
    "a handler": "() => document.body.setAttribute('onclick', 'a()') ?? document.body.click()",
    "a foreign worker": "() => new Worker('https://example.invalid/w.js')",
    "a worker from a text": "() => new Worker('data:text/javascript,0')",
    "another policy": "() => trustedTypes.createPolicy('other', {createHTML: s => s})",
    "a frame": "() => { const f = document.createElement('iframe'); f.src = 'https://example.invalid/'; document.body.append(f); }",
    "a base": "() => { const b = document.createElement('base'); b.href = 'https://example.invalid/'; document.head.append(b); }",
    "a call home": "() => fetch('https://example.invalid/').catch(() => {})",
}


def test_the_policy_stops_what_a_hole_in_a_page_would_let_in(serve_table: Any, visit: Any) -> None:
    served = serve_table(lan=False)
    laptop = visit()
    page = laptop.page(served.address)
    page.wait_for_selector("[data-start]")
    for what, attack in ATTACKS.items():
        page.evaluate("violations.length = 0")
        with contextlib.suppress(Exception):  # many of them throw
            page.evaluate(attack)
        until(page, "violations.length > 0", 10)
        assert not page.evaluate("window.attacked ?? false"), what
    assert page.locator("[data-start]").count() == 1


# ---- files and addresses that are let go over a page -----------------------------------------------------------------


def let_go(page: Any, selector: str, **data: Any) -> None:
    """Drag from outside the browser and let go, as the system's own dragging does."""
    box = page.locator(selector).first.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    tool = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        tool.send(
            "Input.dispatchDragEvent", {"type": kind, **at, "data": {"items": [], "dragOperationsMask": 1, **data}}
        )
    tool.detach()


def test_what_is_let_go_over_a_page_does_not_take_its_place(serve_table: Any, visit: Any, tmp_path: Path) -> None:
    huge, odd, folder = tmp_path / "huge.jpg", tmp_path / "page.html", tmp_path / "folder"
    with huge.open("wb") as file:
        file.truncate(3 << 30)  # takes no room on the disk
    odd.write_text("<script>document.title = 'taken'</script>")
    folder.mkdir()
    many = [tmp_path / f"{k}.txt" for k in range(200)]
    for one in many:
        one.write_text("x")
    served = serve_table()
    start(served, "face-cards", [{"name": n} for n in ("Ann", "Ben", "Cleo")])
    laptop = visit()
    page = laptop.page(served.address)
    page.wait_for_selector(".seatlist")
    visitor, ann = joined(visit, served, "Ann")
    for at, where in ((page, ".seatlist"), (ann, ".phone h1")):
        address = at.url
        at.evaluate("window.same = true")
        for paths in ([odd], [huge], [folder], many):
            let_go(at, where, files=[str(path) for path in paths])
        let_go(at, where, items=[{"mimeType": "text/uri-list", "data": "https://example.invalid/"}])
        at.wait_for_timeout(300)
        assert at.url == address
        assert at.evaluate("window.same === true && document.title !== 'taken'")
        assert len(at.context.pages) == 1
    ann.click(".photos summary")
    for path in (huge, odd):  # the one place that takes a file says so itself
        ann.evaluate("document.getElementById('toast').textContent = ''")
        let_go(ann, '[data-k="photofile"]', files=[str(path)])
        until(ann, "document.getElementById('toast').textContent.includes('cannot be used')")
    let_go(ann, '[data-k="photofile"]', files=[str(folder)])
    assert ann.inner_text(".phone h1") == "Ann"
    laptop.unharmed()
    visitor.unharmed()


# ---- two tabs, reload and the back button ----------------------------------------------------------------------------


def test_two_tabs_of_one_phone_both_act_and_end_together(serve_table: Any, visit: Any) -> None:
    served = serve_table()
    start(served)
    visitor, one = joined(visit, served, "Ann")
    two = visitor.page(f"{served.phones}/join")
    two.wait_for_selector(".phone .offer")
    gem = served.call(lambda: gem_of(served, 0))
    one.click(f'[data-act="offer 1 {gem}"]')
    two.click('[data-act="withdraw"]')
    until(one, "document.querySelector('[data-act=withdraw]') === null")
    two.click(f'[data-act="offer 1 {gem}"]')
    one.wait_for_selector('[data-act="withdraw"]')
    one.close()  # the other goes on
    two.click('[data-act="withdraw"]')
    until(two, "document.querySelector('[data-act=withdraw]') === null")
    three = visitor.page(f"{served.phones}/join")
    three.wait_for_selector(".phone .offer")
    served.call(lambda: served.hub.door.forget("Ann"))
    for page in (two, three):
        shows(page, "This phone was signed out")
        assert page.evaluate("fetch('/api/do', {method: 'POST', body: '{}'}).then(r => r.status)") == 401
    two.reload()
    two.wait_for_selector("#code")
    visitor.unharmed()


def test_two_tabs_of_the_laptop(serve_table: Any, visit: Any) -> None:
    """Both rule the same game; a game that one leaves or begins is what the other shows."""
    served = serve_table(lan=False)
    laptop = visit()
    one = laptop.page(served.address)
    one.wait_for_selector("[data-start]")
    two = laptop.page(served.address.split("#")[0])
    two.wait_for_selector("[data-start]")
    one.click("[data-start]")
    for page in (one, two):
        page.wait_for_selector(".seatlist")
    two.click("#pause")
    until(one, "document.querySelector('#pause').textContent === 'Resume'")
    menu(one, "leave")
    for page in (one, two):
        page.wait_for_selector(".kept li")
    row = two.locator(".kept li")
    row.locator(".exports summary").click()
    row.get_by_role("button", name="Delete").click()
    for page in (one, two):
        until(page, "document.querySelectorAll('.kept li').length === 0")
    laptop.unharmed()


def test_reload_and_the_back_button_in_every_state(serve_table: Any, visit: Any) -> None:
    """Whatever a page shows, it shows it again: after a reload, and after another page and back."""
    served = serve_table()
    laptop = visit()
    page = laptop.page(served.address)
    visitor: Visitor | None = None
    elsewhere = f"{served.address.split('#')[0].rstrip('/')}/kit/icon.svg"

    def again(shown: Any, selector: str, away: str) -> None:
        for leave in (shown.reload, lambda: shown.goto(away) and shown.go_back()):
            shown.wait_for_selector(selector)
            leave()
            shown.wait_for_selector(selector)
            until(shown, LINE)

    again(page, "[data-start]", elsewhere)
    start(served, cards="physical", target=10, signal_set="B")
    again(page, ".seatlist", elsewhere)
    visitor, ann = joined(visit, served, "Ann")
    off = f"{served.phones}/kit/icon.svg"
    again(ann, ".phone h1", off)
    assert "#" not in ann.url  # the code is gone from the address, and from what is behind it
    page.click('[data-phone="1"]')
    page.wait_for_selector("dialog[open] img")
    again(page, ".seatlist", elsewhere)
    served.call(lambda: served.hub.game.sitting.command("pause"))
    until(page, "document.querySelector('#pause').textContent === 'Resume'")
    again(page, "#pause", elsewhere)
    again(ann, ".phone h1", off)
    served.call(lambda: served.hub.game.sitting.command("resume"))
    page.click('[data-do="win"]')
    again(page, '[data-code="who-won"] [data-answer="seat1"]', elsewhere)
    page.click('[data-code="who-won"] [data-answer="seat1"]')
    again(page, '[data-code="which-gem"] [data-answer="ruby"]', elsewhere)
    page.click('[data-code="which-gem"] [data-answer="ruby"]')
    page.click('[data-code="claim"] [data-answer="yes"]')
    again(page, ".finale", elsewhere)
    again(ann, ".phone h1", off)
    menu(page, "leave")
    page.wait_for_selector(".kept li")
    again(page, ".kept li", elsewhere)
    again(ann, ".phone h1", off)
    assert len(served.hub.pages) <= 12
    laptop.unharmed()
    visitor.unharmed()


# ---- a worker of an older version ------------------------------------------------------------------------------------

OLD_WORKER = """const SHELF = "companion of old";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", event => {
  if (event.request.method !== "GET" || new URL(event.request.url).pathname.startsWith("/api/")) return;
  event.respondWith((async () => {
    const shelf = await caches.open(SHELF);
    const known = await shelf.match(event.request, {ignoreSearch: true});
    if (known) return known;
    const answer = await fetch(event.request);
    await shelf.put(event.request, answer.clone());
    return answer;
  })());
});"""


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Servers that start from now on are an older version, with another page and a worker that keeps it for good."""
    from starlette.responses import Response

    script = Bundle.script

    async def worker(self: Any, request: Any) -> Response:
        return Response(OLD_WORKER, media_type="text/javascript")

    def turn(on: bool) -> None:
        monkeypatch.undo()
        if on:
            monkeypatch.setattr(Bundle, "script", lambda self, entry: script(self, entry) + "window.older = true;\n")
            monkeypatch.setattr(TableRoutes, "worker", worker)

    return turn


def test_a_worker_of_an_older_version_never_mixes_pages(
    serve_table: Any, visit: Any, older: Callable[[bool], None], tmp_path: Path
) -> None:
    """It gives its old page to a newer server: that page works, says that it is old, and is renewed by one tap."""
    older(True)
    served = serve_table(folder=tmp_path / "kept", lan=False)
    laptop = visit()
    page = laptop.page(served.address)
    page.wait_for_selector("[data-start]")
    until(page, "navigator.serviceWorker.controller !== null")
    page.reload()
    page.reload()  # now all of it is on the old worker's shelf
    page.wait_for_selector("[data-start]")
    assert page.evaluate("window.older === true")
    assert page.locator("#outdated").count() == 0
    ports = (int(served.address.split(":")[2].split("/")[0]), 0)
    served.stop()
    older(False)
    serve_table(folder=tmp_path / "kept", lan=False, ports=ports)
    page.wait_for_selector("#outdated", timeout=30_000)  # the page that stayed open, over its line
    assert page.locator("[data-start]").count() == 1
    page.reload()
    page.wait_for_selector("[data-start], #outdated")
    if page.evaluate("window.older ?? false"):  # the old worker's: whole and old, and said so
        page.wait_for_selector("#outdated")
        with page.expect_navigation():
            page.click('[data-do="reload"]')
    until(page, "(window.older ?? false) === false", 30)
    page.wait_for_selector("[data-start]")
    page.wait_for_timeout(500)
    assert page.locator("#outdated").count() == 0
    until(page, "caches.keys().then(names => !names.includes('companion of old'))")
    page.reload()
    page.wait_for_selector("[data-start]")
    assert page.evaluate("(window.older ?? false) === false")
    page.click("[data-start]")
    page.wait_for_selector(".seatlist")
    laptop.unharmed()
