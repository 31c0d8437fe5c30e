"""The moving picture at the top of the README: a hand being refereed. ``python -m tests.browser.moving``.

Plays the bundled game on the table's page (as ``companion demo --serve`` does), photographs the page while it runs and
writes docs/hand.webp from the spans of the clip in which something is ruled.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.clock import MonotonicClock
from companion.demo.stage import Stage
from companion.demo.story import acts
from tests.browser.conftest import ARGS, Served
from tests.browser.pages import until

PICTURE: Final = Path(__file__).resolve().parents[2] / "docs" / "hand.webp"
SIZE: Final[Any] = {"width": 1366, "height": 860}
WIDTH: Final = 860
QUALITY: Final = 60
SPANS: Final = ((3.2, 6.4, 0.2), (11.8, 14.8, 0.2), (28.2, 35.2, 0.5))
"""Seconds of the clip that are shown, and how far apart the pictures are: two trades, then the speech."""
HELD: Final = 2500
"""Milliseconds for which the last picture stays."""
SLOWER: Final = 5.0
"""How much slower the game is played than it is shown."""
LONGEST: Final = 0.35
"""Seconds for which any other picture stays: what lies between two spans is left out, the speech is shortened."""


TOLD: Final = (
    "Ann and Cleo trade 1 card.",
    "Ann and Ben joined in.",
    "A clean speech: Ben keeps all points, 90 in all.",
)


def wanted(last: float, now: float) -> bool:
    """Whether a picture at ``now`` belongs in, when the one before was taken at ``last`` (seconds of the clip)."""
    return any(begin <= now < end and now - last >= apart for begin, end, apart in SPANS)


def photographed(page: Any, served: Served) -> tuple[list[np.ndarray[Any, Any]], list[int]]:
    """Return the page's pictures (BGR) while the clip runs through ``SPANS``, and for how many ms each is shown."""
    pictures: list[np.ndarray[Any, Any]] = []
    taken: list[float] = []
    seen = 0.0
    while seen < SPANS[-1][1]:
        clip = served.hub.devices.clip
        seen = clip.seen if clip is not None else 0.0
        if not wanted(taken[-1] if taken else -1.0, seen):
            page.wait_for_timeout(20)
            continue
        image = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        height = image.shape[0] * WIDTH // image.shape[1]
        pictures.append(cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA))
        taken.append(seen)
    held = [int(1000 * min(after - before, LONGEST)) for before, after in pairwise(taken)]
    return pictures, [*held, HELD]


class SlowClock(MonotonicClock):
    """The machine's clock at a part of its speed: there is time for every picture, and sound never gets ahead."""

    def now(self) -> float:
        return super().now() / SLOWER

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds * SLOWER)


def as_it_should(page: Any) -> bool:
    """Whether the page's log tells the bundled game: where pictures lag behind the sound it goes another way."""
    log = page.inner_text(".log")
    return all(sentence in log for sentence in TOLD)


def main() -> None:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        served = Served(Path(folder), lan=False, clock=SlowClock())
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        page = browser.new_context(locale="en-GB", viewport=SIZE, color_scheme="light").new_page()
        page.goto(served.address)
        served.call(Stage(served.hub, acts(), "en").begin)
        page.get_by_role("button", name="No, just play").click(timeout=60_000)
        until(page, "Number(document.querySelector('.sight')?.dataset.faces) === 3", 60)
        moving = cv2.Animation()
        moving.frames, moving.durations = photographed(page, served)
        if not as_it_should(page):
            sys.exit("the machine was too busy, so the game went another way: run it again when it is quiet")
        browser.close()
        served.stop()
    assert cv2.imwriteanimation(str(PICTURE), moving, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    print(f"{PICTURE.name}: {len(moving.frames)} pictures, {PICTURE.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
