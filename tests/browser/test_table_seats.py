"""Phones keep their seats over a reload, a restart of the server and sleep; each reads rulings in its own language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.web.kit.door import Door, Forbidden
from companion.web.kit.short_code import WARN_AFTER_TRIES
from tests.browser.pages import menu, phone, start, state, until


def gem_of(served: Any, seat: int) -> str:
    """Return a gem of which the seat holds a card."""
    hand = served.call(lambda: served.hub.game.match.game.view(served.hub.game.match.state, seat)["hand"])
    return next(g for g, n in hand.items() if isinstance(n, int) and n > 0)


def test_a_restart_keeps_the_game_the_seat_and_the_cookie(serve_table: Any, launch: Any, tmp_path: Path) -> None:
    served = serve_table(folder=tmp_path / "kept")
    start(served)
    gem = gem_of(served, 0)
    ann = phone(launch, served, "Ann", locale="en-GB")
    waiting = served.invite("Ben")  # shown as a QR code, not scanned yet
    ann.click(f'[data-act="offer 1 {gem}"]')
    until(ann, "document.querySelector('.suit .count').parentElement.parentElement.textContent.includes('(−1)')")
    ports = served.ports()
    served.stop()
    until(ann, "document.getElementById('app').dataset.line === 'off'")
    again = serve_table(folder=tmp_path / "kept", ports=ports)
    again.call(again.hub.restore)
    until(ann, "document.getElementById('app').dataset.line === 'on'", 30)
    until(ann, "document.querySelector('.phone .suit') !== null")
    assert ann.inner_text(".phone h1") == "Ann"
    assert state(again).offers[0] is not None
    ann.click('[data-act="withdraw"]')
    until(ann, "!document.querySelector('.phone').textContent.includes('(−1)')")
    assert state(again).offers[0] is None
    ben = launch().new_context(ignore_https_errors=True, locale="en-GB").new_page()
    ben.goto(waiting)  # the code is still good, once
    ben.wait_for_selector("text=Ben")
    assert again.call(lambda: again.hub.door.phones()) == {"Ann", "Ben"}


def test_each_page_reads_rulings_in_its_own_language(serve_table: Any, launch: Any) -> None:
    """Ann's phone is German and has a socket, Ben's is English and polls, the laptop is German; so is not the game."""
    served = serve_table()
    start(served)
    gems = [gem_of(served, seat) for seat in (0, 1)]
    ann = phone(launch, served, "Ann", locale="de-DE")
    ben = phone(launch, served, "Ben", query="?poll=1", locale="en-GB")
    laptop = launch().new_context(locale="de-DE").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector(".seatlist")
    ann.click(f'[data-act="offer 1 {gems[0]}"]')
    ben.click(f'[data-act="offer 1 {gems[1]}"]')
    until(ben, "document.querySelector('.ruling').textContent === 'Ann and Ben trade 1 card.'")
    until(ann, "document.querySelector('.ruling').textContent === 'Ann und Ben tauschen 1 Karte.'")
    until(laptop, "document.querySelector('.log').textContent.includes('Ann und Ben tauschen 1 Karte.')")
    laptop.locator(".log .why summary").first.click()
    assert "Beide zeigen" in laptop.inner_text(".log")
    ann.reload()
    until(ann, "(document.querySelector('.ruling')?.textContent ?? '').includes('tauschen')")


MORTAL = """window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...all) { super(...all); window.sockets.push(this); }
  send(data) { if (!this.dead) super.send(data); }
  set onmessage(hear) { super.onmessage = hear && ((event) => this.dead || hear(event)); }
};"""


def test_a_dead_socket_is_left_behind(serve_table: Any, launch: Any) -> None:
    """After sleep a socket may look open and carry nothing: the page that wakes opens another one by itself."""
    served = serve_table()
    start(served)
    gem = gem_of(served, 0)
    ann = phone(launch, served, "Ann", script=MORTAL, locale="en-GB")
    until(ann, "document.getElementById('app').dataset.line === 'on' && window.sockets.length === 1")
    ann.evaluate("window.sockets[0].dead = true")
    ann.click(f'[data-act="offer 1 {gem}"]')  # goes nowhere
    ann.evaluate("dispatchEvent(new Event('pageshow'))")
    until(ann, "window.sockets.length === 2 && document.getElementById('app').dataset.line === 'on'", 20)
    assert state(served).offers[0] is None
    ann.click(f'[data-act="offer 1 {gem}"]')
    until(ann, "document.querySelector('.phone').textContent.includes('(−1)')")
    assert state(served).offers[0] is not None


def test_a_phone_that_is_signed_out_is_told_so_even_after_a_restart(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served)
    ann = phone(launch, served, "Ann", locale="en-GB")
    served.call(lambda: served.hub.door.forget("Ann"))  # while the phone slept
    ports, folder = served.ports(), served.folder
    served.stop()
    serve_table(folder=folder, ports=ports)
    ann.wait_for_selector("text=This phone was signed out", timeout=30_000)
    ann.reload()  # and not as if it had never been in
    ann.wait_for_selector("text=This phone was signed out", timeout=30_000)


def test_a_damaged_file_of_joined_phones_means_joining_again(tmp_path: Path) -> None:
    path = tmp_path / "joined.json"
    door = Door(keep=path)
    secret = door.enter(door.invite("Ann"))[0]
    again = Door(keep=path)
    assert (found := again.who(secret)) is not None
    assert found.player == "Ann"
    assert secret not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0
    for text in ("", "{", "[]", '{"sessions": 3}', '{"sessions": {"x": [1]}, "tokens": {}, "used": []}'):
        path.write_text(text)
        assert Door(keep=path).who(secret) is None


def test_kept_games_from_the_page(serve_table: Any, launch: Any) -> None:
    """Left, listed, exported three ways, stepped through, gone on with, and deleted, all by the laptop's page."""
    served = serve_table(lan=False)
    start(served)
    gem = gem_of(served, 0)
    served.call(lambda: served.hub.game.taps.act(0, f"offer 1 {gem}", "laptop"))
    page = launch().new_context(locale="de-DE", accept_downloads=True).new_page()
    page.goto(served.address)
    menu(page, "leave")
    row = page.locator(".kept li")
    row.wait_for()
    assert "Face Off!, Ann Ben Cleo" in row.inner_text()
    row.locator(".exports summary").click()
    for name, wanted in (("JSON", '"type":"command"'), ("CSV", '"seconds","ruling","text"'), ("Export", "offer 1")):
        with page.expect_download() as got:
            row.get_by_role("link", name=name).click()
        assert wanted in Path(got.value.path()).read_text("utf-8")
    row.get_by_role("button", name="Nachspielen").click()
    page.wait_for_selector("text=Schritt 1 von 3")
    page.locator("input[type=range]").press("End")
    page.wait_for_selector("text=Schritt 3 von 3")
    assert "Ann zeigt" in page.inner_text(".ruling-big")
    assert "1" in page.inner_text(".shows")
    page.get_by_role("button", name="Zurück").click()
    row.get_by_role("button", name="Weiterspielen").click()
    page.wait_for_selector(".seatlist")
    assert state(served).offers[0] is not None
    menu(page, "leave")
    row.locator(".exports summary").click()
    page.on("dialog", lambda box: box.accept())
    row.get_by_role("button", name="Löschen").click()
    until(page, "document.querySelectorAll('.kept li').length === 0")
    assert list((served.folder / "games").iterdir()) == []


def test_the_laptop_sees_that_somebody_guesses_and_closes_the_door(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served)
    page = launch().new_page()
    page.goto(served.address)
    code = served.call(lambda: served.hub.short.current_code()[0])
    wrong = f"{(int(code) + 1) % 10**6:06}"

    def guess(client: str) -> None:
        with pytest.raises(Forbidden):
            served.hub.short.check(wrong, client)

    for k in range(WARN_AFTER_TRIES):
        served.call(lambda k=k: guess(f"192.168.0.{k}"))
    served.call(served.hub.notify_pages)
    page.wait_for_selector("#guessing")
    page.click("#shut")
    page.wait_for_selector("#guessing", state="detached")
    assert served.call(lambda: served.hub.short.guessing) == 0
