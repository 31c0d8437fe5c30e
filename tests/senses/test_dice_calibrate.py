"""``calibrate dice``: what it finds in a picture of both players' dice, and what it says of a bad one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from companion.cli import build
from companion.facts import fact
from companion.senses.dice import tray
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.frame_motion import light_advice
from companion.senses.dice.tray_calibration import calibrate
from models.training.dice.throws import Throw, draw_throw

Image = NDArray[np.uint8]


@cache
def shown(seed: int) -> tuple[Throw, Image]:
    """Three dice of one colour and one of another at rest."""
    for k in range(200):
        throw = draw_throw(np.random.default_rng([seed, k]), "two sets", fps=4.0)
        apart = np.abs(np.subtract(throw.bodies[0], throw.bodies[-1])).max() if throw.values else 0
        if apart > 120 and throw.stage.pixels > 34 and {s.material for s in throw.stage.sets} == {"plain"}:
            return throw, throw.picture()
    raise AssertionError("no such throw in two hundred")


def run(picture: Path, *words: str) -> tuple[int, dict[str, Any]]:
    result = CliRunner().invoke(build(), ["calibrate", "dice", str(picture), "--json", *words])
    return result.exit_code, json.loads(result.output)


def test_two_colours_are_named_and_kept(tmp_path: Path) -> None:
    ready = 0
    for seed in range(4):
        throw, image = shown(seed)
        picture, out, marked = tmp_path / f"{seed}.png", tmp_path / f"{seed}.json", tmp_path / f"{seed}-marked.png"
        cv2.imwrite(str(picture), image)
        words = ("--colours", "2", "--names", "Ann,Ben", "--out", str(out), "--picture", str(marked))
        code, found = run(picture, *words)
        assert marked.exists()
        assert (code == 0) == found["ready"] == out.exists()
        if not found["ready"]:
            assert found["advice"]
            continue
        ready += 1
        setup = tray.load(out)
        assert setup is not None
        assert [s.name for s in setup.sets] == ["Ann", "Ben"]
        edge = (setup.edge or 0) * max(setup.region[2] - setup.region[0], setup.region[3] - setup.region[1]) * 480
        assert 0.6 * throw.stage.pixels < edge < 2.2 * throw.stage.pixels
    assert ready >= 2


def test_one_colour_where_two_are_asked_for(tmp_path: Path) -> None:
    throw = next(
        t
        for k in range(200)
        if len((t := draw_throw(np.random.default_rng([9, k]), "plain", fps=4.0)).values) == 3
        and t.stage.pixels > 36
        and t.stage.sets[0].material == "plain"
    )
    picture = tmp_path / "one.png"
    cv2.imwrite(str(picture), throw.picture())
    code, found = run(picture, "--colours", "2", "--out", str(tmp_path / "no.json"))
    assert code == 1
    assert {said["code"] for said in found["advice"]} & {"calibrate.alike", "calibrate.no-dice"}
    assert not (tmp_path / "no.json").exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda im: (im * 0.08).astype(np.uint8), "light.dark"),
        (lambda im: np.clip(im.astype(np.int16) + 200, 0, 255).astype(np.uint8), "light.white"),
        (lambda im: cv2.GaussianBlur(im, (0, 0), 9), "light.blurred"),
        (lambda im: np.full_like(im, 120), "light.flat"),
    ],
)
def test_light_and_sharpness_are_advised(change: Any, code: str) -> None:
    _, image = shown(0)
    assert 60 < image.mean() < 200, "a picture in good light, to be spoiled"
    assert fact(code) in light_advice(change(image))


def test_dice_that_are_too_small_are_told() -> None:
    _, image = shown(1)
    far = np.full((480, 640, 3), np.median(image, (0, 1)), np.uint8)
    far[200:260, 260:340] = cv2.resize(image, (80, 60), interpolation=cv2.INTER_AREA)
    found = calibrate(DiceDetector(), far)
    assert {a.code for a in found.advice} & {"calibrate.small", "calibrate.no-dice"}
