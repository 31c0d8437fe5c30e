"""Pose, frontal view, measures and the mouth's crop do not depend on where the camera is."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
import pytest

from companion.senses.faces import geometry as g
from companion.senses.faces.face_networks import Region, region_of
from companion.senses.faces.features import measure
from tests.senses.faces_help import PEOPLE

NEUTRAL = [p for (_, name), p in PEOPLE.items() if name == "neutral"]


def turned(points: np.ndarray, yaw: float = 0, pitch: float = 0, roll: float = 0) -> np.ndarray:
    """Turn the head (degrees): yaw to the person's left, pitch down, roll clockwise on screen."""
    y, p, r = np.radians([yaw, pitch, roll])
    about_y = np.array([[np.cos(y), 0, np.sin(y)], [0, 1, 0], [-np.sin(y), 0, np.cos(y)]])
    about_x = np.array([[1, 0, 0], [0, np.cos(p), -np.sin(p)], [0, np.sin(p), np.cos(p)]])
    about_z = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    centre = points.mean(0)
    return (points - centre) @ (about_z @ about_y @ about_x).T + centre


@pytest.mark.parametrize("points", NEUTRAL)
@pytest.mark.parametrize(("yaw", "pitch", "roll"), [(0, 0, 20), (25, 0, 0), (-25, 0, 0), (0, 15, 0), (15, -10, -15)])
def test_pose_follows_the_head(points: np.ndarray, yaw: float, pitch: float, roll: float) -> None:
    rest, now = g.pose_of(points), g.pose_of(turned(points, yaw, pitch, roll))
    assert np.degrees(now.roll - rest.roll) == pytest.approx(roll, abs=6)
    assert np.degrees(now.yaw - rest.yaw) == pytest.approx(yaw, abs=4)
    assert np.degrees(now.pitch - rest.pitch) == pytest.approx(pitch, abs=6)
    assert now.unit == pytest.approx(rest.unit, rel=1e-6)


@pytest.mark.parametrize("points", list(PEOPLE.values())[::3])
@pytest.mark.parametrize("scale", [0.2, 3.0])
def test_measures_do_not_depend_on_distance_place_or_pose(points: np.ndarray, scale: float) -> None:
    seen = turned(points, 18, 8, -12) * scale + (500, -40, 7)
    before, after = measure(points, g.pose_of(points)), measure(seen, g.pose_of(seen))
    np.testing.assert_allclose(astuple(before), astuple(after), atol=1e-6)


def test_measures_tell_the_expressions_apart() -> None:
    for seed in {s for s, _ in PEOPLE}:
        m = {n: measure(p, g.pose_of(p)) for (s, n), p in PEOPLE.items() if s == seed}
        rest = m["neutral"]
        assert m["eyes_wide"].eye > 1.1 * rest.eye
        assert m["sour"].eye < 0.8 * rest.eye
        assert m["mouth_wide"].gap > rest.gap + 0.15
        assert m["grin"].width > 1.1 * rest.width
        assert m["grin"].corner_lift > rest.corner_lift + 0.03
        assert m["frown"].eye < m["eyes_wide"].eye


@pytest.mark.parametrize("roll", [0, 30, -45])
def test_the_mouth_crop_keeps_its_recipe_when_the_head_tips(roll: float) -> None:
    points = turned(NEUTRAL[0], roll=roll)
    matrix = g.mouth_transform(points, 64)
    corners = np.hstack([points[[61, 291], :2], np.ones((2, 1))]) @ matrix.T
    eyes = np.hstack([points[[33, 263], :2], np.ones((2, 1))]) @ matrix.T
    assert abs(eyes[1, 1] - eyes[0, 1]) < 1e-6  # level
    width = np.linalg.norm(points[291, :2] - points[61, :2])
    half_eyes = np.linalg.norm(points[263, :2] - points[33, :2]) / 2
    assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(
        64 * width / (1.8 * max(width, half_eyes)), rel=1e-6
    )
    middle = corners.mean(0)
    assert middle[0] == pytest.approx(32, abs=1e-6)
    assert middle[1] == pytest.approx(32 - 0.18 * 64, abs=1e-6)  # the crop's centre lies towards the chin


def test_the_mouth_crop_shows_the_mouth() -> None:
    points = NEUTRAL[0]
    image = np.zeros((360, 360, 3), np.uint8)
    x, y = points[[61, 291], :2].mean(0).astype(int)
    image[y - 3 : y + 4, x - 3 : x + 4] = 255
    crop = g.mouth_crop(image, points)
    assert crop.shape == (64, 64, 3)
    assert crop.dtype == np.uint8
    bright = np.argwhere(crop[..., 0] > 128).mean(0)
    assert bright == pytest.approx([32 - 0.18 * 64, 32], abs=3)


def test_a_face_outside_the_picture_still_gives_a_crop() -> None:
    crop = g.mouth_crop(np.full((50, 50, 3), 7, np.uint8), NEUTRAL[0] + np.array([4000.0, 0, 0]))
    assert crop.shape == (64, 64, 3)


def test_the_next_region_is_square_level_and_half_as_large_again() -> None:
    points = turned(NEUTRAL[0], roll=25)
    region = region_of(points)
    low, high = points[:, :2].min(0), points[:, :2].max(0)
    assert isinstance(region, Region)
    assert region.side == pytest.approx(1.5 * (high - low).max())
    assert np.degrees(region.angle) == pytest.approx(25, abs=4)


def test_a_picture_from_a_camera_is_taken_as_it_is_and_others_are_turned() -> None:
    camera = np.arange(40 * 50 * 3, dtype=np.uint8).reshape(40, 50, 3)
    assert g.to_bgr(camera) is camera
    rgb = g.to_rgb(camera)
    assert rgb is not None
    assert (rgb == camera[..., ::-1]).all()
    assert (g.as_rgb(camera) == rgb).all()
    grey, alpha = np.full((40, 50), 7, np.uint8), np.dstack([camera, camera[..., :1]])
    for image, wanted in ((grey, np.full((40, 50, 3), 7)), (alpha, camera), (camera.astype(float), camera)):
        found = g.to_bgr(image)
        assert found is not None
        assert found.flags.c_contiguous
        assert (found == wanted).all()
    assert g.to_bgr(camera[:9]) is None
