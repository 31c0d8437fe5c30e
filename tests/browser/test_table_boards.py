"""What only one game has on its pages: Face Off!'s speech, Face Cards' photographs, Keep Smiling!'s dice by camera."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.events import Phrase, Roll
from companion.facts import fact
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import load
from companion.senses.dice.dice_scene import ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher
from companion.sitting.mouth_watch import FilmedMouth
from companion.sitting.worker import Batch
from models.training.dice.throws import draw_throw
from tests.browser.pages import holds, logged, phone, start, state, until, wrong_with

PLAYERS = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cleo"}]


def photograph(folder: Path) -> Path:
    """Return a large picture as a phone takes it, with a comment in it that must not be kept."""
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
    until(ann, "[...document.querySelectorAll('.card img.photo')].some((i) => i.naturalWidth === 480)")
    assert served.call(lambda: dict(served.hub.album.versions)) == {number: 1}
    (kept,) = (served.folder / "games").glob(f"*-cards/{number}.jpg")
    assert b"secret" not in kept.read_bytes()
    assert laptop.locator(".card img.photo").count() == 0  # nobody has laid that card: the table does not show it
    ann.reload()
    until(ann, "document.querySelectorAll('.card img.photo').length === 1")
    ann.click(".photos summary")
    text = tmp_path / "x.jpg"
    text.write_text("no picture")
    ann.set_input_files('[data-k="photofile"]', text)
    until(ann, "document.querySelector('#toast').textContent.includes('cannot be used')")
    served.call(served.hub.leave)
    laptop.wait_for_selector(".kept li")
    laptop.on("dialog", lambda box: box.accept())
    laptop.click(".kept .exports summary")
    laptop.locator(".kept li").get_by_role("button", name="Delete").click()
    until(laptop, "document.querySelectorAll('.kept li').length === 0")
    assert not kept.parent.exists()


def throw_clip(folder: Path) -> tuple[Path, tuple[int, ...]]:
    """Return a rendered throw as Y4M whose dice the sense reads right as it stands, and its values."""
    for seed in range(12):
        throw = draw_throw(np.random.default_rng([21, seed]), "plain", fps=15.0)
        images = [image for _, image in throw.frames()] if len(throw.values) == 3 else []
        if images and read(images) == sorted(throw.values):
            path = folder / "dice.y4m"
            height, width = images[0].shape[:2]
            with path.open("wb") as file:
                file.write(f"YUV4MPEG2 W{width} H{height} F15:1 Ip A1:1 C420mpeg2\n".encode())
                for image in [*images, *[images[-1]] * 30]:
                    file.write(b"FRAME\n" + cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes())
            return path, throw.values
    raise AssertionError("no throw in twelve was read")


def read(images: list[Any]) -> list[int]:
    """Return what the dice watcher reads in these pictures as a page sends them; nothing where it asks."""
    watcher = DiceWatcher(DiceDetector(), margins=load(), expected=ExpectedDice(3))
    for k, image in enumerate([*images, *[images[-1]] * 20]):
        sent: Any = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1], cv2.IMREAD_COLOR)
        for event in watcher.update(k / 15, sent):
            if isinstance(event, Roll) and not event.refused:
                return sorted(event.values)
    return []


def set_up(page: Any) -> None:
    page.click('[data-k="any"]')
    page.click('[data-k="done"]')


def test_a_phone_over_the_table_reads_the_dice_and_the_phones_move(
    serve_table: Any, launch: Any, tmp_path: Path
) -> None:
    """Secret set-up on two phones, the throw seen by Ann's phone that lies over the table, the move tapped."""
    served = serve_table()
    start(served, "keep-smiling", [{"name": "Ann"}, {"name": "Ben"}])
    clip, values = throw_clip(tmp_path)
    camera = f"--use-file-for-fake-video-capture={clip}"
    ann = phone(launch, served, "Ann", arguments=[camera], locale="de-DE", permissions=["camera"])
    ben = phone(launch, served, "Ben", locale="en-GB")
    laptop = launch().new_context(locale="en-GB").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector(".seatlist")
    ben.click('[data-k="any"]')
    set_up(ann)
    until(ben, "document.querySelector('.ruling').textContent.includes('Ann')")
    holds(ben, lambda: served.call(lambda: {p.sent for p in served.hub.pages} == {served.hub.version}), "the state")
    ben.wait_for_timeout(200)
    assert ben.locator('[data-k="done"]').is_enabled()  # what he has chosen stays when she is done
    ben.click('[data-k="done"]')
    until(laptop, "document.querySelector('.log').textContent.includes('Ann throws three dice')")
    kinds = "document.querySelectorAll('.lane .kind-S, .lane .kind-G').length"
    assert ann.evaluate(kinds) == 4  # her own pieces' kinds
    assert laptop.evaluate(kinds) == 0  # nobody else's page knows them
    assert "Rückkamera" in ann.inner_text("#camera")
    ann.click("#camera")
    until(laptop, "document.querySelector('.log').textContent.includes('Ann rolls')", 60)
    assert sorted(state(served).dice) == sorted(values)
    until(ann, "document.querySelector('.dice') !== null && document.querySelector('[data-throw]') !== null")
    assert ann.inner_text(".ruling").strip()
    while not ann.locator('[data-act="move"]:not([disabled])').count():
        ann.locator("[data-throw]:not([disabled])").first.click()
        ann.locator("[data-lane]").first.click()
    ann.click('[data-act="move"]')
    until(laptop, "document.querySelector('.log').textContent.includes('Ann moves')")
    assert served.call(lambda: any(s.actor == 0 for s in served.hub.game.match.steps))


def claim_with_teeth(served: Any, name: str, gem: str) -> None:
    """Let a player shout and say the victory speech in view of a camera, and show teeth in the middle of it."""
    hub, words = served.hub, f"face off {name} has all of the {gem} and is a totally awesome player".split()
    start_ = hub.clock.now() + 1.0  # times are what counts: nobody waits for them
    for k in range(120):
        t = start_ - 0.5 + k / 20
        shows = 1.0 < t - start_ < 1.3
        crop = np.full((64, 64, 3), (200, 120, 110), np.uint8)
        crop[28:36, 12:52] = 250 if shows else 60
        hub.game.victory.watch.see(name, FilmedMouth(t, 0.9 if shows else 0.05, crop if shows else None))
    spoken = tuple((w, start_ + 0.3 * k, start_ + 0.3 * k + 0.28) for k, w in enumerate(words))
    shout = Phrase(onset=start_, decided=start_ + 0.6, text="face off", kind="shout", source="page")
    opens = replace(shout, onset=start_ - 9.0, decided=start_ - 9.0, player=PLAYERS[0]["name"])  # the dealer
    slots = {"heard": "heard", "name": name, "gem": gem, "missing": ""}
    text = " ".join(words)
    speech = Phrase(
        onset=start_,
        decided=start_ + 4.6,
        text=text,
        kind="speech",
        words=spoken,
        slots=slots,
        source="page",
        player=name,
    )
    hub.sitting.post(Batch(start_ + 4.6, [opens, shout, speech]))


def test_a_speech_with_teeth_its_verdict_and_the_evidence(serve_table: Any, launch: Any) -> None:
    served = serve_table()
    start(served, "ftw", PLAYERS)
    until(launch().new_page(), "true")  # some time passes before the game begins
    start(served, "face-off", PLAYERS, cards="physical", advanced=True, signal_set="B")
    page = launch().new_context(locale="en-GB", viewport={"width": 1280, "height": 900}).new_page()
    page.goto(served.address)
    page.wait_for_selector(".seatlist")
    gem = served.call(lambda: served.hub.game.match.options.suits[0])
    served.call(lambda: claim_with_teeth(served, "Ann", gem))
    until(page, "document.querySelector('.said').textContent.includes('totally awesome')")
    until(page, "document.querySelector('.log').textContent.includes('Face Off! Who has won')")
    page.wait_for_selector('[data-code="claim"]')
    until(page, "document.querySelector('.tableacts [data-act=confirm]') === null")  # not offered a second time
    page.locator('[data-code="claim"] [data-answer="yes"]').click()
    until(page, "document.querySelector('#evidence') !== null")
    verdict = page.locator(".log li", has=page.locator(".why span", has_text="teeth at"))
    verdict.locator("summary").click()
    assert "has all" in verdict.inner_text()  # the words that were said with them
    teeth = next(e for e in logged(served) if e.type == "teeth")
    speech = next(e for e in logged(served) if e.type == "phrase" and e.kind == "speech")
    assert all(0.9 < t - speech.onset < 1.4 for t in teeth.times)  # on one time line with the log
    page.click("#evidence")
    page.wait_for_selector("dialog[open] figure")
    assert page.locator("dialog figure img").count() == 3
    assert page.evaluate("[...document.querySelectorAll('dialog img')].every((i) => i.naturalWidth === 240)")
    told = page.inner_text("dialog")
    assert "Ann" in told
    assert "Teeth were seen" in told
    assert wrong_with(page) == []
    page.get_by_role("button", name="Close").click()
    served.say("next C wild kiss")  # the next hand: nothing of it is kept
    until(page, "document.querySelector('.log').textContent.includes('Hand 2')")
    assert served.call(lambda: served.hub.last_verdict) is None
    phone_sees = phone(launch, served, "Ben", locale="en-GB")
    answer = phone_sees.evaluate("fetch('/api/evidence').then((r) => r.status)")
    assert answer == 403


def test_a_roll_that_was_not_read_is_accepted_on_the_page(serve_table: Any, launch: Any) -> None:
    """The camera's doubt is said in the page's language; one tap takes the dice as they lie."""
    served = serve_table()
    start(served, "keep-smiling", [{"name": "Ann"}, {"name": "Ben"}], pieces="physical")
    laptop = launch().new_context(locale="de-DE").new_page()
    laptop.goto(served.address)
    laptop.wait_for_selector("#roll")
    asked = laptop.locator('[data-code="dice-lie"]')
    assert asked.count() == 0
    now = served.call(served.hub.game.sitting.now)
    doubted = Roll(
        onset=now,
        decided=now + 0.4,
        source="camera 0",
        values=(4, 0, 2),
        best=(4, 6, 2),
        refused=fact("dice.leaning", die="red"),
    )
    served.call(lambda: served.hub.game.sitting.take(doubted))
    asked.wait_for()
    assert asked.locator(".asked").inner_text() == "Gelten die Würfel, wie sie liegen: 4 6 2?"
    assert "der rote Würfel liegt schief" in laptop.inner_text("body")
    assert wrong_with(laptop) == []
    asked.locator('[data-answer="yes"]').click()
    until(laptop, "document.querySelector('[data-code=dice-lie]') === null")
    assert state(served).dice == (2, 4, 6)


def test_with_a_camera_on_the_dice_to_tap_are_in_view(serve_table: Any, launch: Any) -> None:
    served = serve_table(lan=False)
    start(served, "keep-smiling", PLAYERS[:2], pieces="physical")
    size = {"width": 1366, "height": 768}
    laptop = launch().new_context(locale="de-DE", viewport=size, permissions=["camera"]).new_page()
    laptop.goto(served.address)
    laptop.click("#camera")
    laptop.wait_for_selector(".sight:not(.empty) .stage:not([hidden])")
    ends = "[...document.querySelectorAll('#roll, .dicepad button')].map(e => e.getBoundingClientRect().bottom)"
    assert max(laptop.evaluate(ends)) < size["height"]
