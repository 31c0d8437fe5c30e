"""While a sitting is recorded, every page says so, in its reader's language, and it cannot be closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.sitting import recording
from companion.sitting.recording import Recorder
from tests.browser.pages import phone, start

PLAYERS = [{"name": n, "bot": n == "Cleo"} for n in ("Ann", "Ben", "Cleo")]


def test_the_banner_stands_on_the_laptop_and_on_phones(serve_table: Any, launch: Any, tmp_path: Path) -> None:
    served = serve_table(pace=3600)
    browser = launch()
    laptop = browser.new_context(locale="de-DE").new_page()
    laptop.goto(served.address)
    start(served, "face-off", PLAYERS)
    ann = phone(launch, served, "Ann")
    laptop.wait_for_selector("[data-part], main")
    assert laptop.locator("#recording").count() == 0
    recording.current = Recorder(tmp_path / "recordings")
    try:
        served.call(served.hub.notify_pages)
        for page, word in ((laptop, "AUFNAHME"), (ann, "")):
            page.wait_for_selector("#recording:visible")
            assert word in page.inner_text("#recording")
            assert page.locator("#recording button").count() == 0
    finally:
        recording.current.close()
        recording.current = None
    served.call(served.hub.notify_pages)
    for page in (laptop, ann):
        page.wait_for_selector("#recording", state="detached")
