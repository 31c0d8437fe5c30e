"""Phones without a command: the door opens and closes from the page, names are typed on phones, taps are counted."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from companion.web.kit.network_addresses import addresses
from tests.browser.pages import holds, menu, start, state, take_seat, until, wrong_in_both
from tests.browser.test_evening_phones import Evening

MOST_TAPS = 10  # from nothing to the first trade with three phones, their own warnings not counted
FAMILY = ("Mia", "Noah", "Zoë")
SIZES = {"phone": (360, 640), "tablet": (1024, 700), "laptop": (1440, 900)}


def other_address() -> str:
    """Return an address of this machine that is not the one its own page is served on."""
    own = addresses()[0]
    return own if not own.startswith("127.") else "127.0.0.2"


def answers(host: str, port: int) -> bool:
    with socket.socket() as line:
        line.settimeout(3)
        return line.connect_ex((host, port)) == 0


def base_of(served: Any) -> str:
    """Where the phones come in, by this machine's loopback."""
    port = served.call(lambda: served.hub.join_base).rpartition(":")[2]
    return f"https://127.0.0.1:{port}"


def let_in(page: Any, served: Any) -> str:
    """Tap the button. The code."""
    page.click("[data-phones=in]")
    page.wait_for_selector(".lobby .qr")
    served.phones = base_of(served)
    return str(page.inner_text("#shortcode")).replace(" ", "")


def scan(launch: Any, served: Any, code: str, locale: str = "en-GB") -> Any:
    page = (
        launch().new_context(viewport={"width": 360, "height": 700}, ignore_https_errors=True, locale=locale).new_page()
    )
    page.goto(f"{served.phones}/join#code-{code}")
    page.wait_for_selector(".joinnames .asked")
    return page


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_from_nothing_to_the_first_trade_with_three_phones_in_ten_taps(
    locale: str, serve_table: Any, launch: Any
) -> None:
    """Over ten seconds: four pages, as people open them. Each name costs two taps: into its field, and "I am in"."""
    served = serve_table(lan=False)
    evening = Evening(served, launch, locale)
    evening.names = FAMILY
    evening.tap(evening.laptop, "[data-phones=in]")
    evening.laptop.wait_for_selector(".lobby .qr")
    served.phones = base_of(served)
    code = str(evening.laptop.inner_text("#shortcode")).replace(" ", "")
    for name in FAMILY:
        evening.arrive(code, name)
    until(evening.laptop, "document.querySelectorAll('[data-how=in]').length === 3")
    evening.tap(evening.laptop, "[data-start]")
    evening.trade()
    assert evening.taps <= MOST_TAPS, f"{evening.taps} taps"
    assert served.call(lambda: served.hub.game.match.players) == FAMILY
    assert evening.wrong == []


def test_loopback_alone_until_the_door_opens_and_after_it_closes(serve_table: Any, launch: Any) -> None:
    """Proved by trying this machine's other address at the phones' port and at the laptop's own."""
    served = serve_table(lan=False)
    own, other = int(served.address.split(":")[2].split("/")[0]), other_address()
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector("[data-phones=in]")
    assert answers("127.0.0.1", own)
    assert not answers(other, own)
    code = let_in(laptop, served)
    port = int(served.phones.rpartition(":")[2])
    assert answers(other, port)
    assert not answers(other, own)  # the laptop's own page stays where it was
    assert f":{port}" in laptop.inner_text("[data-part=phone-door]")
    mia = scan(launch, served, code)
    take_seat(mia, "Mia")
    mia.wait_for_selector(".phone h1")
    laptop.click("[data-phones=out]")
    laptop.wait_for_selector("[data-phones=in]")
    assert not answers(other, port)
    until(mia, "document.getElementById('app').dataset.line === 'off'")
    assert served.call(lambda: (served.hub.join_base, served.hub.fingerprint, served.hub.short.code)) == ("", "", "")
    assert served.call(lambda: other in served.hub.door.hosts) is False
    laptop.click("[data-phones=in]")  # the same port, and whoever was in is in again
    laptop.wait_for_selector(".lobby .qr")
    assert served.call(lambda: served.hub.join_base).endswith(f":{port}")
    until(mia, "document.getElementById('app').dataset.line === 'on'", 30)


def test_names_are_typed_on_phones_and_mended_there(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.fill("[data-name='1']", "Zoe")  # one name was typed on the laptop: that seat is hers
    code = let_in(laptop, served)
    assert laptop.inner_text(".missing") == "Still missing: seat 1, Zoe and seat 3."
    mia = scan(launch, served, code)
    assert mia.locator("[data-join]").all_inner_texts() == ["Zoe"]
    mia.fill("[data-myname]", "   ")
    mia.click("[data-take]")
    assert mia.query_selector(".phone h1") is None
    take_seat(mia, "Mai")
    mia.wait_for_selector(".phone h1")
    assert laptop.locator("[data-how=in] b").all_inner_texts() == ["Mai"]
    mia.click("summary")
    mia.fill("[data-myname]", "Mia")
    mia.click("[data-take]")
    until(mia, "document.querySelector('.phone h1').textContent === 'Mia'")
    zoe = scan(launch, served, code)
    take_seat(zoe, "mia")  # somebody else has that name
    until(zoe, "document.querySelector('[role=alert]').textContent !== ''")
    assert zoe.query_selector(".phone h1") is None
    take_seat(zoe, "Zoe")
    zoe.wait_for_selector(".phone h1")
    for name in ("Ivo", "Uma"):  # the second is one more than there were seats
        page = scan(launch, served, code)
        take_seat(page, name)
        page.wait_for_selector(".phone h1")
    until(laptop, "document.querySelectorAll('[data-how=in]').length === 4")
    assert laptop.locator("[data-how=in] b").all_inner_texts() == ["Mia", "Zoe", "Ivo", "Uma"]
    laptop.click("[data-start]")
    laptop.wait_for_selector(".seatlist")
    assert served.call(lambda: served.hub.game.match.players) == ("Mia", "Zoe", "Ivo", "Uma")


def test_seats_that_nobody_took_are_left_out_where_enough_came(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.click("[data-add]")
    code = let_in(laptop, served)
    for name in FAMILY:
        page = scan(launch, served, code)
        take_seat(page, name)
        page.wait_for_selector(".phone h1")
    until(laptop, "document.querySelectorAll('[data-how=in]').length === 3")
    assert laptop.inner_text(".missing") == "Still missing: seat 4."
    laptop.click("[data-start]")
    laptop.wait_for_selector(".seatlist")
    assert served.call(lambda: served.hub.game.match.players) == FAMILY


def test_a_game_under_way_is_joined_by_the_code_and_the_door_closes_there(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, cards="digital")
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector(".seatlist")
    menu(laptop, "phones")
    laptop.click("dialog [data-phones=in]")
    laptop.wait_for_selector("dialog #shortcode")
    served.phones = base_of(served)
    code = laptop.inner_text("#shortcode").replace(" ", "")
    ben = scan(launch, served, code)
    assert ben.locator("[data-join]").all_inner_texts() == ["Ann", "Ben", "Cleo"]
    assert ben.query_selector("[data-myname]") is None  # a game that is on has its players
    take_seat(ben, "Ben")
    ben.wait_for_selector(".suit")
    assert state(served).hand == 1
    laptop.wait_for_selector("dialog", state="detached")
    menu(laptop, "phones")
    laptop.wait_for_selector("dialog #shortcode")
    laptop.click("dialog [data-phones=out]")
    until(ben, "document.getElementById('app').dataset.line === 'off'")
    holds(laptop, lambda: not served.call(served.hub.joined_phones), "nobody's phone is in")
    laptop.click('[data-as="1"]')  # so the hand can be shown on the laptop again
    until(laptop, "document.querySelector('.suit') !== null")


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_the_warnings_are_drawn_and_everything_can_be_read_and_tapped(
    locale: str, serve_table: Any, launch: Any
) -> None:
    served = serve_table(lan=False)
    for name, (width, height) in SIZES.items():
        page = launch().new_context(locale=locale, viewport={"width": width, "height": height}).new_page()
        page.goto(served.address)
        page.wait_for_selector("[data-phones=in]")
        assert wrong_in_both(page) == [], name
        let_in(page, served)
        page.click("[data-k=finger] summary")
        assert page.locator("[data-warning] svg").count() == 6
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert wrong_in_both(page) == [], name
        page.click("[data-phones=out]")
        page.wait_for_selector("[data-phones=in]")
        page.context.close()
