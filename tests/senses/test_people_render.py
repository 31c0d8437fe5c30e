"""The generator of synthetic people: seeds, labels that agree with pixels, faces that a tracker finds."""

from __future__ import annotations

import importlib.util
from dataclasses import replace

import numpy as np
import pytest

if importlib.util.find_spec("numba") is None:
    pytest.skip("numba is missing: install models/training/requirements.txt to test rendering", allow_module_level=True)

from models.training.people import figure as fig
from models.training.people.camera import Camera, mouth_crop, portrait
from models.training.people.face import Face, measure, render_face
from models.training.people.figure import Figure
from models.training.people.identity import Identity, sample_identity
from models.training.people.mesh import MARK, load
from models.training.people.mouth import render_mouth_batch
from models.training.people.pose import SHAPES, Pose
from models.training.people.render import draw
from models.training.people.worn import HandPlace

PEOPLE = (2, 5, 8)
OUT = Pose(jaw=0.4, tongue_fwd=2.0, tongue_out=0.8, tongue_droop=0.7)


@pytest.fixture(scope="module", params=PEOPLE)
def person(request: pytest.FixtureRequest) -> Figure:
    """Return a few people with bare eyes."""
    who: Identity = sample_identity(request.param).with_(glasses="none", hat="none")
    return Figure(who)


def test_the_same_seed_gives_the_same_bytes_and_a_longer_batch_starts_alike() -> None:
    first, labels = render_mouth_batch(11, 4, 48)
    again, same = render_mouth_batch(11, 7, 48)
    assert np.array_equal(first, again[:4])
    assert all(np.array_equal(labels[k], same[k][:4]) for k in labels)
    other, _ = render_mouth_batch(12, 4, 48)
    assert not np.array_equal(first, other)


def test_batch_has_shape_type_and_finite_labels() -> None:
    images, labels = render_mouth_batch(3, 12, 64)
    assert images.shape == (12, 64, 64, 3)
    assert images.dtype == np.uint8
    assert images.reshape(12, -1).std(1).min() > 1.0, "an empty picture"
    for name, values in labels.items():
        assert values.shape == (12,), name
        assert np.isfinite(values.astype(float)).all(), name


def test_every_control_names_shapes_of_the_pack() -> None:
    names = load().names
    for control, shapes in SHAPES.items():
        assert control in Pose.__dataclass_fields__
        for _, shape, _ in shapes:
            assert shape in names


@pytest.mark.parametrize(
    ("pose", "shows", "hides"),
    [
        (Pose(), (), ("tongue_past", "tongue_lip")),
        (OUT, ("tongue_past",), ()),
        (Pose(jaw=0.6, tongue_fwd=0.9, tongue_raise=0.6), ("tongue_in",), ("tongue_past", "tongue_lip")),
        (Pose(jaw=0.4, tongue_fwd=1.5), (), ("tongue_past",)),
        (Pose(smile_l=0.9, smile_r=0.9, upper_up=0.9, lower_down=0.5, stretch=0.5), ("teeth_up",), ("tongue_past",)),
        (Pose(jaw=0.5, roll_in=1.2), (), ("teeth_up", "teeth_low", "tongue_past")),
    ],
)
def test_labels_say_what_the_pose_shows(
    person: Figure, pose: Pose, shows: tuple[str, ...], hides: tuple[str, ...]
) -> None:
    labels = render_face(person, pose, 320).labels
    for name in shows:
        assert getattr(labels, name) > 0.03, name
    for name in hides:
        assert getattr(labels, name) < 0.01, name


def test_areas_are_the_pixels_that_change_with_the_tongue_colour(person: Figure) -> None:
    blue = Figure(person.identity.with_(tongue=np.array([0.0, 0.0, 1.0], np.float32), coat=0.0))
    plain = render_face(person, OUT, 400, oversample=1.0)
    dyed = render_face(blue, OUT, 400, oversample=1.0)
    changed = np.abs(plain.image.astype(int) - dyed.image.astype(int)).max(2) > 6
    counted = plain.labels.tongue_past + plain.labels.tongue_lip + plain.labels.tongue_in
    assert changed.sum() / plain.labels.mouth_px**2 == pytest.approx(counted, rel=0.12)


def test_opening_and_eyes_follow_the_pose(person: Figure) -> None:
    def face(**controls: float) -> Face:
        return render_face(person, Pose(**controls), 160, oversample=1.0)

    opening = [face(jaw=j).labels.opening for j in (0.0, 0.3, 0.8)]
    assert opening[0] < 0.15 < opening[1] < opening[2]
    shut, rest, wide = (face(**c).labels.eye_l for c in ({"shut_l": 1.0}, {}, {"wide_l": 1.0}))
    assert shut < 0.6 * rest
    assert wide > 1.15 * rest


def test_the_crop_is_level_and_its_side_follows_the_mouth() -> None:
    corners, eyes = np.array([[90.0, 100.0], [130.0, 110.0]]), np.array([[80.0, 40.0], [150.0, 57.5]])
    crop = mouth_crop(corners, eyes, 64)
    side = 1.8 * max(np.hypot(40, 10), 0.5 * np.hypot(70, 17.5))
    assert crop.scale == pytest.approx(64 / side, rel=1e-5)
    moved = eyes @ crop.matrix.T
    assert moved[0, 1] == pytest.approx(moved[1, 1], abs=1e-3)
    middle = corners.mean(0) @ crop.matrix.T + crop.shift
    assert middle == pytest.approx([32, 32 - 0.18 * 64], abs=1e-3)


def test_a_tongue_past_the_lips_lies_over_the_lower_lip(person: Figure) -> None:
    model = person.pose(OUT)
    target = model.marks[MARK["lip_low_out"]]
    camera = Camera(9.0, 1500.0, (float(target[0]), float(target[1]), float(target[2])), (100.0, 100.0))
    drawn = draw(model, camera, 200, 200)
    x, y = camera.project(target[None])[0, :2].astype(int)
    assert drawn.material[y, x] == fig.TONGUE


def test_what_a_hand_hides_is_not_counted(person: Figure) -> None:
    model, camera = person.pose(OUT), portrait(300)
    mouth = model.marks[MARK["lip_low_out"]]
    place = HandPlace("flat", (float(mouth[0]), float(mouth[1]) - 0.3, float(mouth[2]) + 0.5), grip="knuckle")
    covered = replace(model, parts=[*model.parts, *fig.hand_parts(place)])
    bare, hidden = (measure(draw(m, camera, 300, 300), m, OUT, camera, None) for m in (model, covered))
    assert bare.tongue_past > 0.05
    assert hidden.tongue_past < 0.6 * bare.tongue_past
    assert hidden.tip_past == bare.tip_past
