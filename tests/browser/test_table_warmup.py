"""The warm-up in a real browser: cards on the laptop, what is wrong at once, skip and redo, keys, reload."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.browser.pages import start, until, wrong_with
from tests.senses.test_sounds_enrolment import voice

RATE = 16000
SAID = "document.querySelector('.warmsaid')?.dataset.code"
CARD = "document.querySelector('.warmcard')?.dataset.card"


def sound_file(folder: Path, parts: list[np.ndarray], name: str = "microphone") -> str:
    """A microphone's WAV, which Chromium plays again and again."""
    path = folder / f"{name}.wav"
    soundfile.write(path, np.concatenate(parts), RATE, subtype="PCM_16")
    return f"--use-file-for-fake-audio-capture={path}"


def room(seconds: float, level: float = 1e-3) -> np.ndarray:
    return np.asarray(np.random.default_rng(3).standard_normal(int(seconds * RATE)) * level)


def table_page(launch: Any, served: Any, *more: str, **how: Any) -> Any:
    page = launch(*more).new_context(permissions=["camera", "microphone"], **how).new_page()
    page.goto(served.address)
    page.wait_for_selector("[data-k=mic], #microphone")
    return page


def begin(page: Any, what: str = "microphone") -> None:
    """Turn it on, and answer the question whether there is to be a warm-up."""
    page.evaluate(f"document.getElementById('{what}').click()")
    page.wait_for_selector("[data-code=warmup] [data-answer=yes]", timeout=90_000)
    page.click("[data-code=warmup] [data-answer=yes]")
    until(page, f"!!{CARD}", 90)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_keys_touch_skip_redo_and_reload(serve_table: Any, launch: Any, tmp_path: Path, locale: str) -> None:
    served = serve_table(lan=False)
    start(served, signal_set="C", cards="physical")
    page = table_page(launch, served, sound_file(tmp_path, [room(4.0, 3e-4)]), locale=locale, has_touch=True)
    begin(page)
    assert page.evaluate(CARD) == "noise.cow"
    assert page.text_content(".warmhead h1") == "Ann"
    page.keyboard.press("s")
    until(page, f"{CARD} === 'noise.seal'")
    page.tap("[data-warm=later]")
    until(page, f"{CARD} === 'noise.monkey'")
    page.keyboard.press("r")  # the one before, once more
    until(page, f"{CARD} === 'noise.seal'")
    assert not wrong_with(page)
    page.reload()
    until(page, f"{CARD} === 'noise.seal'", 30)
    for _ in range(30):
        if page.evaluate(f"!{CARD}"):
            break
        page.keyboard.press("s")
        page.wait_for_timeout(150)
    until(page, "document.querySelectorAll('[data-row]').length === 3", 30)
    word = {"en-GB": "unknown", "de-DE": "unbekannt"}[locale]
    assert word in page.text_content("[data-row=Ann] [data-cell=cow]")
    page.tap("[data-row=Ben] [data-warm=again]")
    until(page, "document.querySelector('.warmhead h1')?.textContent === 'Ben'")
    page.keyboard.press("Escape")
    until(page, "document.querySelector('[data-part=warmup]').hidden")


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ([room(0.8), voice("cow", 1) * 0.006], "take.quiet"),
        ([room(0.8), np.clip(voice("cow", 1) * 12, -1, 1)], "take.loud"),
        ([np.zeros(5 * RATE)], "warmup.dead"),
        ([np.tile(voice("cow", 1)[4000:12000], 8)], "warmup.music"),
    ],
)
def test_what_is_wrong_with_a_noise_is_said_at_once(
    serve_table: Any, launch: Any, tmp_path: Path, parts: list[np.ndarray], says: str
) -> None:
    served = serve_table(lan=False)
    start(served, signal_set="C", cards="physical")
    page = table_page(
        launch, served, sound_file(tmp_path, [*parts, room(1.2, 1e-3) if says != "warmup.dead" else parts[0]])
    )
    begin(page)
    until(page, f"{SAID} === '{says}' || {SAID} === 'warmup.leave'", 60)
    page.evaluate("document.querySelector('[data-warm=close]').click()")
    until(page, "document.querySelector('[data-part=warmup]').hidden")  # the game starts all the same
