"""What only one game has on its pages: photographs for Face Cards, Keep Smiling! with dice before a camera."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from pages import phone, start, state, until

PLAYERS = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cleo"}]


def photograph(folder: Path) -> Path:
    """A large picture as a phone takes it, with a comment in it that must not be kept."""
    picture = np.zeros((1500, 2000, 3), np.uint8)
    picture[:, :, 2] = 200
    data = bytes(cv2.imencode(".jpg", picture)[1])
    path = folder / "photo.jpg"
    path.write_bytes(data[:2] + b"\xff\xfe\x00\x0esecret place" + data[2:])
    return path


def test_a_photograph_is_on_the_card_for_everybody_until_the_game_is_deleted(
    serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    served = serve_table()
    start(served, "face-cards", PLAYERS)
    number = state(served).hands[0][0]
    ann = phone(launch, served, "Ann", locale="en-GB")
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector(".seatlist")
    ann.click(".photos summary")
    ann.fill('[data-k="photonumber"]', str(number))
    ann.set_input_files('[data-k="photofile"]', photograph(tmp_path))
    until(ann, "[...document.querySelectorAll('.card img')].some((i) => i.naturalWidth === 480)")
    assert served.call(lambda: dict(served.hub.album.versions)) == {number: 1}
    (kept,) = (served.folder / "games").glob(f"*-cards/{number}.jpg")
    assert b"secret" not in kept.read_bytes()
    assert laptop.locator(".card img").count() == 0  # nobody has laid that card: the table does not show it
    ann.reload()
    until(ann, "document.querySelectorAll('.card img').length === 1")
    ann.click(".photos summary")
    text = tmp_path / "x.jpg"
    text.write_text("no picture")
    ann.set_input_files('[data-k="photofile"]', text)
    until(ann, "document.querySelector('#toast').textContent.includes('cannot be used')")
    served.call(served.hub.leave)
    laptop.wait_for_selector(".kept li")
    laptop.on("dialog", lambda box: box.accept())
    laptop.locator(".kept li").get_by_role("button", name="Delete").click()
    until(laptop, "document.querySelectorAll('.kept li').length === 0")
    assert not kept.parent.exists()
