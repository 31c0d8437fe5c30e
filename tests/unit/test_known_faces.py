"""Faces that were named by a tap are known again, others are asked for, and nothing of them leaves the memory."""

from __future__ import annotations

import copy
import json
import pickle

import numpy as np
import pytest

from companion.senses.faces.identity import BONE_COUNT
from companion.senses.faces.known_faces import COLOUR_WEIGHT, MAX_SAME, MIN_OTHER, KnownFaces
from tests.senses.faces_help import SEEDS, fit


def look(seed: int, label: str = "neutral", lighter: float = 0.0) -> np.ndarray:
    """Return a rendered person's look; ``lighter``: by so many units of one person's spread, in every colour."""
    shape = fit(seed, label=label).shape
    assert shape is not None
    moved = shape.copy()
    moved[BONE_COUNT:] += lighter
    return moved


def known(*people: tuple[str, int]) -> KnownFaces:
    faces = KnownFaces()
    for name, seed in people:
        faces.learn(name, look(seed))
    return faces


def test_each_of_a_table_is_known_again_and_a_stranger_is_nobody() -> None:
    names = [f"player {k}" for k in range(4)]
    faces = known(*zip(names, SEEDS[:4], strict=True))
    assert [faces.recognise(look(seed)).player for seed in SEEDS[:4]] == names
    for stranger in SEEDS[4:10]:
        assert faces.recognise(look(stranger)).player is None


def test_another_light_is_asked_about_and_taken_for_nobody_else() -> None:
    faces = known(("Ann", SEEDS[0]), ("Ben", SEEDS[1]))
    between = (MAX_SAME + MIN_OTHER) / 2 / COLOUR_WEIGHT
    found = faces.recognise(look(SEEDS[0], lighter=between))
    assert (found.verdict, found.player) == ("unsure", None)


def test_two_who_look_alike_are_asked_about() -> None:
    faces = known(("Ann", SEEDS[0]))
    twin = look(SEEDS[0])
    twin[0] += 0.2
    faces.learn("Bea", twin)
    assert faces.recognise(look(SEEDS[0]) + 0.1).verdict == "unsure"


def test_only_those_who_may_be_meant_count_however_they_are_spelt() -> None:
    faces = known(("Ann", SEEDS[0]), ("Ben", SEEDS[1]))
    assert faces.recognise(look(SEEDS[0]), ["ann", "BEN"]).player == "Ann"
    assert faces.recognise(look(SEEDS[0]), ["Ben"]).player is None
    assert faces.knows("ANN")
    faces.learn("ANN", look(SEEDS[2]))  # a new tap replaces the look of before
    assert faces.recognise(look(SEEDS[0])).player is None
    assert faces.recognise(look(SEEDS[2])).player == "ANN"
    faces.forget()
    assert not faces.knows("Ann")


def test_a_face_that_was_not_seen_to_the_front_is_asked_about() -> None:
    assert known(("Ann", SEEDS[0])).recognise(None).verdict == "unsure"


@pytest.mark.parametrize(
    "keeps", [pickle.dumps, copy.copy, copy.deepcopy, json.dumps], ids=["pickle", "copy", "deepcopy", "json"]
)
def test_known_faces_cannot_be_written(keeps: object) -> None:
    with pytest.raises(TypeError):
        keeps(known(("Ann", SEEDS[0])))  # type: ignore[operator]


def test_their_text_tells_no_numbers_of_a_face() -> None:
    assert repr(known(("Ann", SEEDS[0]))) == "<1 known faces>"
