"""The warm-up in a real browser: cards on laptop and phones, what is wrong at once, skip and redo, keys, reload."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
import soundfile

from companion.people.store import People
from companion.people.warmup.round_messages import Chosen
from companion.senses.faces.neutral_face import NeutralFace
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.faces.settings import load_shipped
from companion.senses.sounds.sound_features import TAUGHT, NoiseProfile, NoiseTake
from companion.sitting.crew import phone_of
from tests.browser.pages import holds, menu, phone, start, until, wrong_with
from tests.images import read_image
from tests.senses.test_sounds_enrolment import network, taken, voice

RATE = 16000
FACES = Path(__file__).resolve().parents[1] / "senses" / "faces_data"
UNPLAYED = ("noise.monkey", "noise.donkey", "shout", "name")
SAID = "document.querySelector('.warmsaid')?.dataset.code"
CARD = "document.querySelector('.warmcard')?.dataset.card"


def sound_file(folder: Path, parts: list[np.ndarray], name: str = "microphone") -> str:
    """Return a microphone's WAV, which Chromium plays again and again."""
    path = folder / f"{name}.wav"
    soundfile.write(path, np.concatenate(parts), RATE, subtype="PCM_16")
    return f"--use-file-for-fake-audio-capture={path}"


def room(seconds: float, level: float = 1e-3) -> np.ndarray:
    return np.asarray(np.random.default_rng(3).standard_normal(int(seconds * RATE)) * level)


def takes(names: tuple[str, ...], person: int, count: int = 3) -> list[np.ndarray]:
    """Each noise so many times, with pauses, as somebody makes them when asked."""
    parts = [room(1.0)]
    for name in names:
        for k in range(count):
            parts += [voice(name, k, person), room(1.2)]
    return parts


def table_page(launch: Any, served: Any, *more: str, **how: Any) -> Any:
    page = launch(*more).new_context(permissions=["camera", "microphone"], **how).new_page()
    page.goto(served.address)
    page.wait_for_selector("[data-k=mic], #microphone")
    return page


def begin(page: Any, what: str = "microphone") -> None:
    """Turn it on, and answer the question whether there is to be a warm-up."""
    page.evaluate(f"document.getElementById('{what}').click()")
    answer_warmup(page)


def hears_at_laptop(served: Any) -> bool:
    """Whether the laptop's own microphone is there: phones' alone let the table ask, and give Ann no cards."""
    return any(
        name.startswith("microphone ") and phone_of(name) is None for name in served.hub.game.sitting.crew.workers
    )


def answer_warmup(page: Any) -> None:
    page.wait_for_selector("[data-code=warmup] [data-answer=yes]", timeout=90_000)
    page.click("[data-code=warmup] [data-answer=yes]")
    until(page, f"!!{CARD}", 90)


def warmup(served: Any) -> Any:
    return served.call(lambda: served.hub.game.warmup)


@pytest.fixture(autouse=True)
def nobody_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Who agrees to be kept is kept in the test's own folder."""
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "kept"))


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


def test_three_players_on_the_laptop_and_on_phones(serve_table: Any, launch: Any, tmp_path: Path) -> None:
    """Ann at the laptop, Ben and Cleo on their phones at once; what they taught is known to every microphone.

    Over ten seconds: six noises are made before each of three microphones, at their own pace.
    """
    served = serve_table()
    start(served, signal_set="C", cards="physical")
    files = [sound_file(tmp_path, takes(("cow", "seal"), k), f"m{k}") for k in range(3)]
    phones = [
        phone(launch, served, n, arguments=[files[k]], permissions=["microphone", "camera"])
        for k, n in ((1, "Ben"), (2, "Cleo"))
    ]
    for each in phones:
        each.evaluate("document.getElementById('microphone').click()")
    page = table_page(launch, served, files[0])
    page.evaluate("document.getElementById('microphone').click()")
    holds(page, lambda: served.call(lambda: hears_at_laptop(served)), "the laptop hears", 60)
    answer_warmup(page)
    for each, name in zip(phones, ("Ben", "Cleo"), strict=True):
        until(each, f"!!{CARD} || !!document.querySelector('[data-row={name}]')", 30)
    served.call(lambda: skip_unplayed(warmup_now(served)))
    for _ in range(600):
        piles = warmup(served).round.piles
        if all(pile.is_done for pile in piles.values()):
            break
        page.wait_for_timeout(200)
    assert {n: sorted(pile.takes) for n, pile in piles.items()} == {n: ["cow", "seal"] for n in ("Ann", "Ben", "Cleo")}
    served.call(lambda: warmup_stop(served))
    until(
        page, "document.querySelectorAll('[data-row] [data-grade=sure], [data-row] [data-grade=weak]').length >= 6", 60
    )
    page.click("[data-keep=Ann] [data-warm=keep]", timeout=120_000)  # all takes are compared first
    until(page, "!document.querySelector('[data-keep=Ann]')", 60)


def test_the_sheet_of_who_is_known_says_why_a_noise_was_not_taken(serve_table: Any, launch: Any) -> None:
    """Nobody warms up tonight: Ann is kept from another evening, and the sheet is in the menu all the same."""
    takes = [NoiseTake("cow", TAUGHT, taken("cow", k)) for k in range(3)]
    People().keep_sounds(NoiseProfile("Ann", takes, network().version))
    calm = {name: belief.value for name, belief in NeutralFace(load_shipped()).prior.items()}
    People().keep_face(Face("Ann", calm, {"grin": 9.0}))
    served = serve_table(lan=False)
    start(served, signal_set="C", cards="physical", advanced=True)
    page = launch().new_context(locale="de-DE").new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    menu(page, "sheet")
    until(page, "document.querySelectorAll('[data-row]').length === 3", 60)
    grade = "document.querySelector('[data-row={}] [data-cell={}]').dataset.grade"
    assert page.evaluate(grade.format("Ann", "cow")) == "sure"
    assert page.evaluate(grade.format("Ann", "grin")) == "sure"
    assert page.evaluate(grade.format("Ann", "seal")) == "unknown"
    assert page.evaluate(grade.format("Ben", "cow")) == "unknown"
    assert wrong_with(page) == []
    cell = "document.querySelector('[data-row=Ann] [data-cell=cow]')?.textContent"
    before = page.evaluate(cell)
    match = SimpleNamespace(player="Ann", name="cow", second="seal", margin=0.4)
    served.call(lambda: served.hub.game.warmup._note_refusal(SimpleNamespace(match=match, margin=-1.25)))
    page.keyboard.press("Escape")
    until(page, "document.querySelector('[data-part=warmup]').hidden")
    menu(page, "sheet")
    until(page, f"({cell} ?? {before!r}) !== {before!r}", 60)


def warmup_now(served: Any) -> Any:
    return served.hub.game.warmup


def warmup_stop(served: Any) -> None:
    warmup_now(served).take(Chosen("stop"))


def skip_unplayed(warmup: Any) -> None:
    piles = {
        n: replace(p, status={**p.status, **dict.fromkeys(UNPLAYED, "skipped")}) for n, p in warmup.round.piles.items()
    }
    warmup.round = replace(warmup.round, piles=piles)


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


@pytest.mark.parametrize(
    ("how", "says"),
    [("dark", "warmup.dark"), ("far", "warmup.far"), ("grin", "warmup.smiling"), ("nobody", "warmup.no-face")],
)
def test_what_is_wrong_with_a_face_is_said_at_once(
    serve_table: Any, launch: Any, tmp_path: Path, how: str, says: str
) -> None:
    clip = face_clip(tmp_path, how)
    served = serve_table(lan=False)
    start(served, signal_set="B", cards="physical")
    page = table_page(launch, served, f"--use-file-for-fake-video-capture={clip}")
    begin(page, "camera")
    assert page.evaluate(CARD) == "calm"
    until(page, f"{SAID} === '{says}'", 60)
    face = "no" if how == "nobody" else "yes"  # players see themselves, with a frame around the face
    until(page, f"document.querySelector('.warmmirror:not([hidden])')?.dataset.face === '{face}'", 20)


def with_lower_jaw(face: np.ndarray) -> np.ndarray:
    """Return the face's picture with its lower half drawn down, the chin by a sixteenth of the height."""
    h, w = face.shape[:2]
    x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    source = (y - 0.12 * np.clip(y - h / 2, 0, h / 2)).astype(np.float32)
    return cv2.remap(face, x, source, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def face_clip(folder: Path, how: str) -> Path:
    """Return a camera's MJPEG of a rendered face whose jaw moves now and then, or of nobody."""
    label = "grin" if how == "grin" else "neutral"
    face = read_image(FACES / f"700002_{label}.jpg")
    picture = np.full((480, 640, 3), 96, np.uint8)
    if how == "far":
        face = cv2.resize(face, None, fx=0.45, fy=0.45, interpolation=cv2.INTER_AREA)
    h, w = face.shape[:2]
    still, moved = picture.copy(), picture.copy()
    if how != "nobody":
        still[10 : 10 + h, 140 : 140 + w] = face
        moved[10 : 10 + h, 140 : 140 + w] = with_lower_jaw(face)
    if how == "dark":
        still, moved = ((p * 0.2).astype(np.uint8) for p in (still, moved))
    path = folder / "camera.mjpeg"
    rng = np.random.default_rng(1)  # a picture that never changes is a camera that stands still
    shown = [moved if k < 20 else still for k in range(60)]  # a face that never moves is a picture on the wall
    frames = [np.clip(p + rng.normal(0, 3, p.shape), 0, 255).astype(np.uint8) for p in shown]
    path.write_bytes(b"".join(cv2.imencode(".jpg", frame)[1].tobytes() for frame in frames))
    return path
