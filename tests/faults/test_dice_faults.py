"""What is no roll must not become one: empty tables, boards of dots, other dice, dead pictures, bad files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from companion.cli import build
from companion.errors import CompanionError
from companion.events import Roll
from companion.facts import fact
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_judge import judge
from companion.senses.dice.dice_margins import load
from companion.senses.dice.dice_scene import DiceCandidates, DiceScene, ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher
from companion.senses.dice.photo_reader import read
from companion.senses.dice.seen_die import SeenDie
from models.training.dice import table, things
from models.training.dice.throws import draw_throw

Image = NDArray[np.uint8]


@pytest.fixture(scope="module")
def detector() -> DiceDetector:
    return DiceDetector()


def black() -> Image:
    return np.zeros((480, 640, 3), np.uint8)


def white() -> Image:
    return np.full((480, 640, 3), 255, np.uint8)


def noise() -> Image:
    return np.random.default_rng(1).integers(0, 255, (480, 640, 3)).astype(np.uint8)


def gradient() -> Image:
    return np.repeat(np.linspace(20, 230, 640, dtype=np.uint8)[None, :, None], 480, 0).repeat(3, 2)


def dotted_board() -> Image:
    """Return a printed board whose dots are as large and as far apart as pips, in rows without end."""
    image = np.full((480, 640, 3), 225, np.uint8)
    for y in range(12, 480, 24):
        for x in range(12, 640, 24):
            cv2.circle(image, (x, y), 5, (20, 20, 20), -1, cv2.LINE_AA)
    return image


def letters() -> Image:
    image = np.full((480, 640, 3), 245, np.uint8)
    for y in range(30, 480, 26):
        cv2.putText(image, "It is always your turn until it is not, says the book:", (8, y), 0, 0.7, (10, 10, 10), 2)
    return image


def coins() -> Image:
    rng = np.random.default_rng(4)
    image = np.full((480, 640, 3), (90, 130, 160), np.uint8)
    for x, y in rng.uniform(60, 420, (9, 2)) * [1.35, 1]:
        things.coin(rng, image, float(x), float(y), 40)
    return image


def d20() -> Image:
    rng = np.random.default_rng(2)
    image = np.full((480, 640, 3), (60, 90, 60), np.uint8)
    for x in (150, 330, 510):
        things.gem(rng, image, float(x), 240.0, 60)
    return image


NOTHING: list[Callable[[], Image]] = [black, white, noise, gradient, dotted_board, letters, coins, d20]


@pytest.mark.parametrize("picture", NOTHING)
@pytest.mark.parametrize("count", [None, 3])
def test_no_roll_is_invented_in_a_picture(
    detector: DiceDetector, picture: Callable[[], Image], count: int | None
) -> None:
    assert read(picture(), count, detector).refused


def rolls_of(detector: DiceDetector, *parts: tuple[Image, int]) -> list[Roll]:
    """Return the rolls read where three dice are expected; each part is a picture and its number of frames."""
    watcher = DiceWatcher(detector, margins=load(), expected=ExpectedDice(3))
    rng = np.random.default_rng(0)
    pictures = [image.astype(np.float32) for image, count in parts for _ in range(count)]
    rolls: list[Roll] = []
    for k, still in enumerate(pictures):
        image = np.clip(still + rng.normal(0, 2, still.shape), 0, 255).astype(np.uint8)
        rolls += [e for e in watcher.update(k / 15, image) if isinstance(e, Roll)]
    return rolls + [e for e in watcher.finish() if isinstance(e, Roll)]


@pytest.mark.parametrize("picture", NOTHING)
@pytest.mark.parametrize("before", [0, 4], ids=["lying there", "thrown"])
def test_no_roll_is_invented_in_a_camera(detector: DiceDetector, picture: Callable[[], Image], before: int) -> None:
    cloth = np.full((480, 640, 3), (60, 110, 60), np.uint8)
    assert [r for r in rolls_of(detector, (cloth, before), (picture(), 12)) if not r.refused] == []


@pytest.mark.parametrize("seed", range(4))
def test_empty_tables_with_clutter(detector: DiceDetector, seed: int) -> None:
    rng = np.random.default_rng([5, seed])
    texture = things.litter(rng, table.surface(rng), 4, 40)
    image = cv2.resize(texture, (640, 640)).astype(np.uint8)[..., ::-1]
    assert read(np.ascontiguousarray(image), 3, detector).refused


def test_a_frozen_camera_gives_nothing_from_its_frozen_picture(detector: DiceDetector) -> None:
    throw = draw_throw(np.random.default_rng(3), "plain", fps=10.0)
    _, rolling = next(throw.frames(since=throw.rest - 0.3))
    watcher = DiceWatcher(detector, margins=load(), expected=ExpectedDice(3), live=True)
    rolls = [e for k in range(40) for e in watcher.update(k / 10, rolling) if isinstance(e, Roll)]
    assert rolls == []


def test_twenty_dice_where_three_were_thrown_are_refused(detector: DiceDetector) -> None:
    for seed in range(43, 60):  # few tables have room for twenty: the first of these has
        throw = draw_throw(np.random.default_rng([8, seed]), "plain", count=20)
        if len(throw.values) == 20 and throw.stage.pixels < 40:
            break
    image = throw.picture()
    assert read(image, 3, detector).refused
    rolls = rolls_of(detector, (np.full_like(image, image.mean((0, 1)).astype(np.uint8)), 4), (image, 14))
    assert rolls
    assert all(r.refused for r in rolls)


def on_display(image: Image, grid: float) -> Image:
    """Return a picture shown by a display and photographed with ``grid`` camera pixels for each of its own."""
    shown = np.repeat(np.repeat(image, 6, 0), 6, 1).astype(np.float32)
    stripes = np.zeros((6, 6, 3), np.float32)
    stripes[:5, 0:2, 2] = stripes[:5, 2:4, 1] = stripes[:5, 4:6, 0] = 1
    shown *= np.tile(stripes, (*image.shape[:2], 1)) * 2.2
    sharp = cv2.GaussianBlur(shown, (0, 0), 0.45 * 6 / grid)
    turn: Any = cv2.getRotationMatrix2D((shown.shape[1] / 2, shown.shape[0] / 2), 4, grid / 6)
    turn[:, 2] += [320 - shown.shape[1] / 2, 240 - shown.shape[0] / 2]
    photo = cv2.warpAffine(sharp, turn, (640, 480)) + np.random.default_rng(1).normal(0, 3, (480, 640, 3))
    return np.clip(photo, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("grid", [2.4, 3.0])
def test_dice_on_a_screen_are_no_roll(grid: float) -> None:
    throw = draw_throw(np.random.default_rng(3), "plain", fps=5.0)
    real = throw.picture()
    small: Any = cv2.resize(real, (240, 180), interpolation=cv2.INTER_AREA)

    def dice_at(scale: float, x: float, y: float) -> list[SeenDie]:
        points = throw.stage.camera.project(np.array([d.place for d in throw._dice]))[0] - [0, 60]
        h = throw.stage.pixels * scale / 2
        middles = [(x + (u - 240) * scale, y + (v - 180) * scale) for u, v in points]
        chances = np.full(6, 1 / 6, np.float32)
        return [SeenDie(u, v, (u - h, v - h, u + h, v + h), 0.9, chances, 0) for u, v in middles]

    screened = judge(DiceScene(on_display(small, grid)), DiceCandidates(tuple(dice_at(grid / 2, 320, 240))))
    assert screened.refused == fact("dice.screen")
    assert judge(DiceScene(real), DiceCandidates(tuple(dice_at(1.0, 240, 180)))).doubt != "screen"


def invoke(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(build(Path(__file__).parents[2]), list(words))
    error = result.exception
    if isinstance(error, CompanionError):
        return error.exit_code, result.output + error.message_in(error.language)
    return result.exit_code, result.output + (str(error) if error else "")


def test_commands_say_what_is_wrong(tmp_path: Path) -> None:
    dark = tmp_path / "dark.png"
    cv2.imwrite(str(dark), black())
    code, text = invoke("dice", str(dark))
    assert (code, "no dice are in view" in text) == (1, True)
    code, text = invoke("calibrate", "dice", str(dark), "--out", str(tmp_path / "tray.json"))
    assert code == 1
    assert "too dark" in text
    assert "No dice are seen" in text
    assert not (tmp_path / "tray.json").exists()
    code, text = invoke("dice", str(tmp_path / "none.mp4"))
    assert (code, "no file or camera" in text) == (2, True)
    code, text = invoke("dice", str(dark), "--setup", str(tmp_path / "no.json"))
    assert code in (1, 2)
    code, text = invoke("calibrate", "dice", str(dark), "--colours", "2", "--names", "red")
    assert (code, "give one for each" in text) == (2, True)
    for name in ("tray.xyz", "no folder/tray.png"):
        code, text = invoke("calibrate", "dice", str(dark), "--picture", str(tmp_path / name))
        assert (code, "cannot be written: give a name ending in .png" in text) == (2, True)


def test_commands_speak_german_when_asked(tmp_path: Path) -> None:
    dark = tmp_path / "dark.png"
    cv2.imwrite(str(dark), black())
    code, text = invoke("dice", str(dark), "--lang", "de")
    assert (code, "kein Würfel ist im Bild" in text) == (1, True)
    code, text = invoke("calibrate", "dice", str(dark), "--out", str(tmp_path / "tray.json"), "--lang", "de")
    assert (code, "Würfel" in text, "dice" in text) == (1, True, False)
    code, text = invoke("dice", str(tmp_path / "none.mp4"), "--lang", "de")
    assert (code, "Kamera" in text) == (2, True)
    code, text = invoke("dice", str(dark), "--lang", "tlh")
    assert code == 2


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "{}", '{"images": 3}', '{"images": {"a/b.jpg": {}}}', '{"images": {"a.jpg": {"values": [7]}}}'],
)
def test_labels_that_are_none(tmp_path: Path, content: str) -> None:
    path = tmp_path / "labels.json"
    path.write_text(content)
    code, text = invoke("evaluate", "dice", str(path))
    assert code == 2
    assert "labels" in text or "outside 1..6" in text


def test_labels_that_name_a_missing_picture(tmp_path: Path) -> None:
    path = tmp_path / "labels.json"
    path.write_text(json.dumps({"images": {"set/a.jpg": {"values": [3]}}}))
    code, text = invoke("evaluate", "dice", str(path), "--no-baselines")
    assert (code, "cannot be read as a picture" in text) == (2, True)
