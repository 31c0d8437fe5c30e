"""What the build hook takes from others' wheels, and how it fails."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.scripts import script

pytest.importorskip("hatchling")
HOOK = Path(__file__).resolve().parents[2] / "hatch_build.py"


@pytest.fixture(scope="module")
def hook() -> Any:
    return script(HOOK)


def wheel(folder: Path, *names: str) -> Path:
    path = folder / "mediapipe-0.10.21-cp311-cp311-manylinux_2_28_x86_64.whl"
    with zipfile.ZipFile(path, "w") as file:
        for name in names:
            file.writestr(name, "x")
    return path


TAKEN = (
    "mediapipe/python/_framework_bindings.cpython-311-x86_64-linux-gnu.so",
    "mediapipe/python/packet_getter.py",
    "mediapipe/python/opencv_world3410.dll",
    "mediapipe.libs/libEGL-1.so.1",
    "mediapipe/framework/formats/rect_pb2.py",
    "mediapipe/calculators/__init__.py",
    "mediapipe/calculators/tensor/inference_calculator_pb2.py",
    "mediapipe/gpu/gpu_origin_pb2.py",
    "mediapipe/modules/face_landmark/face_landmark_with_attention.tflite",
    "mediapipe/modules/face_detection/face_detection_full_range_sparse.tflite",
)
LEFT = (
    "mediapipe/calculators/audio/spectrogram_calculator_pb2.py",
    "mediapipe/modules/face_landmark/face_landmark.tflite",
    "mediapipe/modules/face_landmark/face_landmark_front_cpu.binarypb",
    "mediapipe/util/audio_decoder_pb2.py",
    "mediapipe/__init__.py",
    "mediapipe/python/__init__.py",
    "mediapipe/python/solutions/hands.py",
    "mediapipe/tasks/python/vision/face_landmarker.py",
    "mediapipe/modules/pose_landmark/pose_landmark_heavy.tflite",
    "mediapipe/framework/formats/rect_test.py",
    "mediapipe-0.10.21.dist-info/METADATA",
)


def test_only_the_face_mesh_is_taken_with_its_licence(hook: Any, tmp_path: Path) -> None:
    path = wheel(tmp_path, *TAKEN, *LEFT, "mediapipe-0.10.21.dist-info/LICENSE")
    assert {name for name, _ in hook.unpacked(path, tmp_path / "out")} == {*TAKEN, "LICENSE-mediapipe"}


def test_another_wheel_is_refused(hook: Any, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="holds no face mesh bindings"):
        hook.unpacked(wheel(tmp_path, *LEFT), tmp_path / "out")


def test_a_given_wheel_is_taken_without_an_index(hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = wheel(tmp_path, *TAKEN)
    monkeypatch.setenv("COMPANION_MEDIAPIPE_WHEEL", str(path))
    assert hook.fetched("mediapipe", tmp_path / "no.lock", tmp_path) == path
    monkeypatch.setenv("COMPANION_MEDIAPIPE_WHEEL", str(tmp_path / "none.whl"))
    with pytest.raises(RuntimeError, match="which is no file"):
        hook.fetched("mediapipe", tmp_path / "no.lock", tmp_path)


def test_a_file_that_is_not_the_locked_one_is_refused(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "links"
    there.mkdir()
    wheel(there, *TAKEN, "mediapipe-0.10.21.dist-info/METADATA")
    for name in ("PIP_NO_INDEX", "PIP_FIND_LINKS"):
        monkeypatch.setenv(name, "1" if name == "PIP_NO_INDEX" else str(there))
    monkeypatch.delenv("COMPANION_MEDIAPIPE_WHEEL", raising=False)
    lock = tmp_path / "requirements.lock"
    lock.write_text("mediapipe==0.10.21 \\\n    --hash=sha256:" + "0" * 64 + "\n")
    with pytest.raises(RuntimeError, match="could not be fetched"):
        hook.fetched("mediapipe", lock, tmp_path)


def test_the_dictionary_is_taken_on_a_system_without_a_wheel(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ARM Linux has wheels of PocketSphinx for Python 3.11 alone: pip is asked for another system's, by its hashes."""
    lock = tmp_path / "requirements.lock"
    lock.write_text(
        "mediapipe==0.10.21 \\\n    --hash=sha256:1\n"
        "pocketsphinx==5.0.4 ; sys_platform == 'never' \\\n    --hash=sha256:2\n"
        "pocketsphinx==5.1.1 ; sys_platform == 'other' \\\n    --hash=sha256:3\n"
    )
    asked: list[str] = []

    def pip(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.extend([*command, (tmp_path / "wanted.txt").read_text()])
        (tmp_path / "pocketsphinx-5.0.4-cp311.whl").touch()
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.delenv("COMPANION_POCKETSPHINX_WHEEL", raising=False)
    monkeypatch.setattr(hook.subprocess, "run", pip)
    assert hook.fetched("pocketsphinx", lock, tmp_path, hook.ANY_SYSTEM).name == "pocketsphinx-5.0.4-cp311.whl"
    assert asked[-1].split() == ["pocketsphinx==5.0.4", "\\", "--hash=sha256:2"]
    assert {"--require-hashes", *hook.ANY_SYSTEM} <= set(asked)


README = "# x\n\n![a picture](docs/a.jpg)\n\nSee [codes](docs/codes.md) and [there](https://example.org/y).\n"


def test_an_index_page_without_a_home_shows_no_broken_picture(hook: Any) -> None:
    assert hook.for_index(README, "") == "# x\n\nSee codes and [there](https://example.org/y).\n"


def test_an_index_page_links_to_the_home(hook: Any) -> None:
    told = hook.for_index(README, "https://example.org/c")
    assert "![a picture](https://example.org/c/raw/main/docs/a.jpg)" in told
    assert "[codes](https://example.org/c/blob/main/docs/codes.md) and [there](https://example.org/y)" in told
