"""The converted face networks against MediaPipe's own graphs, where its package is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import DeviceUnavailable
from companion.senses.faces import face_networks
from companion.senses.faces.face_networks import FaceDetector, FaceMesh, Region
from companion.senses.faces.geometry import Image, as_rgb
from measure.mediapipe_reference import ReferenceDetector, ReferenceMesh
from tests.needs import needs_mediapipe


def pictures(shared: Path) -> dict[str, Image]:
    """Return a few shared people: as they are, turned, small in a large picture, and in the dark."""
    found: dict[str, Image] = {}
    for path in sorted((shared / "data" / "faces" / "stills").glob("*"))[:6]:
        bgr = cv2.imread(str(path))
        if bgr is None:
            continue
        rgb = np.ascontiguousarray(bgr[:, :, ::-1]).astype(np.uint8)
        found[path.stem] = rgb
        found[f"{path.stem} turned"] = cv2.warpAffine(rgb, _turn(rgb, 25.0), rgb.shape[1::-1]).astype(np.uint8)
        wide = np.full((720, 1280, 3), 90, np.uint8)
        small = cv2.resize(rgb, None, fx=160 / max(rgb.shape[:2]), fy=160 / max(rgb.shape[:2]))
        wide[300 : 300 + small.shape[0], 500 : 500 + small.shape[1]] = small
        found[f"{path.stem} small"] = wide
        found[f"{path.stem} dark"] = (rgb * 0.25).astype(np.uint8)
    return found


def _turn(rgb: Image, degrees: float) -> Any:
    return cv2.getRotationMatrix2D((rgb.shape[1] / 2, rgb.shape[0] / 2), degrees, 1.0)


@needs_mediapipe
def test_boxes_landmarks_and_presence_are_mediapipes_own(shared: Path) -> None:
    ours, theirs = (FaceDetector(), FaceMesh()), (ReferenceDetector(), ReferenceMesh())
    faces = fits = 0
    for name, rgb in pictures(shared).items():
        bgr = as_rgb(rgb)  # the other way round
        mine, other = ours[0].find(bgr), theirs[0].find(rgb)
        assert len(mine) == len(other), name
        for a, b in zip(mine, other, strict=True):
            assert (a.x, a.y, a.width, a.height) == pytest.approx((b.x, b.y, b.width, b.height), abs=1.0), name
            assert a.score == pytest.approx(b.score, abs=0.01), name
            faces += 1
            for region in (b.region, *b.other_regions[:2]):
                points, presence = ours[1].fit(bgr, region)
                wanted, expected = theirs[1].fit(rgb, region)
                assert presence == pytest.approx(expected, abs=1e-3), name
                assert (points is None) == (wanted is None), name
                if points is not None and wanted is not None:
                    apart = np.abs(points - wanted)[:, :2].max() * face_networks.CROP_SIDE_PX / region.side
                    assert apart < 0.005, name  # pixels of the crop
                    fits += 1
    assert faces >= 12
    assert fits >= 24


def test_no_face_gives_no_landmarks() -> None:
    picture = np.zeros((480, 640, 3), np.uint8)
    assert FaceDetector().find(picture) == []
    points, presence = FaceMesh().fit(picture, Region(320, 240, 200))
    assert points is None
    assert presence < 0.5


def test_two_boxes_on_one_face_are_one_and_far_ones_stay() -> None:
    face = np.array([[0, 0], [100, 100], [30, 40], [70, 40], [50, 60], [50, 80], [0, 50], [100, 50]], float)
    faces = np.stack([face, face + 10, face + 500])
    found = list(face_networks.merge_detections(faces, np.array([0.6, 0.9, 0.7])))
    assert [round(d.score, 2) for d in found] == [0.9, 0.7]
    assert found[0].x == pytest.approx((0 * 0.6 + 10 * 0.9) / 1.5)
    assert found[1].right_eye == (530, 540)


@pytest.mark.parametrize("network", [FaceDetector, FaceMesh])
def test_a_missing_or_wrong_model_is_one_sentence(network: Any, tmp_path: Path) -> None:
    with pytest.raises(DeviceUnavailable, match="its file is missing"):
        network(tmp_path / "model.onnx")
    (tmp_path / "model.onnx").write_bytes(b"no network")
    with pytest.raises(DeviceUnavailable, match=r"face (detector|landmarks) model cannot be loaded"):
        network(tmp_path / "model.onnx")


def test_faces_are_found_without_mediapipe() -> None:
    code = (
        "import sys; sys.modules['mediapipe'] = None\n"
        "import numpy as np\n"
        "from companion.senses.faces.face_sense import FaceSense\n"
        "with FaceSense() as sense: sense.process(np.zeros((480, 640, 3), np.uint8), 0.0)\n"
        "print('google.protobuf' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "False\n", done.stderr
