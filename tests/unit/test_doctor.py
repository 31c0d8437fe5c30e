"""The doctor: what is missing is found, the line that mends it is given, and the exit code says if a game can start."""

from __future__ import annotations

import builtins
import json
import os
import shutil
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from companion import doctor, installation, resources
from companion.cli import app, build
from companion.config import settings, writable
from companion.doctor import Check
from companion.errors import BadInput, StorageError
from companion.facts import fact

build()


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "data"))
    return tmp_path / "data"


def refuse_import(monkeypatch: pytest.MonkeyPatch, name: str, error: Exception) -> None:
    real = builtins.__import__

    def fake(module: str, *args: Any, **kwargs: Any) -> Any:
        if module == name:
            raise error
        return real(module, *args, **kwargs)

    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(builtins, "__import__", fake)


def only(checks: Any) -> Check:
    (check,) = checks
    assert isinstance(check, Check)
    return check


def test_this_machine_can_referee() -> None:
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1].startswith("Ready to referee.")
    assert "missing" not in [line.split()[0] for line in result.output.splitlines()]


def test_json_is_one_object_with_every_check() -> None:
    result = CliRunner().invoke(app, ["doctor", "--json"])
    data = json.loads(result.stdout)
    assert data["ok"] is True
    names = {row["name"] for row in data["checks"]}
    assert {
        "Python",
        "system",
        "libraries",
        "OpenCV",
        "cv2",
        "onnxruntime",
        "face models",
        "cameras",
        "data folder",
    } <= names
    assert all(row["state"] in ("ok", "note", "missing") for row in data["checks"])
    assert all(row["mend"] for row in data["checks"] if row["state"] != "ok")
    assert all(row["code"].startswith(("doctor.", "camera.", "resource.")) for row in data["checks"])


def test_what_is_missing_sets_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = (
        ("a", lambda: iter([Check("a", "ok", fact("doctor.loads"))])),
        ("b", lambda: iter([Check("b", "missing", fact("doctor.damaged"), "mend b")])),
    )
    monkeypatch.setattr(doctor, "CHECKS", checks)
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 1
    assert "missing  b: its file is damaged (the hash differs)\n         -> mend b\n" in result.output
    assert "Not ready" in result.output
    assert json.loads(CliRunner().invoke(app, ["doctor", "--json"]).stdout)["ok"] is False


def test_a_check_that_breaks_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise ZeroDivisionError("oops")
        yield

    monkeypatch.setattr(doctor, "CHECKS", (("x", broken), ("Python", doctor.python)))
    states = [(c.name, c.state, c.detail) for c in doctor.examine()]
    assert states[0] == ("x", "note", fact("doctor.unchecked", kind="ZeroDivisionError", why="oops"))
    assert states[1][:2] == ("Python", "ok")


@pytest.mark.parametrize(
    ("version", "state"), [((3, 9, 1), "missing"), ((3, 10, 0), "ok"), ((3, 12, 9), "ok"), ((3, 14, 0), "ok")]
)
def test_pythons(monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int], state: str) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    assert only(doctor.python()).state == state


def test_versions_are_held_against_the_lock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(
        "# head\nnumpy==9.9 \\\n    --hash=sha256:aa\nno-such-package==1.0 \\\n    --hash=sha256:bb\n"
        "elsewhere==1.0 ; sys_platform == 'never' \\\n    --hash=sha256:cc\n"
    )
    monkeypatch.setattr(resources, "path", lambda _: lock)
    absent, other = doctor.versions()
    assert absent.detail == fact("doctor.absent", names=["no-such-package==1.0"])
    numpy = fact("doctor.other-version", name="numpy", found=metadata.version("numpy"), lock="9.9")
    assert other.detail == fact("doctor.other-versions", names=[numpy])
    assert doctor.line_of(other) == "./run doctor"
    lock.write_text(f"numpy=={metadata.version('numpy')} \\\n    --hash=sha256:aa\n")
    assert only(doctor.versions()).detail == fact("doctor.as-locked", n=1)


def test_two_opencvs(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"opencv-python-headless": "4.11.0.86", "opencv-contrib-python": "4.13.0"}

    def version(name: str) -> str:
        if name not in there:
            raise metadata.PackageNotFoundError(name)
        return there[name]

    monkeypatch.setattr(metadata, "version", version)
    check = only(doctor.opencvs())
    assert check.state == "note"
    assert check.detail == fact(
        "doctor.opencvs", names=["opencv-contrib-python 4.13.0", "opencv-python-headless 4.11.0.86"]
    )
    assert " -m pip uninstall -y opencv-python " in doctor.line_of(check)
    assert doctor.line_of(check).endswith(" -m pip install --no-deps opencv-python-headless==4.11.0.86")
    del there["opencv-contrib-python"]
    assert only(doctor.opencvs()).state == "ok"


def test_a_system_library_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_import(monkeypatch, "cv2", ImportError("libgthread-2.0.so.0: cannot open shared object file: No such file"))
    checks = {c.name: c for c in doctor.imports()}
    assert checks["cv2"].state == "missing"
    assert checks["cv2"].mend == "sudo apt-get install -y libglib2.0-0"
    assert checks["numpy"].state == "ok"


@pytest.mark.parametrize(
    "error", [OSError("PortAudio library not found"), ImportError("No module named 'sounddevice'")]
)
def test_no_sound_library_is_a_note(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    refuse_import(monkeypatch, "sounddevice", error)
    check = only(doctor.microphones())
    assert (check.state, bool(check.mend)) == ("note", True)
    assert check.detail.code in ("doctor.no-portaudio", "doctor.no-sounddevice")


def test_microphones_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    devices = [{"name": "Webcam", "max_input_channels": 1}, {"name": "Speaker", "max_input_channels": 0}]
    fake = SimpleNamespace(query_devices=lambda: devices, PortAudioError=RuntimeError)
    monkeypatch.setitem(sys.modules, "sounddevice", fake)
    assert only(doctor.microphones()) == Check("microphones", "ok", fact("doctor.microphone", name="Webcam"))
    devices.pop(0)
    assert only(doctor.microphones()).mend == fact("doctor.plug-in")


def test_a_damaged_model_and_one_that_does_not_load(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shipped = resources.path("models")
    good = next(iter(sorted(shipped.glob("*/model.onnx"))))
    for name, content in (("good", good.read_bytes()), ("cut", good.read_bytes()[:1000]), ("other", good.read_bytes())):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.onnx").write_bytes(content)
    (tmp_path / "other" / "model.json").write_text('{"sha256": "00"}')
    monkeypatch.setattr(resources, "path", lambda _: tmp_path)
    checks = {c.name: c for c in doctor.models()}
    assert checks["model good"].state == "ok"
    assert (checks["model cut"].state, checks["model cut"].detail.code) == ("missing", "doctor.no-load")
    assert checks["model other"].detail == fact("doctor.damaged")
    assert checks["model other"].mend == "git checkout -- models/other"


def test_a_library_that_fails_without_a_message_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def broken(name: str, *more: Any) -> Any:
        if name == "cv2":
            raise ImportError
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", broken)
    checks = {check.name: check for check in doctor.imports()}
    assert checks["cv2"].detail == fact("doctor.no-load", why="ImportError")
    assert len(checks) == 3


def test_the_data_folder_is_looked_at_but_not_made(own_data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert only(doctor.disk()).state == "ok"
    assert not own_data_folder.exists()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10 << 20))
    assert only(doctor.disk()).detail.values["megabytes"] == 10
    monkeypatch.setattr(os, "access", lambda *_: False)
    check = only(doctor.disk())
    assert check.state == "missing"
    assert doctor.line_of(check).startswith("export COMPANION_DATA_FOLDER=")


def test_a_file_in_place_of_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "file" / "data"))
    assert only(doctor.disk()).state == "missing"
    with pytest.raises(StorageError, match=r"nothing can be kept in .* set COMPANION_DATA_FOLDER"):
        writable(settings().data_folder)


# ---- settings --------------------------------------------------------------------------------------------------------


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_CAMERA", "Logi")
    monkeypatch.setenv("COMPANION_CAMERA_WIDTH", "640")
    monkeypatch.setenv("COMPANION_MICROPHONE", "")
    found = settings()
    assert (found.camera, found.camera_width, found.camera_height, found.microphone) == ("Logi", 640, 720, "")
    assert found.games == tmp_path / "data" / "games"
    assert found.profiles == tmp_path / "data" / "profiles"


@pytest.mark.parametrize("value", ["0", "wide", "1e9"])
def test_a_setting_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("COMPANION_CAMERA_WIDTH", value)
    with pytest.raises(BadInput, match=f"COMPANION_CAMERA_WIDTH={value} cannot be used: give a whole number from 160"):
        settings()


def test_a_folder_is_made_and_probed(tmp_path: Path) -> None:
    folder = writable(tmp_path / "a" / "b")
    assert folder.is_dir()
    assert list(folder.iterdir()) == []


def test_a_system_where_nobody_tried_it_is_no_ok(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    assert only(doctor.system()).state == "note"
    assert only(doctor.system()).detail == fact("doctor.untried", name="Darwin arm64")
    assert only(doctor.cameras()).state == "note"


@pytest.mark.parametrize(
    ("receipt", "way", "line"),
    [
        ("uv-receipt.toml", "uv", "uv tool install --reinstall tabletop-companion"),
        ("pipx_metadata.json", "pipx", "pipx reinstall tabletop-companion"),
        (None, "pip", f"{sys.executable} -m pip install --force-reinstall tabletop-companion"),
    ],
)
def test_the_remedy_fits_how_it_was_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, receipt: str | None, way: str, line: str
) -> None:
    monkeypatch.setattr(installation, "__file__", str(tmp_path / "site-packages" / "companion" / "installation.py"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    if receipt is not None:
        (tmp_path / receipt).write_text("")
    assert installation.way() == way
    assert installation.again() == line


def test_where_there_is_no_pip_uv_does_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(installation, "__file__", str(tmp_path / "companion" / "installation.py"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert installation.again() == f"uv pip install --python {sys.executable} --force-reinstall tabletop-companion"


def test_an_installed_wheel_is_held_against_what_it_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["numpy<1", "no-such-package>=2", "no-such-extra>=9; extra == 'club'", "elsewhere; sys_platform == 'never'"]
    monkeypatch.setattr(installation, "way", lambda: "uv")
    monkeypatch.setattr(installation, "requirements", lambda: asked)
    absent, other = doctor.versions()
    assert absent.detail == fact("doctor.absent", names=["no-such-package>=2"])
    found = metadata.version("numpy")
    assert other.detail == fact(
        "doctor.other-versions", names=[fact("doctor.other-version", name="numpy", found=found, lock="<1")]
    )
