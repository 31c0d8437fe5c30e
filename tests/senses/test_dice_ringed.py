"""``dice PHOTO --picture OUT``: each die ringed with its number; and what a photograph does not ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from companion.cli import build
from companion.errors import CompanionError
from companion.events import Roll
from companion.facts import Fact, fact
from companion.sitting.throw_picture import (
    LEAST_NUMBER_HEIGHT_PX,
    OPEN_INK,
    READ_INK,
    DieMark,
    ThrowPicture,
    draw_rings,
    number_label,
)
from companion.terminal.dice_text import line
from companion.words import languages, say
from models.training.dice.throws import draw_throw

GROUND = 128


def invoke(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(build(Path(__file__).parents[2]), list(words))
    error = result.exception
    if isinstance(error, CompanionError):
        return error.exit_code, result.output + error.message_in(error.language)
    return result.exit_code, result.output + (str(error) if error else "")


def still(seed: int, count: int) -> tuple[Any, list[int]]:
    """Return a rendered throw at rest, and its values from the left."""
    throw = draw_throw(np.random.default_rng([seed, 77]), "plain", count, fps=10.0, size=480)
    *_, (_, image) = throw.frames()
    return image, list(throw.values)


def changed(before: Any, after: Any) -> Any:
    return (before.astype(int) != after.astype(int)).any(axis=2)


def near(image: Any, ink: tuple[int, int, int], tolerance: int = 30) -> Any:
    return (np.abs(image.astype(int) - ink) <= tolerance).all(axis=2)


def blank(marks: tuple[DieMark, ...], size: tuple[int, int] = (300, 400)) -> ThrowPicture:
    return ThrowPicture(0.0, np.full((*size, 3), GROUND, np.uint8), marks, None)


def mark(x: float, y: float, value: int, likely: tuple[int, ...] = (), w: float = 0.1, h: float = 0.13) -> DieMark:
    return DieMark(x, y, w, h, value, likely, "red")


def test_each_die_has_a_ring_around_it_and_stays_as_it_is() -> None:
    picture = blank((mark(0.25, 0.4, 5), mark(0.7, 0.4, 0, (4, 6))))
    drawn = draw_rings(picture)
    for die, ink in zip(picture.marks, (READ_INK, OPEN_INK), strict=True):
        x, y, half = round(die.x * 400), round(die.y * 300), round(die.w * 180)
        assert not changed(picture.image, drawn)[y - half : y + half, x - half : x + half].any(), "the die itself"
        ring = near(drawn, ink)
        assert all(ring[y, x0].any() for x0 in (slice(x - 40, x), slice(x, x + 40))), "left and right of it"
    assert (picture.image == GROUND).all(), "the throw's own picture"


@pytest.mark.parametrize("size", [(120, 90), (640, 480), (4000, 3000)])
@pytest.mark.parametrize(("x", "y"), [(0.04, 0.05), (0.96, 0.95), (0.5, 0.5)])
@pytest.mark.parametrize(("value", "likely", "text"), [(2, (), "2"), (0, (4, 6), "4/6?"), (0, (), "?")])
def test_a_number_lies_in_the_picture_wherever_its_die_does(
    size: tuple[int, int], x: float, y: float, value: int, likely: tuple[int, ...], text: str
) -> None:
    """At the edges, in a small picture and in a large one; beside the die, not on it."""
    die = mark(x, y, value, likely, w=0.08, h=0.1)
    label = number_label(die, *size)
    left, top, right, bottom = label.plate
    assert label.text == text
    assert 0 <= left < right < size[0]
    assert 0 <= top < bottom < size[1]
    assert bottom - top >= LEAST_NUMBER_HEIGHT_PX
    assert top >= (y + 0.05) * size[1] or bottom <= (y - 0.05) * size[1]


def test_a_photo_gets_its_rings(tmp_path: Path) -> None:
    image, _ = still(3, 2)
    cv2.imwrite(str(tmp_path / "photo.png"), image)
    out = tmp_path / "ringed.png"
    code, text = invoke("dice", str(tmp_path / "photo.png"), "--picture", str(out))
    ringed = cv2.imread(str(out))
    assert ringed is not None
    assert ringed.shape == image.shape
    green, amber = near(ringed, READ_INK, 8).sum(), near(ringed, OPEN_INK, 8).sum()
    assert green + amber > 100
    assert "type" not in text
    assert code in (0, 1)


@pytest.mark.parametrize("name", ["ringed.xyz", "no folder/ringed.png", "ringed"])
def test_a_name_that_is_no_pictures_is_said_before_anything_is_looked_at(tmp_path: Path, name: str) -> None:
    code, text = invoke("dice", str(tmp_path / "none.mp4"), "--picture", str(tmp_path / name))
    assert (code, "cannot be written: give a name ending in .png" in text) == (2, True)


TYPE = {"en": "type", "de": "tippen", "fr": "tape"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "refused",
    [
        fact("dice.unsure", die="red", a=4, b=6),
        fact("dice.no-dice"),
        fact("dice.no-die", die="red"),
        fact("dice.numerals"),
    ],
)
def test_what_nobody_can_type_is_not_asked_for(language: str, refused: Fact) -> None:
    """A photograph or a clip gets a better look to ask for; who sits at a camera may type."""
    roll = Roll(onset=0.0, decided=0.0, values=(3, 0), refused=refused)
    words = TYPE[language]
    assert words in say(refused, language)  # type: ignore[arg-type]
    assert words not in line(roll, language=language)
    assert words in line(roll, keys=True, language=language)
