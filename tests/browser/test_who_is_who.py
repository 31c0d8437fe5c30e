"""Who is who: faces in the picture before a game are named by a tap, shown as in a mirror, and known in the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.pages import holds, until, wrong_in_both
from tests.browser.test_table_media import camera_clip

NAMES = ("Ann", "Ben", "Cleo")  # as the demo's people are called, from the camera's left
PLATES = """[...document.querySelectorAll('.whoplates .plate')].map(p => [p.getBoundingClientRect().x, p.textContent])
  .sort((a, b) => a[0] - b[0]).map(p => p[1])"""
STAGE = """[...document.querySelectorAll('.stage .plate')].map(p => [p.getBoundingClientRect().x,
  p.querySelector('.platename').firstChild.textContent]).sort((a, b) => a[0] - b[0]).map(p => p[1])"""


def name_face(page: Any, place: int, name: str) -> None:
    """Tap the face at a place from the picture's left, and the name. Plates move with their faces."""
    face = page.evaluate(
        f"""[...document.querySelectorAll('.whoplates .plate')].sort((a, b) =>
        a.getBoundingClientRect().x - b.getBoundingClientRect().x)[{place}].dataset.face"""
    )
    page.evaluate(f"document.querySelector('.whoplates [data-face=\"{face}\"]').click()")
    page.click(f'[data-part=who-dialog] [data-who="{name}"]')


def set_up(launch: Any, served: Any, folder: Path, locale: str = "en-GB") -> Any:
    seen = f"--use-file-for-fake-video-capture={camera_clip(folder)}"
    page = launch(seen).new_context(locale=locale, permissions=["camera", "microphone"]).new_page()
    page.goto(served.address)
    page.click("[data-k=preview-browser]")
    until(page, f"{PLATES}.length === 3", 60)
    return page


def test_faces_are_named_before_the_game_and_known_in_it(serve_table: Any, launch: Any, tmp_path: Path) -> None:
    """Over ten seconds: names are typed in the order of the picture, one is mended later, the camera starts again."""
    served = serve_table(lan=False)
    page = set_up(launch, served, tmp_path)
    assert page.evaluate(PLATES) == ["Who is this?"] * 3
    assert page.evaluate("getComputedStyle(document.querySelector('.livepicture')).transform").startswith("matrix(-1")
    page.evaluate("document.querySelector('.whoplates .plate').click()")
    assert "memory alone" in page.inner_text("[data-part=who-dialog]")
    assert wrong_in_both(page) == []
    page.keyboard.press("Escape")
    for place, name in enumerate(("Ben", "Cleo", "Ann")):  # from the picture's left, otherwise than they are typed
        name_face(page, place, name)
    until(page, f"{PLATES}.join() === 'Ben,Cleo,Ann'", 30)
    holds(page, lambda: served.call(lambda: all(map(served.hub.evening.known_faces.knows, NAMES))), "looks are kept")
    page.wait_for_timeout(2500)  # a look is the mean of what was seen for a while
    page.fill("[data-name='2']", "Zoe")  # a name that is mended later takes its face with it
    page.click("[data-start]")
    page.wait_for_selector(".seatlist")
    until(page, f"{STAGE}.join() === 'Ben,Zoe,Ann'", 60)
    assert served.call(lambda: [f.player for f in served.hub.game.faces.visible_faces()]) == ["Ben", "Zoe", "Ann"]
    page.click("#camera")
    until(page, "document.querySelector('.stage').hidden")
    page.click("#camera")
    until(page, "!document.querySelector('.stage').hidden", 60)
    until(page, f"{STAGE}.join() === 'Ben,Zoe,Ann'", 60)


def test_names_without_a_tap_go_from_the_left_of_the_mirror(serve_table: Any, launch: Any, tmp_path: Path) -> None:
    served = serve_table(lan=False)
    page = set_up(launch, served, tmp_path)
    page.click("[data-start]")
    page.wait_for_selector(".seatlist")
    until(page, f"{STAGE}.join() === 'Ann,Ben,Cleo'", 60)


@pytest.mark.parametrize(("game", "asks"), [("face-off", True), ("keep-smiling", False)])
def test_dice_are_not_mirrored_and_ask_for_nobody(
    game: str, asks: bool, serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    served = serve_table(lan=False)
    page = set_up(launch, served, tmp_path)
    page.click(f"[data-game={game}]")
    until(page, f"document.querySelector('.livepicture').classList.contains('mirrored') === {str(asks).lower()}")
    until(page, f"({PLATES}.length > 0) === {str(asks).lower()}", 30)
