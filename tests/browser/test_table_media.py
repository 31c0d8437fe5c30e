"""Chromium's fake camera and microphone play files: a face or a noise becomes a signal and a trade in the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import resources
from tests.browser.pages import holds, logged, menu, phone, start, until

RATE = 48_000


def camera_clip(folder: Path, seconds: float = 8.0) -> Path:
    """Write the first seconds of the demo's clip to and fro as Y4M, which Chromium loops as its camera.

    Three players keep still, then the two on the camera's left make wide eyes at the same time: Cleo and Ben, as names
    go from the left of a mirror.
    """
    import cv2

    clip = cv2.VideoCapture(str(resources.path("demo/demo.mp4")))
    rate = round(clip.get(cv2.CAP_PROP_FPS))
    width, height = (int(clip.get(k)) for k in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    path, pictures = folder / "camera.y4m", []
    for _ in range(int(seconds * rate)):
        good, image = clip.read()
        assert good, "the demo's clip is shorter than it was"
        pictures.append(b"FRAME\n" + cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes())
    clip.release()
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420mpeg2\n".encode())
        file.writelines([*pictures, *reversed(pictures)])
    return path


def microphone_clip(folder: Path, noise: str) -> Path:
    """Return a synthesised animal between silences as WAV, which Chromium plays as its microphone in a loop."""
    import soundfile

    from models.training.voices import perform
    from models.training.voices.source import RATE as MADE

    random = np.random.default_rng(0)
    sound = np.concatenate([np.zeros(2 * MADE), perform(noise, 503).samples * 0.5, np.zeros(3 * MADE)])
    sound = sound + random.standard_normal(len(sound)) * 1e-3
    path = folder / "microphone.wav"
    soundfile.write(path, np.repeat(sound, RATE // MADE).astype(np.float32), RATE, subtype="PCM_16")
    return path


def signals_of(served: Any) -> list[Any]:
    return [e for e in logged(served) if e.type == "signal"]


@pytest.mark.parametrize("query", ["", "?poll=1"], ids=["socket", "post"])
def test_a_face_before_the_camera_is_a_signal_and_two_are_a_trade(
    query: str, serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="B", advanced=True)
    browser = launch(f"--use-file-for-fake-video-capture={camera_clip(tmp_path)}")
    page = browser.new_context(locale="en-GB", permissions=["camera"]).new_page()
    page.goto(served.address.replace("/#", f"/{query}#"))
    page.click("#camera")
    until(page, "Number(document.querySelector('.sight').dataset.faces) === 3", 40)
    page.wait_for_selector(".showing", timeout=60_000)
    until(page, "document.querySelector('.log').textContent.includes('Ben and Cleo trade')", 60)
    assert served.call(lambda: served.hub.game.match.state.trades) >= 1
    seen = signals_of(served)
    assert {s.source for s in seen} == {"page"}
    assert {s.name for s in seen if s.player in ("Ben", "Cleo") and s.phase == "on"} == {"eyes_wide"}
    page.click("#wild")
    until(page, "document.querySelector('#toast').textContent.includes('Ann: relax your face')", 20)


@pytest.mark.parametrize("query", ["", "?poll=1"], ids=["socket", "post"])
def test_a_noise_before_a_phone_is_its_players_signal_and_a_trade(
    query: str, serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    served = serve_table()
    start(served, cards="physical", signal_set="C")
    sound = f"--use-file-for-fake-audio-capture={microphone_clip(tmp_path, 'cow')}"
    page = phone(launch, served, "Ann", query=query, arguments=[sound], locale="en-GB", permissions=["microphone"])
    page.click("#microphone")
    game = served.hub.game
    served.call(
        lambda: [game.sitting.take(e) for e in game.taps.show("Ben", "cow", "tap")]
    )  # Ben moos too, and goes on
    until(page, "document.querySelector('.ruling').textContent.includes('Ann and Ben trade')", 60)
    cows = [s for s in signals_of(served) if s.player == "Ann"]
    assert {s.name for s in cows} == {"cow"}
    assert {s.source for s in cows} == {"phone Ann"}
    assert served.call(lambda: served.hub.devices.sources("en")) != []
    page.click("#microphone")
    holds(page, lambda: served.call(lambda: served.hub.devices.sources("en")) == [], "its microphone is gone")


SLOW = """window.asked = 0;
const was = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = async wish => {
  window.asked += 1;
  await new Promise(given => setTimeout(given, 500));
  return was(wish);
};"""


@pytest.mark.parametrize("device", ["camera", "microphone"])
def test_a_second_tap_while_a_device_is_asked_for_opens_no_second_one(
    device: str, serve_table: Any, launch: Any
) -> None:
    """The second one could never be turned off."""
    served = serve_table()
    start(served, cards="physical", signal_set="C")
    page = phone(launch, served, "Ann", script=SLOW, locale="en-GB", permissions=[device])
    page.click(f"#{device}")
    page.click(f"#{device}")
    page.wait_for_selector(f"#{device}.on")
    assert page.evaluate("window.asked") == 1


@pytest.mark.parametrize("query", ["", "?poll=1"], ids=["socket", "post"])
def test_a_phones_camera_is_on_again_after_reload_and_lock(
    query: str, serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    """A reload keeps the camera on; a stream that a locked screen ended is taken up when the page is seen again."""
    served = serve_table()
    start(served, cards="physical", signal_set="B")
    camera = f"--use-file-for-fake-video-capture={camera_clip(tmp_path, 2.0)}"
    page = phone(launch, served, "Ann", query=query, arguments=[camera], locale="en-GB", permissions=["camera"])
    page.click("#camera")
    until(page, "document.querySelector('.stage')?.dataset.faces === '3'", 40)
    page.reload()
    until(page, "document.querySelector('.stage')?.dataset.faces === '3'", 40)
    page.evaluate("document.querySelector('video').srcObject.getTracks().forEach((track) => track.stop())")
    until(page, "document.querySelector('video').srcObject.getTracks()[0].readyState === 'ended'")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, "document.querySelector('video').srcObject.getTracks()[0].readyState === 'live'", 20)
    page.evaluate("document.querySelector('.stage').dataset.faces = ''")
    until(page, "document.querySelector('.stage')?.dataset.faces === '3'", 40)


def test_a_noise_at_the_laptop_is_asked_about_once_somebody_else_shows_it(
    serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    """One microphone, no face in view: a line of the log says so. Ben shows it by a tap: who trades?"""
    served = serve_table(lan=False)
    start(served, cards="physical", signal_set="C")
    browser = launch(f"--use-file-for-fake-audio-capture={microphone_clip(tmp_path, 'cow')}")
    page = browser.new_context(locale="en-GB", permissions=["microphone"]).new_page()
    page.goto(served.address)
    page.click("#microphone")
    until(page, "document.querySelector('meter').value > -60", 30)
    until(page, "document.querySelector('.loglist').textContent.includes('I noticed a cow, but not who it was.')", 60)
    until(page, "document.querySelector('.sight .soundbar') !== null", 30)  # the likeliest sounds, with thresholds
    assert page.locator('[data-code="whose-sound"]').count() == 0
    page.click('[data-signal="cow"]')
    page.click('[data-by="1"]')
    asked = page.locator('[data-code="whose-sound"]').first
    asked.wait_for(timeout=60_000)
    assert "Ben shows a cow, and somebody else does, too. Who trades with Ben?" in asked.inner_text()
    asked.get_by_role("button", name="Cleo").click()
    until(page, "document.querySelector('.loglist').textContent.includes('Ben and Cleo trade 1 card.')", 30)
    page.click("#microphone")
    until(page, "document.querySelector('#microphone').textContent.includes('Use')")


def test_permission_refused_is_one_sentence(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served)
    page = launch("--deny-permission-prompts").new_context(locale="de-DE").new_page()
    page.add_init_script(
        "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); }"
    )
    page.goto(served.address)
    page.click("#camera")
    until(page, "document.querySelector('#toast').textContent.includes('verweigert')")
    page.click('[data-as="0"]')
    page.wait_for_selector(".offer")  # the game goes on by taps


def test_rulings_are_spoken_but_not_while_a_microphone_listens(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served)
    page = launch().new_context(locale="de-DE", permissions=["microphone"]).new_page()
    page.add_init_script(
        "window.spoken = []; speechSynthesis.speak = (said) => { window.spoken.push([said.lang, said.text]); "
        "said.onstart?.(); setTimeout(() => said.onend?.(), 20); };"
    )
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    served.say("score")
    until(page, "document.querySelector('.log').textContent.includes('Punktestand')")
    assert page.evaluate("window.spoken") == []  # nobody asked for it
    menu(page, "speak")
    served.say("pause")
    until(page, "window.spoken.length === 1")
    assert page.evaluate("window.spoken[0][0]") == "de-DE"
    assert page.evaluate("window.spoken[0][1]") == "Pause: Kein Signal zählt."
    page.click("#microphone")
    until(page, "document.querySelector('meter').value > -60", 30)
    served.say("resume")
    until(page, "document.querySelector('.ruling-big').textContent === 'Es geht weiter.'")
    assert page.evaluate("window.spoken.length") == 1
