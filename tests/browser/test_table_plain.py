"""The address that the README names opens the table in the owner's own browser; a phone joins by a short code."""

from __future__ import annotations

from typing import Any

import pytest

from companion.web.kit import peer_owner
from tests.browser.pages import start, until


@pytest.mark.skipif(not peer_owner.available(), reason="this system does not tell whose a connection is")
def test_the_plain_address_opens_the_first_screen(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    page = launch().new_context(locale="de-DE").new_page()
    page.goto(served.address.partition("#")[0])
    page.wait_for_selector("[data-start]", timeout=20_000)
    page.reload()
    page.wait_for_selector("[data-start]", timeout=20_000)


def test_where_the_owner_is_not_known_the_plain_address_asks_for_a_code(
    serve_table: Any, launch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peer_owner, "available", lambda: False)
    served = serve_table(lan=False)
    page = launch().new_context(locale="en-GB").new_page()
    page.goto(served.address.partition("#")[0])
    until(page, "document.body.textContent.includes('code')")
    assert page.query_selector("[data-start]") is None


def test_a_phone_without_a_camera_joins_by_code_under_its_own_name(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served)
    code = served.call(lambda: served.hub.short.current_code()[0])
    page = launch().new_context(locale="en-GB", ignore_https_errors=True).new_page()
    page.goto(f"{served.phones}/join")
    page.fill("#code", f"{code[:3]} {code[3:]}")
    page.keyboard.press("Enter")
    page.click('[data-join="Ben"]', timeout=20_000)
    page.wait_for_selector(".phone h1", timeout=20_000)
    assert page.inner_text(".phone h1") == "Ben"
    assert served.call(lambda: served.hub.door.phones()) == {"Ben"}
