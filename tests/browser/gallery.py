"""The gallery of the docs: every state of the pages, both schemes, three sizes. ``python -m tests.browser.gallery``.

Makes docs/gallery.html and docs/gallery/*.webp anew with the browser tests' own server, fake camera, rendered people.
With ``--lang fr --out FOLDER`` all pages are taken in one language, into a folder: for who translates.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Final

from companion.people.attempt import Attempt
from tests.browser.conftest import ARGS, Served
from tests.browser.pages import menu, start, take_seat, until
from tests.practice_clips import write_mjpeg
from tests.practice_served import Practice

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
LAPTOP: Final = {"laptop": (1366, 768), "projector": (1920, 1080)}
PHONE: Final = {"phone": (390, 844)}
WIDTHS: Final = {"laptop": 760, "projector": 860, "phone": 300, "wide": 760}
QUALITY: Final = 62
PEOPLE: Final = [{"name": n} for n in ("Ann", "Ben", "Cleo")]
State = Callable[["Gallery"], None]


class Gallery:
    """Takes one state after the other: ``page`` is the browser's page, ``taken`` what was kept."""

    def __init__(self, browser: Any, served: Served, out: Path, language: str | None) -> None:
        self.browser, self.served, self.out, self.language = browser, served, out, language
        self.taken: list[tuple[str, str, str, str]] = []

    @property
    def table(self) -> Any:
        """The game on the table."""
        return self.served.hub.game

    @contextmanager
    def page(self, address: str, size: tuple[int, int] = (1366, 768), locale: str = "en-GB") -> Iterator[Any]:
        context = self.browser.new_context(
            locale=self.language or locale,
            viewport={"width": size[0], "height": size[1]},
            permissions=["camera", "microphone"],
            ignore_https_errors=True,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(address)
        yield page
        context.close()

    def take(self, page: Any, name: str, text: str, sizes: dict[str, tuple[int, int]]) -> None:
        """Take pictures of the state as it stands, in both schemes and all sizes."""
        for size, (width, height) in sizes.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.wait_for_timeout(350)
                self._keep(page.screenshot(), f"{name}-{size}-{scheme}.webp", WIDTHS[size])
                self.taken.append((name, size, scheme, text))
        print(name)

    def _keep(self, png: bytes, name: str, width: int) -> None:
        import cv2
        import numpy as np

        image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        small = cv2.resize(image, (width, image.shape[0] * width // image.shape[1]), interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(self.out / "gallery" / name), small, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])

    def show(self, name: str, signal: str | None) -> None:
        """Enter a signal by tap, on the server."""
        game = self.table
        self.served.call(lambda: [game.sitting.take(e) for e in game.taps.show(name, signal, "tap")])
        self.served.call(self.served.hub.notify_pages)


def first_screen(g: Gallery) -> None:
    with g.page(g.served.address) as page:
        page.wait_for_selector("[data-game]")
        page.wait_for_timeout(800)
        g.take(page, "setup", "The first screen: three questions, idle", LAPTOP)
        page.click('[data-k="preview-browser"]')
        page.wait_for_timeout(1500)
        g.take(page, "setup-live", "The camera shown before the start, live", LAPTOP)
    with g.page(g.served.address, locale="de-DE") as page:
        page.wait_for_selector("[data-game]")
        page.click('[data-k="options"]')
        page.wait_for_timeout(800)
        g.take(page, "setup-more", "Everything else, under one fold (German)", LAPTOP)


def drawn_table(g: Gallery) -> None:
    start(g.served, cards="physical", signal_set="A")
    with g.page(g.served.address) as page:
        page.wait_for_selector(".shows")
        g.show("Cleo", "lamb")
        page.wait_for_selector(".showing")
        g.take(page, "table", "Face Off! without a camera: who shows what", LAPTOP)
        page.click('[data-k="tools"]')
        page.fill('[data-k="said"]', "trade Ann Nobody")
        page.press('[data-k="said"]', "Enter")
        page.wait_for_selector("#toast.shown")
        page.click('[data-k="tools"]')
        g.take(page, "refused", "Refused: one sentence in a place of its own", LAPTOP)
        page.click("#menu")
        g.take(page, "menu", "What is needed seldom", LAPTOP)
        page.click("#menu")
        page.click("#pause")
        page.wait_for_selector(".table.paused")
        g.take(page, "paused", "Paused", LAPTOP)


def live(g: Gallery) -> None:
    start(g.served, cards="physical", signal_set="B")
    with g.page(g.served.address) as page:
        page.click("#camera")
        until(page, "Number(document.querySelector('.sight').dataset.faces) === 3", 60)
        page.wait_for_selector(".plate.on", timeout=60_000)
        g.take(page, "live", "Face Off! live: names and signals ride on the faces", {"laptop": LAPTOP["laptop"]})
        page.wait_for_selector(".arcs path[d]", state="attached", timeout=60_000)
        g.take(page, "trade", "A trade: the arc between two faces", {"laptop": LAPTOP["laptop"]})
        menu(page, "glimpse")
        page.wait_for_selector(".sense", timeout=20_000)
        g.take(page, "glimpse", "What it sees and hears", LAPTOP)
        menu(page, "glimpse")
        page.click('[data-do="win"]')
        page.wait_for_selector('[data-code="who-won"]')
        g.take(page, "question", "Asked: answers right under the question, the picture stays", LAPTOP)
        g.served.stop()
        page.wait_for_selector(".offline:not([hidden])", timeout=20_000)
        g.take(page, "offline", "Offline: the line to the server is gone", LAPTOP)


def win(page: Any, name: str) -> None:
    """Win a hand on the page: the win, the name, its first gem, and yes to the rest."""
    page.click('[data-do="win"]')
    page.locator('[data-code="who-won"]').get_by_role("button", name=name).click()
    page.wait_for_selector('[data-code="which-gem"]')
    page.locator('[data-code="which-gem"] [data-answer]').nth(len(name) % 3).click()
    page.wait_for_timeout(400)
    while page.locator(".question .primary[data-answer]").count():
        page.locator(".question .primary[data-answer]").first.click()
        page.wait_for_timeout(400)


def evening(g: Gallery) -> None:
    start(g.served, cards="physical", signal_set="A", target=200)
    with g.page(g.served.address) as page:
        page.wait_for_selector('[data-do="win"]')
        for name in ("Ann", "Ben", "Cleo", "Ben", "Cleo"):
            win(page, name)
            if page.locator(".finale").count():
                break
            page.wait_for_selector('[data-code="next-set"]')
            if name == "Cleo":
                g.take(page, "won", "A hand is won: the score as a line, and who deals next", LAPTOP)
            page.locator('[data-code="next-set"] [data-answer]').first.click()
            page.wait_for_selector('[data-do="win"]')
        page.wait_for_selector(".finale")
        page.keyboard.press("Escape")  # the moment before it
        g.take(page, "finale", "The last page of the evening, to print or to keep", LAPTOP)


BIG: Final = {"wide": (1440, 900), "laptop": (1024, 700), "phone": (390, 844)}
BIG_MOMENTS: Final[list[tuple[str, str, int, dict[str, Any], str]]] = [
    ("keep-smiling", "chairs", 2, {"lane_length": 4}, "The chairs are turned over"),
    ("factum", "judged", 4, {"target": 9}, "Factum: the judged card and its vote"),
    ("ftw", "hands", 4, {"rounds": 2}, "FTW?!: the hands laid open"),
]


def big_moments(g: Gallery) -> None:
    """Take an evening's big moments and its end, in two languages at three sizes."""
    from tests.browser.test_evening_moments import HELD, Evening, speak_with_teeth

    for locale in ("en-GB", "de-DE"):
        tag = locale[:2]
        start(g.served, cards="physical", advanced=True, target=1000, players=PEOPLE)
        with g.page(g.served.address, locale=locale) as page, g.page(g.served.invite("Ann"), PHONE["phone"]) as ann:
            page.add_init_script(HELD)
            page.reload()
            page.wait_for_selector(".seatlist")
            for line in ("trade Ann Ben 2", "win Ann ruby", "confirm"):
                g.served.say(line)
            page.wait_for_selector('.moment[data-kind="win"]')
            g.take(page, f"moment-win-{tag}", "A win, in short while the speech is due", BIG)
            g.served.call(lambda: speak_with_teeth(g.served))
            g.served.say("teeth")
            page.click(".moment")
            page.wait_for_selector('.moment.full[data-kind="verdict"] .figures img')
            g.take(page, f"moment-verdict-{tag}", "The verdict with its pictures", BIG)
            g.take(ann, f"moment-phone-{tag}", "A moment in short on a phone", PHONE)
            page.click(".moment")
            for game, kind, players, options, text in BIG_MOMENTS:
                start(g.served, game, [*PEOPLE, {"name": "Dan"}][:players], **options)
                until(page, f"document.querySelector('.table')?.dataset.game === '{game}'")
                Evening.play(g.served, kind)
                page.wait_for_selector(f'.moment.full[data-kind="{kind}"]')
                g.take(page, f"moment-{kind}-{tag}", text, BIG)
                page.click(".moment .momenttitle")
                if page.locator(".moment.full").count():
                    page.keyboard.press("Escape")
            page.set_viewport_size({"width": 1366, "height": 768})
            menu(page, "leave")
            page.wait_for_selector("[data-part=evening-sheet] .linechart")
            page.wait_for_timeout(1500)  # the list of kept games and the devices come later
            page.evaluate("document.querySelector('.setupform').style.display = 'none'")
            g.take(page, f"evening-end-{tag}", "The evening's end: who won what, and a true line for each", BIG)
            g.served.call(lambda: g.served.hub.door.forget("Ann"))


def hands(g: Gallery) -> None:
    start(g.served)
    with g.page(g.served.address) as page:
        page.click('[data-as="0"]')
        page.wait_for_selector(".offer")
        g.take(page, "hand", "Cards dealt here: a hand on the laptop", LAPTOP)
        page.click('[data-phone="1"]')
        page.wait_for_selector("dialog[open] img")
        g.take(page, "invite", "A phone joins: QR, and a short code", LAPTOP)
    with g.page(g.served.invite("Ann"), PHONE["phone"]) as page:
        page.wait_for_selector(".offer")
        g.take(page, "phone-hand", "A hand that has four seconds", PHONE)
        page.locator(".offer").first.click()
        page.wait_for_selector(".suit.given")
        g.take(page, "phone-offer", "Offered", PHONE)
    start(g.served, cards="physical", signal_set="C")
    g.served.call(lambda: setattr(g.table.taps, "tapped", False))
    with g.page(g.served.invite("Cleo"), PHONE["phone"]) as page:
        page.wait_for_selector(".phone h1")
        g.served.say("win")
        page.wait_for_selector("[data-question]")
        g.take(page, "phone-asked", "Asked on the phone", PHONE)
    with g.page(f"{g.served.phones}/join", PHONE["phone"]) as page:
        page.wait_for_selector("#code")
        page.fill("#code", g.served.call(g.served.hub.door.short) if hasattr(g.served.hub.door, "short") else "482913")
        g.take(page, "phone-join", "Joining without a camera: the short code", PHONE)


def lobby(g: Gallery) -> None:
    with g.page(g.served.address) as page:
        page.click("[data-cards=digital]")
        page.click("[data-start]")
        page.wait_for_selector(".lobby .qr")
        code = page.inner_text("#shortcode").replace(" ", "")
        join = f"{g.served.phones}/join#code-{code}"
        with g.page(join, PHONE["phone"]) as ann:
            take_seat(ann, "Ann")
            ann.wait_for_selector(".phone .turnline")
            with g.page(join, PHONE["phone"]) as ben:
                ben.wait_for_selector("[data-myname]")
                g.take(ben, "phone-seat", "A phone picks its seat", PHONE)
                take_seat(ben, "Ben")
                ben.wait_for_selector(".phone .turnline")
                until(page, "document.querySelectorAll('[data-how=in]').length === 2")
                g.take(page, "lobby", "The lobby: one code for all phones, seats that fill, who is missing", LAPTOP)
                g.take(ann, "phone-in", "A phone is in, and sees who is missing", PHONE)


def rules(g: Gallery) -> None:
    start(g.served, "ftw")
    with g.page(g.served.address) as page:
        page.click("#rules")
        page.wait_for_selector("dialog[open]")
        g.take(page, "rules", "The rules, one tap away", {"laptop": LAPTOP["laptop"]})


def smiling(g: Gallery) -> None:
    start(g.served, "keep-smiling", PEOPLE[:2])
    with g.page(g.served.invite("Ben"), PHONE["phone"]) as page:
        page.wait_for_selector('[data-k="any"]')
        page.click('[data-k="any"]')
        g.take(page, "phone-pieces", "Keep Smiling! set up in secret", PHONE)
        page.click('[data-k="done"]')
        g.served.call(lambda: g.table.taps.act(0, "place S G N S G", "laptop"))
        match = g.table.match

        def moves_of(seat: int) -> list[str]:
            def found() -> list[str]:
                if seat not in match.game.actors(match.state):
                    return []
                return [match.game.format(a, match.options) for a in match.game.legal(match.state, seat)]

            return g.served.call(found)

        for k in range(9):
            g.served.say("roll")
            mover = next((seat for seat in (0, 1) if moves_of(seat)), 0)
            moves = moves_of(mover)
            g.served.call(partial(g.table.taps.act, mover, moves[k % len(moves)], "laptop"))
        g.served.say("roll")
        g.served.call(g.served.hub.notify_pages)
        page.wait_for_selector("[data-throw]")
        page.click('[data-throw="0"]')
        page.click('[data-throw="2"]')
        page.wait_for_selector("[data-lane]")
        g.take(page, "phone-move", "The own pieces moved", PHONE)
    with g.page(g.served.address) as page:
        page.wait_for_selector(".mattress")
        g.take(page, "smiling", "Keep Smiling!: the air mattress, the armchairs, the dice", LAPTOP)
    doubt(g)


def doubt(g: Gallery) -> None:
    from tests.browser.test_table_throw import throw

    start(g.served, "keep-smiling", PEOPLE[:2], pieces="physical")
    with g.page(g.served.address) as page:
        page.wait_for_selector("#roll")
        throw(g.served)
        page.wait_for_selector("[data-part=throw] [data-mark]")
        page.wait_for_timeout(500)
        g.take(
            page, "doubt", "Doubtful: the throw as the camera saw it, what would help, a tap that corrects it", LAPTOP
        )


def cards(g: Gallery) -> None:
    for game, players, text in (
        ("ftw", PEOPLE, "FTW?!"),
        ("face-cards", PEOPLE, "Face Cards"),
        ("factum", [*PEOPLE, {"name": "Dan"}], "Factum"),
    ):
        start(g.served, game, players)
        with g.page(g.served.address) as page:
            page.click('[data-as="1"]')
            page.wait_for_selector(".hand .card")
            g.take(page, game, text, {"laptop": LAPTOP["laptop"]})


def practice(g: Gallery) -> None:
    """Take the practice page of somebody who has practised for a week, before a camera of her own."""
    with tempfile.TemporaryDirectory() as folder:
        clip = write_mjpeg(Path(folder) / "one.mjpeg", ("eyes_wide",), calm=1.6)
        more = f"--use-file-for-fake-video-capture={clip}"
        alone = g.browser.browser_type.launch(executable_path=shutil.which("chromium"), args=[*ARGS, more])
        served = Practice(Path(folder))
        try:
            served.call(lambda: served.desk.store.add_all("Ann", _week()))
            served.call(lambda: served.desk.choose("Ann"))
            page = alone.new_context(locale=g.language or "en-GB", permissions=["camera"]).new_page()
            page.goto(served.address)
            page.wait_for_selector(".week img")
            g.take(page, "practice", "Practice: five minutes made from what is due", {**LAPTOP, **PHONE})
            page.click("[data-learn='eyes_wide']")
            page.wait_for_selector("#asked", timeout=60_000)
            page.wait_for_timeout(2500)
            g.take(page, "practice-drill", "Practice: the face, the figure that shows it, the live bar", LAPTOP | PHONE)
        finally:
            served.stop()
            alone.close()


def _week() -> list[Attempt]:
    """Faces that got better from day to day."""
    now = datetime.now().astimezone()
    return [
        Attempt(
            drill="reaction",
            asked=signal,
            made=signal if k + day > 3 else None,
            hit=k + day > 3,
            onset=2.4 - 0.2 * day if k + day > 3 else None,
            at=now - timedelta(days=6 - day, minutes=10 - k),
        )
        for day in (0, 1, 3, 4, 5)
        for k, signal in enumerate(("eyes_wide", "sour", "tongue_out", "eyes_mouth_wide"))
    ]


STATES: Final[list[State]] = [
    first_screen,
    lobby,
    drawn_table,
    hands,
    rules,
    smiling,
    cards,
    evening,
    big_moments,
    live,
    practice,
]


def write_page(out: Path, taken: list[tuple[str, str, str, str]]) -> None:
    """gallery.html in ``out``, from what was taken now and before (gallery/states.json)."""
    known = out / "gallery" / "states.json"
    kept = json.loads(known.read_text("utf-8")) if known.exists() else []
    rows = {(name, size, scheme): text for name, size, scheme, text in [*map(tuple, kept), *taken]}
    known.write_text(json.dumps([[*key, text] for key, text in rows.items()], indent=0) + "\n", "utf-8")
    groups: dict[str, list[str]] = {}
    for (name, size, scheme), text in rows.items():
        told, file = escape(text), f"gallery/{name}-{size}-{scheme}.webp"
        image = f'<img loading="lazy" src="{file}" alt="{told} ({size}, {scheme})">'
        groups.setdefault(told, []).append(f"<figure>{image}<figcaption>{size}, {scheme}</figcaption></figure>")
    body = "\n".join(f"<h2>{text}</h2>\n<div>{''.join(images)}</div>" for text, images in groups.items())
    style = (
        "body{font:17px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:110rem;padding:0 1.5rem}"
        ":root{color-scheme:light dark}div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}figure{margin:0}"
        "img{max-width:100%;border-radius:10px;border:1px solid #8886}figcaption{font-size:.85rem}"
    )
    head = '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>companion: every state</title>\n'
    about = (
        "<h1>Every state of the pages</h1>\n<p>Made by <code>python -m tests.browser.gallery</code>: the browser "
        "tests' server, a fake camera, rendered people. The parts they are made of: "
        '<a href="design.html">design sheet</a>.</p>\n'
    )
    (out / "gallery.html").write_text(f"{head}<style>{style}</style>\n{about}{body}\n</html>\n", "utf-8")


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser.test_table_media import camera_clip

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("states", nargs="*", help="names of states (functions in this module); none: all")
    parser.add_argument("--lang", help="take all pages in this language")
    parser.add_argument("--out", type=Path, default=DOCS, help="the folder that they go to")
    asked = parser.parse_args()
    only = set(asked.states)
    (asked.out / "gallery").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        clip = camera_clip(Path(folder))
        args = [*ARGS, f"--use-file-for-fake-video-capture={clip}"]
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=args)
        for k, state in enumerate(s for s in STATES if not only or s.__name__ in only):
            served = Served(Path(folder) / str(k), pace=3600)
            gallery = Gallery(browser, served, asked.out, asked.lang)
            state(gallery)
            write_page(asked.out, gallery.taken)
            served.stop()
            print(f"{state.__name__}: {len(gallery.taken)} pictures", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
