"""Dice as meshes for the path tracer: the surface is the one that rays meet, the skin shows each face's pips."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from models.training.dice import die, style
from models.training.dice.cv import cv2
from models.training.dice.traced.solid import SIDES, mesh, skin


def _style(seed: int) -> style.Style:
    look = style.draw(np.random.default_rng(seed), plain=1.0)
    look.material, look.pip_shape, look.depth, look.ball = "plain", "round", 0.05, 9.0
    return look


@pytest.mark.parametrize("seed", range(6))
def test_every_quad_looks_outwards(seed: int) -> None:
    look = _style(seed)
    look.depth = 0.0
    made = mesh(look, 24)
    corners = made.vertices[made.quads]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1)
    outwards = (normal * corners.mean(1)).sum(1)
    assert (outwards[area > 1e-7] > 0).all()


@pytest.mark.parametrize("seed", range(6))
def test_it_is_the_solid_that_the_painted_renders_trace(seed: int) -> None:
    look = _style(seed)
    look.depth = 0.0
    made = mesh(look, 24)
    origin = np.array([0.3, 0.2, 6.0], np.float32)
    corners = made.vertices[made.quads]
    middles = corners.mean(1)
    way = middles - origin
    far = np.linalg.norm(way, axis=1)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    seen = -(normal * way).sum(1) > 0.3 * np.linalg.norm(normal, axis=1) * far
    way, far = way[seen], far[seen]
    hit = die.trace(origin, np.ascontiguousarray((way / far[:, None]).T, np.float32), look)
    assert hit is not None
    met = np.linalg.norm(hit.point.T - origin, axis=1)
    near = np.abs(met - far[hit.index])
    assert len(hit.index) > 0.95 * len(way) > 100
    assert np.quantile(near, 0.9) < 0.02


@pytest.mark.parametrize("seed", range(6))
def test_pips_are_hollows_where_the_layout_has_them(seed: int) -> None:
    look = _style(seed)
    made = mesh(look, 96)
    axis, sign = SIDES[5]
    face = made.vertices[5 * 97 * 97 :]
    flat = (np.abs(face[:, 0]) < 0.3) & (np.abs(face[:, 1]) < 0.3)
    value = die.value_of(axis, sign, look.left_handed)
    middles = [p[:2] for p in die.layout(look, value)]
    in_pip = np.min([np.hypot(face[:, 0] - u, face[:, 1] - w) for u, w in middles], 0) < 0.03
    assert face[flat & in_pip, 2].max() < 0.5 - 0.02
    assert face[flat, 2].max() == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("seed", range(6))
def test_the_skin_has_each_faces_pips(seed: int) -> None:
    look = _style(seed)
    _, pips = skin(look, 128)
    for k, (axis, sign) in enumerate(SIDES):
        cell = pips[k // 3 * 128 : (k // 3 + 1) * 128, k % 3 * 128 : (k % 3 + 1) * 128]
        spots = cv2.connectedComponents((cell > 0.5).astype(np.uint8))[0] - 1
        assert spots == die.value_of(axis, sign, look.left_handed)


def test_a_blank_cube_has_no_pip() -> None:
    look = _style(1)
    look.blank = True
    assert skin(look, 64)[1].max() == 0
    assert np.abs(mesh(look, 24).vertices).max() == pytest.approx(0.5, abs=1e-3)


def test_pips_of_every_value_stay_on_the_face_and_touch_no_other() -> None:
    rng, nearer = np.random.default_rng(4), 0
    for _ in range(300):
        look = style.draw(rng)
        nearer += look.closer[0] < 0.8
        for value in (2, 3, 4, 5):
            pips = die.layout(look, value)
            assert all(max(abs(u), abs(w)) + radius < 0.5 for u, w, radius, _ in pips)
            if look.closer != (1, 1, 1, 1):
                apart = [math.hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(pips, 2)]
                assert min(apart) > 2.6 * look.pip_radius or look.closer[value - 2] == 1
    assert nearer > 40
