"""The renderer's labels are exact: checked against geometry and by counting painted pips."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.events import Roll
from companion.facts import fact
from companion.senses.dice.dice_detector import DiceDetector
from measure.rendered.stills import SETS, draw_still
from measure.rendered.throws import verdict
from models.training.dice import numbered, render, traps
from models.training.dice.batch import SIZE, Store
from models.training.dice.camera import look, turn
from models.training.dice.die import ASKEW, PIPS, Die, layout, sink, trace, value_of
from models.training.dice.light import Light
from models.training.dice.photographs import TWENTY, Photographs, licensed
from models.training.dice.scene import PIP, label, paint
from models.training.dice.style import Style, draw
from models.training.dice.throws import KINDS, draw_throw

DAY = Light(np.array([[0, 0, 1.0]]), (0.5,), 0.5, 0.05, 0.3, np.zeros((3, 3)), 0.0, 0.0, np.ones(3, np.float32))


def plain(**more: object) -> Style:
    grey = np.full(3, 240, np.float32)
    style = Style(body=grey, pip=np.full(3, 10, np.float32), second=grey, gloss=0.0, fresnel=0.0)
    for key, value in more.items():
        setattr(style, key, value)
    return style


@pytest.mark.parametrize("left_handed", [False, True])
def test_opposite_faces_make_seven_and_all_values_occur(left_handed: bool) -> None:
    values = {(a, s): value_of(a, s, left_handed) for a in range(3) for s in (1, -1)}
    assert sorted(values.values()) == [1, 2, 3, 4, 5, 6]
    assert all(values[a, 1] + values[a, -1] == 7 for a in range(3))
    normals = {v: np.eye(3)[a] * s for (a, s), v in values.items()}
    anticlockwise = float(np.dot(np.cross(normals[1], normals[2]), normals[3])) > 0
    assert anticlockwise != left_handed


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("depth", [0.0, 0.06])
def test_pips_painted_are_the_label(value: int, depth: float) -> None:
    style = plain(depth=depth)
    axis, sign = next((a, s) for a in range(3) for s in (1, -1) if value_of(a, s, False) == value)
    normal = np.eye(3)[axis] * sign
    rotation = np.eye(3)
    for m in (turn(i, k * math.pi / 2) for i in range(3) for k in range(4)):
        if np.allclose(m @ normal, [0, 0, 1]):
            rotation = np.round(m)
    camera = look(math.radians(80), 0.3, 0.1, 20, 1200, (64, 64))
    image = np.full((128, 128, 3), 120, np.float32)
    one = Die(np.array([0, 0, 0.5]), rotation, style)
    ids, tops, full = paint(image, camera, [one], DAY, 60)
    seen = label(camera, one, ids, tops, 0, full[0])
    assert seen is not None
    assert seen.value == value == len(PIPS[value])
    count, _ = cv2.connectedComponents((tops == PIP).astype(np.uint8))
    assert count - 1 == value
    assert not seen.ignore
    assert seen.state == "flat"
    x0, y0, x1, y1 = seen.box
    assert x0 < seen.x < x1
    assert y0 < seen.y < y1
    assert seen.facing == pytest.approx(math.sin(math.radians(80)), abs=0.05)


def test_a_leaning_die_has_no_value() -> None:
    camera = look(math.radians(60), 0.0, 0.0, 20, 1200, (64, 64))
    lean = Die(np.array([0, 0, 0.65]), turn(0, math.radians(30)), plain())
    ids, tops, full = paint(np.full((128, 128, 3), 90, np.float32), camera, [lean], DAY, 60)
    seen = label(camera, lean, ids, tops, 0, full[0])
    assert seen is not None
    assert (seen.value, seen.state) == (0, "cocked")


def test_a_die_that_sinks_into_soft_ground_keeps_its_value_and_loses_its_foot() -> None:
    camera = look(math.radians(45), 0.3, 0.1, 20, 1200, (64, 64))
    for seed in range(6):
        hard, sunk = (Die(np.array([0, 0, 0.5]), np.eye(3), plain()) for _ in range(2))
        sink(np.random.default_rng(seed), sunk)
        seen = []
        for die in (hard, sunk):
            ids, tops, full = paint(np.full((128, 128, 3), 90, np.float32), camera, [die], DAY, 60)
            seen.append((label(camera, die, ids, tops, 0, full[0]), int((ids == 0).sum())))
        (flat, whole), (deep, left) = seen
        assert flat is not None
        assert deep is not None
        assert (deep.value, deep.state, deep.ignore) == (flat.value, "flat", False)
        assert deep.lean <= ASKEW
        assert 0.6 * whole < left < whole


def test_a_hidden_die_is_ignored() -> None:
    camera = look(math.radians(25), 0.0, 0.0, 20, 900, (64, 64))
    way = camera.axes[2] * [1, 1, 0]
    way /= np.linalg.norm(way)
    near, far = (
        Die(-way * 0.55 + [0, 0, 0.5], np.eye(3), plain()),
        Die(way * 0.55 + [0, 0, 0.4], np.eye(3), plain(), 0.8),
    )
    near.edge = 1.3
    near.place[2] = 0.65
    ids, tops, full = paint(np.full((128, 128, 3), 90, np.float32), camera, [near, far], DAY, 45)
    hidden = label(camera, far, ids, tops, 1, full[1])
    assert hidden is None or hidden.ignore


def test_rays_miss_beside_the_die_and_meet_the_box() -> None:
    rays = np.array([[0, 0], [0, 0.2], [-1, -0.98]], np.float32)
    rays /= np.sqrt((rays * rays).sum(0))
    hit = trace(np.array([0, 0, 5], np.float32), rays, plain(radius=0.02))
    assert hit is not None
    assert hit.index.tolist() == [0]
    assert hit.point[2, 0] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("seed", range(40))
def test_every_style_keeps_its_pips_on_the_face(seed: int) -> None:
    style = draw(np.random.default_rng(seed))
    for value in range(1, 7):
        spots = layout(style, value)
        assert len(spots) == value
        if value > 1:
            assert all(max(abs(u), abs(w)) + r <= 0.5 for u, w, r, _ in spots)


def test_scenes_are_seeded_and_their_labels_lie_in_the_picture() -> None:
    for seed in range(6):
        a, b = (render(np.random.default_rng(seed), 128) for _ in range(2))
        assert (a.image == b.image).all()
        assert a.labels == b.labels
        for l in a.labels:
            assert 0 <= l.box[0] < l.box[2] <= 128
            assert 0 <= l.box[1] < l.box[3] <= 128
            assert l.value in range(7)
            assert (l.value > 0) == (l.state == "flat")


@pytest.mark.parametrize("kind", KINDS)
def test_throws_rest_when_they_say(kind: str) -> None:
    throw = draw_throw(np.random.default_rng([7, KINDS.index(kind)]), kind, fps=5.0)  # type: ignore[arg-type]
    frames = list(throw.frames())
    assert frames[0][1].shape == (360, 480, 3)
    assert (0 in throw.values) == (kind == "cocked")
    assert len(throw.values) == {"empty": 0, "two sets": 4}.get(kind, 3)


def test_a_throw_whose_pips_are_drowned_is_told_from_one_that_can_be_read() -> None:
    throw = draw_throw(np.random.default_rng(12), "plain", fps=5.0)
    for die in throw._dice:
        die.look = plain()
    assert throw.readable()
    rolls = [Roll(onset=0, decided=0, source="", values=(0, 1, 2), refused=fact("dice.none"))]
    assert verdict(throw, rolls) == "refused"
    for die in throw._dice:
        die.look = plain(pip=np.full(3, 240, np.float32))
    assert not throw.readable()
    assert verdict(throw, rolls) == "unreadable"
    given = Roll(onset=0, decided=0, source="", values=throw.values)
    assert verdict(throw, [given]) == "right"
    assert verdict(throw, [replace(given, values=(9, 9, 9))]) == "wrong"


@pytest.mark.parametrize("kind", SETS)
def test_a_still_shows_its_labels_inside_the_picture_and_is_drawn_again_alike(kind: str) -> None:
    still, again = (draw_still(np.random.default_rng([3, 1]), kind) for _ in range(2))
    least, most = SETS[kind]
    assert least <= len(still.boxes) < most
    assert all(1 <= value <= 6 for *_, value in still.boxes)
    side = len(still.image)
    assert all(0 <= x0 < x1 <= side and 0 <= y0 < y1 <= side for x0, y0, x1, y1, _ in still.boxes)
    assert still.boxes == again.boxes
    assert np.array_equal(still.image, again.image)


def test_scenes_rendered_before_are_what_a_training_begins_with(tmp_path: Path) -> None:
    store = Store(4)
    for k in range(3):
        store.add(render(np.random.default_rng([8, k]), SIZE))
    store.save(tmp_path / "scenes.npz")
    larger, smaller = Store(6), Store(2)
    for other in (larger, smaller):
        other.load(tmp_path / "scenes.npz")
    assert (larger.filled, smaller.filled) == (3, 2)
    assert (larger.images[:3] == store.images[:3]).all()
    assert (larger.labels[:3] == store.labels[:3]).all()
    larger.add(render(np.random.default_rng([8, 9]), SIZE))
    assert (larger.filled, larger.images[3].max() > 0) == (4, True)


@pytest.mark.parametrize("sides", numbered.SOLIDS)
def test_a_solid_has_its_facets_all_alike_and_looking_outwards(sides: int) -> None:
    points, facets = numbered.vertices(sides), numbered.facets(sides)
    assert len(facets) == sides
    assert len({len(corners) for corners, _ in facets}) == 1
    assert all(points[corners].mean(0) @ normal > 0.1 for corners, normal in facets)


def test_dice_with_numerals_are_named_with_their_places_and_bear_no_label() -> None:
    scenes = [render(np.random.default_rng([8, k]), solids=1.0, signs=1.0) for k in range(6)]
    assert not any(s.labels for s in scenes)
    assert sum(len(s.numbered) for s in scenes) > 6
    assert all(0 <= x < 192 and 0 <= y < 192 and 3 < wide < 250 for s in scenes for x, y, wide in s.numbered)


def test_a_training_sees_photographs_by_their_licence_and_never_those_that_it_is_measured_on(tmp_path: Path) -> None:
    data, noise = (
        tmp_path / "usr/share/games/supertuxkart/data",
        np.random.default_rng(1).integers(0, 255, (256, 256, 3)),
    )
    names = ("textures/free.png", "textures/closed.png", "textures/free_normal.png", TWENTY[0])
    for name in names:
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(data / name), noise)
    rules = ("Files: *\nLicense: CC0\n", "Files: data/textures/closed.png\nLicense: GPL-3+\n")
    copyright_file = tmp_path / "usr/share/doc/supertuxkart-data/copyright"
    copyright_file.parent.mkdir(parents=True)
    copyright_file.write_text("\n".join(f"{rule}Copyright: somebody\n" for rule in rules))
    assert [path.name for path in licensed(tmp_path)] == ["free.png"]
    pictures = Photographs(tmp_path, learning=True)
    scene = render(np.random.default_rng(2), 96, photographs=pictures)
    assert scene.image.std() > 5
    top = np.full((320, 320, 3), 100, np.float32)
    changed = np.abs(pictures.scraps(np.random.default_rng(3), top.copy(), 6, 30.0) - top).max(2) > 1
    assert 0.005 < changed.mean() < 0.4
    with pytest.raises(SystemExit, match="missing"):
        Photographs(tmp_path)


def test_the_copy_in_eight_bits_finds_what_the_whole_network_finds_and_is_another() -> None:
    image = np.ascontiguousarray(render(np.random.default_rng([13, 6]), 320).image[..., ::-1])
    detector = DiceDetector()
    with pytest.raises(RuntimeError, match="disable_quant_qdq"):  # else its sums would not be of bytes, and slower
        detector._session.get_session_options().get_session_config_entry("session.disable_quant_qdq")
    quick, whole = (detector.look(image, 1.0, 0.2, quick=quick) for quick in (True, False))
    assert whole[0].heat != quick[0].heat
    clear = [s for s in whole if s.heat > 0.6]
    assert clear
    for s in clear:
        assert any(math.hypot(q.x - s.x, q.y - s.y) < 0.3 * s.size for q in quick)


def test_what_looks_like_a_die_and_is_none_lies_about_and_bears_no_label() -> None:
    plain = [render(np.random.default_rng([9, k]), trapped=0.0) for k in range(12)]
    trapped = [render(np.random.default_rng([9, k]), trapped=1.0) for k in range(12)]
    assert any(not s.labels for s in trapped)
    assert np.mean([len(s.labels) for s in trapped]) < np.mean([len(s.labels) for s in plain])
    bare = np.full((512, 512, 3), 128, np.float32)
    strewn = [traps.strewn(np.random.default_rng(k), bare.copy(), 60.0) for k in range(6)]
    assert all(0.01 < (np.abs(top - bare).max(2) > 4).mean() < 0.9 for top in strewn)
    assert all(top.min() >= 0 and top.max() <= 256 for top in strewn)


@pytest.mark.parametrize("seed", range(6))
def test_a_dominos_halves_lie_side_by_side_and_a_tile_is_square(seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert traps.domino_face(rng, 64).shape == (64, 128, 3)
    assert traps.face(rng, 64).shape == (64, 64, 3)
