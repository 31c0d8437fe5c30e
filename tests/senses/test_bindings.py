"""The face mesh runs on MediaPipe's parts alone, and leaves its package to whoever wants it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion import resources
from companion.senses.faces.mediapipe_bindings import folder

ROOT = Path(__file__).resolve().parents[2]

ALONE = """
import sys
for name in ("matplotlib", "jax", "sounddevice", "absl"): sys.modules[name] = None
import numpy as np
from companion.senses.faces.mediapipe_graphs import FaceDetector, FaceMesh, Region
FaceDetector().find(np.zeros((480, 640, 3), np.uint8))
print(FaceMesh().fit(np.zeros((480, 640, 3), np.uint8), Region(320, 240, 200))[1] < 0.5, "mediapipe" in sys.modules)
"""
AFTER = """
import numpy as np
from companion.senses.faces.mediapipe_graphs import FaceDetector
FaceDetector().find(np.zeros((480, 640, 3), np.uint8))
from measure.whole_mediapipe import whole_mediapipe
mp = whole_mediapipe()
mesh = mp.solutions.face_mesh.FaceMesh(refine_landmarks=True)
print(mesh.process(np.zeros((480, 640, 3), np.uint8)).multi_face_landmarks)
"""


def ran(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_mesh_runs_without_the_rest_of_the_package() -> None:
    assert ran(ALONE) == "True False\n"


def test_the_whole_package_can_be_imported_afterwards() -> None:
    assert ran(AFTER) == "None\n"


def test_what_the_wheel_carries_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(resources, "path", lambda _: tmp_path)
    assert folder() == tmp_path


def test_nothing_installed_is_an_import_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mediapipe", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ImportError, match="mediapipe"):
        folder()
