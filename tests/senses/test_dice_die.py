"""The second network's crops, its ways of looking, and how opinions on one die are put together."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion import resources
from companion.errors import DeviceUnavailable
from companion.senses.dice.dice_detector import MODEL, DiceDetector
from companion.senses.dice.die_classifier import (
    BOX_EDGE_PX,
    INPUT_SIDE_PX,
    CropVariant,
    DieClassifier,
    DieOpinion,
    Tilt,
    network_crop,
    stretch_colours,
)
from companion.senses.dice.die_evidence import CHANCE_FLOOR, fuse, mean_log
from companion.senses.dice.seen_die import SeenDie
from models.training.dice import render
from models.training.dice.crops import MAP, NOBODY, candidates, glared, leaning, maps_of, row_of, vary
from models.training.dice.scene import Scene


def chances(value: int, sure: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    out = np.full(6, (1 - sure) / 5, np.float32)
    out[value - 1] = sure
    return out


def scenes(count: int, seed: int) -> list[Scene]:
    return [render(np.random.default_rng([seed, k]), 176) for k in range(count)]


def bgr(scene: Scene) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.ascontiguousarray(scene.image[..., ::-1])


def test_a_crop_brings_the_die_to_its_size_and_mirrors_it() -> None:
    image = np.zeros((200, 300, 3), np.uint8)
    cv2.rectangle(image, (90, 60), (129, 99), (255, 255, 255), -1)
    cv2.rectangle(image, (90, 60), (99, 99), (0, 0, 255), -1)  # a red left quarter
    part = network_crop(image, (110, 80, 40.0))
    assert part.shape == (INPUT_SIDE_PX, INPUT_SIDE_PX, 3)
    assert math.sqrt(float((part[..., 2] > 127).sum())) == pytest.approx(BOX_EDGE_PX, abs=1.5)
    mirrored = network_crop(image, (110, 80, 40.0), CropVariant(mirrored=True))
    assert np.array_equal(mirrored, part[:, ::-1])
    near = network_crop(image, (110, 80, 40.0), CropVariant(zoom=1.25))
    assert math.sqrt(float((near[..., 2] > 127).sum())) == pytest.approx(1.25 * BOX_EDGE_PX, abs=1.5)


def test_stretching_makes_pips_of_equal_lightness_stand_out() -> None:
    rng = np.random.default_rng(5)
    part = np.full((INPUT_SIDE_PX, INPUT_SIDE_PX, 3), (60, 60, 150), np.uint8)  # a red die
    pips = np.zeros((INPUT_SIDE_PX, INPUT_SIDE_PX), np.uint8)
    for x, y in ((30, 30), (50, 30), (30, 50), (50, 50)):
        cv2.circle(pips, (x, y), 4, (1,), -1)
    part[pips == 1] = (60, 103, 66)  # green of the same grey
    part = np.clip(part + rng.normal(0, 2, part.shape), 0, 255).astype(np.uint8)

    def contrast(image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> float:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(float)
        return abs(float(grey[pips == 1].mean() - grey[pips == 0].mean()))

    assert contrast(part) < 12
    assert contrast(stretch_colours(part)) > 4 * contrast(part)


def test_looks_at_plain_dice_agree_with_the_labels_in_all_ways() -> None:
    net, asked, right, told, sides = DieClassifier(), 0, 0, 0, 0
    for scene in scenes(16, 77):
        for l in scene.labels:
            if l.ignore or l.state != "flat" or l.facing < 0.5:
                continue
            size = math.sqrt((l.box[2] - l.box[0]) * (l.box[3] - l.box[1]))
            looks = [
                net.look(bgr(scene), [(l.x, l.y, size)], way)[0] for way in (CropVariant(), CropVariant(mirrored=True))
            ]
            asked += len(looks)
            right += sum(int(o.chances.argmax()) + 1 == l.value for o in looks)
            told += sum(o.is_die > 0.5 for o in looks)
            sides += sum(float(np.dot(o.tilt.normal, l.normal)) > math.cos(math.radians(25)) for o in looks)
    assert asked > 40
    assert right > 0.8 * asked
    assert told > 0.85 * asked
    assert sides > 0.7 * asked


def test_candidates_carry_the_labels_of_their_dice_and_the_rest_is_no_die() -> None:
    detector, rng, faces, others = DiceDetector(), np.random.default_rng(8), 0, 0
    for scene in [*scenes(6, 3), *(leaning(np.random.default_rng([4, k])) for k in range(6))]:
        for x, y, size, row, number in candidates(rng, detector, scene):
            near = [l for l in scene.labels if math.hypot(x - l.x, y - l.y) < 0.25 * size]
            if row[0]:
                faces += 1
                assert any(np.array_equal(row_of(l), row) and l.number == number for l in near)
            else:
                others += 1
                assert not any(
                    l.clear and l.state == "flat" and 0.6 < size / _side(l) < 1.7
                    for l in near
                    if math.hypot(x - l.x, y - l.y) < 0.22 * min(size, _side(l))
                )
    assert faces > 20
    assert others > 5


def _side(l: object) -> float:
    x0, y0, x1, y1 = l.box  # type: ignore[attr-defined]
    return math.sqrt((x1 - x0) * (y1 - y0))


def test_varied_crops_keep_value_and_turn_the_normal_along() -> None:
    rng = np.random.default_rng(2)
    image = rng.integers(0, 255, (INPUT_SIDE_PX, INPUT_SIDE_PX, 3)).astype(np.uint8)
    maps = np.zeros((MAP, MAP, 2), np.uint8)
    maps[10, 25, 1] = 255  # a pip up and right of the middle
    row = np.array([1, 4, 0.3, -0.4, -0.866, 25, 1, 1, 1], np.float32)
    for _ in range(40):
        out, turned, varied = vary(rng, image, maps, row.copy())
        down, right = (int(v[0]) - (MAP - 1) / 2 for v in np.nonzero(turned[..., 1]))
        alike = (right * varied[2] + down * varied[3]) / math.hypot(right, down) / 0.5
        assert alike == pytest.approx(0.993, abs=1e-3)
        assert out.shape == image.shape
        assert 0 <= out.min() <= out.max() <= 1
        assert varied[1] == 4
        assert math.hypot(varied[2], varied[3]) == pytest.approx(0.5, abs=1e-6)
        assert varied[4] == row[4]


def test_the_maps_of_a_clear_die_show_as_many_pips_as_its_value_and_of_what_is_none_nothing() -> None:
    counted = 0  # sixes, whose pips may run together, are left out
    for scene in scenes(45, 21):
        for l in scene.labels:
            if l.ignore or l.state != "flat" or l.facing < 0.9 or _side(l) < 40 or l.value == 6:
                continue
            maps = maps_of(scene, l.x, l.y, BOX_EDGE_PX / _side(l), l.number)
            pips, _ = cv2.connectedComponents((maps[..., 1] > 127).astype(np.uint8))
            assert pips - 1 == l.value
            assert not (maps[..., 1] > maps[..., 0]).any()
            assert not maps_of(scene, l.x, l.y, BOX_EDGE_PX / _side(l), NOBODY).any()
            counted += 1
    assert counted > 10


def test_lamps_light_some_crops_and_darken_none() -> None:
    rng, dark = np.random.default_rng(3), np.full((INPUT_SIDE_PX, INPUT_SIDE_PX, 3), 0.2, np.float32)
    lit = [glared(rng, dark) for _ in range(200)]
    assert all(out.dtype == np.float32 and out.min() >= 0.2 - 1e-6 for out in lit)
    assert 0.15 < np.mean([out.max() > 0.25 for out in lit]) < 0.4


def seen(found: NDArray[np.float32], score: float = 0.9) -> SeenDie:
    """Return a die as the detector sees it."""
    return SeenDie(50, 50, (30, 30, 70, 70), score, found, 0.0)


def said(close: NDArray[np.float32], is_die: float = 0.95, away: float = -1.0) -> DieOpinion:
    """Return what the die classifier makes of it; ``away``: the part of its normal along the line of sight."""
    return DieOpinion(is_die, close, Tilt((0.0, math.sqrt(1 - away**2), away), 0.1, -3.0))


def test_agreeing_networks_are_surer_than_each_and_one_blind_look_cannot_forbid() -> None:
    alone = seen(chances(3, 0.8))
    both, against = (fuse(alone, [said(chances(value, 0.8))]) for value in (3, 5))
    assert alone.value == both.value == 3
    assert both.chances[2] > alone.chances[2] > against.chances[2]
    blind = np.array([0, 0, 0, 0, 1, 0], np.float32)
    assert fuse(alone, [said(chances(3, 0.9))] * 4 + [said(blind)]).value == 3
    assert np.exp(mean_log([blind])).min() == pytest.approx(CHANCE_FLOOR)


def test_a_candidate_that_one_network_does_not_believe_scores_low() -> None:
    def score(is_die: float) -> float:
        return fuse(seen(chances(3, 0.8)), [said(chances(3, 0.8), is_die)]).score

    assert score(0.02) < 0.5
    assert score(0.95) > 0.85
    unseen = fuse(seen(chances(3, 0.8)), [])
    assert (unseen.score, unseen.face) == (0.9, 0.0), "not looked at from close yet: no roll is told of it"


def test_the_pip_count_weighs_most_on_a_face_seen_from_above() -> None:
    close, pips = chances(3, 0.55), chances(5, 1.0)
    above, aside = (fuse(seen(close), [said(close, away=away)], pips).value for away in (-1.0, -0.5))
    assert (above, aside) == (5, 3)


def test_a_wrong_die_model_is_told(tmp_path: Path) -> None:
    wrong = tmp_path / "model.onnx"
    wrong.write_bytes(b"no network")
    with pytest.raises(DeviceUnavailable, match="the die model cannot be loaded"):
        DieClassifier(model=wrong)
    with pytest.raises(DeviceUnavailable, match="another network: it takes 'image', not 'face'"):
        DieClassifier(model=resources.path(MODEL))
